"""What the Review page shows now: one look at the store, no widget touched."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from specreview.agent.traces import Trace
from specreview.errors import SpecreviewError, SpectrumReadError
from specreview.evidence.trace_evidence import TraceEvidence
from specreview.measure.assessment import Assessment
from specreview.measure.measurement import Measurement
from specreview.review.rows import Candidate, CandidateRow, Queue, QueueCounts
from specreview.review.stamps import utc_now
from specreview.services import Workspace
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask
from specreview.ui.deciding import View
from specreview.ui.epochs import distinct
from specreview.ui.present.cards import Refusal, unreadable, without_spectrum
from specreview.ui.present.frames import chart_windows
from specreview.ui.present.quantities import clock
from specreview.ui.shown import of_shown, shown
from specreview.ui.state import Desk


@dataclass(frozen=True)
class Sight:
    """The spectrum, what was measured in it, and the redshift of the chart's markers."""

    spectrum: Spectrum
    measurements: dict[str, Measurement]
    assessment: Assessment
    charted: float | None


@dataclass(frozen=True)
class Scene:
    """One candidate as the page shows it; either `sight` or `refusal` is there."""

    queue: Queue
    counts: QueueCounts
    row: CandidateRow
    task: VettingTask | None
    trace: Trace | None
    sight: Sight | None
    refusal: Refusal | None
    token: str
    view: View
    banner: str = ""
    evidence: TraceEvidence | None = None

    @property
    def charted(self) -> float | None:
        """The redshift of the chart's markers; None for no shift."""
        return self.sight.charted if self.sight is not None else None

    @property
    def windows(self) -> list[tuple[float, float]]:
        """The inspector's windows in the chart's rest frame."""
        return chart_windows(self.trace, self.charted)


def look(workspace: Workspace, desk: Desk) -> Scene:
    """The scene of the candidate on the desk, remembered there as a drawn view.

    Raises
    ------
    NotFound
        When the queue or the candidate is gone.
    """
    assert desk.queue_id is not None
    assert desk.candidate_id is not None
    assert desk.reviewer is not None
    store = workspace.store
    row = store.row(desk.candidate_id, desk.reviewer)
    trace = shown(workspace, desk)
    task = workspace.tasks.get(row.candidate.task_key)
    sight, refusal = _sight(workspace, row, task)
    working = workspace.runner.working(desk.candidate_id)
    running = working is not None and of_shown(working, trace).state == "running"
    view = _view(row, task, trace, sight, running)
    token = f"{desk.nonce}.{view.name}.{view.sight}"
    desk.remember(token, asdict(view))
    return Scene(
        queue=store.queues.by_id(desk.queue_id),
        counts=store.counts(desk.queue_id, desk.reviewer),
        row=row,
        task=task,
        trace=trace,
        sight=sight,
        refusal=refusal,
        token=token,
        view=view,
        banner=_banner(workspace, desk, row),
        evidence=evidence(workspace, row.candidate, trace, sight),
    )


def evidence(
    workspace: Workspace, candidate: Candidate, trace: Trace | None, sight: Sight | None
) -> TraceEvidence | None:
    """The trace beside the flux, in the frame that the inspector saw; None without either."""
    if trace is None or sight is None:
        return None
    return workspace.evidence(candidate, trace)


def _sight(
    workspace: Workspace, row: CandidateRow, task: VettingTask | None
) -> tuple[Sight | None, Refusal | None]:
    candidate = row.candidate
    if task is None:
        return None, Refusal(
            "This candidate's task is not loaded",
            f"task {candidate.task_key}",
            f"tasks {', '.join(sorted(workspace.tasks))}",
            f"a task file with the key {candidate.task_key}",
            "Add the task file to the tasks folder of the workspace, then start the server again.",
        )
    try:
        spectrum = workspace.spectrum(candidate)
        measurements = workspace.measurements(candidate)
        charted = workspace.redshift(candidate).value
        return Sight(spectrum, measurements, workspace.assessment(candidate), charted), None
    except SpectrumReadError as error:
        if candidate.content_hash is None and not Path(candidate.path).exists():
            return None, without_spectrum(candidate.path)
        return None, unreadable(candidate.path, str(error))
    except SpecreviewError as error:
        return None, Refusal("This candidate cannot be shown", candidate.path, str(error), "", "")


def _view(
    row: CandidateRow,
    task: VettingTask | None,
    trace: Trace | None,
    sight: Sight | None,
    running: bool,
) -> View:
    reached = trace.verdict if trace is not None and not running else None
    return View(
        candidate=row.candidate.id,
        version=row.candidate.version,
        position=row.candidate.position + 1,
        labels=task.labels if task else ("YES", "NO"),
        readable=sight is not None,
        inspection=trace.inspection_id if trace is not None else None,
        verdict=reached.verdict if reached else None,
        shown=reached is not None,
        state=row.state,
        redshift=row.candidate.own_redshift,
        windows=tuple(chart_windows(trace, sight.charted if sight else None)),
        replies=trace.turns if trace is not None else 0,
    )


def _banner(workspace: Workspace, desk: Desk, row: CandidateRow) -> str:
    """Says that somebody decided on this candidate since it came up on this screen."""
    candidate = row.candidate
    if desk.opened_version is None:
        desk.opened_version = candidate.version
        desk.opened_at = utc_now()
    if candidate.version == desk.opened_version:
        return ""
    return changed_by(workspace, desk, candidate.id)


def changed_by(workspace: Workspace, desk: Desk, candidate_id: int) -> str:
    """As in "changed by bob at 02:14:07 UTC: NO"; empty when it was only me."""
    for decision in reversed(workspace.store.decisions.of_candidate(candidate_id)):
        counts = decision.action in ("answer", "defer", "undo") and not decision.pending
        if not counts or decision.decided_at < desk.opened_at:
            continue
        if decision.reviewer != desk.reviewer:
            what = decision.answer or decision.action
            return f"changed by {decision.reviewer} at {clock(decision.decided_at)} UTC: {what}"
    return ""


def epochs(row: CandidateRow, family: Sequence[CandidateRow]) -> str:
    """As in "3, others: NO, new", of the queue's spectra of one source."""
    family = distinct(row, family)
    others = [one for one in family if one.candidate.id != row.candidate.id]
    if not others:
        return ""
    words = [one.answer or one.state for one in others]
    more = ", ..." if len(words) > 3 else ""
    who = "others" if len(others) > 1 else "the other"
    return f"{len(family)}, {who}: {', '.join(words[:3])}{more}"
