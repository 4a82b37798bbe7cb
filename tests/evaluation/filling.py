"""Queues with labels and finished inspections in a real store."""

from collections.abc import Iterable, Mapping
from typing import Any

from specreview.agent.events import ViewRendered
from specreview.agent.traces import Trace
from specreview.review.candidates import NewCandidate
from specreview.review.stamps import new_ulid
from specreview.store import Store
from specreview.store.derived import refresh_inspected
from specreview.store.images import keep_image
from specreview.store.inspections import after, begin
from tests.evaluation.judging import PICTURE


def fill_queue(store: Store, name: str, candidates: Iterable[Mapping[str, Any]]) -> int:
    """A queue of candidates with these fields; returns its id."""
    queue = store.queues.create(name, None, "list.csv")
    new = []
    for number, fields in enumerate(candidates):
        given = {"task_key": "cv", "survey": "LAMOST", "snr": 30.0} | dict(fields)
        new.append(NewCandidate(str(number), str(number), path=f"{number}.fits", **given))
    store.queues.upsert(queue.id, new)
    return queue.id


def keep_traces(store: Store, traces: Iterable[tuple[int, Trace]]) -> None:
    """Record whole inspections of candidates in one transaction, which is fast."""
    with store.database.write() as connection:
        at = store.database.now()
        for candidate, trace in traces:
            started = trace.started
            fingerprint = f"{started.inspector} {started.model}"
            summary = begin(new_ulid(), candidate, started, fingerprint, at)
            for place, event in enumerate(trace.events):
                summary = after(summary, event) if place else summary
                if isinstance(event, ViewRendered):
                    keep_image(connection, event.image_sha256, PICTURE)
                refresh_inspected(connection, summary, event if place else None)
                store.traces._record(connection, summary, event, at)
