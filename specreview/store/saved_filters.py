"""Filters of lists that people keep, by queue and name."""

from sqlalchemy import delete, insert, select

from specreview.errors import NotFound, SettingsError
from specreview.review.lists import SavedFilter, saved_filter, saved_text
from specreview.store.database import Database
from specreview.store.schema import queue
from specreview.store.schema import saved_filter as table

LONGEST_NAME = 100


class SavedFilters:
    """What lists are made by, kept: may be replaced and deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, queue_id: int) -> list[SavedFilter]:
        """Those of a queue that this version can read, by name."""
        query = select(table.c.content).where(table.c.queue_id == int(queue_id))
        with self._database.read() as connection:
            found = connection.execute(query.order_by(table.c.name)).scalars().all()
        return [saved for content in found if (saved := saved_filter(content)) is not None]

    def get(self, queue_id: int, name: str) -> SavedFilter:
        """The one of that name; NotFound when there is none."""
        kept = self.all(queue_id)
        for saved in kept:
            if saved.name == name:
                return saved
        there = ", ".join(saved.name for saved in kept) or "none yet; save one on the Export page"
        raise NotFound(f"no filter {name!r} in this queue; there are: {there}")

    def save(self, queue_id: int, saved: SavedFilter) -> SavedFilter:
        """Keep a filter in place of one of that name.

        Raises
        ------
        SettingsError
            When its name cannot be one; NotFound when there is no such queue.
        """
        _check_name(saved.name)
        with self._database.write() as connection:
            if connection.execute(select(queue.c.id).where(queue.c.id == queue_id)).first() is None:
                raise NotFound(
                    f"no queue {queue_id}; `specreview queue list` shows those there are"
                )
            mine = (table.c.queue_id == int(queue_id)) & (table.c.name == saved.name)
            connection.execute(delete(table).where(mine))
            values = {"queue_id": int(queue_id), "name": saved.name, "content": saved_text(saved)}
            connection.execute(insert(table).values(values))
        return saved

    def delete(self, queue_id: int, name: str) -> None:
        """Forget the filter of that name; NotFound when there is none."""
        mine = (table.c.queue_id == int(queue_id)) & (table.c.name == name)
        with self._database.write() as connection:
            if not connection.execute(delete(table).where(mine)).rowcount:
                raise NotFound(f"no filter {name!r} in this queue; nothing was deleted")


def _check_name(name: str) -> None:
    if not name.strip():
        raise SettingsError("the filter has no name; give it one")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise SettingsError(
            f"filter {name[:LONGEST_NAME]!r}: a name is one line of {LONGEST_NAME} characters at "
            "most; choose another one"
        )
