"""What a trace's events add up to, one event at a time: the derived row of an inspection."""

from dataclasses import replace

from specreview.agent.events import (
    Event,
    InspectionStarted,
    InspectionStopped,
    VerdictReached,
)
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
    )


def after(summary: InspectionSummary, event: Event) -> InspectionSummary:
    """The summary after one more event.

    The last verdict counts, also when something was suggested or stopped after it. Without
    one, a cancelled inspection is still under way, a failed inspector says nothing, and every
    other stop is "no verdict".
    """
    summary = replace(summary, events=summary.events + 1)
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


def finishes(event: Event) -> bool:
    """Whether `event` ends its inspection: from then on, and until another one ends, it is the
    inspection that counts as the candidate's.
    """
    if isinstance(event, InspectionStopped):
        return event.reason not in ("cancelled", "backend_error")
    return isinstance(event, VerdictReached)
