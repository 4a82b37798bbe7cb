"""The order of candidates as SQL, and what comes next after one of them in it."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, false, or_, select

from specreview.review.rows import CandidateState, ClaimFilter, RowFilter, SortKey
from specreview.store.schema import candidate, candidate_state, claim_count, standing

STATE: ColumnElement[str] = case(
    (candidate_state.c.consensus != "", candidate_state.c.consensus),
    (standing.c.action == "answer", "answered"),
    (standing.c.action == "defer", "deferred"),
    else_=candidate_state.c.status,
)
"""The candidate's state, as the reviewer whose standing acts are joined sees it."""

STATE_ORDER: tuple[CandidateState, ...] = (
    "new", "inspecting", "inspected", "deferred", "answered", "conflict", "adjudicated"
)  # fmt: skip
_RANK = case({state: rank for rank, state in enumerate(STATE_ORDER)}, value=STATE)

_SORTED: dict[SortKey, ColumnElement[Any]] = {
    "id": candidate.c.object_id,
    "survey": candidate.c.survey,
    "snr": candidate.c.snr,
    "score": candidate_state.c.score,
    "verdict": candidate_state.c.verdict,
    "contradicted": claim_count.c.contradicted,
    "answer": standing.c.answer,
    "state": _RANK,
}


@dataclass(frozen=True)
class Level:
    """One term of the order."""

    term: ColumnElement[Any]
    descending: bool = False


def levels(row_filter: RowFilter) -> list[Level]:
    """The terms of the order; missing values come last either way, queue order breaks ties."""
    if row_filter.sort == "queue":
        return [Level(candidate.c.position, row_filter.descending)]
    term = _SORTED[row_filter.sort]
    missing = case((term.is_(None), 1), else_=0)
    return [Level(missing), Level(term, row_filter.descending), Level(candidate.c.position)]


def ordered(query: Select[Any], order: list[Level], *, backwards: bool = False) -> Select[Any]:
    """`query` in this order, or from its end."""
    terms = [
        level.term.desc() if level.descending != backwards else level.term.asc() for level in order
    ]
    return query.order_by(*terms)


def beyond(
    order: list[Level], values: list[Any], *, backwards: bool = False
) -> ColumnElement[bool]:
    """Whether a row comes after the one whose terms have `values` (before it: `backwards`)."""
    cases: list[ColumnElement[bool]] = []
    same: list[ColumnElement[bool]] = []
    for level, value in zip(order, values, strict=True):
        if value is None:
            continue  # all rows that reach this level have no value either
        falling = level.descending != backwards
        further = level.term < value if falling else level.term > value
        cases.append(and_(*same, further))
        same.append(level.term == value)
    return or_(false(), *cases)


def matches(row_filter: RowFilter) -> list[ColumnElement[bool]]:
    """The conditions of a filter."""
    conditions: list[ColumnElement[bool]] = []
    if row_filter.states:
        conditions.append(STATE.in_(row_filter.states))
    if row_filter.verdicts:
        conditions.append(_verdict_in(row_filter.verdicts))
    if row_filter.surveys:
        conditions.append(candidate.c.survey.in_(row_filter.surveys))
    if row_filter.snr_min is not None:
        conditions.append(candidate.c.snr >= float(row_filter.snr_min))
    if row_filter.claims is not None:
        conditions.append(_CLAIMS[row_filter.claims])
    return conditions


_CLAIMS: dict[ClaimFilter, ColumnElement[bool]] = {
    "contradicted": claim_count.c.contradicted > 0,
    "none": claim_count.c.contradicted == 0,
    "uncounted": and_(candidate_state.c.has_verdict == 1, claim_count.c.inspection_id.is_(None)),
}


def _verdict_in(verdicts: tuple[str, ...]) -> ColumnElement[bool]:
    state = candidate_state.c
    labelled = state.verdict.in_([verdict for verdict in verdicts if verdict != "none"])
    without = and_(state.has_verdict == 1, state.verdict.is_(None))
    return or_(labelled, without) if "none" in verdicts else labelled


def seen_by(reviewer: str, *columns: ColumnElement[Any]) -> Select[Any]:
    """Candidates joined with their state, their claims and this reviewer's standing act."""
    mine = and_(standing.c.candidate_id == candidate.c.id, standing.c.reviewer == reviewer)
    return (
        select(*columns)
        .select_from(candidate)
        .join(candidate_state, candidate_state.c.candidate_id == candidate.c.id)
        .outerjoin(claim_count, claim_count.c.inspection_id == candidate_state.c.inspection_id)
        .outerjoin(standing, mine)
    )
