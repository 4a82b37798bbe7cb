"""What was chosen on the Export page: from the desk to a list, to the URL, to a saved filter."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from specreview.export.job import ReadyList
from specreview.listing import list_of
from specreview.review.lists import ALWAYS, KINDS, ListKind, Period, SavedFilter
from specreview.review.rows import ALL_ROWS, Queue, RowFilter
from specreview.services import Workspace
from specreview.ui.state import Desk

URL_LIST = "list"
URL_COLUMNS = "columns"
URL_SINCE = "since"
URL_UNTIL = "until"
_LONGEST_COLUMNS = 4000

OF_EVERYBODY: tuple[ListKind, ...] = ("history", "disagreements", "traces")
"""The lists that hold what all people did, unless one of them is chosen."""


@dataclass(frozen=True)
class Wish:
    """One list as it was chosen: all that is needed to make it anew at a click."""

    queue: Queue
    kind: ListKind
    reviewer: str
    row_filter: RowFilter = ALL_ROWS
    within: Period = ALWAYS
    columns: tuple[str, ...] | None = None
    names: bool = False
    only_reviewer: bool = False

    def ready(self, workspace: Workspace) -> ReadyList:
        """The list as the log has it now."""
        return list_of(
            workspace,
            self.queue,
            self.kind,
            self.reviewer,
            row_filter=self.row_filter,
            within=self.within,
            columns=self.columns,
            reviewer_names=self.names,
            only_reviewer=self.only_reviewer,
        )


def wish_of(desk: Desk, queue: Queue, reviewer: str) -> Wish:
    """What the desk asks for, all columns."""
    chosen = desk.export
    all_people = chosen.kind in OF_EVERYBODY
    return Wish(
        queue,
        chosen.kind,
        reviewer,
        desk.filter(),
        within(desk),
        names=chosen.names,
        only_reviewer=all_people and not chosen.everybody and bool(reviewer),
    )


def within(desk: Desk) -> Period:
    """From the beginning of the first UTC day on, before that of the last one."""
    return Period(*(f"{day}T00:00:00+00:00" if day else None for day in _days(desk)))


def _days(desk: Desk) -> tuple[str | None, str | None]:
    return desk.export.since, desk.export.until


def with_columns(wish: Wish, desk: Desk, ready: ReadyList) -> tuple[Wish, ReadyList]:
    """The wish and its list with the chosen columns; those that it has not are left out."""
    names = desk.export.columns.get(wish.kind)
    there = {column.name: column for column in ready.available}
    kept = tuple(name for name in names or () if name in there)
    if not kept or len(kept) == len(there):
        return wish, ready
    made = replace(ready.made, columns=len(kept))
    columns = tuple(there[name] for name in kept)
    return replace(wish, columns=kept), replace(ready, columns=columns, made=made, whole=None)


def choose_columns(desk: Desk, available: list[str], names: list[str]) -> None:
    """Keep the choice for this kind of list, in the list's order; none or all means all."""
    kept = tuple(name for name in available if name in names)
    desk.export.columns.pop(desk.export.kind, None)
    if 0 < len(kept) < len(available):
        desk.export.columns[desk.export.kind] = kept


def saved_now(desk: Desk, name: str) -> SavedFilter:
    """What is chosen, to be kept under a name."""
    chosen = desk.export
    return SavedFilter(
        name, chosen.kind, desk.filter(), chosen.columns.get(chosen.kind), within(desk)
    )


def apply(desk: Desk, saved: SavedFilter) -> None:
    """Choose what was kept: the list, its rows, its columns, its period."""
    chosen = desk.export
    chosen.kind = saved.kind
    desk.set_filter(saved.row_filter)
    chosen.since, chosen.until = _day(saved.within.since), _day(saved.within.until)
    chosen.columns.pop(saved.kind, None)
    if saved.columns is not None:
        chosen.columns[saved.kind] = saved.columns


def _day(moment: str | None) -> str | None:
    return moment[:10] if moment else None


def in_use(desk: Desk, saved: list[SavedFilter]) -> str | None:
    """The name of the kept filter that is what is chosen now; None for none of them."""
    return next((one.name for one in saved if one == saved_now(desk, one.name)), None)


def to_url(desk: Desk) -> dict[str, str]:
    """What of the choice stands in the address, so that a refresh keeps it."""
    chosen = desk.export
    place = {
        URL_LIST: "" if chosen.kind == "approved" else chosen.kind,
        URL_COLUMNS: ",".join(chosen.columns.get(chosen.kind, ())),
        URL_SINCE: chosen.since or "",
        URL_UNTIL: chosen.until or "",
    }
    return {name: value for name, value in place.items() if value}


def follow(desk: Desk, asked: Mapping[str, str]) -> None:
    """Choose what a URL asks for when the page first comes up; anything unknown is left out."""
    chosen = desk.export
    if chosen.followed:
        return
    chosen.followed = True
    chosen.kind = next((one for one in KINDS if one == asked.get(URL_LIST)), chosen.kind)
    names = asked.get(URL_COLUMNS, "")[:_LONGEST_COLUMNS]
    if names:
        chosen.columns[chosen.kind] = tuple(filter(None, names.split(",")))
    chosen.since, chosen.until = (_a_day(asked.get(name)) for name in (URL_SINCE, URL_UNTIL))


def _a_day(text: str | None) -> str | None:
    try:
        return date.fromisoformat(text or "").isoformat()
    except ValueError:
        return None
