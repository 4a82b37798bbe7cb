"""From a workspace to what is handed on: the page of one object, the sheet of many."""

from collections import Counter
from collections.abc import Mapping

from specreview import __version__
from specreview.agent.traces import Trace
from specreview.checking import why_not
from specreview.errors import NotFound, SpecreviewError
from specreview.report.document import object_page
from specreview.report.subject import Inspected, Sight, Subject
from specreview.review.rows import Candidate, Queue
from specreview.review.stamps import utc_now
from specreview.services import Workspace


def candidate_named(
    workspace: Workspace, queue_name: str, object_id: str, which: int | None = None
) -> tuple[Queue, Candidate]:
    """The queue's candidate with this id; `which`, from 1, of several.

    Raises
    ------
    NotFound
        When there is no such queue or candidate, or several and `which` does not say.
    """
    queue = workspace.store.queues.get(queue_name)
    found = workspace.store.queues.find(queue.id, object_id)
    if not found:
        raise NotFound(
            f"no candidate {object_id!r} in queue {queue_name!r}; `specreview queue show` lists "
            "their ids"
        )
    if which is None and len(found) > 1:
        tasks = ", ".join(f"{place} {one.task_key}" for place, one in enumerate(found, start=1))
        raise NotFound(f"{len(found)} candidates have the id {object_id!r} ({tasks}); give --of N")
    if which is not None and not 1 <= which <= len(found):
        raise NotFound(f"--of {which}: there are {len(found)} candidates with the id {object_id!r}")
    return queue, found[(which or 1) - 1]


def page_of(workspace: Workspace, candidate_id: int, *, anonymous: bool = False) -> bytes:
    """The page of one candidate as one HTML file; with `anonymous`, reviewers are numbered."""
    return object_page(subject_of(workspace, candidate_id, anonymous=anonymous))


def subject_of(workspace: Workspace, candidate_id: int, *, anonymous: bool = False) -> Subject:
    """All that the page shows, as the store and the file have it now."""
    store = workspace.store
    row = store.row(candidate_id, "")
    candidate = row.candidate
    sight, trouble = _sight(workspace, candidate)
    inspected = _inspected(workspace, candidate, sight)
    log = store.decisions.of_candidate(candidate_id)
    people = [made.reviewer for made in log]
    people += [mark.reviewer for mark in inspected.marks] if inspected is not None else []
    people += [candidate.redshift_by] if candidate.redshift_by is not None else []
    return Subject(
        queue=store.queues.by_id(candidate.queue_id),
        row=row,
        task=workspace.tasks.get(candidate.task_key),
        sight=sight,
        trouble=trouble,
        inspected=inspected,
        inspections=store.traces.of_candidate(candidate_id),
        decisions=log,
        made_at=utc_now(),
        app=f"specreview {__version__}",
        names=_numbered(people) if anonymous else {},
    )


def _sight(workspace: Workspace, candidate: Candidate) -> tuple[Sight | None, str]:
    """The spectrum with its measurements; else why there is none."""
    try:
        spectrum = workspace.spectrum(candidate)
        redshift = workspace.redshift(candidate)
        return Sight(spectrum, redshift, workspace.measurements(candidate)), ""
    except SpecreviewError as error:
        return None, f"No chart: {error}"


def _inspected(workspace: Workspace, candidate: Candidate, sight: Sight | None) -> Inspected | None:
    store = workspace.store
    trace = store.traces.counting(candidate.id)
    if trace is None:
        return None
    evidence = None if sight is None else workspace.evidence(candidate, trace)
    return Inspected(
        trace,
        store.traces.images(trace),
        evidence,
        "" if evidence is not None else _unchecked(trace, sight),
        tuple(store.marks.standing(trace.inspection_id)),
    )


def _unchecked(trace: Trace, sight: Sight | None) -> str:
    return "there is no spectrum" if sight is None else why_not(trace, sight.spectrum)


def _numbered(people: list[str]) -> Mapping[str, str]:
    """As in "reviewer 1", in the order of their first act."""
    order = list(Counter(people))
    return {name: f"reviewer {number}" for number, name in enumerate(order, start=1)}
