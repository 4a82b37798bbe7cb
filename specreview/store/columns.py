"""What the tables are made of: strict tables, logs, and columns of few kinds."""

from sqlalchemy import (
    REAL,
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Items = Column[str] | Column[int] | Column[float] | Column[bytes] | UniqueConstraint | Index


def strict_table(name: str, *items: Items) -> Table:
    """A table that refuses values of the wrong kind."""
    return Table(name, metadata, *items, sqlite_strict=True)


def whole() -> TypeEngine[int]:
    """64 bits; in SQLite, a row id where it is the key."""
    return BigInteger().with_variant(Integer(), "sqlite")


def real() -> TypeEngine[float]:
    return Double().with_variant(REAL(), "sqlite")


def text(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, Text, nullable=null)


def count(name: str) -> Column[int]:
    """A number that begins at 0; truth values too."""
    return Column(name, whole(), nullable=False, server_default="0")


def reference(name: str, target: str, *, null: bool = False, key: bool = False) -> Column[int]:
    """A row of another table, by its id; `key` makes it the key, so that there is one a row."""
    return Column(
        name,
        ForeignKey(target),
        nullable=null,
        primary_key=key,
        autoincrement=False if key else "auto",
    )


def log_table(name: str, *columns: Items) -> Table:
    """A log: its payloads, each with its link of the writer's hash chain."""
    return strict_table(
        name,
        Column("log_id", whole(), primary_key=True),
        *columns,
        Column("schema", whole(), nullable=False),
        Column("payload", LargeBinary, nullable=False),
        text("writer"),
        Column("seq", whole(), nullable=False),
        text("prev"),
        text("hash"),
        UniqueConstraint("writer", "seq"),
    )
