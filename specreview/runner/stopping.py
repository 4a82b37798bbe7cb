"""Stop while nobody inspects: as when the inspection ended between a look and the press."""

from specreview.agent.events import InspectionStopped
from specreview.runner.leases import LeaseKeeper
from specreview.store.traces import Traces


def stop_at_rest(
    traces: Traces, keeper: LeaseKeeper, candidate_id: int, wanted: str | None
) -> bool:
    """Record that an inspection was cancelled, where it may go on; False where somebody is at it.

    `wanted` is the inspection, None for the one that was begun last.
    """
    trace = traces.latest(candidate_id) if wanted is None else traces.load(wanted)
    if trace is None or trace.stopped is not None or not trace.resumable:
        return True
    summary = next(s for s in traces.of_candidate(candidate_id) if s.id == trace.inspection_id)
    with keeper.holding(candidate_id, summary.task_hash, summary.fingerprint) as hold:
        if hold is None:
            return False
        trace = traces.load(trace.inspection_id)
        if trace.resumable and trace.stopped is None:
            cancelled = InspectionStopped(reason="cancelled")
            traces.append(trace.inspection_id, len(trace.events), cancelled, None)
        return True
