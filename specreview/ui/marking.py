"""Marks on steps: what 5 to 9 and the menu of a step's card do."""

from specreview.agent.traces import Trace, TraceStep
from specreview.review.marks import MARKS, Mark, StepMark, new_mark, standing_marks
from specreview.review.stamps import new_ulid
from specreview.store import Store
from specreview.ui.deciding import View
from specreview.ui.keymap import Meaning
from specreview.ui.presses import Press
from specreview.ui.state import Desk

BOUNCE = 0.4
"""Seconds in which the same mark on the same step again is a bounce, not a change of mind."""


def mark_of(word: str) -> Mark:
    """The mark that a key's meaning names."""
    return next(mark for mark in MARKS if mark == word)


def position_of(trace: Trace, step: TraceStep) -> int | None:
    """Where in the trace the step's reply stands, which is what a mark is about; None without."""
    places = (place for place, event in enumerate(trace.events) if event is step.reply)
    return next(places, None) if step.reply is not None else None


def marked_step(trace: Trace, active: int | None, drawn: int) -> TraceStep | None:
    """The step that a mark is about: the active one, else the last that was drawn with a reply.

    `active` counts windows from 0, `drawn` is how many replies the page showed: a reply that came
    since was not judged.
    """
    if active is not None:
        return trace.windowed[active] if active < len(trace.windowed) else None
    answered = [step for step in trace.steps if step.reply is not None]
    return answered[:drawn][-1] if answered[:drawn] else None


def press_mark(store: Store, desk: Desk, view: View, asked: Meaning, press: Press) -> None:
    """Set the mark on the step in question; the same one again takes it back."""
    mark = mark_of(asked.value)
    if view.inspection is None:
        desk.message = "there is no trace to mark: nothing was inspected yet"
        return
    if desk.compare is not None:
        desk.message = "two inspections are shown: close the comparison (O) to mark a step of one"
        return
    trace = store.traces.load(view.inspection)
    if asked.place is None:
        step = marked_step(trace, desk.active_step, view.replies)
    else:
        step = next((one for one in trace.steps if position_of(trace, one) == asked.place), None)
    position = position_of(trace, step) if step is not None else None
    if step is None or position is None:
        desk.message = "the inspector has not said anything at this step yet"
        return
    place = (trace.inspection_id, position, mark)
    if _bounced(desk, place, press):
        desk.message = "a repeated key was dropped"
        return
    token = f"{press.token}.mark.{press.number}" if press.number else new_ulid()
    set_mark(store, desk, trace.inspection_id, position, mark, token)
    desk.message = f"{trace.called(step)}: {desk.message}"


def _bounced(desk: Desk, place: tuple[str, int, Mark], press: Press) -> bool:
    before, desk.last_mark = desk.last_mark, (*place, press.elapsed)
    if before is None or press.elapsed is None or before[3] is None or before[:3] != place:
        return False
    return 0.0 <= press.elapsed - before[3] < BOUNCE


def set_mark(
    store: Store, desk: Desk, inspection_id: str, position: int, mark: Mark, token: str
) -> None:
    """Log the mark, or that it is taken back where it stands already."""
    assert desk.reviewer is not None, "the page asks for the name before any key works"
    log = store.marks.history(inspection_id)
    if any(made.submit_token == token for made in log):
        return
    mine = mine_at(standing_marks(log), desk.reviewer, position)
    wanted = None if mine == mark else mark
    made = new_mark(inspection_id, position, desk.reviewer, wanted, submit_token=token)
    saved = store.marks.append(made)
    desk.saved_at = saved.marked_at
    desk.message = f"marked {MARKS[mark]}" if wanted else f"no longer marked {MARKS[mark]}"
    desk.trouble = ""


def mine_at(marks: list[StepMark], reviewer: str | None, position: int | None) -> Mark | None:
    """What this person marked the event as, None where there is no mark."""
    mine = (one.mark for one in marks if (one.reviewer, one.position) == (reviewer, position))
    return next(mine, None)
