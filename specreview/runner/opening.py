"""Which trace a job goes on with: one that is there, a branch of it, or a new one."""

from collections.abc import Sequence
from dataclasses import dataclass

from specreview.agent.events import InspectionStarted, Limits
from specreview.agent.inspection import start_event
from specreview.agent.inspector import InspectorIdentity
from specreview.agent.traces import Trace
from specreview.review.rows import Candidate, InspectionSummary
from specreview.runner.job import Job
from specreview.runner.policy import failed, same_question, view_redshift
from specreview.runner.steering import Branch, asked_alike, begun_from, copied
from specreview.spectra.spectrum import Spectrum
from specreview.store.traces import Traces
from specreview.tasks.task import VettingTask
from specreview.version import __version__
from specreview.views.rendered import RENDERER_VERSION, view_title

KEPT_BACK = ""
"""The id of a trace that is not recorded yet."""


def asked_now(
    candidate: Candidate,
    spectrum: Spectrum,
    task: VettingTask,
    identity: InspectorIdentity,
    limits: Limits,
) -> InspectionStarted:
    """How an inspection that is begun now begins."""
    return start_event(
        spectrum,
        task,
        identity,
        title=view_title(spectrum.origin.source_file or candidate.path),
        redshift=view_redshift(candidate, task),
        redshift_source=candidate.redshift_source,
        renderer_version=RENDERER_VERSION,
        app_version=__version__,
        limits=limits,
        own_prompt=candidate.own_prompt,
    )


@dataclass(frozen=True)
class Opening:
    """A job's choice of its trace; `started` is how a new one would begin, `fingerprint` whose."""

    traces: Traces
    job: Job
    started: InspectionStarted
    fingerprint: str

    def trace(self) -> Trace:
        """The trace to go on with, or a new one where none fits what would be asked now.

        A new one that nobody asked for by name is kept back (its id is empty) while it would
        hide a finished inspection: until its first reply it has nothing to say in its place.
        """
        job, started = self.job, self.started
        if job.branch is not None:
            return self._branched(job.branch, self.traces.load(job.branch.inspection_id))
        before = [] if job.fresh else self.traces.of_candidate(job.candidate_id)
        if job.wanted is not None and not job.fresh:
            named = self._named(job.wanted, before)
            if named is not None:
                return named
        known = newest(self.traces, before, started.task_hash, self.fingerprint)
        if known is not None and same_question(known.started, started) and not failed(known):
            return known
        if any(summary.status == "inspected" for summary in before):
            return Trace(KEPT_BACK, (started,))
        return Trace(self.traces.start(job.candidate_id, started, self.fingerprint), (started,))

    def _named(self, wanted: str, before: Sequence[InspectionSummary]) -> Trace | None:
        """The trace that the job names, or a branch at its end; None where neither fits.

        What is suggested to an inspection by another inspector, or made under another prompt, is
        a branch of it.
        """
        known = self.traces.load(wanted)
        same = same_question(known.started, self.started)
        alike = asked_alike(known.started, self.started) and same
        mine = any(one.id == wanted and one.fingerprint == self.fingerprint for one in before)
        if mine and alike and (self.job.suggestions or not failed(known)):
            return known
        if not self.job.suggestions:
            return None
        return self._branched(Branch(wanted, len(known.events) - 1), known)

    def _branched(self, branch: Branch, parent: Trace) -> Trace:
        """A new trace, recorded, with a copy of the parent's events."""
        events = copied(parent, branch, self.started)
        first = begun_from(self.started, branch, events)
        steps = [(event, None) for event in events]
        inspection_id = self.traces.keep(self.job.candidate_id, first, steps, self.fingerprint)
        return Trace(inspection_id, (first, *events))


def newest(
    traces: Traces, summaries: Sequence[InspectionSummary], task_hash: str, fingerprint: str
) -> Trace | None:
    """The newest trace of this task by this inspector; `summaries` are the latest first."""
    for summary in summaries:
        if summary.task_hash == task_hash and summary.fingerprint == fingerprint:
            return traces.load(summary.id)
    return None
