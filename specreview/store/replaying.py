"""What the derived tables must hold, worked out from the two logs alone."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

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
    """Read both logs once, in the order of logging."""
    replayed = Replayed()
    latest = _replay_events(connection, replayed)
    logs = _decisions(connection, replayed)
    for row in connection.execute(select(candidate.c.id, candidate.c.queue_id)):
        log = logs.get(row.id, {})
        history = replay(log.values()) if log else History()
        replayed.states[row.id] = {
            "candidate_id": row.id,
            **decided_columns(history, limits),
            **inspected_columns(latest.get(row.id)),
        }
        places = {made.id: place for place, made in log.items()}
        for columns in standing_rows(row.queue_id, history, places):
            replayed.standing[row.id, columns["reviewer"]] = columns
    return replayed


def _replay_events(connection: Connection, replayed: Replayed) -> Mapping[int, InspectionSummary]:
    """Fold the events; returns each candidate's latest inspection."""
    last: dict[int, str] = {}
    query = select(event.c.log_id, event.c.payload).order_by(event.c.log_id)
    for row in connection.execute(query.execution_options(yield_per=BATCH)):
        try:
            record = read_event(row.payload)
            summary = _fold(replayed, record)
        except (ValueError, KeyError, TypeError) as error:
            replayed.broken.append(f"event {row.log_id} cannot be replayed: {_first_line(error)}")
            continue
        replayed.inspections[summary.id] = summary
        if record.position == 0:
            last[summary.candidate_id] = summary.id
    return {known: replayed.inspections[inspection] for known, inspection in last.items()}


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


def _decisions(connection: Connection, replayed: Replayed) -> dict[int, dict[int, Decision]]:
    """Each candidate's decisions by their place in the log."""
    logs: defaultdict[int, dict[int, Decision]] = defaultdict(dict)
    query = select(decision.c.log_id, decision.c.payload).order_by(decision.c.log_id)
    for row in connection.execute(query.execution_options(yield_per=BATCH)):
        try:
            made = Decision.model_validate_json(row.payload)
        except ValueError as error:
            replayed.broken.append(
                f"decision {row.log_id} cannot be replayed: {_first_line(error)}"
            )
            continue
        logs[made.candidate_id][row.log_id] = made
    return logs


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
