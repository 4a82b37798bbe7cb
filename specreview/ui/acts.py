"""Every press, in order, to what it asks for; the one entry from keys, buttons and notes."""

from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any

from specreview.errors import NotFound, SpecreviewError
from specreview.store import Store
from specreview.ui import (
    amending,
    chart_tools,
    company,
    comparing,
    deciding,
    drafts,
    epochs,
    marking,
    moves,
    place,
    steering,
)
from specreview.ui.deciding import View, view_of
from specreview.ui.keymap import DECIDING, Meaning, meaning
from specreview.ui.presses import Press, fresh_note, fresh_presses, hand_zoom, step_of_history
from specreview.ui.state import Desk

_LOCK = RLock()  # two runs of one session's script must not both work off one press


def work_off(store: Store, desk: Desk, state: Mapping[str, Any]) -> None:
    """Handle what the browser sent since the last run, each press once and in order."""
    with _LOCK:
        note = fresh_note(state.get("note"), desk.handled_note)
        if note is not None:
            desk.handled_note[note[0]] = note[1].number
            guarded(desk, lambda: drafts.take_note(store, desk, note[1]))
        _take_zoom(desk, state.get("zoom"))
        guarded(desk, lambda: steering.take_typed(store, desk, state.get("asked")))
        _take_step(store, desk, state.get("went"))
        for listener, press in fresh_presses(state.get("queue"), desk.handled):
            handle(store, desk, press)
            desk.handled[listener] = press.number


def _take_zoom(desk: Desk, state: object) -> None:
    """Remember a zoom by hand; the figure on the screen has it already."""
    told = hand_zoom(state)
    if told is None or told[0] == desk.hand_number or told[1] != desk.candidate_id:
        return
    desk.hand_number, _, desk.hand_zoom = told


def _take_step(store: Store, desk: Desk, state: object) -> None:
    """Follow the browser's Back or Forward, once."""
    told = step_of_history(state)
    if told is not None and told[0] != desk.went_number:
        desk.went_number = told[0]
        guarded(desk, lambda: place.step_back(store, desk, told[1]))


def handle(store: Store, desk: Desk, press: Press) -> None:
    """Do what one press asks for; troubles go to the desk, in words."""
    asked = meaning(press.key)
    view = view_of(desk, press.token)
    desk.message = ""
    if asked is None or desk.reviewer is None:
        return
    with _LOCK:
        if view is None or (view.candidate, view.version) != (press.candidate, press.version):
            guarded(desk, lambda: _from_before(store, desk, asked, press))
            return
        guarded(desk, lambda: _act(store, desk, view, asked, press))


def _from_before(store: Store, desk: Desk, asked: Meaning, press: Press) -> None:
    """A press on a view of an earlier session, as after the server was started again."""
    if not amending.saved_before(store, desk, press):
        desk.message = "a key from before this page was loaded was dropped; press it again"
    elif asked.kind == "reason":
        amending.give_reason(store, desk, asked.value)


def guarded(desk: Desk, act: Callable[[], None]) -> None:
    """Do `act`; what it could not save or find is said on the page."""
    try:
        act()
    except NotFound as error:
        desk.message = str(error)
    except SpecreviewError as error:
        desk.trouble = f"not saved: {error}"


def _act(store: Store, desk: Desk, view: View, asked: Meaning, press: Press) -> None:
    if asked.kind in DECIDING:
        deciding.decide(store, desk, view, asked.kind, press)
    elif asked.kind == "reason":
        amending.give_reason(store, desk, asked.value)
    elif view.candidate != desk.candidate_id:
        desk.message = "a key for a candidate that had left the screen was dropped"
    else:
        _here(store, desk, view, asked, press)


def _here(store: Store, desk: Desk, view: View, asked: Meaning, press: Press) -> None:
    """Acts about the candidate that is still on the screen."""
    kind = asked.kind
    if kind == "undo":
        amending.undo(store, desk, view)
    elif kind in ("previous", "next"):
        moves.step(store, desk, view.candidate, +1 if kind == "next" else -1)
    elif kind == "confidence":
        desk.confidence = int(asked.value)
    elif kind == "issue":
        _toggle_issue(store, desk, asked.value)
    elif kind == "bad_spectrum":
        _bad_spectrum(store, desk, view, press)
    elif kind == "issues_panel":
        desk.panel = "recent" if desk.panel == "issues" else "issues"
    elif kind in ("help", "redshift"):
        desk.dialog = kind
    else:
        _beside(store, desk, view, asked, press)


def _beside(store: Store, desk: Desk, view: View, asked: Meaning, press: Press) -> None:
    """Acts that decide nothing: on the trace, on what stands beside it, on the chart."""
    kind = asked.kind
    if kind in ("look_here", "branch"):
        steering.open_dialog(desk, view, kind)
    elif kind == "compare":
        comparing.turn(store, desk, view)
    elif kind == "mark":
        marking.press_mark(store, desk, view, asked, press)
    elif kind == "step":
        chart_tools.turn_to(desk, int(asked.value), view.windows)
    elif kind == "raw":
        desk.dialog = f"raw {asked.value}"
    elif kind == "point":
        desk.samp_asked = True
    elif kind == "epochs":
        epochs.press(store, desk, asked)
    elif kind in ("known", "elsewhere", "feature"):
        desk.compare = None  # it would stand in the same place
        company.press(desk, asked)
    else:
        chart_tools.turn(desk, kind, view.windows)


def _toggle_issue(store: Store, desk: Desk, letter: str) -> None:
    if desk.panel != "issues":
        return
    issues = set(desk.issues) ^ {letter}
    desk.issues = sorted(issues)
    drafts.save(store, desk)


def _bad_spectrum(store: Store, desk: Desk, view: View, press: Press) -> None:
    """Defer with issue S: what is left to do about a spectrum that cannot be read."""
    desk.issues = sorted({*desk.issues, "S"})
    deciding.decide(store, desk, view, "defer", press)
