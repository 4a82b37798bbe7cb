"""The window that was walked to, in the URL: a refresh shows it again."""

from collections.abc import Mapping, Sequence

from specreview.ui import chart_tools
from specreview.ui.state import Desk

URL_WINDOW = "window"


def to_url(desk: Desk) -> dict[str, str]:
    """The number, from 1, of the inspector's window that is shown; empty for the whole range."""
    return {} if desk.active_step is None else {URL_WINDOW: str(desk.active_step + 1)}


def follow(desk: Desk, asked: Mapping[str, str]) -> None:
    """Remember the window that a URL names, until it is known which windows there are."""
    number = asked.get(URL_WINDOW, "")
    small = number.isascii() and number.isdigit() and len(number) <= 3
    desk.walked = int(number) if small else None


def arrive(desk: Desk, windows: Sequence[tuple[float, float]]) -> None:
    """Zoom to the window of the URL, once; a number that no window has is left out."""
    number, desk.walked = desk.walked, None
    if number is not None and 0 < number <= len(windows):
        chart_tools.show_window(desk, number - 1, windows[number - 1])
