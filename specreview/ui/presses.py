"""Key presses as the browser sends them: numbered, each with the view that was drawn.

The browser is untrusted: whatever is not of the right form is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MAX_NOTE = 4000
MAX_SECONDS = 86_400.0
MAX_WAVELENGTH = 1e7
MAX_INTEGER = 2**53
"""Beyond it a browser's numbers are not exact, and a database's end soon."""


@dataclass(frozen=True)
class Press:
    """One key, or one click on a control that has a key.

    `token` names the view that was on the screen; `candidate` and `version` say what it
    showed. `active` and `elapsed` are seconds since that candidate came up, `active` without
    idle time. `note` is the text of an open note, None when it was not touched.
    """

    number: int
    key: str
    candidate: int
    version: int
    token: str
    active: float | None = None
    elapsed: float | None = None
    note: str | None = None


@dataclass(frozen=True)
class NoteText:
    """The note as it stands in the browser; `closed` when the box was left."""

    number: int
    candidate: int
    text: str
    closed: bool


def fresh_presses(state: object, handled: Mapping[str, int]) -> Iterator[tuple[str, Press]]:
    """(listener, press) of all presses that were not handled yet, in order."""
    if not isinstance(state, Mapping) or not isinstance(state.get("listener"), str):
        return
    listener = state["listener"]
    keys = state.get("keys")
    presses = [_press(entry) for entry in keys] if isinstance(keys, list) else []
    done = handled.get(listener, 0)
    for press in sorted((p for p in presses if p is not None), key=lambda p: p.number):
        if press.number > done:
            done = press.number
            yield listener, press


def fresh_note(state: object, handled: Mapping[str, int]) -> tuple[str, NoteText] | None:
    """(listener, note) when its number is newer than the one handled last."""
    if not isinstance(state, Mapping) or not isinstance(state.get("listener"), str):
        return None
    number, candidate = whole_number(state.get("number")), whole_number(state.get("candidate"))
    text, closed = state.get("text"), state.get("closed") is True
    if number is None or candidate is None or not isinstance(text, str):
        return None
    listener = state["listener"]
    if number <= handled.get(listener, 0):
        return None
    return listener, NoteText(number, candidate, sendable(text[:MAX_NOTE]), closed)


def hand_zoom(state: object) -> tuple[int, int, tuple[float, float] | None] | None:
    """(number, candidate, range on the axis shown) of a zoom by hand; None is the whole range."""
    if not isinstance(state, Mapping):
        return None
    number, candidate = whole_number(state.get("number")), whole_number(state.get("candidate"))
    if number is None or candidate is None:
        return None
    limits = state.get("range")
    if not isinstance(limits, list) or len(limits) != 2:
        return number, candidate, None
    if not all(isinstance(v, int | float) and abs(v) < MAX_WAVELENGTH for v in limits):
        return None
    return number, candidate, (float(min(limits)), float(max(limits)))


def step_of_history(state: object) -> tuple[int, dict[str, str]] | None:
    """(number, parameters of the address) that the browser's Back or Forward led to."""
    if not isinstance(state, Mapping) or not isinstance(state.get("query"), Mapping):
        return None
    number = whole_number(state.get("number"))
    pairs = state["query"].items()
    asked = {n: sendable(v) for n, v in pairs if isinstance(n, str) and isinstance(v, str)}
    return None if number is None else (number, asked)


def _press(entry: Any) -> Press | None:
    if not isinstance(entry, Mapping):
        return None
    whole = [whole_number(entry.get(name)) for name in ("number", "candidate", "version")]
    key, token, note = entry.get("key"), entry.get("token"), entry.get("note")
    if None in whole or not isinstance(key, str) or not isinstance(token, str):
        return None
    number, candidate, version = (value or 0 for value in whole)
    return Press(
        number=number,
        key=key,
        candidate=candidate,
        version=version,
        token=token,
        active=_seconds(entry.get("active")),
        elapsed=_seconds(entry.get("elapsed")),
        note=sendable(note[:MAX_NOTE]) if isinstance(note, str) else None,
    )


def sendable(text: str) -> str:
    """A browser's text as UTF-8 carries it: half of a letter, as a cut leaves it, is U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def whole_number(value: Any) -> int | None:
    """A browser's number as the whole number it is; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if abs(value) < MAX_INTEGER else None


def _seconds(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= MAX_SECONDS else None
