"""One panel of a sheet: flux, line marks, and three short texts, black and grey on white."""

import textwrap
from functools import cache
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from specreview.report.sheet_subject import SheetObject, SheetOptions
from specreview.views.chart import y_range
from specreview.views.lanes import Label, place
from specreview.views.magnitude import pixels_without, power_for
from specreview.views.overlays import short_label
from specreview.views.segments import DrawnPixels, drawn_pixels, running_mean
from specreview.views.wording import power_of_ten

_HEADROOM = 1.2
"""Room above the flux for the lines' names."""

SMALL, TINY = 6.0, 5.0
"""Points; text of 5 pt is the smallest that journals take."""

_LETTER, _BOLD = 0.6, 0.71
"""Width of a letter of DejaVu Sans in ems, of its digits and capitals rather than the mean."""

_GREY, _FAINT = "0.35", "0.62"
_LANE_CHARACTER = 6.3 / 12
"""Width of a character in `lanes`, in ems."""

Array = NDArray[np.float64]


def draw_panel(axes: Axes, shown: SheetObject, options: SheetOptions, width: float) -> None:
    """Draw one object; `width` is that of the panel in points."""
    _style(axes)
    _head(axes, shown, width)
    if shown.spectrum is None:
        _empty(axes, shown.trouble or "no spectrum")
        return
    position, drawn = _stretch(shown, options)
    if np.count_nonzero(np.isfinite(drawn.flux)) < 2:
        _empty(axes, "no good pixel in this range")
        return
    power = power_for(drawn.flux)
    flux = running_mean(pixels_without(drawn, power).flux, options.smoothing)
    limits = options.window or (float(position[0]), float(position[-1]))
    axes.plot(position, flux, color="black", linewidth=0.4, solid_joinstyle="round")
    axes.set_xlim(*limits)
    low, high = y_range(position, flux, limits if options.window else None)
    axes.set_ylim(low, low + (high - low) * (_HEADROOM if options.lines or power else 1.0))
    if power:
        _text(axes, 0.012, 0.9, f"×{power_of_ten(power)}", size=TINY)
    if options.lines:
        _lines(axes, shown, options, limits, width)


def _head(axes: Axes, shown: SheetObject, width: float) -> None:
    """The id, and what was said of it: beside it, or below where there is no room."""
    said = fitted(shown.said, 0.5 * width, TINY)
    beside = _wide(shown.name, SMALL, _BOLD) + _wide(said, TINY) <= width - SMALL
    room = width - (0.0 if beside else _wide(said, TINY) + SMALL)
    _text(axes, 0.0, 1.17, fitted(shown.name, width, SMALL, _BOLD), size=SMALL, weight="bold")
    _text(axes, 0.0, 1.04, fitted(shown.about, room, TINY), size=TINY)
    _text(axes, 1.0, 1.17 if beside else 1.04, said, size=TINY, place="right")


def _style(axes: Axes) -> None:
    for side in axes.spines.values():
        side.set_linewidth(0.4)
    axes.tick_params(width=0.4, length=2, pad=1.5, labelsize=TINY, direction="in")
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))


def _stretch(shown: SheetObject, options: SheetOptions) -> tuple[Array, DrawnPixels]:
    """Axis position (m,) and pixels within the range that is shown."""
    assert shown.spectrum is not None
    drawn = drawn_pixels(shown.spectrum)
    shift = 1.0 + (shown.redshift or 0.0) if options.frame == "rest" else 1.0
    position = drawn.wavelength / shift
    if options.window is None:
        return position, drawn
    inside = (position >= options.window[0]) & (position <= options.window[1])
    cut = DrawnPixels(drawn.wavelength[inside], drawn.flux[inside], None)
    return position[inside], cut


def _lines(
    axes: Axes,
    shown: SheetObject,
    options: SheetOptions,
    limits: tuple[float, float],
    width: float,
) -> None:
    """A faint upright a line; names inside at the top, where they do not meet."""
    shift = 1.0 + (shown.redshift or 0.0) if options.frame == "observed" else 1.0
    marks = [(text, rest * shift) for text, rest in shown.lines]
    marks = [(text, x) for text, x in marks if limits[0] <= x <= limits[1]]
    at = [x for _, x in marks]
    style: dict[str, Any] = {
        "colors": _FAINT,
        "linewidths": 0.3,
        "linestyles": [(0, (2, 2))],
        "zorder": 0,
    }
    axes.vlines(at, 0.0, 1.0, transform=axes.get_xaxis_transform(), **style)
    wanted = [Label(short_label(text), x, (0,), _GREY) for text, x in marks]
    room = width * 12 / TINY * (_LANE_CHARACTER / 0.56)
    for placed in place(wanted, *limits, width=room):
        share = (placed.label.position - limits[0]) / (limits[1] - limits[0])
        _text(axes, share + placed.shift / room, 0.9, placed.label.text, size=TINY, grey=True,
              place="center")  # fmt: skip


def _empty(axes: Axes, why: str) -> None:
    """A frame that says why there is nothing in it."""
    axes.set(xticks=[], yticks=[])
    said = "\n".join(textwrap.wrap(_known(why), 52)[:5])
    axes.text(0.5, 0.5, said, transform=axes.transAxes, fontsize=TINY, color=_GREY,
              ha="center", va="center", parse_math=False)  # fmt: skip


def _text(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    weight: str = "normal",
    grey: bool = False,
    place: Literal["left", "center", "right"] = "left",
) -> None:
    axes.text(
        x, y, _known(text), transform=axes.transAxes, fontsize=size, fontweight=weight,
        color=_GREY if grey else "black", ha=place, va="baseline",
        parse_math=False,
    )  # fmt: skip


def fitted(text: str, width: float, size: float, letter: float = _LETTER) -> str:
    """One line that fits: what is too long loses its middle, so that ids still differ."""
    most = max(8, int(width / (letter * size)))
    flat = _known(" ".join(text.split()))
    if len(flat) <= most:
        return flat
    half = (most - 1) // 2
    return f"{flat[:half]}…{flat[-half:]}"


def _wide(text: str, size: float, letter: float = _LETTER) -> float:
    """Points that a line takes, generously."""
    return letter * size * len(text)


def _known(text: str) -> str:
    """Letters that the embedded font lacks as escapes, as FITS headers have them."""
    return "".join(letter if _has(letter) else _escaped(letter) for letter in text)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


@cache
def _has(letter: str) -> bool:
    if letter == "\n":
        return True
    font = get_font(findfont(FontProperties(family="DejaVu Sans")))
    return letter.isprintable() and bool(font.get_char_index(ord(letter)))
