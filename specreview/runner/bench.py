"""The workbench: takes one candidate's inspection on, step by recorded step."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from specreview.agent.events import (
    InspectionStopped,
    InspectorReplied,
    Limits,
    ViewRendered,
)
from specreview.agent.inspection import Advance, DrawView, Inspection
from specreview.agent.inspector import Inspector
from specreview.agent.next_step import Ask, Record, next_step
from specreview.agent.traces import Trace
from specreview.errors import (
    InspectorError,
    InspectorUnusable,
    NotFound,
    SequenceConflict,
    SpecreviewError,
    StoreError,
)
from specreview.review.rows import Candidate
from specreview.runner.job import Job, Outcome
from specreview.runner.leases import Hold, LeaseKeeper
from specreview.runner.opening import KEPT_BACK, Opening, asked_now, newest
from specreview.runner.policy import failed, plain_message, view_redshift
from specreview.runner.rack import InspectorRack
from specreview.runner.steering import Suggestion, waits_already
from specreview.runner.wishes import Wishes
from specreview.spectra.spectrum import Spectrum
from specreview.store import Store
from specreview.tasks.task import VettingTask

LoadSpectrum = Callable[[Candidate], Spectrum]
Finished = Callable[[Candidate, Spectrum, Trace], None]
"""Told of each inspection that came to its end, once all of it is in the store."""

_ELSEWHERE = "another process inspects this candidate now"
_ASK_AGAIN = 0.3
"""Seconds between two looks whether another process is done."""
_TAKEN_OVER = "another process took this inspection over"

logger = logging.getLogger("specreview.runner")
logger.addHandler(logging.NullHandler())


@dataclass
class Work:
    """One candidate on the bench: all that a step needs."""

    job: Job
    hold: Hold
    trace: Trace
    spectrum: Spectrum
    task: VettingTask
    inspector: Inspector
    draw: DrawView
    images: dict[str, bytes]


@dataclass(frozen=True)
class Bench:
    """Everything that inspecting needs, from the store to the drawing."""

    store: Store
    load: LoadSpectrum
    tasks: Mapping[str, VettingTask]
    rack: InspectorRack
    keeper: LeaseKeeper
    limits: Limits
    wishes: Wishes
    on_finished: Finished | None = None

    def inspect(self, job: Job, draw: DrawView) -> Outcome:
        """Do what the job asks. Never raises: a failure is said in the job's message."""
        try:
            with self.rack.using(job.inspector):
                outcome = self._claimed(job, draw)
        except InspectorUnusable as error:
            job.say(str(error))
            outcome = "unusable"
        except SpecreviewError as error:
            job.say(str(error))
            database = isinstance(error, StoreError) and not isinstance(error, NotFound)
            outcome = "unsaved" if database else "failed"
        except Exception as error:
            logger.exception("inspecting candidate %s failed", job.candidate_id)
            job.say(plain_message(error))
            outcome = "failed"
        job.end(outcome)
        return outcome

    def task_of(self, candidate: Candidate) -> VettingTask:
        """The candidate's task; InspectorError when no such task is loaded."""
        if candidate.task_key not in self.tasks:
            raise InspectorError(
                f"{candidate.object_id}: its task {candidate.task_key!r} is not loaded; add the "
                f"task file, or give --tasks its folder"
            )
        return self.tasks[candidate.task_key]

    def finished(self, candidate: Candidate, inspector: str) -> bool:
        """Whether this inspector has finished this candidate's task at its present redshift."""
        task = self.task_of(candidate)
        identity = self.rack.inspector(inspector).identity
        summaries = self.store.traces.of_candidate(candidate.id)
        ended = [summary for summary in summaries if summary.status == "inspected"]
        trace = newest(self.store.traces, ended, task.hash, identity.fingerprint)
        if trace is None or trace.started.redshift != view_redshift(candidate, task):
            return False
        return trace.finished and not failed(trace)

    def _claimed(self, job: Job, draw: DrawView) -> Outcome:
        candidate = self.store.queues.candidate(job.candidate_id)
        task = self.task_of(candidate)
        inspector = self.rack.inspector(job.inspector)
        fingerprint = inspector.identity.fingerprint
        while True:
            with self.keeper.holding(candidate.id, task.hash, fingerprint) as hold:
                if hold is not None:
                    return self._held(candidate, task, inspector, job, draw, hold)
            if not job.steers or job.intent != "go":
                job.say(_ELSEWHERE)
                return "elsewhere"
            job.say(f"{_ELSEWHERE}; what you asked for begins when it is done")
            time.sleep(_ASK_AGAIN)

    def _held(
        self,
        candidate: Candidate,
        task: VettingTask,
        inspector: Inspector,
        job: Job,
        draw: DrawView,
        hold: Hold,
    ) -> Outcome:
        spectrum = self.load(candidate)
        started = asked_now(candidate, spectrum, task, inspector.identity, self.limits)
        fingerprint = inspector.identity.fingerprint
        trace = Opening(self.store.traces, job, started, fingerprint).trace()
        job.inspection_id = trace.inspection_id or None
        job.say("")
        images = self.store.traces.images(trace)
        self.wishes.forget(candidate.id)
        work = Work(job, hold, trace, spectrum, task, inspector, draw, images)
        outcome = self._steps(work)
        if outcome == "finished":
            self._tell(candidate, work)
        return outcome

    def _tell(self, candidate: Candidate, work: Work) -> None:
        """What is made of a finished inspection can be made later: it must not spoil it."""
        if self.on_finished is None:
            return
        try:
            self.on_finished(candidate, work.spectrum, work.trace)
        except Exception:
            logger.exception("what follows the inspection of %s failed", candidate.object_id)

    def _steps(self, work: Work) -> Outcome:
        """Step until the inspection, or what was asked for, is over."""
        replied = False
        while not work.hold.lost:
            upcoming = next_step(work.trace)
            suggested = work.job.suggestions
            if suggested and (upcoming is None or isinstance(upcoming, Ask)):
                self._suggest(work, suggested[0])
                continue
            if upcoming is None:
                return self._over(work)
            turn_over = replied and work.job.extent == "turn" and not isinstance(upcoming, Record)
            if (turn_over or work.job.intent == "pause") and not suggested:
                return "paused"
            work.job.at(work.trace, isinstance(upcoming, Ask))
            advance = self._advance(work)
            ended = self._ended(work, advance)
            if ended is not None:
                return ended
            self._record(work, advance)
            replied = replied or isinstance(advance.event, InspectorReplied)
        work.job.say(_TAKEN_OVER)
        return "elsewhere"

    def _suggest(self, work: Work, suggestion: Suggestion) -> None:
        """Record what the astronomer suggests; where somebody else was first, it is tried again."""
        if not waits_already(work.trace, suggestion):
            self._record(work, Advance(suggestion.event))
        if waits_already(work.trace, suggestion):
            work.job.taken(suggestion)

    def _over(self, work: Work) -> Outcome:
        stopped = work.trace.stopped
        work.job.say(stopped.message if stopped else "")
        return "failed" if failed(work.trace) else "finished"

    def _ended(self, work: Work, advance: Advance) -> Outcome | None:
        """How a cancellation ends the work; one that the person asked for is recorded."""
        event = advance.event
        if not (isinstance(event, InspectionStopped) and event.reason == "cancelled"):
            return None
        if work.hold.lost:
            work.job.say(_TAKEN_OVER)
            return "elsewhere"
        if work.job.intent == "leave":
            return "left"
        if work.trace.inspection_id != KEPT_BACK:
            self._record(work, advance)
        return "stopped"

    def _advance(self, work: Work) -> Advance:
        """The next event; what goes wrong becomes `backend_error` with a plain message."""
        inspection = Inspection(
            work.trace, work.spectrum, work.task, work.inspector, work.draw, work.images
        )
        try:
            advance = inspection.advance(work.job.on_text, lambda: self._interrupted(work))
            assert advance is not None, "asked for a step after the last"
            return advance
        except InspectorUnusable:
            raise
        except Exception as error:
            logger.exception("a step of candidate %s failed", work.job.candidate_id)
            message = plain_message(error)
            return Advance(InspectionStopped(reason="backend_error", message=message))

    def _record(self, work: Work, advance: Advance) -> None:
        """Append the event; where somebody else was first, take the trace as it is now."""
        if work.hold.lost:
            return
        event, image = advance.event, advance.image
        if work.trace.inspection_id == KEPT_BACK and not isinstance(event, ViewRendered):
            self._bring_out(work)
        trace = work.trace
        try:
            if trace.inspection_id != KEPT_BACK:
                self.store.traces.append(trace.inspection_id, len(trace.events), event, image)
        except SequenceConflict:
            work.trace = self.store.traces.load(trace.inspection_id)
            work.images = self.store.traces.images(work.trace)
            return
        work.trace = trace.plus(event)
        if image is not None and isinstance(event, ViewRendered):
            work.images[event.image_sha256] = image

    def _bring_out(self, work: Work) -> None:
        """Record what was kept back: its start and its views."""
        views = [event for event in work.trace.events if isinstance(event, ViewRendered)]
        steps = [(view, work.images[view.image_sha256]) for view in views]
        inspection_id = self.store.traces.keep(
            work.job.candidate_id, work.trace.started, steps, work.inspector.identity.fingerprint
        )
        work.job.inspection_id = inspection_id
        work.trace = Trace(inspection_id, work.trace.events)

    def _interrupted(self, work: Work) -> bool:
        """Whether to end now; takes in what other processes ask for."""
        self._listen(work.job)
        return work.job.interrupted or work.hold.lost

    def _listen(self, job: Job) -> None:
        """Take in what another process asks for; a busy store is asked again later."""
        try:
            wish = self.wishes.take(job.candidate_id)
        except SpecreviewError:
            return
        if wish in ("pause", "stop"):
            job.want("stop" if wish == "stop" else "pause")
