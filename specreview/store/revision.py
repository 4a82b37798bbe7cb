"""Which schema a database has, read without Alembic so that opening stays quick."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, inspect, select, text

from specreview.store.schema import APPLICATION, about


@dataclass(frozen=True)
class Revisions:
    """The revisions that this version of specreview knows, oldest first, and where they lie."""

    known: tuple[str, ...] = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
    folders: tuple[Path, ...] = (Path(__file__).parent / "migrations" / "versions",)

    @property
    def head(self) -> str:
        return self.known[-1]


CURRENT = Revisions()


@dataclass(frozen=True)
class Found:
    """What a database turned out to be; `revision` is "" unless it is ours."""

    kind: Literal["empty", "foreign", "current", "older", "newer"]
    revision: str = ""


def find_revision(connection: Connection, revisions: Revisions = CURRENT) -> Found:
    """Whose database this is, and how old; reads only."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return Found("empty")
    if about.name not in tables or "alembic_version" not in tables:
        return Found("foreign")
    owner = connection.execute(select(about.c.content).where(about.c.name == "application"))
    if owner.scalar() != APPLICATION:
        return Found("foreign")
    revision = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    if revision == revisions.head:
        return Found("current", revision)
    return Found("older" if revision in revisions.known else "newer", revision)
