"""How one picture is composed: sizes, ticks, line and text box of Spec-o3's training recipe.

The numbers were read off the published recipe and checked pixel by pixel on its pictures.
"""

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from specreview.views.ticks import add_major_ticks, add_minor_ticks

Array = NDArray[np.float64]

DPI = 80
_TIGHT_PAD_INCH = 0.1
_ZOOM_SIZES = ((50.0, (6.0, 4.0)), (200.0, (7.0, 4.5)), (1000.0, (8.0, 5.0)))
_LARGEST_ZOOM = (9.0, 5.5)
_OVERVIEW_SIZES = ((3000.0, (10.0, 6.0)), (1000.0, (8.0, 5.0)), (200.0, (7.0, 4.5)))
_SMALLEST_OVERVIEW = (6.0, 4.0)
_CORNERS = ((0.02, 0.98), (0.98, 0.98), (0.02, 0.02), (0.98, 0.02))

# rcParams belong to the whole process: one picture at a time is drawn under matplotlib's own
# defaults, so that no style set elsewhere reaches it.  Threads would gain nothing anyway.
_DRAWING = threading.Lock()
_DEFAULTS: dict[Any, Any] = {
    name: value
    for name, value in matplotlib.rcParamsDefault.items()
    if not name.startswith("backend") and name != "interactive"
}


@contextmanager
def default_style(changes: dict[Any, Any] | None = None) -> Iterator[None]:
    """Matplotlib's own defaults, with `changes`, while nobody else draws."""
    with _DRAWING, matplotlib.rc_context(_DEFAULTS | (changes or {})):
        yield


def draw_png(wavelength: Array, flux: Array, title: str, *, zoomed: bool) -> bytes:
    """PNG bytes of finite `flux` (n,) over rising `wavelength` (n,) in Å, n > 0."""
    with default_style():
        span = float(wavelength[-1] - wavelength[0])
        figure = Figure(figsize=figure_size(span, wavelength.size, zoomed=zoomed), dpi=DPI)
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        axes.plot(wavelength, flux, color="blue", linewidth=1.0, alpha=0.8)
        _label(axes, title)
        add_major_ticks(axes, span)
        figure.tight_layout()
        add_minor_ticks(axes, span)
        # Found before the box is added (which lies inside) and handed over, and the layout is
        # declared done: else savefig draws everything once more to see where it lies.
        figure.set_layout_engine(None)
        bounds = figure.get_tightbbox().padded(_TIGHT_PAD_INCH)
        _add_summary(axes, wavelength, flux)
        png = io.BytesIO()
        figure.savefig(png, format="png", dpi=DPI, bbox_inches=bounds, metadata={"Software": None})
        return png.getvalue()


def figure_size(span: float, pixels: int, *, zoomed: bool) -> tuple[float, float]:
    """Width and height in inches for `span` Å and a number of pixels."""
    if zoomed:
        width, height = next((size for top, size in _ZOOM_SIZES if span < top), _LARGEST_ZOOM)
    else:
        found = (size for above, size in _OVERVIEW_SIZES if span > above)
        width, height = next(found, _SMALLEST_OVERVIEW)
    if pixels > 10_000:
        width *= 1.05
    elif pixels < 50:
        width *= 0.95
    return width, height


def emptiest_corner(wavelength: Array, flux: Array) -> int:
    """0 top left, 1 top right, 2 bottom left, 3 bottom right: the quadrant of fewest pixels."""
    right = wavelength >= (wavelength[0] + wavelength[-1]) / 2
    top = flux > (flux.min() + flux.max()) / 2
    quadrants = (~right & top, right & top, ~right & ~top, right & ~top)
    return int(np.argmin(np.array([np.count_nonzero(quadrant) for quadrant in quadrants])))


def summary(wavelength: Array, flux: Array) -> str:
    """The three lines of the text box."""
    return (
        f"Data points: {wavelength.size}\n"
        f"λ range: {wavelength[0]:.1f} - {wavelength[-1]:.1f} Å\n"
        f"Flux range: {flux.min():.2e} - {flux.max():.2e}"
    )


def _label(axes: Axes, title: str) -> None:
    axes.set_title(title, fontsize=14, fontweight="bold", pad=20, parse_math=False)
    axes.set_xlabel("Wavelength (Å)", fontsize=12, fontweight="bold")
    axes.set_ylabel("Flux", fontsize=12, fontweight="bold")


def _add_summary(axes: Axes, wavelength: Array, flux: Array) -> None:
    corner = emptiest_corner(wavelength, flux)
    x, y = _CORNERS[corner]
    axes.text(
        x,
        y,
        summary(wavelength, flux),
        transform=axes.transAxes,
        fontsize=9,
        horizontalalignment="left" if corner % 2 == 0 else "right",
        verticalalignment="top" if corner < 2 else "bottom",
        bbox={"boxstyle": "round", "facecolor": "white", "alpha": 0.8},
    )
