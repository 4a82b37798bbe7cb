"""What the derived tables must hold, worked out from the two logs alone."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, select

from specreview.agent.unaided import ends
from specreview.review.consensus import ConflictLimits
from specreview.review.decision import Decision
from specreview.review.history import History, replay
from specreview.review.rows import InspectionSummary
from specreview.store.derived import decided_columns, inspected_columns, standing_rows
from specreview.store.inspections import after, begin
from specreview.store.log.records import EventRecord, read_event
from specreview.store.schema import candidate, decision, event

BATCH = 500

Columns = dict[str, Any]


@dataclass
class Replayed:
    """The derived rows by key; `broken` lists records that could not be replayed."""

    states: dict[int, Columns] = field(default_factory=dict)
    standing: dict[tuple[int, str], Columns] = field(default_factory=dict)
    inspections: dict[str, InspectionSummary] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)


def replay_logs(connection: Connection, limits: ConflictLimits) -> Replayed:
    """Read both logs once; what is kept is one row a candidate, not the log."""
    replayed = Replayed()
    latest = _replay_events(connection, replayed)
    decided = dict(_replay_decisions(connection, replayed, limits))
    undecided = decided_columns(History(), limits)
    for known in connection.execute(select(candidate.c.id)).scalars():
        replayed.states[known] = {
            "candidate_id": known,
            **decided.get(known, undecided),
            **inspected_columns(latest.get(known)),
        }
    return replayed


def _replay_events(connection: Connection, replayed: Replayed) -> Mapping[int, InspectionSummary]:
    """Fold the events; returns each candidate's inspection that counts: the one that ended last,
    else the latest.
    """
    counts: dict[int, str] = {}
    query = select(event.c.log_id, event.c.payload).order_by(event.c.log_id)
    for row in connection.execute(query.execution_options(yield_per=BATCH)):
        try:
            record = read_event(row.payload)
            summary = _fold(replayed, record)
        except (ValueError, KeyError, TypeError) as error:
            replayed.broken.append(f"event {row.log_id} cannot be replayed: {_first_line(error)}")
            continue
        replayed.inspections[summary.id] = summary
        known = replayed.inspections.get(counts.get(summary.candidate_id, ""))
        begins = record.position == 0 and (known is None or known.status != "inspected")
        if begins or ends(record.event):
            counts[summary.candidate_id] = summary.id
    return {known: replayed.inspections[inspection] for known, inspection in counts.items()}


def _fold(replayed: Replayed, record: EventRecord) -> InspectionSummary:
    before = replayed.inspections.get(record.inspection_id)
    expected = before.events if before else 0
    if record.position != expected:
        raise ValueError(
            f"inspection {record.inspection_id} goes on at {record.position}, not at {expected}"
        )
    if before is not None:
        return after(before, record.event)
    if record.event.kind != "inspection_started":
        raise ValueError(f"inspection {record.inspection_id} begins with {record.event.kind}")
    if record.candidate_id is None or record.fingerprint is None:
        raise ValueError(f"inspection {record.inspection_id} names no candidate")
    return begin(
        record.inspection_id,
        record.candidate_id,
        record.event,
        record.fingerprint,
        record.recorded_at,
    )


def _replay_decisions(
    connection: Connection, replayed: Replayed, limits: ConflictLimits
) -> Iterator[tuple[int, Columns]]:
    """Replay each candidate's decisions; gives what follows for its state."""
    query = (
        select(decision.c.candidate_id, decision.c.log_id, decision.c.payload, candidate.c.queue_id)
        .join(candidate, candidate.c.id == decision.c.candidate_id)
        .order_by(decision.c.candidate_id, decision.c.log_id)
        .execution_options(yield_per=BATCH)
    )
    rows = connection.execute(query)
    for (known, queue_id), acts in groupby(rows, lambda row: (row.candidate_id, row.queue_id)):
        log = dict(_readable(acts, replayed))
        history = replay(log.values())
        places = {made.id: place for place, made in log.items()}
        for columns in standing_rows(queue_id, history, places):
            replayed.standing[known, columns["reviewer"]] = columns
        yield known, decided_columns(history, limits)


def _readable(rows: Iterable[Any], replayed: Replayed) -> Iterator[tuple[int, Decision]]:
    for row in rows:
        try:
            yield row.log_id, Decision.model_validate_json(row.payload)
        except ValueError as error:
            replayed.broken.append(
                f"decision {row.log_id} cannot be replayed: {_first_line(error)}"
            )


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
