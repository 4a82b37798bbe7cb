"""The runner: the only caller of `Inspection.advance`, for the page and for the shell.

What it guarantees: an event is in the store before it is shown; a candidate under one task and
inspector is worked on by one thread of one process at a time; a killed process loses the step
it was in and nothing else, and the next start goes on from the trace.
"""

import os
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial

from specreview.agent.events import Limits
from specreview.agent.inspection import DrawView
from specreview.agent.inspector import Inspector
from specreview.agent.traces import Trace
from specreview.errors import InspectorError, SequenceConflict
from specreview.review.rows import Candidate
from specreview.review.stamps import new_ulid
from specreview.runner.bench import Bench, Finished, LoadSpectrum
from specreview.runner.board import JobBoard
from specreview.runner.job import Job
from specreview.runner.leases import LeaseKeeper
from specreview.runner.progress import Live, LiveState, QueueProgress
from specreview.runner.queue_run import QueueRun
from specreview.runner.rack import InspectorRack, at_once
from specreview.runner.steering import Branch, Suggestion
from specreview.runner.stopping import stop_at_rest
from specreview.runner.wishes import Wishes
from specreview.store import Store
from specreview.tasks.task import VettingTask

LEASE_SECONDS = 15.0
"""How long a candidate stays taken after its process died."""
_CLOSING = 3.0
"""Seconds that closing waits for a step under way."""


class Runner:
    """Runs, steps, pauses and stops inspections; safe for threads.

    Parameters
    ----------
    store
        Traces, leases and candidates.
    load
        Reads a candidate's spectrum.
    tasks, inspectors
        By name; an inspector is built at its first use, once.
    draw
        Draws the inspector's views. With several `workers` a queue run draws in processes, so
        `draw` must be a function that can be imported.
    limits
        How long an inspection may go on.
    workers
        Candidates of a queue that are inspected at a time; None as the inspector says, else one
        a core.
    lease_seconds
        How long a candidate stays taken after its process died.
    on_finished
        Told of each inspection that came to its end, in the thread that worked on it.
    """

    def __init__(
        self,
        store: Store,
        load: LoadSpectrum,
        tasks: Mapping[str, VettingTask],
        inspectors: Mapping[str, Callable[[], Inspector]],
        draw: DrawView,
        limits: Limits | None = None,
        *,
        workers: int | None = 1,
        lease_seconds: float = LEASE_SECONDS,
        on_finished: Finished | None = None,
    ) -> None:
        owner = f"{socket.gethostname()}:{os.getpid()}:{new_ulid()}"
        keeper = LeaseKeeper(store.work, owner, lease_seconds)
        rack = InspectorRack(inspectors)
        self._store = store
        self._bench = Bench(
            store, load, tasks, rack, keeper, limits or Limits(), Wishes(store.work), on_finished
        )
        self._draw = draw
        self._workers = workers
        self._board = JobBoard(lambda job: self._bench.inspect(job, draw))
        self._lock = threading.Lock()
        self._queues: dict[int, QueueRun] = {}
        self._closed = False

    def reconfigure(
        self, inspectors: Mapping[str, Callable[[], Inspector]], limits: Limits, workers: int | None
    ) -> None:
        """Build these inspectors anew, and hold to these limits, in all that begins from now on.

        What is under way ends with the inspector and limits that it began with.
        """
        with self._lock:
            rack = self._bench.rack.renewed(inspectors)
            self._bench = replace(self._bench, rack=rack, limits=limits)
            self._workers = workers

    def in_use(self, name: str) -> AbstractContextManager[None]:
        """As long as the block lasts, new settings do not close the inspector called `name`."""
        return self._bench.rack.using(name)

    def inspector(self, name: str) -> Inspector:
        """The inspector that the next run would ask; InspectorError when it cannot be built."""
        return self._bench.rack.inspector(name)

    def step(self, candidate_id: int, inspector: str, inspection_id: str | None = None) -> None:
        """One turn: draw what was asked for, ask for a reply, record what comes of it."""
        self._board.begin(Job(candidate_id, inspector, "turn", wanted=inspection_id))

    def run(self, candidate_id: int, inspector: str, inspection_id: str | None = None) -> None:
        """Go on, or begin, until the inspection is over.

        `inspection_id` names the one to go on with; where this inspector cannot, as where none is
        named, it is the newest one that it can go on with, or a new one.
        """
        self._board.begin(Job(candidate_id, inspector, "run", wanted=inspection_id))

    def suggest(
        self,
        candidate_id: int,
        inspector: str,
        suggestion: Suggestion,
        inspection_id: str | None = None,
    ) -> None:
        """Let the inspector look at a window, or tell it something, and go on from there.

        It goes into the inspection at its next turn, whether it is running, paused or finished;
        into a branch where it was made by another inspector or under another prompt.
        """
        job = Job(candidate_id, inspector, wanted=inspection_id, suggestions=[suggestion])
        self._board.begin(job)

    def branch(
        self,
        candidate_id: int,
        inspector: str,
        branch: Branch,
        suggestion: Suggestion | None = None,
    ) -> None:
        """A new inspection that goes on from a step of another one; both stay."""
        suggestions = [suggestion] if suggestion is not None else []
        self._board.begin(Job(candidate_id, inspector, branch=branch, suggestions=suggestions))

    def restart(self, candidate_id: int, inspector: str) -> None:
        """A new inspection from the start; one under way is stopped first."""
        self._board.begin(Job(candidate_id, inspector, "run", fresh=True))

    def pause(self, candidate_id: int) -> None:
        """End after the step under way, in whichever process that is."""
        job = self._board.job(candidate_id)
        if job is not None:
            job.want("pause")
        else:
            self._store.work.request(candidate_id, "pause")

    def stop(self, candidate_id: int, at_rest: str | None = None) -> None:
        """End now, in whichever process it runs, and record that it was cancelled.

        At rest it is about the inspection `at_rest`, None for the one that was begun last.
        """
        job = self._board.job(candidate_id)
        if job is not None:
            job.want("stop")
        elif not stop_at_rest(self._store.traces, self._bench.keeper, candidate_id, at_rest):
            self._store.work.request(candidate_id, "stop")

    def working(self, candidate_id: int) -> Live | None:
        """The work on the candidate in this process; None at rest. The store is not asked."""
        job = self._board.job(candidate_id)
        if job is None:
            return None
        return replace(job.live(), preparing=self._bench.rack.preparing(job.inspector))

    def live(self, candidate_id: int, at_rest: Trace | None = None) -> Live:
        """How the candidate's inspection stands; with the partial reply while it is written.

        At rest it is about the inspection `at_rest`, None for the one that was begun last.
        """
        working = self.working(candidate_id)
        if working is not None:
            return working
        trace = self._store.traces.latest(candidate_id) if at_rest is None else at_rest
        message = self._board.said(candidate_id)
        if trace is None:
            return Live("idle", message=message)
        if not trace.resumable:
            return Live("idle", trace.turns, trace.turns_allowed, message=message)
        state: LiveState = "stopped" if trace.stopped else "paused"
        return Live(state, trace.turns, trace.turns_allowed, message=message)

    def inspect_now(self, candidate_id: int, inspector: str) -> Trace:
        """Inspect in this thread until the inspection is over.

        Raises
        ------
        SequenceConflict
            When the candidate is being inspected already, here or in another process.
        InspectorError
            When it could not be inspected; the message is the reader's, or the inspector's.
        """
        job = Job(candidate_id, inspector)
        if not self._board.take(job):
            raise SequenceConflict(f"candidate {candidate_id} is being inspected already")
        try:
            self._bench.inspect(job, self._draw)
        finally:
            self._board.give_back(job)
        if job.outcome == "elsewhere":
            raise SequenceConflict(job.message)
        if job.outcome in ("failed", "unsaved", "unusable") or job.inspection_id is None:
            raise InspectorError(job.message)
        return self._store.traces.load(job.inspection_id)

    def start_queue(self, queue_id: int, inspector: str, limit: int | None = None) -> None:
        """Inspect what this inspector has not finished, `limit` candidates at most.

        Does nothing while a run of the queue is under way.

        Raises
        ------
        InspectorError
            When there is no such inspector, or it cannot be built.
        """
        bench = self._bench
        with bench.rack.using(inspector):
            workers = self._workers or at_once(bench.rack.inspector(inspector))
            run = QueueRun(
                bench,
                self._board,
                self._draw,
                inspector,
                partial(self._candidates, queue_id),
                limit=limit,
                workers=workers,
            )
            with self._lock:
                running = self._queues.get(queue_id)
                if self._closed or (running is not None and running.running):
                    return
                self._queues[queue_id] = run
                run.start()

    def queue_progress(self, queue_id: int) -> QueueProgress:
        """How far the queue's run is; all zero where there was none."""
        run = self._queues.get(queue_id)
        return run.progress() if run else QueueProgress()

    def wait_for_queue(self, queue_id: int, seconds: float) -> bool:
        """Wait for the end of the queue's run, `seconds` at most; whether it is over."""
        run = self._queues.get(queue_id)
        if run is None:
            return True
        run.join(seconds)
        return not run.running

    def pause_queue(self, queue_id: int) -> None:
        """End the queue's run after the steps under way."""
        if run := self._queues.get(queue_id):
            run.pause()

    def stop_queue(self, queue_id: int) -> None:
        """End the queue's run now; what was begun can be gone on with."""
        if run := self._queues.get(queue_id):
            run.stop()

    def close(self) -> None:
        """End all threads; whatever was under way goes on at the next start."""
        with self._lock:
            self._closed = True
            runs = list(self._queues.values())
        for run in runs:
            run.stop()
        self._board.close()
        for run in runs:
            run.join(_CLOSING)
        self._bench.keeper.close()
        self._bench.rack.close()

    def _candidates(self, queue_id: int) -> list[Candidate]:
        return [row.candidate for row in self._store.rows(queue_id, "")]
