"""A figure's shapes as SVG: bands, lines, windows and masks, in the stretch of axis they mark."""

import re
from collections.abc import Callable
from typing import Any

from specreview.report.axes_svg import UNITS, Field
from specreview.report.colours import fill, stroke

Shape = dict[str, Any]

RUG_PIXELS = 14
"""Height of the strip at the foot in which masked runs are drawn."""

BAR_PIXELS = 8
"""Height of the strip above the field in which a window's bar is drawn."""

_STEP = re.compile(r"([MHVZ])([^MHVZ]*)")
_DASHES = {"3px,3px": "3 3", "dashdot": "7 3 2 3"}


def behind(shape: Shape, field: Field) -> str:
    """A shape from foot to top of the field; its y runs from 0 (foot) to 1."""
    if shape["type"] == "line":
        x = round(field.across(float(shape["x0"])))
        ends = (UNITS - round(UNITS * share) for share in (shape["y0"], shape["y1"]))
        path = "M{x},{0}V{1}".format(*ends, x=x)
    else:
        path = _path(shape["path"], field, lambda y: UNITS - UNITS * y)
    return _drawn(path, shape)


def in_rug(shape: Shape, field: Field) -> str:
    """A shape whose y is in pixels above the foot."""
    return _drawn(_path(shape["path"], field, lambda y: RUG_PIXELS - y), shape)


def bar(shape: Shape, field: Field) -> str:
    """A window's bar, in the middle of its strip."""
    left, right = (round(field.across(float(shape[end]))) for end in ("x0", "x1"))
    return _drawn(f"M{left},{BAR_PIXELS / 2:g}H{right}", shape)


def _path(path: str, field: Field, down: Callable[[float], float]) -> str:
    """The path with its x in units from the left, and its y as `down` says."""
    steps = []
    for letter, numbers in _STEP.findall(path):
        values = [float(number) for number in numbers.split(",") if number]
        if letter in "MH":
            values[0] = field.across(values[0])
        if letter in "MV":
            values[-1] = down(values[-1])
        steps.append(letter + ",".join(f"{round(value, 1):.7g}" for value in values))
    return "".join(steps)


def _drawn(path: str, shape: Shape) -> str:
    line = shape.get("line") or {}
    css = [fill(shape.get("fillcolor")), stroke(line.get("color"))]
    css += ["line"] if line.get("color") else []
    about = f' stroke-width="{line["width"]:g}"' if line.get("width") else ""
    dash = _DASHES.get(line.get("dash") or "")
    about += f' stroke-dasharray="{dash}"' if dash else ""
    opacity = shape.get("opacity")
    about += f' opacity="{opacity:g}"' if opacity else ""
    return f'<path class="{" ".join(filter(None, css))}"{about} d="{path}"/>'
