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
from specreview.views import overlays
from specreview.views.layout import base_axis, base_layout, figure
from specreview.views.options import ChartOptions, ShownWindow
from specreview.views.palette import Palette, palette
from specreview.views.scale import Scale
from specreview.views.segments import (
    DrawnPixels,
    drawn_pixels,
    envelope,
    isolated,
    running_mean,
    runs,
)
from specreview.views.wording import flux_unit

__all__ = ["ChartOptions", "ShownWindow", "spectrum_chart", "y_range"]

Array = NDArray[np.float64]
Trace = dict[str, Any]

_BAND_BINS = 1300
_BAND_BINS_LONG = 700
_LONG = 5000
"""Pixels above which the 1σ band is drawn coarser, to keep the figure under 150 kB."""


def spectrum_chart(
    spectrum: Spectrum, task: VettingTask, options: ChartOptions, candidate_key: str
) -> go.Figure:
    """The figure of one candidate.

    Its x range is the whole spectrum, or `options.zoom`; a zoom by hand survives redrawing until
    candidate, axis, unit or commanded zoom change.
    """
    colours = palette(dark=options.dark)
    scale = Scale.of(options)
    drawn = drawn_pixels(spectrum)
    position = scale.observed(drawn.wavelength)
    whole = (scale.observed(spectrum.wavelength[0]), scale.observed(spectrum.wavelength[-1]))
    extent = _extent(options, scale, whole)
    limits = y_range(position, drawn.flux, extent if options.zoom else None)
    unit = flux_unit(spectrum.origin.flux_unit)
    traces = [
        *_error_band(position, drawn, options, colours),
        *_flux_lines(position, drawn, options, scale, unit, colours),
        *_off_scale(position, drawn.flux, limits, unit, colours),
    ]
    layout = {
        **base_layout(colours, options.revision(candidate_key)),
        "margin": {"l": 52, "r": 8, "t": overlays.MARGIN_TOP, "b": 38},
        "hovermode": "x",
        "hoverdistance": 30,
        "dragmode": "zoom",
        "xaxis": {
            **base_axis(colours),
            "range": list(extent),
            "title": {"text": scale.title, "standoff": 4},
            "tickformat": "~f",
            "showspikes": True,
            "spikemode": "across",
            "spikesnap": "cursor",
            "spikethickness": 1,
            "spikedash": "solid",
            "spikecolor": colours.rule,
        },
        "yaxis": {
            **base_axis(colours),
            "range": list(limits),
            "title": {"text": f"flux ({unit})", "standoff": 6},
            "zeroline": True,
            "zerolinecolor": colours.rule,
            "zerolinewidth": 1,
            "nticks": 7,
        },
        **_marks(spectrum, task, options, scale, extent, colours),
    }
    return figure(traces, layout)


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
    room = 0.004 * (whole[1] - whole[0])
    return whole[0] - room, whole[1] + room


def _single(values: Array) -> NDArray[np.float32]:
    return values.astype(np.float32)


def _flux_lines(
    position: Array,
    drawn: DrawnPixels,
    options: ChartOptions,
    scale: Scale,
    unit: str,
    colours: Palette,
) -> list[Trace]:
    """The flux with hover; behind a smoothed line the raw flux stays as a ghost and is read."""
    smooth = options.smoothing > 1
    x, y = _single(position), _single(drawn.flux)
    raw = {
        "type": "scatter",
        "mode": "lines",
        "name": "flux",
        "x": x,
        "y": y,
        "connectgaps": False,
        "line": {"color": colours.ghost if smooth else colours.ink, "width": 1},
        **_hover(position, drawn, scale, unit),
    }
    traces = [raw]
    if smooth:
        mean = running_mean(drawn.flux, options.smoothing)
        line = {"color": colours.ink, "width": 1.3}
        traces.append(_silent("smoothed", "lines", x, _single(mean), line=line))
    alone = isolated(drawn.flux)
    if alone.size:
        marker = {"color": colours.ink, "size": 3}
        traces.append(_silent("single pixels", "markers", x[alone], y[alone], marker=marker))
    return traces


def _hover(position: Array, drawn: DrawnPixels, scale: Scale, unit: str) -> dict[str, Any]:
    """Hover text with both wavelengths, flux and σ; columns are sent only where they differ."""
    columns = []
    here, there = ("observed", "rest") if scale.axis == "observed" else ("rest", "observed")
    other = f"{there} = {here}, no shift applied"
    if scale.redshift:
        columns.append(position * scale.other_frame)
        other = f"{there} %{{customdata[0]:.2f}} {scale.unit}"
    sigma = "σ unknown"
    if drawn.sigma is not None:
        sigma = f"σ %{{customdata[{len(columns)}]:.3~g}}"
        columns.append(drawn.sigma)
    template = f"{here} %{{x:.2f}} {scale.unit}<br>{other}<br>flux %{{y:.4~g}}, {sigma}<br>{unit}"
    hover: dict[str, Any] = {"hovertemplate": template + "<extra></extra>"}
    if columns:
        hover["customdata"] = _single(np.column_stack(columns))
    return hover


def _silent(name: str, mode: str, x: Array | Any, y: Array | Any, **style: Any) -> Trace:
    return {
        "type": "scatter",
        "name": name,
        "mode": mode,
        "x": x,
        "y": y,
        "hoverinfo": "skip",
        "connectgaps": False,
        **style,
    }


def _error_band(
    position: Array, drawn: DrawnPixels, options: ChartOptions, colours: Palette
) -> list[Trace]:
    if not options.errors or drawn.sigma is None:
        return []
    bins = _BAND_BINS if position.size <= _LONG else _BAND_BINS_LONG
    x, y = envelope(position, drawn.flux - drawn.sigma, drawn.flux + drawn.sigma, bins)
    if x.size == 0:
        return []
    shade = {"fill": "toself", "fillcolor": colours.sigma_fill, "line": {"width": 0}}
    return [_silent("1σ", "lines", _single(x), _single(y), **shade)]


def _off_scale(
    position: Array, flux: Array, limits: tuple[float, float], unit: str, colours: Palette
) -> list[Trace]:
    """A triangle at the edge for each run of pixels beyond it; hover tells the extreme value."""
    xs: list[float] = []
    edge: list[float] = []
    values: list[float] = []
    symbols: list[str] = []
    with np.errstate(invalid="ignore"):
        sides = ((flux > limits[1], limits[1], np.argmax), (flux < limits[0], limits[0], np.argmin))
    for beyond, limit, extreme in sides:
        for first, last in runs(beyond):
            at = first + int(extreme(flux[first : last + 1]))
            xs.append(float(position[at]))
            edge.append(limit)
            values.append(float(flux[at]))
            symbols.append("triangle-up" if limit == limits[1] else "triangle-down")
    if not xs:
        return []
    return [
        {
            "type": "scatter",
            "name": "off scale",
            "mode": "markers",
            "x": _single(np.array(xs)),
            "y": _single(np.array(edge)),
            "customdata": _single(np.array(values)),
            "marker": {"symbol": symbols, "size": 7, "color": colours.marks},
            "cliponaxis": False,
            "hovertemplate": f"off scale: flux %{{customdata:.4~g}}<br>{unit}<extra></extra>",
        }
    ]


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
    bands = [
        band
        for band in sky_bands(spectrum.origin.survey)
        if band.upper > first and band.lower < last
    ]
    marked = overlay_lines(task) if options.lines else ()
    lines = [
        (label, scale.rest(rest)) for label, rest in marked if first <= rest * scale.stretch <= last
    ]
    windows = [ShownWindow(*window) for window in options.windows]
    edges = scale.observed(pixel_edges(spectrum.wavelength))
    return {
        "shapes": [
            *overlays.band_shapes(bands, scale, colours),
            *overlays.window_shapes(windows, scale, colours),
            *overlays.line_shape([x for _, x in lines], colours),
            *overlays.mask_shapes(edges, spectrum.warned, ~spectrum.good, colours),
        ],
        "annotations": [
            *overlays.lane_labels(lines, bands, scale, extent, colours),
            *overlays.window_numbers(windows, scale, extent, colours),
        ],
    }


def pixel_edges(wavelength: Array) -> Array:
    """(n + 1,) borders halfway between pixels; across a gap a pixel keeps its usual width."""
    step = np.diff(wavelength)
    usual = np.minimum(step, np.median(step))
    left = wavelength - 0.5 * np.concatenate([usual[:1], usual])
    return np.append(left, wavelength[-1] + 0.5 * usual[-1])
