"""Ticks and grid of the model's picture, drawn quickly with the pixels that matplotlib gives.

Matplotlib makes five artists a tick and draws each by itself: for minor ticks that took a third
of the time of a picture.  Here they are two lines an axis, in the order of drawing of the original.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.markers import TICKRIGHT, TICKUP
from matplotlib.ticker import AutoMinorLocator, MultipleLocator, NullLocator
from matplotlib.transforms import Transform
from numpy.typing import NDArray

Array = NDArray[np.float64]

_TICK_STEPS = (
    (5000.0, 1000.0, 200.0),
    (1000.0, 200.0, 50.0),
    (500.0, 100.0, 20.0),
    (300.0, 100.0, 25.0),
    (150.0, 50.0, 25.0),
    (100.0, 25.0, 5.0),
    (50.0, 10.0, 2.0),
    (20.0, 5.0, 1.0),
    (5.0, 2.0, 0.5),
    (0.0, 1.0, 0.2),
)
_DENSE = 300
"""With more minor ticks, grid lines run into each other, and one path would be lighter than many
lines: matplotlib draws those itself."""

_AT_THE_EDGE = 1e-10
"""Share of the axis by which a tick may lie outside it: matplotlib's own tolerance."""


def tick_steps(span: float) -> tuple[float, float]:
    """Major and minor tick distance in Å."""
    return next((major, minor) for least, major, minor in _TICK_STEPS if span >= least)


def add_major_ticks(axes: Axes, span: float) -> None:
    """Major ticks inwards, with labels and grid, for `span` Å of pixels."""
    axes.xaxis.set_major_locator(MultipleLocator(tick_steps(span)[0]))
    axes.tick_params(direction="in", labelsize=10, grid_alpha=0.3, grid_linewidth=0.5)
    axes.grid(True)


def add_minor_ticks(axes: Axes, span: float) -> None:
    """Minor ticks inwards, with grid; to be called when the layout is done."""
    axes.xaxis.set_minor_locator(MultipleLocator(tick_steps(span)[1]))
    axes.yaxis.set_minor_locator(AutoMinorLocator())
    x, y = (
        _inside(axis.get_minorticklocs(), *axis.get_view_interval())
        for axis in (axes.xaxis, axes.yaxis)
    )
    if max(x.size, y.size) > _DENSE:
        axes.tick_params(which="minor", direction="in", grid_alpha=0.1, grid_linewidth=0.3)
        axes.grid(True, which="minor")
        return
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_locator(NullLocator())
    below = axes.xaxis.get_zorder()
    axes.yaxis.set_zorder(below + 0.2)
    _add_ticks(axes, x, TICKUP, axes.get_xaxis_transform(), below + 0.1, upright=True)
    _add_ticks(axes, y, TICKRIGHT, axes.get_yaxis_transform(), below + 0.3, upright=False)


def _inside(locations: Array, *interval: float) -> Array:
    low, high = sorted(interval)
    slack = _AT_THE_EDGE * (high - low)
    return locations[(locations >= low - slack) & (locations <= high + slack)]


def _add_ticks(
    axes: Axes, at: Array, marker: int, transform: Transform, zorder: float, *, upright: bool
) -> None:
    ends = np.tile([0.0, 1.0, np.nan], at.size)
    along = np.repeat(at, 3)
    start = np.zeros(at.size)
    grid = Line2D(*((along, ends) if upright else (ends, along)), color="#b0b0b0")
    grid.set(linewidth=0.3, alpha=0.1)
    ticks = Line2D(*((at, start) if upright else (start, at)), color="black", linestyle="none")
    ticks.set(marker=marker, markersize=2.0, markeredgewidth=0.6)
    for line in (grid, ticks):
        line.set(transform=transform, zorder=zorder, in_layout=False)
        axes.add_artist(line)
    ticks.set_clip_on(False)
