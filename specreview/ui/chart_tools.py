"""The chart's switches: what S, L, E, W, the axis menu and a click on a step change."""

from collections.abc import Sequence

from specreview.ui.keymap import Kind
from specreview.ui.state import Desk

SMOOTHING = (1, 3, 5, 9)
"""Pixels averaged; 1 is none."""

_BESIDE = 0.12
"""Share of a window's width that is shown on each side of it."""

AXES: dict[str, tuple[str, str]] = {
    "Observed Å": ("observed", "Å"),
    "Rest Å": ("rest", "Å"),
    "Observed nm": ("observed", "nm"),
    "Rest nm": ("rest", "nm"),
}


def turn(desk: Desk, kind: Kind, windows: Sequence[tuple[float, float]] = ()) -> None:
    """Turn one switch of the chart on the desk."""
    if kind == "smoothing":
        place = SMOOTHING.index(desk.smoothing) if desk.smoothing in SMOOTHING else 0
        desk.smoothing = SMOOTHING[(place + 1) % len(SMOOTHING)]
    elif kind == "lines":
        desk.lines = not desk.lines
    elif kind == "errors":
        desk.errors = not desk.errors
    elif kind == "window":
        next_window(desk, windows)


def turn_to(desk: Desk, number: int, windows: Sequence[tuple[float, float]]) -> None:
    """Zoom to the inspector's window of that number, from 1; 0 is the whole range."""
    if number == 0:
        zoom_to(desk, None)
    elif number <= len(windows):
        show_window(desk, number - 1, windows[number - 1])


def next_window(desk: Desk, windows: Sequence[tuple[float, float]]) -> None:
    """Zoom to the inspector's next window; after the last one, the whole range."""
    if not windows:
        desk.message = "the inspector has no window to show"
        return
    place = 0 if desk.active_step is None else desk.active_step + 1
    if place < len(windows):
        show_window(desk, place, windows[place])
    else:
        zoom_to(desk, None)


def show_window(desk: Desk, place: int, window: tuple[float, float]) -> None:
    """Zoom to one of the inspector's windows, and to a little on both sides, so that its band is
    seen as one; `place` counts from 0.
    """
    beside = _BESIDE * (window[1] - window[0])
    zoom_to(desk, (window[0] - beside, window[1] + beside))
    desk.active_step = place


def zoom_to(desk: Desk, window: tuple[float, float] | None) -> None:
    """Command a zoom (rest frame, vacuum Å); None shows the whole range.

    Each command has its own number, so that the same window can be asked for again after a
    zoom by hand.
    """
    desk.zoom = window
    desk.zoom_number += 1
    desk.active_step = None


def axis_name(desk: Desk) -> str:
    """The axis as its menu names it."""
    return next(name for name, axis in AXES.items() if axis == (desk.axis, desk.unit))
