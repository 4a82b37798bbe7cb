"""What a trace's events add up to, one event at a time: the derived row of an inspection."""

from dataclasses import replace

from specreview.agent.events import (
    Event,
    InspectionStarted,
    InspectionStopped,
    VerdictReached,
)
from specreview.agent.unaided import unaided_after
from specreview.review.rows import InspectionSummary


def begin(
    inspection_id: str, candidate_id: int, started: InspectionStarted, fingerprint: str, at: str
) -> InspectionSummary:
    """The summary after the first event."""
    return InspectionSummary(
        id=inspection_id,
        candidate_id=candidate_id,
        started_at=at,
        inspector=started.inspector,
        task_hash=started.task_hash,
        fingerprint=fingerprint,
        rollout=started.rollout,
        events=1,
        status="inspecting",
        verdict=None,
        has_verdict=False,
        score=None,
        prompt_hash=started.prompt_hash,
        unaided=unaided_after("open", started),
        unaided_verdict=None,
    )


def after(summary: InspectionSummary, event: Event) -> InspectionSummary:
    """The summary after one more event.

    The last verdict counts, also when something was suggested or stopped after it. Without
    one, a cancelled inspection is still under way, a failed inspector says nothing, and every
    other stop is "no verdict".
    """
    summary = _by_itself(replace(summary, events=summary.events + 1), event)
    if isinstance(event, VerdictReached):
        return replace(
            summary,
            status="inspected",
            verdict=event.verdict,
            has_verdict=True,
            score=event.score,
        )
    if summary.has_verdict:
        return summary
    if not isinstance(event, InspectionStopped):
        return replace(summary, status="inspecting")
    if event.reason == "cancelled":
        return replace(summary, status="inspecting")
    if event.reason == "backend_error":
        return replace(summary, status="failed")
    return replace(summary, status="inspected", has_verdict=True)


def _by_itself(summary: InspectionSummary, event: Event) -> InspectionSummary:
    """With what the inspector came to before any help."""
    stands = unaided_after(summary.unaided, event)
    if stands == summary.unaided:
        return summary
    verdict = event.verdict if isinstance(event, VerdictReached) else None
    return replace(summary, unaided=stands, unaided_verdict=verdict)
