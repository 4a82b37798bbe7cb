"""How the astronomer wants the chart drawn; nothing here reaches the model's picture."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Axis = Literal["observed", "rest"]
Unit = Literal["Å", "nm"]


class ShownWindow(NamedTuple):
    """One of the inspector's windows: its step number, its limits in rest-frame vacuum Å."""

    number: int
    label: str
    lower: float
    upper: float
    active: bool = False


class MarkedClaim(NamedTuple):
    """A claim, or a measurement, of the window that is walked to.

    `text` is said of the feature, `standing` how that stands against the flux ("" for what was
    only measured), `numbers` the measurement in words. `lower` and `upper` are the feature's limits
    and `continuum` its end points (wavelength, flux), in the chart's rest frame, vacuum Å.
    """

    text: str
    standing: str = ""
    numbers: str = ""
    lower: float = 0.0
    upper: float = 0.0
    continuum: tuple[tuple[float, float], tuple[float, float]] | None = None


@dataclass(frozen=True)
class ChartOptions:
    """What the chart and the panels show.

    Attributes
    ----------
    dark
        Theme of the page.
    smoothing
        Width of the running mean in pixels; 0 and 1 mean none.
    lines, errors
        Whether the task's lines, and the 1σ band, are drawn.
    axis, unit
        Frame and unit of the wavelength axis.
    redshift
        z as applied to markers and windows; None where none is applied.
    zoom
        Commanded range in rest-frame vacuum Å, as the windows; None is the whole spectrum.
    zoom_number
        Counts commanded zooms, so that the same command acts again after a zoom by hand.
    windows
        The inspector's windows, to be numbered above the plot.
    marks
        What was claimed and measured in the active window.
    overlaid
        What names the spectrum that is laid over this one; "" for none.
    """

    dark: bool = False
    smoothing: int = 0
    lines: bool = True
    errors: bool = True
    axis: Axis = "observed"
    unit: Unit = "Å"
    redshift: float | None = None
    zoom: tuple[float, float] | None = None
    zoom_number: int = 0
    windows: tuple[tuple[int, str, float, float, bool], ...] = ()
    marks: tuple[MarkedClaim, ...] = ()
    overlaid: str = ""

    def revision(self, candidate_key: str) -> str:
        """Zoom by hand lives as long as this stays: candidate, axis, last commanded zoom."""
        return f"{candidate_key}:{self.axis}:{self.unit}:{self.zoom_number}"
