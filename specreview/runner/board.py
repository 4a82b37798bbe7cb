"""The board of jobs: one a candidate in this process, each in its own thread."""

import threading
from collections.abc import Callable

from specreview.runner.job import Job

_CLOSING = 3.0
"""Seconds that closing waits for a step under way."""


class JobBoard:
    """Takes jobs on, refuses a second one for a candidate, and remembers what was said last.

    `work` does a job in the thread that the board starts for it.
    """

    def __init__(self, work: Callable[[Job], object]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._jobs: dict[int, Job] = {}
        self._said: dict[int, str] = {}
        self._threads: set[threading.Thread] = set()
        self._closed = False

    def job(self, candidate_id: int) -> Job | None:
        """The candidate's job, where it has one."""
        with self._lock:
            return self._jobs.get(candidate_id)

    def said(self, candidate_id: int) -> str:
        """What the candidate's last job said at its end."""
        return self._said.get(candidate_id, "")

    def take(self, job: Job) -> bool:
        """Register a job; False while the candidate has one."""
        with self._lock:
            if self._closed or job.candidate_id in self._jobs:
                return False
            self._jobs[job.candidate_id] = job
            return True

    def give_back(self, job: Job) -> None:
        """Take a job off the board; begin the one that was to follow it."""
        with self._lock:
            del self._jobs[job.candidate_id]
            self._said.pop(job.candidate_id, None)
            if job.message:
                self._said[job.candidate_id] = job.message
        if (following := _following(job)) is not None:
            self.begin(following)

    def begin(self, job: Job) -> None:
        """Start a job's thread, or hand its wish to the job that the candidate has."""
        while not self.take(job):
            if self._hand_over(job):
                return
        thread = threading.Thread(
            target=self._run, args=(job,), name=f"specreview-{job.candidate_id}", daemon=True
        )
        with self._lock:
            self._threads = {t for t in self._threads if t.is_alive()} | {thread}
            thread.start()

    def close(self) -> None:
        """Refuse new jobs and end those under way, recording nothing of it."""
        with self._lock:
            self._closed = True
            threads = list(self._threads)
            for job in self._jobs.values():
                job.want("leave")
        for thread in threads:
            thread.join(_CLOSING)

    def _hand_over(self, job: Job) -> bool:
        """Hand a wish to the candidate's job; False where that ended just now."""
        with self._lock:
            active = self._jobs.get(job.candidate_id)
            if active is None:
                return self._closed
            if _goes_into(active, job):
                active.suggest(job.suggestions)
                active.extent = "run"
                active.want("go")
            elif job.steers:
                _follow(active, job)
            elif job.fresh:
                active.want("stop")
                active.successor = job
            elif job.extent == "run" and active.intent == "stop":
                active.successor = job
            elif job.extent == "run":
                active.extent = "run"
                active.want("go")
            return True

    def _run(self, job: Job) -> None:
        try:
            self._work(job)
        finally:
            self.give_back(job)


def _goes_into(active: Job, job: Job) -> bool:
    """Whether what `job` suggests is about the inspection that is under way."""
    same = job.wanted in (None, active.inspection_id) and job.inspector == active.inspector
    return same and job.branch is None and bool(job.suggestions) and active.intent != "leave"


def _follow(active: Job, job: Job) -> None:
    """Put `job` at the end of what follows; the second half of a double press is dropped."""
    last = active
    while not last.alike(job):
        if last.successor is None:
            last.successor = job
            return
        last = last.successor
    last.suggest(job.suggestions)


def _following(job: Job) -> Job | None:
    """What comes next: a suggestion that came as the job ended is taken in by another one."""
    if not job.suggestions or job.outcome not in ("finished", "paused"):
        return job.successor
    more = Job(
        job.candidate_id, job.inspector, wanted=job.inspection_id, suggestions=job.suggestions
    )
    more.successor = job.successor
    return more
