"""Lists of a workspace: from the store's rows to a list that is ready to be written.

The command, the Export page and the Python interface all make their lists here, so that what is
counted is what is written.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from specreview.agent.events import InspectionStarted, VerdictReached
from specreview.agent.traces import Trace
from specreview.errors import SettingsError
from specreview.export.acts import HISTORY, Act, acts_of, select_acts
from specreview.export.column import Column
from specreview.export.disagreements import (
    DISAGREEMENTS,
    Disagreement,
    Spoken,
    disagreements_of,
    select_disagreements,
)
from specreview.export.job import Lines, ListRequest, ReadyList, prepare_list, ready_list
from specreview.export.people import Called, people
from specreview.export.selection import LeftOut, Selection
from specreview.export.steps import TRACES, Inspected, StepRows, inspection_line
from specreview.review.decision import Decision
from specreview.review.lists import ALWAYS, KINDS, ListKind, Period
from specreview.review.marks import StepMark
from specreview.review.rows import ALL_ROWS, CandidateRow, InspectionSummary, Queue, RowFilter
from specreview.settings import Settings
from specreview.store import Store
from specreview.store.log.records import EventRecord
from specreview.tasks.task import VettingTask

OF_ONE: tuple[ListKind, ...] = ("approved", "current")
"""Lists of one person's answers."""


class Desk(Protocol):
    """What a list is made from; a `Workspace` is one."""

    @property
    def store(self) -> Store: ...
    @property
    def tasks(self) -> Mapping[str, VettingTask]: ...
    @property
    def settings(self) -> Settings: ...


def list_of(
    workspace: Desk,
    queue: Queue,
    kind: ListKind,
    reviewer: str = "",
    *,
    row_filter: RowFilter = ALL_ROWS,
    within: Period = ALWAYS,
    columns: Sequence[str] | None = None,
    reviewer_names: bool = False,
    only_reviewer: bool = False,
) -> ReadyList:
    """The list of a queue as the log has it now.

    The approved and the current list hold the answers of `reviewer`, as whom the filter sees
    states; the other lists hold everybody's, but with `only_reviewer` history and disagreements
    leave out what is not of `reviewer`. `within` is the period of the decisions, for traces of the
    inspections' beginnings. `columns` names those that are wanted, None all. People are called by
    their names with `reviewer_names` alone.

    Raises
    ------
    SettingsError
        When there is no such list or column.
    """
    if kind not in KINDS:
        raise SettingsError(f"no list {kind!r}; there are: {', '.join(KINDS)}")
    store = workspace.store
    rows = store.rows(queue.id, reviewer, row_filter)
    request = ListRequest(
        queue,
        kind,
        reviewer,
        workspace.settings.approval_confidence,
        row_filter,
        store.database.limits,
        reviewer_names,
        within,
        None if columns is None else tuple(columns),
    )
    making = _Making(workspace, request, rows, reviewer if only_reviewer else None)
    ready = _MAKERS[kind](making)
    return replace(ready, made=replace(ready.made, reviewer=making.called()(reviewer)))


def whose(store: Store, queue: Queue, kind: ListKind, reviewer: str | None) -> str:
    """The reviewer of whom the list is; with a single one there is no need to say, else "".

    Raises
    ------
    SettingsError
        When that person decided nothing in the queue, or nobody is named, several people decided
        and the list is of one's answers.
    """
    known = store.reviewers(queue.id)
    if not reviewer and len(known) <= 1:
        return known[0] if known else ""
    if reviewer in known:
        return str(reviewer)
    if not reviewer and kind not in OF_ONE:
        return ""
    names = ", ".join(known)
    if not reviewer:
        raise SettingsError(f"whose answers? there are {names}; give --reviewer NAME")
    who = f"there are {names}" if known else "nobody has decided yet"
    raise SettingsError(f"no decisions by {reviewer} in queue {queue.name}; {who}")


class _Making:
    """One list on its way: what all kinds look up."""

    def __init__(
        self, workspace: Desk, request: ListRequest, rows: list[CandidateRow], only: str | None
    ) -> None:
        self.store = workspace.store
        self.tasks = workspace.tasks
        self.request = request
        self.rows = rows
        self.only = only

    def log(self) -> dict[int, list[Decision]]:
        """All decisions of the queue by candidate, in the order of logging."""
        by_candidate: defaultdict[int, list[Decision]] = defaultdict(list)
        for made in self.store.decisions.history(self.request.queue.id):
            by_candidate[made.candidate_id].append(made)
        return by_candidate

    def called(self) -> Called:
        """Reviewers by name or by number, in the order of their first decisions' ids."""
        known = self.store.reviewers_in_turn(self.request.queue.id)
        return people(known, self.request.reviewer_names)

    def started(self, inspections: Sequence[str]) -> Iterator[InspectionStarted]:
        """The beginnings of these inspections."""
        traces = self.store.traces.stream(inspections, starts_only=True)
        return (trace.started for trace in traces)

    def inspectors(self) -> dict[str, str]:
        """Who inspected, by inspection."""
        summaries = self.store.traces.of_queue(self.request.queue.id)
        return {one.id: one.inspector for one in summaries}

    def ready(
        self,
        selection: Selection,
        columns: Sequence[Column],
        inspections: Sequence[str],
        whole: Lines | None = None,
    ) -> ReadyList:
        started = self.started(inspections)
        return ready_list(self.request, selection, columns, self.rows, self.tasks, started, whole)


def _candidates(making: _Making) -> ReadyList:
    """The approved or the current list."""
    from specreview.review.rows import with_marks

    store, request = making.store, making.request
    rows = with_marks(making.rows, store.marks.of_queue(request.queue.id))
    inspections = [row.inspection_id for row in rows if row.inspection_id is not None]
    return prepare_list(request, rows, making.tasks, making.started(inspections))


def _history(making: _Making) -> ReadyList:
    log = making.log()
    called, inspectors = making.called(), making.inspectors()

    def acts() -> Iterator[Act]:
        for row in making.rows:
            yield from acts_of(log.get(row.candidate.id, ()), row.candidate, called, inspectors)

    ordered = sorted(acts(), key=lambda act: (act.made.decided_at, act.made.id))
    selection = select_acts(ordered, making.request.within, making.only)
    seen = {act.made.inspection_id for act in selection.rows} - {None}
    return making.ready(selection, HISTORY, [one for one in seen if one in inspectors])


def _disagreements(making: _Making) -> ReadyList:
    log = making.log()
    called, limits = making.called(), making.request.limits
    seen = {
        made.inspection_id
        for row in making.rows
        for made in log.get(row.candidate.id, ())
        if made.agrees is False and made.inspection_id is not None
    }
    inspectors = making.inspectors()
    verdicts = {
        inspection: [_spoken(record, inspectors[inspection]) for record in records]
        for inspection, records in making.store.traces.verdicts(sorted(seen))
    }

    def found() -> Iterator[Disagreement]:
        for row in making.rows:
            acts = log.get(row.candidate.id, ())
            yield from disagreements_of(acts, row.candidate, row.state, called, verdicts, limits)

    selection = select_disagreements(found(), making.request.within, making.only)
    involved = {one.inspection_id for one in selection.rows} - {None}
    return making.ready(selection, DISAGREEMENTS, sorted(involved))


def _spoken(record: EventRecord, inspector: str) -> Spoken:
    said = record.event
    assert isinstance(said, VerdictReached)
    return Spoken(record.recorded_at, said.verdict, said.justification, said.score, inspector)


def _traces(making: _Making) -> ReadyList:
    store, queue_id = making.store, making.request.queue.id
    called = making.called()
    rows = {row.candidate.id: row for row in making.rows}
    there = [one for one in store.traces.of_queue(queue_id) if one.candidate_id in rows]
    kept = [one for one in there if making.request.within.holds(one.started_at)]
    steps = store.traces.step_counts(queue_id)
    claims = store.claims.of_queue(queue_id)
    marks: defaultdict[str, tuple[StepMark, ...]] = defaultdict(tuple)
    for made in store.marks.of_queue(queue_id):
        marks[made.inspection_id] += (made,)
    summaries = {one.id: one for one in kept}

    def inspected(one: InspectionSummary, trace: Trace, recorded: tuple[str, ...]) -> Inspected:
        row = rows[one.candidate_id]
        counts = row.inspection_id == one.id
        return Inspected(
            row.candidate, one, trace, recorded, counts, marks[one.id], claims.get(one.id), called
        )

    def stream() -> Iterator[Inspected]:
        for found, records in store.traces.records(list(summaries)):
            one = summaries[found]
            then = records[: one.events]  # what came since the list was begun stays out
            trace = Trace(found, tuple(record.event for record in then))
            yield inspected(one, trace, tuple(record.recorded_at for record in then))

    def lines() -> Iterator[dict[str, Any]]:
        return map(inspection_line, stream())

    n_out = len(there) - len(kept)
    out = (LeftOut("begun at another time", n_out, str(making.request.within)),) if n_out else ()
    total = sum(steps.get(one.id, 0) for one in kept)
    selection = Selection("traces", StepRows(stream, total), out, total, "steps")
    return making.ready(selection, TRACES, list(summaries), lines)


_MAKERS: dict[ListKind, Callable[[_Making], ReadyList]] = {
    "approved": _candidates,
    "current": _candidates,
    "history": _history,
    "disagreements": _disagreements,
    "traces": _traces,
}
