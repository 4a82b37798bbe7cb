"""The astronomer's chart and the four panels as drawings, with what their readings need."""

from base64 import b64encode
from html import escape

import numpy as np
from numpy.typing import NDArray

from specreview.agent.traces import Trace
from specreview.report.figure_svg import Canvas, figure_svg
from specreview.report.markup import tag
from specreview.report.subject import Inspected, Sight, Subject
from specreview.tasks.task import VettingTask
from specreview.views.chart import spectrum_chart
from specreview.views.magnitude import pixels_without, power_for, unit_with
from specreview.views.options import ChartOptions
from specreview.views.panels import panels_figure
from specreview.views.segments import drawn_pixels
from specreview.views.wording import flux_unit

WIDTH = 960
"""Pixels for which both are drawn: a text of 12 px is 6.5 pt on a printed page."""

_CHART_HEIGHT, _PANELS_HEIGHT = 400, 205
_LEFT = 62
"""Left margin of the chart: the font is whatever the reader's machine has, and may be wide."""

Window = tuple[int, str, float, float, bool]


def charts(subject: Subject, task: VettingTask, sight: Sight) -> str:
    """Both drawings, what they show in words, and the buttons that zoom."""
    options = chart_options(sight, subject.inspected)
    chart = spectrum_chart(sight.spectrum, task, options, str(subject.candidate.id))
    panels = panels_figure(sight.spectrum, task, sight.measurements, options, sight.measured_at)
    chart.update_layout(margin={"l": _LEFT})
    canvas = Canvas(chart, WIDTH, _CHART_HEIGHT)
    about = f"Spectrum of {subject.candidate.object_id}"
    drawn = figure_svg(canvas, "chart", about, _readings(canvas, sight, options))
    four = figure_svg(
        Canvas(panels, WIDTH, _PANELS_HEIGHT), "panels", f"Lines of {subject.candidate.object_id}"
    )
    reading = '<p class="reading">&nbsp;</p>'
    return (
        f"{_zooms(options)}<figure>{drawn}{reading}{_legend(sight)}{_caption(sight, options)}"
        f"</figure><figure>{four}{tag('figcaption', _PANELS)}</figure>"
    )


_PANELS = (
    "The task's four panels: flux (same unit), its 1σ, and, where a line or band was measured, "
    "the continuum (dashed) and the area between it and the flux. EW in Å, positive in emission; "
    "FWHM corrected for resolution."
)


def chart_options(sight: Sight, inspected: Inspected | None) -> ChartOptions:
    """The chart as it is without any tool: observed frame, no smoothing, errors and lines on."""
    redshift = sight.redshift.value
    return ChartOptions(
        redshift=redshift if sight.redshift.applied else None,
        windows=() if inspected is None else windows(inspected.trace, redshift),
    )


def windows(trace: Trace, charted: float | None) -> tuple[Window, ...]:
    """The inspector's windows, numbered from 1, in the rest frame of the chart's redshift.

    They were asked for in the frame of the inspector's pictures: the pixels are the same.
    """
    factor = (1.0 + (trace.started.redshift or 0.0)) / (1.0 + (charted or 0.0))
    views = [step.view for step in trace.windowed if step.view is not None]
    return tuple(
        (number, view.label, view.window[0] * factor, view.window[1] * factor, False)
        for number, view in enumerate(views, start=1)
        if view.window is not None
    )


def _readings(canvas: Canvas, sight: Sight, options: ChartOptions) -> str:
    """Attributes from which the page's script reads pixels and zooms."""
    field = canvas.fields()["x"]
    drawn = drawn_pixels(sight.spectrum)
    power = power_for(drawn.flux)
    drawn = pixels_without(drawn, power)
    values = {
        "field": f"{field.left:g},{field.top:g},{field.width:g},{field.height:g}",
        "x-range": ",".join(repr(end) for end in field.x_range),
        "y-range": ",".join(repr(end) for end in field.y_range),
        "z": "" if options.redshift is None else repr(options.redshift),
        "unit": unit_with(flux_unit(sight.spectrum.origin.flux_unit), power),
        "wavelength": _packed(drawn.wavelength),
        "flux": _packed(drawn.flux),
        "sigma": "" if drawn.sigma is None else _packed(drawn.sigma),
    }
    return "".join(f' data-{name}="{escape(text, quote=True)}"' for name, text in values.items())


def _packed(values: NDArray[np.float64]) -> str:
    """(n,) as little-endian float32 in base64: 0.0005 Å at 9000 Å, seven digits of flux."""
    return b64encode(values.astype("<f4").tobytes()).decode()


def _zooms(options: ChartOptions) -> str:
    """A button a window; the script shows them, as they do nothing without it."""
    stretch = 1.0 + (options.redshift or 0.0)
    buttons = "".join(
        f'<button type="button" data-zoom="{lower * stretch:.2f},{upper * stretch:.2f}">'
        f"<b>{number}</b> {escape(label or f'{lower:.0f}–{upper:.0f} Å')}</button>"
        for number, label, lower, upper, _ in options.windows
    )
    whole = '<button type="button" data-zoom="">Whole range</button>'
    return f'<p class="zooms" hidden><i>Zoom to</i> {buttons}{whole}</p>'


def _legend(sight: Sight) -> str:
    """Words beside samples, for what is not labelled in the chart itself."""
    shown = [("l-flux", "flux, good pixels")]
    if sight.spectrum.sigma is not None:
        shown.append(("l-sigma", "1σ"))
    if sight.spectrum.warned.any():
        shown.append(("l-warned", "warned pixels"))
    if not sight.spectrum.good.all():
        shown.append(("l-bad", "bad pixels, left out"))
    shown += [("l-off", "off scale"), ("l-line", "lines of the task")]
    return f'<p class="legend">{"".join(tag("span", text, css) for css, text in shown)}</p>'


def _caption(sight: Sight, options: ChartOptions) -> str:
    """Units and frames in full sentences, and whose windows are numbered."""
    origin = sight.spectrum.origin
    unit = flux_unit(origin.flux_unit)
    parts = [
        f"Flux ({unit}) against observed wavelength in vacuum (Å), not smoothed.",
        f"In the file: {origin.frame}.",
        f"Lines and numbered windows: {sight.redshift.sentence.replace('-', '−')}.".replace(
            ", press Z", ""
        ),
        "Numbered windows are where the inspector looked." if options.windows else "",
        "No errors are in the file." if sight.spectrum.ivar is None else "",
    ]
    return tag("figcaption", " ".join(filter(None, parts)))
