"""Stop while nobody inspects: as when the inspection ended between a look and the press."""

from specreview.agent.events import InspectionStopped
from specreview.errors import NotFound
from specreview.runner.leases import LeaseKeeper
from specreview.store.traces import Traces


def stop_at_rest(
    traces: Traces, keeper: LeaseKeeper, candidate_id: int, wanted: str | None
) -> bool:
    """Record that an inspection was cancelled, where it may go on; False where somebody is at it.

    `wanted` is the inspection, None for the one that was begun last.

    Raises
    ------
    NotFound
        When `wanted` is no inspection, or another candidate's.
    """
    trace = traces.latest(candidate_id) if wanted is None else traces.load(wanted)
    if trace is None or trace.stopped is not None or not trace.resumable:
        return True
    summaries = {one.id: one for one in traces.of_candidate(candidate_id)}
    if trace.inspection_id not in summaries:
        raise NotFound(f"inspection {wanted} is not one of this candidate's; open the page again")
    summary = summaries[trace.inspection_id]
    with keeper.holding(candidate_id, summary.task_hash, summary.fingerprint) as hold:
        if hold is None:
            return False
        trace = traces.load(trace.inspection_id)
        if trace.resumable and trace.stopped is None:
            cancelled = InspectionStopped(reason="cancelled")
            traces.append(trace.inspection_id, len(trace.events), cancelled, None)
        return True
