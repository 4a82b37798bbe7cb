"""One run of a queue: a few workers, each taking the next candidate until none is left."""

import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Sequence

from specreview.agent.inspection import DrawView
from specreview.errors import SpecreviewError
from specreview.review.rows import Candidate
from specreview.runner.bench import Bench
from specreview.runner.board import JobBoard
from specreview.runner.drawing import drawing
from specreview.runner.job import Job, Outcome
from specreview.runner.policy import plain_message
from specreview.runner.progress import QueueProgress, QueueState

_TRY_AGAIN = 0.5
"""Seconds until a candidate that is held elsewhere is asked for again."""
_FAILURES_KEPT = 100

logger = logging.getLogger("specreview.runner")


class QueueRun:
    """A queue run in its own threads; ask `progress()`, end it with `pause()` or `stop()`."""

    def __init__(
        self,
        bench: Bench,
        board: JobBoard,
        draw: DrawView,
        inspector: str,
        candidates: Callable[[], Sequence[Candidate]],
        *,
        limit: int | None = None,
        workers: int = 1,
    ) -> None:
        self._bench = bench
        self._board = board
        self._draw = draw
        self._inspector = inspector
        self._candidates = candidates
        self._limit = limit
        self._workers = workers
        self._lock = threading.Lock()
        self._waiting: deque[Candidate] = deque()
        self._elsewhere: deque[Candidate] = deque()
        self._jobs: set[Job] = set()
        self._progress = {"total": 0, "done": 0, "failed": 0, "before": 0, "beyond": 0}
        self._failures: deque[str] = deque(maxlen=_FAILURES_KEPT)
        self._message = "looking which candidates are open"
        self._state: QueueState = "running"
        self._halt = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="specreview-queue", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.ident is not None and not self._over.is_set()

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end; Ctrl-C while waiting changes nothing.

        Not by the thread's own `join`: one that Ctrl-C breaks off may take the thread for ended
        (CPython issue 90882), and the process would go while its candidates are held.
        """
        if self._thread.ident is not None:
            self._over.wait(timeout)

    def pause(self) -> None:
        """End after the steps under way; `start_queue` goes on from there."""
        self._end("paused", "pause")

    def stop(self) -> None:
        """End now, in the middle of replies; what was recorded stays, and can be gone on with."""
        self._end("stopped", "leave")

    def progress(self) -> QueueProgress:
        preparing = self._bench.rack.preparing(self._inspector) if self.running else ""
        with self._lock:
            return QueueProgress(
                preparing=preparing,
                running=len(self._jobs),
                message=self._message,
                state=self._state,
                failures=tuple(self._failures),
                **self._progress,
            )

    def _end(self, state: QueueState, intent: str) -> None:
        with self._lock:
            if self._state != "running":
                return
            self._state = state
            self._halt.set()
            for job in self._jobs:
                job.want("pause" if intent == "pause" else "leave")

    def _run(self) -> None:
        try:
            with self._bench.rack.using(self._inspector):
                self._plan()
                drawers = min(self._workers, len(self._waiting), os.cpu_count() or 1)
                with drawing(self._draw, drawers) as draw:
                    self._work_through(draw)
            self._close("done", "")
        except SpecreviewError as error:
            self._close("failed", str(error))
        except Exception as error:
            logger.exception("a queue run failed")
            self._close("failed", plain_message(error))
        finally:
            self._over.set()

    def _close(self, state: QueueState, message: str) -> None:
        with self._lock:
            if self._state == "failed":  # said already
                return
            self._state = state if self._state == "running" else self._state
            self._message = message or (self._failures[-1] if self._failures else "")

    def _plan(self) -> None:
        """Find the candidates that this inspector has not finished."""
        for candidate in self._candidates():
            if self._halt.is_set():
                break
            if self._finished_before(candidate):
                self._count("before")
            elif len(self._waiting) == self._limit:
                self._count("beyond")
            else:
                self._waiting.append(candidate)
                self._count("total")
        with self._lock:
            self._message = ""

    def _finished_before(self, candidate: Candidate) -> bool:
        """False also for what cannot be told: its turn will say what is wrong with it."""
        if candidate.task_key not in self._bench.tasks:
            return False
        return self._bench.finished(candidate, self._inspector)

    def _work_through(self, draw: DrawView) -> None:
        """All waiting candidates; then those held elsewhere, until they are done or free."""
        while self._waiting and not self._halt.is_set():
            count = min(self._workers, len(self._waiting))
            threads = [
                threading.Thread(
                    target=self._worker, args=(draw,), name=f"specreview-{i}", daemon=True
                )
                for i in range(count)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self._waiting, self._elsewhere = self._elsewhere, deque()
            if self._waiting:
                with self._lock:
                    self._message = f"{len(self._waiting)} candidates are inspected elsewhere"
                self._halt.wait(_TRY_AGAIN)

    def _worker(self, draw: DrawView) -> None:
        while (job := self._next()) is not None:
            candidate, task = job
            if not self._board.take(task):
                self._settle(candidate, task, "elsewhere")
                continue
            try:
                outcome = self._bench.inspect(task, draw)
            finally:
                self._board.give_back(task)
            self._settle(candidate, task, outcome)

    def _next(self) -> tuple[Candidate, Job] | None:
        with self._lock:
            if self._halt.is_set() or not self._waiting:
                return None
            candidate = self._waiting.popleft()
            job = Job(candidate.id, self._inspector)
            self._jobs.add(job)
            return candidate, job

    def _settle(self, candidate: Candidate, job: Job, outcome: Outcome) -> None:
        with self._lock:
            self._jobs.discard(job)
            if outcome == "elsewhere":
                self._elsewhere.append(candidate)
            elif outcome == "finished" and job.stepped:
                self._progress["done"] += 1
            elif outcome == "finished":  # another process did it since this run began
                self._progress["before"] += 1
                self._progress["total"] -= 1
            elif outcome in ("unsaved", "unusable"):
                self._give_up(job.message)
            elif outcome == "failed" or not self._halt.is_set():
                reason = job.message if outcome == "failed" else "stopped by a person"
                self._progress["failed"] += 1
                self._failures.append(f"{candidate.object_id}: {reason}")
                self._message = self._failures[-1]

    def _give_up(self, message: str) -> None:
        """No candidate would fare better: end the run, saying so once."""
        if self._state == "running":
            self._state, self._message = "failed", message
        self._halt.set()
        for job in self._jobs:
            job.want("leave")

    def _count(self, name: str) -> None:
        with self._lock:
            self._progress[name] += 1
