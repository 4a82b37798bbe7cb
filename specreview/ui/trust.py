"""How far to trust the verdict on the screen: its inspector's record with just this prompt.

From people's answers in this queue. Labels of this queue never count here: Review must not
lean on them. Those of other queues serve as a last measure of an inspector's rates.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from specreview.agent.traces import Trace
from specreview.evaluation.counts import Counts, count_answers
from specreview.evaluation.expected import (
    DetectionRates,
    Expectation,
    expectation,
    measured_rates,
    published_rates,
)
from specreview.evaluation.people import Answered, answered
from specreview.evaluation.published import applies, published_model
from specreview.evaluation.track import TrackRecord, track_record
from specreview.review.rows import Candidate, InspectionSummary, Queue
from specreview.store import Store

_FRESH = 60.0
"""Seconds for which rates measured in other queues are kept."""
_COSTS = 20.0
"""Counts that took s seconds are used for 20 times s: half a second in 300 000 inspections."""
_KEPT = 64
"""Records of inspector and prompt that are kept."""

Question = tuple[str, str]
"""An inspector's fingerprint and a prompt hash."""


class Met(NamedTuple):
    """A person's answer on a candidate, and the verdict that the inspector gave on it."""

    answered: Answered
    verdict: str | None


@dataclass(frozen=True)
class Trust:
    """What the verdict card says about trust.

    `published_f1` in percent is there only where it was published for just this model and
    prompt. `expectation` is None where the queue has no expected share, or no rates are known.
    `elsewhere` says that its rates were measured in other queues.
    """

    record: TrackRecord
    share: float | None = None
    expectation: Expectation | None = None
    published_f1: float | None = None
    elsewhere: bool = False


class TrackBook:
    """Keeps what was read of the log; a page costs a few small queries. Safe for threads."""

    def __init__(self) -> None:
        self._met: dict[tuple[int, int, Question], list[Met]] = {}
        self._elsewhere: dict[tuple[int, Question, str], tuple[float, DetectionRates | None]] = {}
        self._given: dict[tuple[int, Question], tuple[dict[str | None, int], float]] = {}
        self._lock = threading.Lock()

    def trust(
        self, store: Store, queue: Queue, candidate: Candidate, trace: Trace, verdict: str
    ) -> Trust:
        """The record of `verdict` by the trace's inspector and prompt in this queue.

        The candidate's own answer has no part in it.
        """
        started, positive = trace.started, trace.started.labels[0]
        model = started.model or ""
        question = _question(store, candidate.id, trace)
        whole = self._answers(store, queue.id, question)
        met = [one for one in whole if one.answered.candidate_id != candidate.id]
        record = track_record(verdict, [one.answered for one in met if one.verdict == verdict])
        line = applies(model, started.decoding, started.reader, _own(candidate))
        trust = Trust(
            record,
            share=queue.expected_share,
            published_f1=line.f1.get(candidate.task_key) if line else None,
        )
        if queue.expected_share is None or verdict != positive:
            return trust
        said = self._said(store, queue.id, question, positive)
        here = measured_rates(_counts(met, positive), said)
        rates = here or self._rates_elsewhere(store, queue.id, question, positive)
        elsewhere = here is None and rates is not None
        rates = rates or _published(model, candidate.task_key)
        expected = expectation(queue.expected_share, rates) if rates else None
        return Trust(trust.record, trust.share, expected, trust.published_f1, elsewhere)

    def _said(self, store: Store, queue_id: int, question: Question, positive: str) -> float:
        """The share of positive verdicts; in a large queue it may be some seconds old."""
        key, begun = (queue_id, question), time.monotonic()
        with self._lock:
            given, until = self._given.get(key, ({}, 0.0))
            if begun >= until:
                given = store.traces.verdict_counts(queue_id, *question)
                now = time.monotonic()
                self._given[key] = given, now + _COSTS * (now - begun)
        return given.get(positive, 0) / max(1, sum(given.values()))

    def _answers(self, store: Store, queue_id: int, question: Question) -> list[Met]:
        """All answers in the queue on candidates that this inspector saw with this prompt."""
        key = (queue_id, store.decisions.position(), question)
        with self._lock:
            if key not in self._met:
                people = answered(store.decisions.standing(queue_id))
                seen = _seen(store.traces.measuring(queue_id, answered=True), question)
                for old in list(self._met)[: len(self._met) - _KEPT + 1]:
                    del self._met[old]
                self._met[key] = [
                    Met(one, seen[number].unaided_verdict)
                    for number, one in people.items()
                    if number in seen
                ]
            return self._met[key]

    def _rates_elsewhere(
        self, store: Store, queue_id: int, question: Question, positive: str
    ) -> DetectionRates | None:
        """Rates against the labels of all other queues that have some."""
        key, now = (queue_id, question, positive), time.monotonic()
        with self._lock:
            kept = self._elsewhere.get(key)
            if kept is not None and now - kept[0] < _FRESH:
                return kept[1]
            triples: list[tuple[str, str | None, str]] = []
            for queue in store.queues.all():
                labels = store.queues.labels(queue.id) if queue.id != queue_id else {}
                if labels:
                    seen = _seen(store.traces.measuring(queue.id), question)
                    triples += [
                        (labels[number], one.unaided_verdict, positive)
                        for number, one in seen.items()
                        if number in labels
                    ]
            rates = measured_rates(count_answers(triples))
            self._elsewhere[key] = now, rates
            return rates


def _question(store: Store, candidate_id: int, trace: Trace) -> Question:
    prints = {one.id: one.fingerprint for one in store.traces.of_candidate(candidate_id)}
    return prints.get(trace.inspection_id, ""), trace.started.prompt_hash


def _seen(
    summaries: Sequence[InspectionSummary], question: Question
) -> dict[int, InspectionSummary]:
    """By candidate, what this inspector came to with this prompt."""
    return {
        one.candidate_id: one for one in summaries if (one.fingerprint, one.prompt_hash) == question
    }


def _own(candidate: Candidate) -> bool:
    return candidate.own_prompt is not None


def _counts(met: Sequence[Met], positive: str) -> Counts:
    return count_answers((one.answered.answer, one.verdict, positive) for one in met)


def _published(model: str, task: str) -> DetectionRates | None:
    line = published_model(model)
    f1 = line.f1.get(task) if line else None
    return published_rates(f1 / 100) if f1 is not None else None
