"""The derived rows of a candidate, made from its log in the transaction that appends to it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from specreview.agent.events import Event
from specreview.agent.unaided import ends
from specreview.review.consensus import ConflictLimits, adjudication, consensus
from specreview.review.decision import Decision
from specreview.review.history import History, Standing, replay
from specreview.review.rows import InspectionSummary
from specreview.store.schema import candidate_state, decision, inspection, standing

Logged = Sequence[tuple[int, Decision]]
"""The decisions on one candidate with their places in the log, in that order."""


def load_decisions(connection: Connection, candidate_id: int) -> list[tuple[int, Decision]]:
    """The decisions on one candidate, as `Logged`."""
    rows = connection.execute(
        select(decision.c.log_id, decision.c.payload)
        .where(decision.c.candidate_id == candidate_id)
        .order_by(decision.c.log_id)
    )
    return [(row.log_id, Decision.model_validate_json(row.payload)) for row in rows]


def decided_columns(history: History, limits: ConflictLimits) -> dict[str, Any]:
    """The part of `candidate_state` that follows from the decisions."""
    ruling = adjudication(history.answers)
    return {
        "version": history.version,
        "consensus": consensus(history.answers, limits),
        "adjudicated_answer": ruling.answer if ruling else None,
        "adjudicated_confidence": ruling.confidence if ruling else None,
    }


def inspected_columns(summary: InspectionSummary | None) -> dict[str, Any]:
    """The part of `candidate_state` that follows from the inspection that counts."""
    if summary is None:
        return dict.fromkeys(("inspection_id", "inspector", "verdict", "score")) | {
            "status": "new",
            "has_verdict": 0,
        }
    return {
        "inspection_id": summary.id,
        "status": "new" if summary.status == "failed" else summary.status,
        "inspector": summary.inspector,
        "verdict": summary.verdict,
        "has_verdict": int(summary.has_verdict),
        "score": summary.score,
    }


def standing_rows(
    queue_id: int, history: History, places: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Rows of `standing`; `places` gives each decision's place in the log."""
    return [
        _standing_row(queue_id, act, places[act.decision.id]) for act in history.standing.values()
    ]


def _standing_row(queue_id: int, act: Standing, log_id: int) -> dict[str, Any]:
    made = act.decision
    return {
        "candidate_id": made.candidate_id,
        "reviewer": made.reviewer,
        "queue_id": queue_id,
        "log_id": log_id,
        "decision_id": made.id,
        "action": made.action,
        "answer": made.answer if made.action == "answer" else None,
        "confidence": made.confidence,
        "role": made.role,
        "origin": made.origin,
        "shown_verdict": made.verdict if made.verdict_shown else None,
        "issues": json.dumps(made.issues),
        "other_class": made.other_class,
        "redshift": made.redshift,
        "reason": act.reason,
        "comment": act.comment,
        "decided_at": made.decided_at,
        "active_seconds": made.active_seconds,
    }


def refresh_decided(
    connection: Connection, candidate_id: int, queue_id: int, log: Logged, limits: ConflictLimits
) -> None:
    """Make the rows that follow from a candidate's decisions anew."""
    history = replay(made for _, made in log)
    rows = standing_rows(queue_id, history, {made.id: place for place, made in log})
    connection.execute(delete(standing).where(standing.c.candidate_id == candidate_id))
    if rows:
        connection.execute(insert(standing), rows)
    connection.execute(
        update(candidate_state)
        .where(candidate_state.c.candidate_id == candidate_id)
        .values(**decided_columns(history, limits))
    )


def refresh_inspected(
    connection: Connection, summary: InspectionSummary, event: Event | None = None
) -> None:
    """Write an inspection's derived row, and the candidate's where it is, or becomes, the one
    that counts: `event` is its last one, None for its first.
    """
    columns = dict(vars(summary), has_verdict=int(summary.has_verdict))
    if event is None:
        connection.execute(insert(inspection).values(columns))
    else:
        connection.execute(update(inspection).where(inspection.c.id == summary.id).values(columns))
    mine = candidate_state.c.candidate_id == summary.candidate_id
    if event is None:
        mine = mine & (candidate_state.c.status != "inspected")
    elif not ends(event):
        mine = mine & (candidate_state.c.inspection_id == summary.id)
    connection.execute(update(candidate_state).where(mine).values(**inspected_columns(summary)))
