"""The probe's run: its candidates in a store in memory, inspected by the real runner."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from specreview.agent.events import InspectorReplied, Limits
from specreview.agent.inspection import DrawView
from specreview.agent.inspector import Inspector
from specreview.agent.traces import Trace
from specreview.errors import InspectorError
from specreview.probe.subjects import Subject
from specreview.probe.variants import AS_IT_IS, Variant, apply
from specreview.review.candidates import NewCandidate
from specreview.review.rows import Candidate
from specreview.runner.runner import Runner
from specreview.spectra.spectrum import Spectrum
from specreview.store import Store, open_store
from specreview.tasks.task import VettingTask
from specreview.views.rendered import render_view

_LOOK = 0.1
"""Seconds between two looks at the progress."""
_NAME = "probe"


Watch = Callable[[int, int], None]
"""Told how many inspections are done, of how many."""


def unwatched(done: int, total: int) -> None:
    """For runs that nobody watches."""


@dataclass(frozen=True)
class Question:
    """One inspection of the probe."""

    subject: Subject
    variant: Variant = AS_IT_IS


@dataclass(frozen=True)
class Answered:
    """What came of a question. `verdict` None: none was given; `ended` says how it ended."""

    question: Question
    verdict: str | None
    ended: str
    turns: int
    seconds: float
    """That the inspector took for its replies."""


@dataclass(frozen=True)
class Asked:
    """Who answered, all answers in the order of the questions, and the seconds it all took."""

    inspector: str
    answers: tuple[Answered, ...]
    seconds: float


def ask(
    questions: Sequence[Question],
    build: Callable[[], Inspector],
    tasks: Mapping[str, VettingTask],
    *,
    seed: int,
    limits: Limits | None = None,
    workers: int | None = None,
    draw: DrawView = render_view,
    watch: Watch = unwatched,
) -> Asked:
    """Inspect all questions.

    Raises
    ------
    InspectorError
        When the inspector cannot be had at all.
    """
    spectra = [apply(q.variant, q.subject.spectrum, q.subject.name, seed) for q in questions]

    def load(candidate: Candidate) -> Spectrum:
        return spectra[int(candidate.object_id)]

    begun = time.monotonic()
    with _store() as store:
        ids = _candidates(store, questions)
        runner = Runner(
            store, load, tasks, {_NAME: build}, draw, limits or Limits(), workers=workers
        )
        try:
            label = runner.inspector(_NAME).identity.label
            _run(runner, store.queues.get(_NAME).id, watch)
        finally:
            runner.close()
        answers = tuple(
            _answered(question, store.traces.latest(candidate))
            for question, candidate in zip(questions, ids, strict=True)
        )
    return Asked(label, answers, time.monotonic() - begun)


@contextmanager
def _store() -> Iterator[Store]:
    store = open_store("sqlite://")
    try:
        yield store
    finally:
        store.close()


def _candidates(store: Store, questions: Sequence[Question]) -> list[int]:
    queue = store.queues.create(_NAME, None, "synthetic")
    store.queues.upsert(
        queue.id,
        [
            NewCandidate(str(n), str(n), q.subject.task, f"{n}/{q.variant.file}")
            for n, q in enumerate(questions)
        ],
    )
    by_number = {int(row.candidate.object_id): row.candidate for row in store.rows(queue.id, "")}
    ids = [by_number[n].id for n in range(len(questions))]
    for question, candidate in zip(questions, ids, strict=True):
        if question.variant.redshift is not None:
            store.queues.set_redshift(candidate, question.variant.redshift, _NAME)
    return ids


def _run(runner: Runner, queue_id: int, watch: Watch) -> None:
    runner.start_queue(queue_id, _NAME)
    while not runner.wait_for_queue(queue_id, _LOOK):
        progress = runner.queue_progress(queue_id)
        watch(progress.done + progress.failed, progress.total)
    progress = runner.queue_progress(queue_id)
    if progress.state != "done":
        raise InspectorError(progress.message)
    if progress.total and progress.failed == progress.total:
        raise InspectorError(f"no inspection came to an end: {progress.message}")
    watch(progress.done + progress.failed, progress.total)


def _answered(question: Question, trace: Trace | None) -> Answered:
    if trace is None:
        return Answered(question, None, "failed", 0, 0.0)
    ended = "verdict" if trace.stopped is None else trace.stopped.reason
    verdict = trace.verdict.verdict if trace.verdict else None
    seconds = sum(e.seconds for e in trace.events if isinstance(e, InspectorReplied))
    return Answered(question, verdict, ended, trace.turns, seconds)
