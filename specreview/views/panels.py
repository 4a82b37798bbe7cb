"""Four small panels that stay in sight: each a line or band, with its measured value written in.

All four share one figure.  The value comes from `measure`; where there is none, the panel says
"not measured" and why, rather than a number.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go

from specreview.measure.measurement import Measurement
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.diagnostics import Diagnostic
from specreview.tasks.task import Panel, VettingTask
from specreview.views.frames import chart_continuum, chart_window
from specreview.views.layout import base_layout, figure
from specreview.views.magnitude import continuum_without, pixels_without, power_for
from specreview.views.options import ChartOptions
from specreview.views.palette import palette
from specreview.views.panel import PanelDrawing
from specreview.views.panel_text import header, shown_here
from specreview.views.segments import drawn_pixels
from specreview.views.wire import Trace

_GAP = 0.062
"""Share of the figure's width between two panels: room for the tick labels at 1024 px."""


def panels_figure(
    spectrum: Spectrum,
    task: VettingTask,
    measurements: Mapping[str, Measurement],
    options: ChartOptions,
    measured_at: float | None = None,
) -> go.Figure:
    """One figure with a task's four panels, in the rest frame of the redshift that is applied.

    Velocity panels run over km/s from the line's rest wavelength, wavelength panels over
    rest-frame vacuum Å (or nm).  `measurements` are keyed by diagnostic.  They were made at the
    redshift `measured_at`, None for the one applied: where the two differ, what was measured is
    drawn where it lies in the panels' frame, and the axis says at which redshift the figures are.
    """
    applied = options.redshift or 0.0
    measured_at = applied if measured_at is None else measured_at
    colours = palette(dark=options.dark)
    drawn = drawn_pixels(spectrum)
    power = power_for(drawn.flux)  # that of the chart, whose axis names it
    drawn = pixels_without(drawn, power)
    width = (1.0 - _GAP * (len(task.panels) - 1)) / len(task.panels)
    revision = f"{spectrum.content_hash[:16]}:{options.unit}:{options.redshift}"
    layout: dict[str, Any] = {
        **base_layout(colours, revision),
        "margin": {"l": 38, "r": 14, "t": 4, "b": 38},
        "dragmode": False,
        "hovermode": "closest",
        "annotations": _axis_titles(task.panels, width, options, measured_at),
        "shapes": [],
    }
    traces: list[Trace] = []
    for index, panel in enumerate(task.panels):
        start = index * (width + _GAP)
        measured = measurements.get(panel.diagnostic or "")
        if measured is not None and measured_at != applied:
            measured = _moved(measured, measured_at, applied)
        diagnostic = _diagnostic(task, panel)
        here = None
        if measured is not None and shown_here(panel, measured, diagnostic):
            here = continuum_without(measured, power)
        drawing = PanelDrawing(panel, here, drawn, options, colours)
        number = "" if index == 0 else str(index + 1)
        x, y = f"x{number}", f"y{number}"
        text, rows = header(panel, measured, diagnostic, colours, empty=drawing.empty)
        traces += [{**trace, "xaxis": x, "yaxis": y} for trace in drawing.traces()]
        domain = [round(start, 4), round(start + width, 4)]
        layout[f"xaxis{number}"] = {**drawing.x_axis(), "domain": domain, "anchor": y}
        layout[f"yaxis{number}"] = {**drawing.y_axis(rows), "anchor": x}
        layout["shapes"] += drawing.rest_line(x, y)
        layout["annotations"].append({**text, "x": start})
    return figure(traces, layout)


def _moved(measured: Measurement, viewed: float, charted: float) -> Measurement:
    """What was measured at one redshift, at its place in the rest frame of another."""
    window, continuum = measured.window, measured.continuum
    if window is not None:
        window = chart_window(window, viewed, charted)
    if continuum is not None:
        continuum = chart_continuum(continuum, viewed, charted)
    return replace(measured, window=window, continuum=continuum)


def _diagnostic(task: VettingTask, panel: Panel) -> Diagnostic | None:
    return None if panel.diagnostic is None else task.diagnostic(panel.diagnostic)


def _axis_titles(
    panels: tuple[Panel, ...], width: float, options: ChartOptions, measured_at: float
) -> list[dict[str, Any]]:
    """One title under each run of panels with the same kind of axis."""
    titles = []
    first = 0
    for index in range(1, len(panels) + 1):
        if index < len(panels) and panels[index].axis == panels[first].axis:
            continue
        left, right = first * (width + _GAP), (index - 1) * (width + _GAP) + width
        text = _axis_title(panels[first], options, count=index - first)
        if index - first == len(panels):
            text += f", {_shift(options, measured_at)}"
        # Plotly's own xanchor sets what stands in the outer thirds flush left or right
        place = {"x": 0.5 * (left + right), "xref": "paper", "xanchor": "center"}
        titles.append({"text": text, **place, "y": 0, "yanchor": "top", "yshift": -19})
        first = index
    return titles


def _axis_title(panel: Panel, options: ChartOptions, count: int) -> str:
    """The axis in words; the unit alone where one narrow panel is all the room there is."""
    if panel.axis == "velocity":
        return "velocity from the rest wavelength (km s⁻¹)" if count > 1 else "velocity (km s⁻¹)"
    if count > 1:
        return f"rest wavelength, vacuum ({options.unit})"
    return f"rest wavelength ({options.unit})"


def _shift(options: ChartOptions, measured_at: float) -> str:
    """As in "z = 0.00021 applied; figures at z = 0"."""
    applied = (
        "no shift applied" if options.redshift is None else f"z = {options.redshift:.5f} applied"
    )
    figures = (
        "" if measured_at == (options.redshift or 0.0) else f"; figures at z = {measured_at:.5g}"
    )
    return f"{applied}{figures}".replace("-", "−")
