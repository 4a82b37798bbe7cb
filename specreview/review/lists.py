"""Which lists there are, the period of their decisions, and a filter that is kept under a name."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from specreview.review.rows import ALL_ROWS, RowFilter

ListKind = Literal["approved", "current", "history", "disagreements", "traces"]

KINDS: dict[ListKind, str] = {
    "approved": "the positive answers that count, one row a candidate",
    "current": "every answer that stands, one row a candidate",
    "history": "every act of every person, one row a decision",
    "disagreements": "answers that differ from the verdict shown, or from another person's",
    "traces": "what the inspectors did, one row a step",
}
"""Each list and what is on it, in the order in which people are offered them."""


@dataclass(frozen=True)
class Period:
    """Decisions from `since` on and before `until`; both UTC with offset, or None."""

    since: str | None = None
    until: str | None = None

    def holds(self, moment: str | None) -> bool:
        """Whether a decision at `moment` (ISO 8601 with offset) lies in the period."""
        if moment is None:
            return self == ALWAYS
        # UTC texts with fractions of different length do not sort as text: compare moments.
        when = datetime.fromisoformat(moment)
        after = self.since is None or when >= datetime.fromisoformat(self.since)
        return after and (self.until is None or when < datetime.fromisoformat(self.until))

    def __str__(self) -> str:
        since = f"decided from {self.since}" if self.since else ""
        until = f"decided before {self.until}" if self.until else ""
        return "; ".join(filter(None, (since, until)))


ALWAYS = Period()


@dataclass(frozen=True)
class SavedFilter:
    """What a list was made by, kept under a name: candidates, period, columns.

    `columns` are those of the list `kind`, None for all of them; for another list the filter
    chooses the rows alone.
    """

    name: str
    kind: ListKind = "current"
    row_filter: RowFilter = ALL_ROWS
    columns: tuple[str, ...] | None = None
    within: Period = ALWAYS


_SAVED: TypeAdapter[SavedFilter] = TypeAdapter(SavedFilter)


def saved_text(saved: SavedFilter) -> str:
    """The filter as JSON."""
    return _SAVED.dump_json(saved).decode()


def saved_filter(content: str) -> SavedFilter | None:
    """The inverse of `saved_text`; None for what this version cannot read."""
    try:
        return _SAVED.validate_json(content)
    except ValidationError:
        return None
