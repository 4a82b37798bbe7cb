"""Where an axis pair of a figure lies in a drawing, its frame and its ticks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from specreview.report.text_svg import words

UNITS = 100_000
"""A field is so many units wide and high, whatever it shows: whole numbers stay exact enough to
zoom in, and short."""

_TICK = 4
_X_TICKS, _Y_TICKS = 9, 7

Range = tuple[float, float]
Place = TypeVar("Place", float, NDArray[np.float64])


@dataclass(frozen=True)
class Field:
    """One axis pair: its place in the drawing (pixels) and what it spans.

    `x_axis` and `y_axis` are the figure's own settings of the two axes.
    """

    left: float
    top: float
    width: float
    height: float
    x_range: Range
    y_range: Range
    x_axis: dict[str, Any]
    y_axis: dict[str, Any]

    def across(self, x: Place) -> Place:
        """Units from the left edge."""
        return UNITS * (x - self.x_range[0]) / (self.x_range[1] - self.x_range[0])

    def down(self, y: Place) -> Place:
        """Units from the top edge."""
        return UNITS * (self.y_range[1] - y) / (self.y_range[1] - self.y_range[0])

    def pixel_x(self, x: float) -> float:
        return self.left + self.width * (x - self.x_range[0]) / (self.x_range[1] - self.x_range[0])

    def pixel_y(self, y: float) -> float:
        share = (self.y_range[1] - y) / (self.y_range[1] - self.y_range[0])
        return self.top + self.height * share


def ticks(axis: dict[str, Any], limits: Range, most: int) -> list[tuple[float, str]]:
    """Value and label of each tick: those that the figure names, else round numbers."""
    if axis.get("showticklabels") is False:
        return []
    if axis.get("tickvals") is not None:
        return list(zip(axis["tickvals"], axis["ticktext"], strict=True))
    places = MaxNLocator(axis.get("nticks") or most, steps=[1, 2, 5, 10]).tick_values(*limits)
    inside = [float(place) for place in places if limits[0] <= place <= limits[1]]
    return list(zip(inside, numbers(inside), strict=True))


def numbers(values: Sequence[float]) -> list[str]:
    """Evenly spaced values with as many digits as tell them apart."""
    step = abs(values[1] - values[0]) if len(values) > 1 else abs(values[0] if values else 1.0)
    digits = max(0, -math.floor(math.log10(step) + 1e-9)) if step else 0
    return [f"{value:.{digits}f}".replace("-", "−") for value in values]


def frame(field: Field) -> str:
    """Grid, axis lines, ticks and their labels, behind the data.

    What a zoom draws anew is in groups of its own.
    """
    across = "".join(_x_tick(field, *tick) for tick in ticks(field.x_axis, field.x_range, _X_TICKS))
    down = "".join(_y_tick(field, *tick) for tick in ticks(field.y_axis, field.y_range, _Y_TICKS))
    right, bottom = field.left + field.width, field.top + field.height
    corner = f"M{field.left:.1f},{field.top:.1f}V{bottom:.1f}H{right:.1f}"
    return (
        f'<g class="x-ticks">{across}</g><g class="y-ticks">{down}</g>'
        f'<path class="axis" d="{corner}"/>'
    )


def _x_tick(field: Field, value: float, label: str) -> str:
    x, foot = field.pixel_x(value), field.top + field.height
    grid = _grid(field.x_axis, f"M{x:.1f},{field.top:.1f}V{foot:.1f}")
    mark = f'<path class="axis" d="M{x:.1f},{foot:.1f}v{_TICK}"/>'
    return grid + mark + words(label, x, foot + 17, anchor="middle")


def _y_tick(field: Field, value: float, label: str) -> str:
    y = field.pixel_y(value)
    right = field.left + field.width
    grid = _grid(field.y_axis, f"M{field.left:.1f},{y:.1f}H{right:.1f}")
    mark = f'<path class="axis" d="M{field.left:.1f},{y:.1f}h-{_TICK}"/>'
    return grid + mark + words(label, field.left - 7, y + 4, anchor="end")


def _grid(axis: dict[str, Any], path: str) -> str:
    return "" if axis.get("showgrid") is False else f'<path class="grid" d="{path}"/>'
