"""The chart's traces: flux with its hover, a ghost behind a smoothed line, 1σ, off-scale marks."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specreview.views.options import ChartOptions
from specreview.views.palette import Palette
from specreview.views.scale import Scale
from specreview.views.segments import DrawnPixels, envelope, isolated, running_mean, runs
from specreview.views.wire import KB_PER_VALUE, Array, Trace, sampled, silent, single

Limits = tuple[float, float]

ARRAYS_KB = 111.0
"""What flux, hover columns, 1σ band and mask marks may weigh together, so that a candidate's two
figures stay under 150 kB: the more pixels, the coarser the band."""

_BAND_BINS = (250, 1300)


@dataclass(frozen=True)
class Plotted:
    """A spectrum ready to be drawn on one axis.

    `position` (m,) is the axis position of each entry of `drawn`, `unit` the flux unit in words.
    """

    drawn: DrawnPixels
    position: Array
    scale: Scale
    unit: str
    options: ChartOptions
    colours: Palette

    def all_traces(self, limits: Limits, taken: float = 0.0) -> list[Trace]:
        """All traces from back to front, for a y axis from `limits[0]` to `limits[1]`.

        `taken` kB of the budget are spent on marks already.
        """
        columns = self._hover_columns()
        values = self.position.size * (1 + len(columns) + ("x" in sampled(self.position)))
        budget = ARRAYS_KB - taken
        if values * KB_PER_VALUE > budget and "other" in columns:
            # Long spectra with a redshift: the other frame's wavelength follows from z.
            del columns["other"]
            values -= self.position.size
        return [
            *self._error_band(budget - values * KB_PER_VALUE),
            *self._flux(columns),
            *self._off_scale(limits),
        ]

    def _flux(self, columns: dict[str, Array]) -> list[Trace]:
        """The flux as read by hover; behind a smoothed line it stays as a ghost."""
        smooth = self.options.smoothing > 1
        ink = self.colours.ink
        x = sampled(self.position)
        raw = {
            "type": "scatter",
            "mode": "lines",
            "name": "flux",
            **x,
            "y": single(self.drawn.flux),
            "connectgaps": False,
            "line": {"color": self.colours.ghost if smooth else ink, "width": 1},
            "hovertemplate": self._hover_text(columns),
        }
        if columns:
            raw["customdata"] = single(np.column_stack(list(columns.values())))
        traces: list[Trace] = [raw]
        if smooth:
            traces.append(self._smoothed())
        alone = isolated(self.drawn.flux)
        if alone.size:
            marker = {"color": ink, "size": 3}
            traces.append(
                silent("markers", self.position[alone], self.drawn.flux[alone], marker=marker)
            )
        return traces

    def _smoothed(self) -> Trace:
        """The running mean, sampled twice a smoothing width: it holds nothing finer."""
        width = self.options.smoothing
        mean = running_mean(self.drawn.flux, width)
        keep = np.isnan(mean) | (np.arange(mean.size) % max(width // 2, 1) == 0)
        keep[_edges_of_runs(mean)] = True
        line = {"color": self.colours.ink, "width": 1.3}
        return silent("lines", self.position[keep], mean[keep], line=line, name="smoothed")

    def _hover_columns(self) -> dict[str, Array]:
        """What hover tells beside x and y: only what differs from them, or is known, is sent."""
        columns: dict[str, Array] = {}
        if self.drawn.sigma is not None:
            columns["sigma"] = self.drawn.sigma
        if self.scale.redshift:
            columns["other"] = self.position * self.scale.other_frame
        return columns

    def _hover_text(self, columns: dict[str, Array]) -> str:
        scale = self.scale
        here, there = ("observed", "rest") if scale.axis == "observed" else ("rest", "observed")
        place = {name: f"%{{customdata[{index}]" for index, name in enumerate(columns)}
        other = f"{there} = {here}, no shift applied"
        if "other" in place:
            other = f"{there} {place['other']}:.2f}} {scale.unit}"
        elif scale.redshift:
            other = f"{there} = {here} × {scale.other_frame:.6f}"
        sigma = f"σ {place['sigma']}:.3~g}}" if "sigma" in place else "σ unknown"
        lines = [f"{here} %{{x:.2f}} {scale.unit}", other, f"flux %{{y:.4~g}}, {sigma}", self.unit]
        return "<br>".join(lines) + "<extra></extra>"

    def _error_band(self, budget: float) -> list[Trace]:
        """1σ about the flux as an envelope, as fine as `budget` kB allow."""
        sigma = self.drawn.sigma
        if not self.options.errors or sigma is None:
            return []
        least, most = _BAND_BINS
        bins = int(min(max(budget / (4 * KB_PER_VALUE), least), most))
        flux = self.drawn.flux
        x, y = envelope(self.position, flux - sigma, flux + sigma, bins)
        if x.size == 0:
            return []
        style = {"fill": "toself", "fillcolor": self.colours.sigma_fill, "line": {"width": 0}}
        return [silent("lines", x, y, name="1σ", **style)]

    def _off_scale(self, limits: Limits) -> list[Trace]:
        """A triangle at the edge for each run of pixels beyond it; hover tells the extreme."""
        flux = self.drawn.flux
        bottom, top = limits
        inset = 0.004 * (top - bottom)
        with np.errstate(invalid="ignore"):
            above, below = flux > top, flux < bottom
        marks = [
            *((at, top - inset, "triangle-up") for at in _extremes(flux, above, np.argmax)),
            *((at, bottom + inset, "triangle-down") for at in _extremes(flux, below, np.argmin)),
        ]
        if not marks:
            return []
        at = [index for index, _, _ in marks]
        hover = f"off scale: flux %{{customdata:.4~g}}<br>{self.unit}<extra></extra>"
        return [
            {
                "type": "scatter",
                "name": "off scale",
                "mode": "markers",
                "x": single(self.position[at]),
                "y": single([edge for _, edge, _ in marks]),
                "customdata": single(flux[at]),
                "marker": {
                    "symbol": [symbol for _, _, symbol in marks],
                    "size": 7,
                    "color": self.colours.marks,
                },
                "cliponaxis": False,
                "hovertemplate": hover,
            }
        ]


def overlay_trace(position: Array, flux: Array, options: ChartOptions, colours: Palette) -> Trace:
    """Another spectrum over the data (n,), smoothed like them; NaN breaks the line."""
    line = {"color": colours.known, "width": 1.5}
    mean = running_mean(flux, options.smoothing)
    return silent("lines", position, mean, line=line, name="overlay")


def _extremes(
    flux: Array, beyond: NDArray[np.bool_], pick: Callable[[Array], np.intp]
) -> list[int]:
    """Index of the extreme pixel of each run."""
    return [first + int(pick(flux[first : last + 1])) for first, last in runs(beyond)]


def _edges_of_runs(values: Array) -> list[int]:
    return [edge for run in runs(np.isfinite(values)) for edge in run]
