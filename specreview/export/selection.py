"""Who is on a list, who is left out, and why: one place for the counts and for the files."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from specreview.errors import SettingsError
from specreview.review.consensus import approved
from specreview.review.lists import ALWAYS, ListKind, Period
from specreview.review.rows import CandidateRow
from specreview.review.stamps import utc_text


def period(since: str | None, until: str | None) -> Period:
    """A period from ISO 8601 times with any offset, which are made UTC first.

    Raises
    ------
    SettingsError
        When a time cannot be read, has no offset, or the period ends before it begins.
    """
    start, end = _utc(since), _utc(until)
    if start is not None and end is not None and start >= end:
        raise SettingsError(f"--since {since} is not before --until {until}; change one of them")
    return Period(start, end)


def _utc(moment: str | None) -> str | None:
    if moment is None:
        return None
    try:
        return utc_text(moment)
    except ValueError as error:
        raise SettingsError(
            f"{moment} is no time with an offset from UTC; write 2026-01-31T20:00:00+00:00"
        ) from error


@dataclass(frozen=True)
class LeftOut:
    """How many rows are not on the list for one reason."""

    reason: str
    count: int
    note: str = ""


@dataclass(frozen=True)
class Selection:
    """A list: its rows, and what is left out; together `total`.

    That is the candidates of the queue after the filter, or what the list has one row for: acts,
    differences, inspections.
    """

    kind: ListKind
    rows: Sequence[Any]
    left_out: tuple[LeftOut, ...]
    total: int
    counted: str = "candidates"
    """What `total` and `left_out` count."""


def select_rows(
    rows: Sequence[CandidateRow],
    kind: ListKind,
    confidence_limit: int,
    positive: Mapping[str, str] | None = None,
    within: Period = ALWAYS,
) -> Selection:
    """The rows of `rows` (one a candidate) that go on the list.

    `positive` gives the positive label by task key, YES where it is silent; `within` the time
    of the decision.
    `len(rows)` is the sum of the kept rows and of all counts in `left_out`.
    """
    labels = positive or {}
    kept: list[CandidateRow] = []
    reasons: Counter[tuple[str, str]] = Counter()
    for row in rows:
        label = labels.get(row.candidate.task_key, "YES")
        reason = (
            _not_approved(row, confidence_limit, label) if kind == "approved" else _not_current(row)
        )
        if reason is None and not within.holds(row.decided_at):
            reason = ("decided at another time", str(within))
        if reason is None:
            kept.append(row)
        else:
            reasons[reason] += 1
    left_out = tuple(LeftOut(why, count, note) for (why, note), count in sorted(reasons.items()))
    return Selection(kind, tuple(kept), left_out, len(rows))


def standing_answer(row: CandidateRow) -> tuple[str | None, int | None]:
    """(answer, confidence) that stand: the adjudicator's where there is one."""
    if row.state == "adjudicated":
        return row.adjudicated_answer, row.adjudicated_confidence
    return row.answer, row.confidence


def _not_current(row: CandidateRow) -> tuple[str, str] | None:
    if standing_answer(row)[0] is not None:
        return None
    return _undecided(row)


def _not_approved(row: CandidateRow, limit: int, label: str) -> tuple[str, str] | None:
    """(reason, note) as on the Export page, None when the row is approved."""
    if approved(row, limit, label)[0]:
        return None
    answer, _ = standing_answer(row)
    if row.state == "conflict":
        return "open conflict", "reviewers disagree"
    if answer is None:
        return _undecided(row, label)
    if row.role == "volunteer" and row.state != "adjudicated":
        return "a volunteer's answer", "in the current list"
    if answer == label:
        return f"{label} with confidence below {limit}", "limit set in Settings"
    return f"answer {answer}", "in the current list"


def _undecided(row: CandidateRow, label: str = "YES") -> tuple[str, str]:
    if row.state == "deferred":
        return "deferred", ""
    if row.has_verdict and row.verdict == label:
        return f"not answered, inspector's verdict {label}", "a verdict alone never approves"
    return "not answered, another verdict or none", ""
