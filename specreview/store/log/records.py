"""The payload of each log, and the columns that are indices derived from it."""

import json
from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, TypeAdapter

from specreview.agent.events import (
    Event,
    InspectionStarted,
    ViewRendered,
    event_payload,
)
from specreview.canonical import canonical_json
from specreview.review.decision import Decision
from specreview.review.marks import StepMark
from specreview.review.rows import InspectionSummary


@dataclass(frozen=True)
class EventRecord:
    """One event with where it belongs, as its payload says.

    `candidate_id` and `fingerprint` are given with the first event only.
    """

    inspection_id: str
    position: int
    recorded_at: str
    event: Event
    candidate_id: int | None = None
    fingerprint: str | None = None

    __pydantic_config__ = ConfigDict(extra="forbid")


_RECORD: TypeAdapter[EventRecord] = TypeAdapter(EventRecord)


def event_record(summary: InspectionSummary, event: Event, at: str) -> tuple[bytes, dict[str, Any]]:
    """Payload and columns of the event that `summary` ends with."""
    place = {"inspection_id": summary.id, "position": summary.events - 1, "recorded_at": at}
    record: dict[str, Any] = dict(place, event=json.loads(event_payload(event)))
    if isinstance(event, InspectionStarted):
        record |= {"candidate_id": summary.candidate_id, "fingerprint": summary.fingerprint}
    return canonical_json(record), dict(place, **_event_columns(event))


def _event_columns(event: Event) -> dict[str, Any]:
    shown = event.image_sha256 if isinstance(event, ViewRendered) else None
    return {"kind": event.kind, "image_sha256": shown}


def read_event(payload: bytes) -> EventRecord:
    """The event in a payload.

    Raises
    ------
    ValueError
        When the payload is no event of a known kind and schema.
    """
    return _RECORD.validate_json(payload)


def event_columns(record: EventRecord) -> dict[str, Any]:
    """The columns that must stand beside this record."""
    return {
        "inspection_id": record.inspection_id,
        "position": record.position,
        "recorded_at": record.recorded_at,
        "schema": record.event.schema_number,
        **_event_columns(record.event),
    }


def decision_payload(decision: Decision) -> bytes:
    """The decision as canonical JSON.

    Raises
    ------
    ValueError
        When one of its numbers is NaN or infinite.
    """
    return canonical_json(decision.model_dump(mode="json"))


def decision_columns(decision: Decision) -> dict[str, Any]:
    """The columns that must stand beside this decision."""
    names = ("id", "candidate_id", "inspection_id", "reviewer", "action", "decided_at")
    columns = {name: getattr(decision, name) for name in names}
    return dict(columns, submit_token=decision.submit_token, schema=decision.schema_number)


def mark_payload(mark: StepMark) -> bytes:
    """The mark as canonical JSON."""
    return canonical_json(mark.model_dump(mode="json"))


def mark_columns(mark: StepMark) -> dict[str, Any]:
    """The columns that must stand beside this mark."""
    names = ("id", "inspection_id", "position", "reviewer", "marked_at", "submit_token")
    columns = {name: getattr(mark, name) for name in names}
    return dict(columns, schema=mark.schema_number)
