"""The astronomer's own chart: good flux and its error, with everything that could mislead marked.

Unlike the model's picture it breaks at bad pixels and gaps, cuts the y axis at the 0.5 and
99.5 % of the good pixels, and marks what lies beyond.
"""

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from specreview.spectra.lines import sky_bands
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.overlay import overlay_lines
from specreview.tasks.task import VettingTask
from specreview.views import overlays, walk
from specreview.views.layout import base_layout, figure
from specreview.views.magnitude import continuum_without, pixels_without, power_for, unit_with
from specreview.views.options import ChartOptions, ShownWindow
from specreview.views.palette import Palette, palette
from specreview.views.scale import Scale
from specreview.views.segments import drawn_pixels
from specreview.views.traces import Plotted, overlay_trace
from specreview.views.wording import flux_unit

__all__ = ["ChartOptions", "ShownWindow", "spectrum_chart", "with_room", "y_range"]

Array = NDArray[np.float64]


def spectrum_chart(
    spectrum: Spectrum,
    task: VettingTask,
    options: ChartOptions,
    candidate_key: str,
    overlay: Array | None = None,
) -> go.Figure:
    """The figure of one candidate; `overlay` (n,) is another's flux on the same pixels.

    Its x range is the whole spectrum, or `options.zoom`; a zoom by hand survives redrawing until
    candidate, axis, unit or commanded zoom change.
    """
    colours = palette(dark=options.dark)
    scale = Scale.of(options)
    drawn = drawn_pixels(spectrum)
    power = power_for(drawn.flux)
    drawn = pixels_without(drawn, power)
    marked = [continuum_without(mark, power) for mark in options.marks]
    position = scale.observed(drawn.wavelength)
    whole = (scale.observed(spectrum.wavelength[0]), scale.observed(spectrum.wavelength[-1]))
    extent = _extent(options, scale, whole)
    limits = y_range(position, drawn.flux, extent if options.zoom else None)
    limits = walk.with_strip(limits, options.marks)
    unit = unit_with(flux_unit(spectrum.origin.flux_unit), power)
    plotted = Plotted(drawn, position, scale, unit, options, colours)
    marks = _marks(spectrum, task, options, scale, extent, colours)
    layout = {
        **base_layout(colours, options.revision(candidate_key)),
        # What stands below the chart (`.epoch .drawn`) keeps the same edges left and right.
        "margin": {"l": 52, "r": 18, "t": overlays.MARGIN_TOP, "b": 40},
        "hovermode": "x",
        "hoverdistance": 30,
        "dragmode": "zoom",
        "xaxis": _x_axis(scale, extent, colours),
        "yaxis": _y_axis(unit, limits, colours),
        **marks,
    }
    paths = overlays.kilobytes(marks["shapes"])
    measured = walk.measured_traces(marked, drawn, scale, options.smoothing, colours)
    traces = walk.behind_flux(measured, plotted.all_traces(limits, taken=paths))
    if overlay is not None:
        position = scale.observed(spectrum.wavelength)
        traces.append(overlay_trace(position, overlay * 10.0**-power, options, colours))
    return figure(traces, layout)


def _x_axis(scale: Scale, extent: tuple[float, float], colours: Palette) -> dict[str, Any]:
    spike = {"spikemode": "across", "spikesnap": "cursor", "spikethickness": 1}
    return {
        "range": list(extent),
        "title": {"text": scale.title, "standoff": 6},
        "tickformat": "~f",
        "hoverformat": ".1f",
        "showspikes": True,
        **spike,
        "spikedash": "solid",
        "spikecolor": colours.rule,
    }


def _y_axis(unit: str, limits: tuple[float, float], colours: Palette) -> dict[str, Any]:
    return {
        "range": list(limits),
        "title": {"text": f"flux ({unit})", "standoff": 8},
        "zeroline": True,
        "zerolinecolor": colours.rule,
        "zerolinewidth": 1,
        "nticks": 7,
    }


def y_range(
    position: Array, flux: Array, extent: tuple[float, float] | None = None
) -> tuple[float, float]:
    """Limits of the y axis: 0.5 to 99.5 % of the finite flux, with zero, and a little room.

    Within a commanded zoom (`extent`) it is all the flux there, with no zero line forced in:
    one asks for a zoom to see a feature at full height.
    """
    if extent is not None:
        inside = flux[(position >= extent[0]) & (position <= extent[1]) & np.isfinite(flux)]
        if inside.size > 1:
            return _with_room(float(inside.min()), float(inside.max()), 0.06)
    finite = flux[np.isfinite(flux)]
    if finite.size == 0:
        return -1.0, 1.0
    low, high = np.percentile(finite, [0.5, 99.5])
    return _with_room(min(float(low), 0.0), max(float(high), 0.0), 0.05)


def _with_room(low: float, high: float, share: float) -> tuple[float, float]:
    room = share * (high - low) or 0.1 * abs(high) or 1.0
    return low - room, high + room


def _extent(options: ChartOptions, scale: Scale, whole: tuple[float, float]) -> tuple[float, float]:
    if options.zoom is not None:
        low, high = sorted(options.zoom)
        return scale.rest(low), scale.rest(high)
    return with_room(whole)


def with_room(whole: tuple[float, float]) -> tuple[float, float]:
    """The range of the axis where the whole spectrum is shown, in whichever unit."""
    room = 0.004 * (whole[1] - whole[0])
    return whole[0] - room, whole[1] + room


def _marks(
    spectrum: Spectrum,
    task: VettingTask,
    options: ChartOptions,
    scale: Scale,
    extent: tuple[float, float],
    colours: Palette,
) -> dict[str, Any]:
    """Shapes and annotations: lines, atmosphere, windows, masks, and their labels."""
    first, last = float(spectrum.wavelength[0]), float(spectrum.wavelength[-1])
    bands = [band for band in sky_bands(spectrum.origin.survey) if band.overlaps(first, last)]
    marked = overlay_lines(task) if options.lines else ()
    lines = [
        (label, scale.rest(rest)) for label, rest in marked if first <= rest * scale.stretch <= last
    ]
    windows = [ShownWindow(*window) for window in options.windows]
    edges = scale.observed(pixel_edges(spectrum.wavelength))
    return {
        "shapes": [
            *overlays.band_shapes(bands, scale, colours),
            *overlays.window_shapes(windows, scale, extent, colours),
            *overlays.line_shape([x for _, x in lines], colours),
            *overlays.mask_shapes(edges, spectrum.warned, ~spectrum.good, colours),
        ],
        "annotations": [
            *overlays.lane_labels(lines, bands, scale, extent, colours),
            *overlays.window_numbers(windows, scale, extent, colours),
            *walk.badges(options.marks, colours),
        ],
    }


def pixel_edges(wavelength: Array) -> Array:
    """(n + 1,) borders halfway between pixels; across a gap a pixel keeps its usual width."""
    step = np.diff(wavelength)
    usual = np.minimum(step, np.median(step))
    left = wavelength - 0.5 * np.concatenate([usual[:1], usual])
    return np.append(left, wavelength[-1] + 0.5 * usual[-1])
