"""Steering an inspector: which dialog opens, and what was typed in it, kept as a draft."""

from collections.abc import Mapping

from specreview.agent.traces import Trace, TraceStep
from specreview.runner.steering import Suggestion
from specreview.store import Store
from specreview.ui import drafts
from specreview.ui.deciding import View
from specreview.ui.keymap import Kind
from specreview.ui.marking import position_of
from specreview.ui.presses import sendable, whole_number
from specreview.ui.shown import DIALOGS
from specreview.ui.state import Desk

MAX_WINDOW = 80
KEPT_NOTE = 20_000
"""Characters of a note that a draft keeps: more than may be sent, so that nothing is cut unsaid."""


def open_dialog(desk: Desk, view: View, kind: Kind) -> None:
    """Open "Look here" or "Branch", where there is something to look at or to begin from."""
    if not view.readable:
        desk.message = "nothing can be looked at without a spectrum"
    elif kind == "branch" and view.inspection is None:
        desk.message = "there is no inspection to branch from: nothing was inspected yet"
    else:
        desk.dialog, desk.ask_fill = kind, True
        desk.branch_from = desk.branch_by = None


def take_typed(store: Store, desk: Desk, state: object) -> None:
    """What stands in the dialog's boxes in the browser; the browser is untrusted."""
    if not isinstance(state, Mapping) or state.get("candidate") != desk.candidate_id:
        return
    number = whole_number(state.get("number"))
    if number is None or number == desk.ask_number:
        return
    desk.ask_number = number
    window, note = state.get("window"), state.get("note")
    keep(
        store,
        desk,
        window if isinstance(window, str) else desk.ask_window,
        note if isinstance(note, str) else desk.ask_note,
    )
    desk.ask_fill = True  # the boxes do not show it yet
    if state.get("closed") is True and desk.dialog in DIALOGS:
        desk.dialog = None


def keep(store: Store, desk: Desk, window: str | None, note: str) -> None:
    """Keep what was typed; stored only when it changed."""
    note = sendable(note[:KEPT_NOTE])
    typed = None if window is None else sendable(window[:MAX_WINDOW]), note
    if typed != (desk.ask_window, desk.ask_note):
        desk.ask_window, desk.ask_note = typed
        drafts.save(store, desk)


def keep_choices(store: Store, desk: Desk, place: int, inspector: str) -> None:
    """Keep from which place in the trace, and by whom, the open dialog would branch."""
    desk.branch_from, desk.branch_by = place, inspector
    drafts.save(store, desk)


def sent_before(trace: Trace | None, suggestion: Suggestion | None) -> bool:
    """Whether the trace holds what a draft says: the draft is done with."""
    if trace is None or suggestion is None:
        return False
    return any(event == suggestion.event for event in trace.events)


def branch_steps(trace: Trace) -> dict[int, TraceStep]:
    """Position to branch at, for each step: its last event before the inspector's reply."""
    found: dict[int, TraceStep] = {}
    for step in trace.steps:
        place = position_of(trace, step)
        if place is not None:
            found[place - 1] = step
    return found
