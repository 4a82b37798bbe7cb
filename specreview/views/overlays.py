"""What is marked on the chart beside the flux: lines, sky and telluric bands, windows, masks.

Shapes of one kind are one path, so that a crowded chart stays small on the wire and quick to
draw.  Labels stand in three lanes above the plot; nothing is written over the data.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.spectra.lines import SkyBand
from specreview.views.lanes import Label, PlacedLabel, place, spread
from specreview.views.options import ShownWindow
from specreview.views.palette import Palette
from specreview.views.scale import Scale
from specreview.views.segments import few_runs, runs
from specreview.views.wording import plain

Shape = dict[str, Any]
Annotation = dict[str, Any]
Extent = tuple[float, float]

LANE_PIXELS = (8, 23, 47)
"""Middle of each lane above the plot: atmosphere and overflow, lines, windows."""

MARGIN_TOP = 60
_BAR_PIXELS = 34
_RUG_PIXELS = 5
_BAD_PIXELS = (8, 13)
_NUMBER_PIXELS = 18.0
_MOST_RUNS = 400
_WIDE_BAND = 120.0
_WAVELENGTH_IN_LABEL = re.compile(r"\s+\d{4,5}$")
_MOLECULE = re.compile(r"^(H|C|O)2(?=O?\b)")


def line_shape(lines: Iterable[float], colours: Palette) -> list[Shape]:
    """Dashed uprights at axis positions."""
    path = "".join(f"M{x:.2f},0V1" for x in lines)
    style = {"color": colours.rule, "width": 1, "dash": "3px,3px"}
    return [_path(path, line=style)] if path else []


def band_shapes(bands: Sequence[SkyBand], scale: Scale, colours: Palette) -> list[Shape]:
    """Telluric and sky bands as shades, arm joins as dash-dot lines, in the observed frame."""
    shades: dict[str, str] = {}
    joins = ""
    for band in bands:
        low, high = scale.observed(band.lower), scale.observed(band.upper)
        if band.kind == "join":
            joins += f"M{(low + high) / 2:.2f},0V1"
        else:
            fill = colours.telluric_fill if _faint(band) else colours.warned_fill
            shades[fill] = shades.get(fill, "") + f"M{low:.2f},0H{high:.2f}V1H{low:.2f}Z"
    shapes = [_path(path, fillcolor=fill) for fill, path in shades.items()]
    edges = "".join(
        f"M{scale.observed((b.lower + b.upper) / 2):.2f},0V1"
        for b in bands
        if b.kind == "sky" and not _faint(b)
    )
    if edges:
        shapes.append(_path(edges, line={"color": colours.warned, "width": 1}, opacity=0.55))
    if joins:
        style = {"color": colours.muted, "width": 1, "dash": "dashdot"}
        shapes.append(_path(joins, line=style))
    return shapes


def window_shapes(
    windows: Sequence[ShownWindow], scale: Scale, extent: Extent, colours: Palette
) -> list[Shape]:
    """Each window as a shade, and as a bar above the plot; the active one stands out.

    A window that fills the picture (`extent`) is not shaded: its bar says it all.
    """
    shapes: list[Shape] = []
    for window in windows:
        low, high = scale.rest(window.lower), scale.rest(window.upper)
        shapes += [] if low <= extent[0] and high >= extent[1] else [_shade(low, high, colours)]
        shapes.append(
            {
                "type": "line",
                "yref": "paper",
                "ysizemode": "pixel",
                "yanchor": 1,
                "x0": low,
                "x1": high,
                "y0": _BAR_PIXELS,
                "y1": _BAR_PIXELS,
                "line": {"color": colours.window, "width": 4 if window.active else 2},
            }
        )
    return shapes


def mask_shapes(
    edges: NDArray[np.float64],
    warned: NDArray[np.bool_],
    bad: NDArray[np.bool_],
    colours: Palette,
) -> list[Shape]:
    """Rugs at the foot: warned runs as bars, bad runs as thin bars with feet, one row higher.

    `edges` (n + 1,) are the pixels' borders on the axis.  Of more than 400 runs, more than a screen
    can show, the nearest are joined.
    """
    bars, frames = "", ""
    for first, last in few_runs(runs(warned), _MOST_RUNS):
        low, high = edges[first], edges[last + 1]
        bars += f"M{low:.1f},0H{high:.1f}V{_RUG_PIXELS}H{low:.1f}Z"
    foot, top = _BAD_PIXELS
    for first, last in few_runs(runs(bad), _MOST_RUNS):
        low, high = edges[first], edges[last + 1]
        frames += f"M{low:.1f},{foot}V{top}M{low:.1f},{top}H{high:.1f}V{foot}"
    shapes = []
    if bars:
        style = {"color": colours.warned, "width": 0.5}
        shapes.append(_rug(bars, fillcolor=colours.warned, line=style))
    if frames:
        shapes.append(_rug(frames, line={"color": colours.marks, "width": 1.5}))
    return shapes


def kilobytes(shapes: Iterable[Shape]) -> float:
    """What the paths of `shapes` weigh."""
    return sum(len(shape.get("path", "")) for shape in shapes) / 1000


def lane_labels(
    lines: Sequence[tuple[str, float]],
    bands: Sequence[SkyBand],
    scale: Scale,
    extent: Extent,
    colours: Palette,
) -> list[Annotation]:
    """Labels of the task's lines (axis positions) and of the sky, the lines first."""
    wanted = [Label(short_label(text), x, (1, 0), colours.ink) for text, x in lines]
    for band in sorted(bands, key=lambda band: band.kind != "sky"):
        if band.kind == "join":
            continue
        # A band that runs out of the picture is labelled in the part that is seen.
        low = max(scale.observed(band.lower), extent[0])
        high = min(scale.observed(band.upper), extent[1])
        colour = colours.warned if band.kind == "sky" else colours.muted
        if low < high:
            wanted.append(Label(short_label(band.label), (low + high) / 2, (0,), colour))
    return [_lane_text(placed) for placed in place(wanted, *extent)]


def window_numbers(
    windows: Sequence[ShownWindow], scale: Scale, extent: Extent, colours: Palette
) -> list[Annotation]:
    """Each window's step number in a box in the third lane; none is left out or overlaps."""
    middles = [(scale.rest(w.lower) + scale.rest(w.upper)) / 2 for w in windows]
    numbers = []
    for window, middle, shift in zip(
        windows, middles, spread(middles, *extent, least=_NUMBER_PIXELS), strict=True
    ):
        numbers.append(
            {
                **_annotation(str(window.number), middle, LANE_PIXELS[2], shift),
                "bordercolor": colours.window,
                "borderpad": 2,
                "bgcolor": colours.window if window.active else colours.ground,
                "font": {
                    "color": colours.on_window if window.active else colours.window,
                    "weight": 600,
                },
                "hovertext": f"window {window.number}: {plain(window.label)}",
            }
        )
    return numbers


def short_label(label: str) -> str:
    """A line's label without the wavelength that its place shows, subscripts set."""
    text = _WAVELENGTH_IN_LABEL.sub("", plain(label))
    return _MOLECULE.sub(r"\1₂", text)


def _faint(band: SkyBand) -> bool:
    """Whether a band is shaded in grey: absorption, or a stretch too wide to stand out."""
    return band.kind == "telluric" or band.upper - band.lower > _WIDE_BAND


def _shade(low: float, high: float, colours: Palette) -> Shape:
    return _path(f"M{low:.2f},0H{high:.2f}V1H{low:.2f}Z", fillcolor=colours.window_fill)


def _path(path: str, **style: Any) -> Shape:
    shape = {"type": "path", "layer": "below", "yref": "paper", "path": path}
    return {**shape, "line": {"width": 0}, **style}


def _rug(path: str, **style: Any) -> Shape:
    pixels = {"ysizemode": "pixel", "yanchor": 0}
    return {"type": "path", "yref": "paper", **pixels, "path": path, **style}


def _lane_text(placed: PlacedLabel) -> Annotation:
    label = placed.label
    text = _annotation(label.text, label.position, LANE_PIXELS[placed.lane], placed.shift)
    return {**text, "font": {"color": label.colour}}


def _annotation(text: str, x: float, up: float, shift: float) -> Annotation:
    placed = {"text": text, "x": round(x, 3), "xanchor": "center", "y": 1}
    placed |= {"yanchor": "middle", "yshift": up}
    return {**placed, "xshift": round(shift, 1)} if abs(shift) >= 0.5 else placed
