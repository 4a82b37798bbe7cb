"""From the desk's switches to the two figures; no widget is touched, so a thread may do it."""

from dataclasses import astuple, dataclass, replace

import numpy as np
from numpy.typing import NDArray

from specreview.agent.traces import Trace
from specreview.evidence.trace_evidence import TraceEvidence
from specreview.review.rows import Candidate
from specreview.services import Workspace
from specreview.spectra.redshift import marker_redshift
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask
from specreview.ui.figures import Figure, Figures
from specreview.ui.present.frames import chart_windows
from specreview.ui.present.top import signal_to_noise
from specreview.ui.present.walk import claims_in_sight
from specreview.ui.state import Desk
from specreview.views.chart import spectrum_chart
from specreview.views.options import ChartOptions
from specreview.views.panels import panels_figure

Band = tuple[int, str, float, float, bool]
Overlay = NDArray[np.float64] | None


@dataclass(frozen=True)
class Wish:
    """The chart as the desk wants it, for whichever candidate."""

    dark: bool
    smoothing: int
    lines: bool
    errors: bool
    axis: str
    unit: str
    zoom: tuple[float, float] | None = None
    zoom_number: int = 0
    active: int | None = None

    def fresh(self) -> "Wish":
        """The same for another candidate: smoothing and toggles stay, the zoom does not."""
        return replace(self, zoom=None, zoom_number=0, active=None)


def wish_of(desk: Desk, *, dark: bool) -> Wish:
    return Wish(
        dark=dark,
        smoothing=desk.smoothing,
        lines=desk.lines,
        errors=desk.errors,
        axis=desk.axis,
        unit=desk.unit,
        zoom=desk.zoom,
        zoom_number=desk.zoom_number,
        active=desk.active_step,
    )


def chart_options(
    wish: Wish,
    candidate: Candidate,
    spectrum: Spectrum,
    task: VettingTask,
    trace: Trace | None,
    evidence: TraceEvidence | None = None,
) -> ChartOptions:
    """All that the chart needs beside the spectrum and the task."""
    applied = marker_redshift(spectrum.origin, task.redshift, candidate.own_redshift)
    return ChartOptions(
        dark=wish.dark,
        smoothing=wish.smoothing,
        lines=wish.lines,
        errors=wish.errors,
        axis="rest" if wish.axis == "rest" else "observed",
        unit="nm" if wish.unit == "nm" else "Å",
        redshift=applied.value if applied.applied else None,
        zoom=wish.zoom,
        zoom_number=wish.zoom_number,
        windows=bands(trace, wish.active, applied.value),
        marks=claims_in_sight(trace, evidence, wish.active, applied.value),
    )


def keep_hand_zoom(desk: Desk, options: ChartOptions) -> ChartOptions:
    """The options, beginning with the zoom by hand when the figure must be drawn anew.

    A changed figure comes up as a new chart in the browser and forgets what was zoomed there.
    A commanded zoom and another axis have the last word.
    """
    made_of = (desk.candidate_id, options.axis, options.unit, desk.zoom_number)
    rest = astuple(replace(options, zoom=None, zoom_number=0))
    same_view = desk.figure[:4] == made_of
    if not same_view:
        desk.hand_zoom = None
    elif desk.figure[4:] != rest and desk.hand_zoom is not None:
        scale = 10.0 if options.unit == "nm" else 1.0
        if options.axis == "observed":
            scale /= 1.0 + (options.redshift or 0.0)
        desk.zoom = (desk.hand_zoom[0] * scale, desk.hand_zoom[1] * scale)
        desk.zoom_number += 1
        desk.hand_zoom = None
        options = replace(options, zoom=desk.zoom, zoom_number=desk.zoom_number)
        made_of = (*made_of[:3], desk.zoom_number)
    desk.figure = (*made_of, *rest)
    return options


def bands(trace: Trace | None, active: int | None, charted: float | None) -> tuple[Band, ...]:
    """The inspector's windows, numbered from 1 in the order in which it asked for them."""
    if trace is None:
        return ()
    labels = [step.view.label for step in trace.windowed if step.view is not None]
    return tuple(
        (number, label, *window, number - 1 == active)
        for number, (label, window) in enumerate(
            zip(labels, chart_windows(trace, charted), strict=True), start=1
        )
    )


def chart_figure(
    shelf: Figures,
    workspace: Workspace,
    candidate: Candidate,
    task: VettingTask,
    options: ChartOptions,
    overlay: Overlay = None,
) -> Figure:
    """The chart, drawn now or taken from the shelf.

    `overlay` is what `options.overlaid` names: another's flux on the candidate's pixels.
    """
    spectrum = workspace.spectrum(candidate)

    def chart() -> Figure:
        figure = spectrum_chart(spectrum, task, options, str(candidate.id), overlay)
        # The key listener reads from the drawn chart which candidate is in sight.
        figure.update_layout(meta={"candidate": candidate.id})
        return figure

    whose = (candidate.id, spectrum.content_hash, task.hash)
    return shelf.get(("chart", *whose, astuple(options)), chart)


def panels(
    shelf: Figures,
    workspace: Workspace,
    candidate: Candidate,
    task: VettingTask,
    options: ChartOptions,
) -> Figure:
    """The four panels, drawn now or taken from the shelf; they do not follow the chart's zoom."""
    spectrum = workspace.spectrum(candidate)
    still = replace(options, zoom=None, zoom_number=0, windows=(), overlaid="", marks=())

    def drawn() -> Figure:
        measured, z = workspace.measurements(candidate), workspace.measured_redshift(candidate)
        return panels_figure(spectrum, task, measured, still, z)

    whose = (candidate.id, spectrum.content_hash, task.hash)
    return shelf.get(("panels", *whose, astuple(still)), drawn)


def prepare(shelf: Figures, workspace: Workspace, candidate_id: int, wish: Wish) -> None:
    """Read, measure and draw a candidate behind the scenes."""

    def draw(candidate: Candidate) -> None:
        task, spectrum = workspace.task(candidate), workspace.spectrum(candidate)
        trace = workspace.store.traces.counting(candidate_id)
        options = chart_options(wish, candidate, spectrum, task, trace)
        chart_figure(shelf, workspace, candidate, task, options)
        panels(shelf, workspace, candidate, task, options)
        signal_to_noise(spectrum)
        if trace is not None:
            workspace.evidence(candidate, trace)

    if shelf.first_time((candidate_id, wish)):
        workspace.prepare(candidate_id, draw)
