"""From a workspace to what is handed on: the page of one object, the sheet of many."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from specreview import __version__
from specreview.agent.traces import Trace
from specreview.checking import why_not
from specreview.errors import NotFound, SettingsError, SpecreviewError
from specreview.export.job import ReadyList
from specreview.export.provenance import Provenance
from specreview.export.selection import standing_answer
from specreview.report.document import object_page
from specreview.report.markup import moment
from specreview.report.sheet import Sheet
from specreview.report.sheet_subject import SORTS, SheetObject, SheetOptions, SheetSort
from specreview.report.subject import Inspected, Sight, Subject
from specreview.review.lists import ALWAYS, Period
from specreview.review.rows import ALL_ROWS, Candidate, CandidateRow, Queue, RowFilter
from specreview.review.stamps import utc_now
from specreview.services import Workspace
from specreview.spectra.redshift import marker_redshift
from specreview.tasks.overlay import overlay_lines


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
        redshift, at = workspace.redshift(candidate), workspace.measured_redshift(candidate)
        return Sight(spectrum, redshift, workspace.measurements(candidate), at), ""
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


def listed_candidates(
    workspace: Workspace,
    ready: ReadyList,
    reviewer: str,
    row_filter: RowFilter = ALL_ROWS,
    within: Period = ALWAYS,
) -> list[CandidateRow]:
    """The candidates on a list, each once, in its order; filter and period are the list's own."""
    kind = ready.selection.kind
    if kind in ("approved", "current"):
        return list(ready.rows)
    store = workspace.store
    queue = store.queues.get(ready.made.queue)
    rows = {row.candidate.id: row for row in store.rows(queue.id, reviewer, row_filter)}
    if kind == "traces":  # without reading every step
        begun = {
            one.candidate_id
            for one in store.traces.of_queue(queue.id)
            if within.holds(one.started_at)
        }
        return [row for number, row in rows.items() if number in begun]
    listed = dict.fromkeys(row.candidate.id for row in ready.rows)
    return [rows[number] for number in listed if number in rows]


def sheet_of(
    workspace: Workspace, rows: Sequence[CandidateRow], made: Provenance, options: SheetOptions
) -> Sheet:
    """The sheet of the candidates on the list that `made` tells of; nothing is read yet.

    Raises
    ------
    SettingsError
        When there are none.
    """
    if not rows:
        raise SettingsError(
            f"nothing is on the {made.list} list of {made.queue}, so there is no sheet to draw"
        )
    panels = (_sheet_object(workspace, row) for row in sorted_rows(rows, options.sort))
    number = f"{len(rows)} {'spectrum' if len(rows) == 1 else 'spectra'}"
    title = f"{made.queue}: {number} of the {made.list} list, by {SORTS[options.sort]}"
    about = f"{made.app}, {moment(made.exported_at)}; filter: {made.filter}"
    return Sheet(panels, len(rows), options, title, about)


_KEYS: dict[SheetSort, Callable[[CandidateRow], tuple[object, ...]]] = {
    "id": lambda row: (row.candidate.object_id,),
    "ra": lambda row: _known(row.candidate.ra),
    "snr": lambda row: _known(row.candidate.snr, falling=True),
    "z": lambda row: _known(row.candidate.redshift),
    "confidence": lambda row: _known(standing_answer(row)[1], falling=True),
}


def sorted_rows(rows: Sequence[CandidateRow], sort: SheetSort) -> list[CandidateRow]:
    """The rows in an order of the sheet; what is not known comes last, ties stay as they were."""
    key = _KEYS.get(sort)
    return list(rows) if key is None else sorted(rows, key=key)


def _known(value: float | None, *, falling: bool = False) -> tuple[object, ...]:
    return (value is None, 0.0 if value is None else -value if falling else value)


def _sheet_object(workspace: Workspace, row: CandidateRow) -> SheetObject:
    """One panel; a file that cannot be read leaves it empty, and says why."""
    candidate = row.candidate
    task = workspace.tasks.get(candidate.task_key)
    name, about, said = candidate.object_id, _about(candidate), _said(row)
    try:
        spectrum = workspace.spectrum(candidate)
    except SpecreviewError as error:
        return SheetObject(name, about, said, None, str(error))
    applied = marker_redshift(
        spectrum.origin, task.redshift if task else "stellar", candidate.own_redshift
    )
    lines = overlay_lines(task) if task else ()
    return SheetObject(name, about, said, spectrum, "", applied.value, lines)


def _about(candidate: Candidate) -> str:
    """As in "LAMOST DR7  S/N 28  z 0.00012"."""
    survey = " ".join(filter(None, (candidate.survey, candidate.release)))
    parts = [survey or "survey unknown"]
    parts += [] if candidate.snr is None else [f"S/N {candidate.snr:.0f}"]
    parts += [] if candidate.redshift is None else [f"z {candidate.redshift:.5f}"]
    return "  ".join(parts).replace("-", "−")


def _said(row: CandidateRow) -> str:
    """As in "YES 4": the answer that stands and its confidence; else the verdict, named as such."""
    answer, confidence = standing_answer(row)
    if row.state == "conflict":
        return "conflict"
    if answer is not None:
        return answer if confidence is None else f"{answer} {confidence}"
    if row.has_verdict:
        return f"verdict {row.verdict or 'none'}"
    return "deferred" if row.state == "deferred" else ""
