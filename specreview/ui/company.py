"""M, X and P: which known objects, other spectra or epochs stand beside the candidate.

Pure: the desk's small values, what keys do to them, and how they stand in the URL.
"""

from collections.abc import Mapping, Sequence

from specreview.ui.keymap import Meaning
from specreview.ui.state import Desk

URL_COMPANY = "company"
URL_NEAR = "near"
URL_FEATURE = "feature"

Interval = tuple[float, float]

_KINDS = ("known", "elsewhere", "epochs")
_MOST_STEPS = 9
_LARGEST = 1e6


def press(desk: Desk, asked: Meaning) -> None:
    """M or X opens, then lays over one after the other, then closes; a click names one."""
    if asked.kind == "feature":
        _choose_feature(desk, int(asked.value))
    elif asked.value:
        _choose(desk, asked.kind, int(asked.value))
    elif desk.company != asked.kind:
        open_company(desk, asked.kind)
    elif desk.company_step < desk.company_count:
        desk.company_step += 1
    else:
        desk.company, desk.company_step = "", 0


def open_company(desk: Desk, kind: str) -> None:
    """Show the cards or the counts, with nothing laid over yet."""
    desk.company, desk.company_step, desk.company_count = kind, 0, 0
    desk.company_range = desk.company_feature = None
    desk.company_features = ()
    desk.company_epochs = ()


def _choose(desk: Desk, kind: str, number: int) -> None:
    """Lay over the one that was clicked; the same again takes it away; 0 closes."""
    if number == 0 or desk.company != kind:
        desk.company, desk.company_step = "", 0
    elif number <= desk.company_count:
        desk.company_step = 0 if desk.company_step == number else number


def _choose_feature(desk: Desk, number: int) -> None:
    if desk.company == "elsewhere" and 0 < number <= len(desk.company_features):
        desk.company_feature = desk.company_features[number - 1]
        desk.company_step = 0


def shown_range(
    desk: Desk, windows: Sequence[Interval], whole: Interval, redshift: float | None
) -> Interval:
    """Observed vacuum Å of the active step's window, else of what the chart shows.

    `windows` are the inspector's in the chart's rest frame, `whole` is the spectrum's range and
    `redshift` the one of the chart's markers, None for no shift.
    """
    stretch = 1.0 + (redshift or 0.0)
    if desk.active_step is not None and desk.active_step < len(windows):
        return _times(windows[desk.active_step], stretch)
    return charted_range(desk, whole, redshift)


def charted_range(desk: Desk, whole: Interval, redshift: float | None) -> Interval:
    """Observed vacuum Å of what the chart shows; the arguments are those of `shown_range`."""
    stretch = 1.0 + (redshift or 0.0)
    if desk.hand_zoom is not None:
        unit = 10.0 if desk.unit == "nm" else 1.0
        return _times(desk.hand_zoom, unit * (stretch if desk.axis == "rest" else 1.0))
    if desk.zoom is not None:
        return _times(desk.zoom, stretch)
    return whole


def _times(interval: Interval, factor: float) -> Interval:
    return interval[0] * factor, interval[1] * factor


def to_url(desk: Desk) -> dict[str, str]:
    """What of this stands in the address, so that a refresh loses nothing."""
    if not desk.company:
        return {}
    place = {URL_COMPANY: f"{desk.company}.{desk.company_step}"}
    if desk.company_range is not None:
        place[URL_NEAR] = f"{desk.company_range[0]:.1f}-{desk.company_range[1]:.1f}"
    if desk.company_feature is not None:
        place[URL_FEATURE] = f"{desk.company_feature:.2f}"
    return place


def from_url(desk: Desk, asked: Mapping[str, str]) -> None:
    """Take up what an address says; a part that cannot be is left out (a URL is untrusted)."""
    kind, _, step = asked.get(URL_COMPANY, "").partition(".")
    if kind not in _KINDS:
        return
    open_company(desk, kind)
    if step.isascii() and step.isdigit() and len(step) <= (3 if kind == "epochs" else 1):
        desk.company_step = int(step)
        desk.company_count = _MOST_STEPS  # until it is drawn
    low, _, high = asked.get(URL_NEAR, "").partition("-")
    limits = _number(low), _number(high)
    if limits[0] is not None and limits[1] is not None and limits[0] < limits[1]:
        desk.company_range = limits[0], limits[1]
    desk.company_feature = _number(asked.get(URL_FEATURE, ""))


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0.0 <= value < _LARGEST else None
