"""The tables. `decision`, `event`, `mark` and `image` are append-only; the rest can be made from
them and the spectra, or holds what is under way.

A log row's `payload` is the record, as canonical JSON; its other columns are indices derived
from the payload, and the links of the writer's hash chain. Times are UTC ISO 8601 text, ids of
survey objects TEXT, truth values 0 or 1. In SQLite the tables are STRICT, so that a value of
the wrong kind (a NumPy integer, bound as a BLOB) is refused instead of stored.
"""

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

APPLICATION = "specreview"

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Items = Column[str] | Column[int] | Column[float] | Column[bytes] | UniqueConstraint | Index


def _table(name: str, *items: Items) -> Table:
    return Table(name, metadata, *items, sqlite_strict=True)


def _whole() -> TypeEngine[int]:
    return BigInteger().with_variant(Integer(), "sqlite")


def _real() -> TypeEngine[float]:
    return Double().with_variant(REAL(), "sqlite")


def _text(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, Text, nullable=null)


def _count(name: str) -> Column[int]:
    return Column(name, _whole(), nullable=False, server_default="0")


def _refers(name: str, target: str, *, null: bool = False, key: bool = False) -> Column[int]:
    return Column(
        name,
        ForeignKey(target),
        nullable=null,
        primary_key=key,
        autoincrement=False if key else "auto",
    )


about = _table("specreview_about", Column("name", Text, primary_key=True), _text("content"))
"""What this database is: tells a foreign database and a newer one from ours."""

queue = _table(
    "queue",
    Column("id", _whole(), primary_key=True),
    _text("name"),
    _text("task_key", null=True),
    _text("created_at"),
    _text("source"),
    Column("expected_share", _real()),
    UniqueConstraint("name"),
)

candidate = _table(
    "candidate",
    Column("id", _whole(), primary_key=True),
    _refers("queue_id", "queue.id"),
    Column("position", _whole(), nullable=False),
    _text("object_id"),
    _text("source_id"),
    _text("task_key"),
    _text("path"),
    _text("file_object"),
    _text("content_hash", null=True),
    _text("survey"),
    _text("release", null=True),
    Column("ra", _real()),
    Column("dec", _real()),
    Column("snr", _real()),
    Column("redshift", _real()),
    _text("redshift_source", null=True),
    Column("own_redshift", _real()),
    _text("own_redshift_by", null=True),
    Column("catalogue_score", _real()),
    _text("catalogue"),
    _text("hidden"),
    _text("sparkline", null=True),
    _text("fingerprint"),
    _text("own_prompt", null=True),
    _text("label", null=True),
    UniqueConstraint("queue_id", "object_id", "task_key", "path", "file_object"),
    UniqueConstraint("queue_id", "position"),
    Index("ix_candidate_source", "queue_id", "source_id"),
)
"""`file_object` is "" where the file holds one object. `fingerprint` covers all imported
values. `own_redshift` is set by `own_redshift_by`, a reviewer, and outranks `redshift`.
`own_prompt` is canonical JSON of system and user text. `label` is the truth as one of the task's
labels, for scoring alone, like `hidden`."""

reject = _table(
    "reject",
    Column("id", _whole(), primary_key=True),
    _refers("queue_id", "queue.id"),
    Column("row", _whole(), nullable=False),
    _text("name"),
    _text("reason"),
    Index("ix_reject_queue_id", "queue_id"),
)

image = _table(
    "image",
    Column("sha256", Text, primary_key=True),
    Column("png", LargeBinary, nullable=False),
)

inspection = _table(
    "inspection",
    Column("id", Text, primary_key=True),
    _refers("candidate_id", "candidate.id"),
    _text("started_at"),
    _text("inspector"),
    _text("task_hash"),
    _text("fingerprint"),
    Column("rollout", _whole(), nullable=False),
    Column("events", _whole(), nullable=False),
    _text("status"),
    _text("verdict", null=True),
    _count("has_verdict"),
    Column("score", _real()),
    Column("prompt_hash", Text, nullable=False, server_default=""),
    Column("unaided", Text, nullable=False, server_default="open"),
    _text("unaided_verdict", null=True),
    Index("ix_inspection_candidate_id", "candidate_id"),
)
"""Derived from the events."""


def _log(name: str, *columns: Items) -> Table:
    return _table(
        name,
        Column("log_id", _whole(), primary_key=True),
        *columns,
        Column("schema", _whole(), nullable=False),
        Column("payload", LargeBinary, nullable=False),
        _text("writer"),
        Column("seq", _whole(), nullable=False),
        _text("prev"),
        _text("hash"),
        UniqueConstraint("writer", "seq"),
    )


event = _log(
    "event",
    Column("inspection_id", ForeignKey("inspection.id"), nullable=False),
    Column("position", _whole(), nullable=False),
    _text("kind"),
    _text("recorded_at"),
    Column("image_sha256", ForeignKey("image.sha256"), nullable=True),
    UniqueConstraint("inspection_id", "position"),
)

decision = _log(
    "decision",
    _text("id"),
    _refers("candidate_id", "candidate.id"),
    Column("inspection_id", ForeignKey("inspection.id"), nullable=True),
    _text("reviewer"),
    _text("action"),
    _text("decided_at"),
    _text("submit_token"),
    UniqueConstraint("id"),
    UniqueConstraint("submit_token"),
    Index("ix_decision_candidate_id", "candidate_id"),
    Index("ix_decision_reviewer", "reviewer"),
)

mark = _log(
    "mark",
    _text("id"),
    Column("inspection_id", ForeignKey("inspection.id"), nullable=False),
    Column("position", _whole(), nullable=False),
    _text("reviewer"),
    _text("marked_at"),
    _text("submit_token"),
    UniqueConstraint("id"),
    UniqueConstraint("submit_token"),
    Index("ix_mark_inspection_id", "inspection_id"),
)
"""What people think of single steps: a log of its own, so that no trace changes by it."""

LOGS = {"event": event, "decision": decision, "mark": mark}
APPEND_ONLY = (event, decision, mark, image)

chain_head = _table(
    "chain_head",
    Column("log", Text, primary_key=True),
    Column("writer", Text, primary_key=True),
    Column("seq", _whole(), nullable=False),
    _text("hash"),
)
"""The last link of each writer's chain, so that a log cut short at its end is noticed."""

candidate_state = _table(
    "candidate_state",
    _refers("candidate_id", "candidate.id", key=True),
    _count("version"),
    Column("inspection_id", ForeignKey("inspection.id"), nullable=True),
    Column("status", Text, nullable=False, server_default="new"),
    _text("inspector", null=True),
    _text("verdict", null=True),
    _count("has_verdict"),
    Column("score", _real()),
    Column("consensus", Text, nullable=False, server_default=""),
    _text("adjudicated_answer", null=True),
    Column("adjudicated_confidence", _whole()),
)
"""Derived from both logs: one row a candidate."""

standing = _table(
    "standing",
    _refers("candidate_id", "candidate.id", key=True),
    Column("reviewer", Text, primary_key=True),
    _refers("queue_id", "queue.id"),
    Column("log_id", _whole(), nullable=False),
    _text("decision_id"),
    _text("action"),
    _text("answer", null=True),
    Column("confidence", _whole()),
    _text("role"),
    _text("origin"),
    _text("shown_verdict", null=True),
    _text("issues"),
    _text("other_class", null=True),
    Column("redshift", _real()),
    _text("reason", null=True),
    _text("comment"),
    _text("decided_at"),
    Column("active_seconds", _real()),
    Index("ix_standing_queue_id_reviewer", "queue_id", "reviewer", "log_id"),
)
"""Derived from the decisions: each person's act that stands."""

claim_count = _table(
    "claim_count",
    Column("inspection_id", ForeignKey("inspection.id"), primary_key=True),
    Column("checker", _whole(), nullable=False),
    _text("task_hash"),
    _count("supported"),
    _count("weakly_supported"),
    _count("contradicted"),
    _count("not_measurable"),
    _count("not_checked"),
)
"""How the claims of an inspection stand against the flux. Derived, but not from the logs alone: it
takes the spectrum, so `verify` cannot check it and `specreview claims` makes it anew. `checker` is
the version of the rules, `task_hash` the task that they measured by."""

spectrum_index = _table(
    "spectrum_index",
    _refers("candidate_id", "candidate.id", key=True),
    _text("content_hash"),
    _text("task_hash"),
    Column("version", _whole(), nullable=False),
    _text("plate"),
    _text("spectrograph"),
    Column("fibre", _whole()),
    _text("night"),
    Column("peaks", LargeBinary, nullable=False),
    Column("features", LargeBinary, nullable=False),
)
"""Peaks and measured values of each spectrum, packed, and where the survey took it. Derived from
the spectra alone."""

lease = _table(
    "lease",
    _refers("candidate_id", "candidate.id", key=True),
    Column("task_hash", Text, primary_key=True),
    Column("fingerprint", Text, primary_key=True),
    Column("rollout", _whole(), primary_key=True, autoincrement=False),
    _text("owner"),
    _text("token"),
    _text("expires_at"),
)

draft = _table(
    "draft",
    Column("reviewer", Text, primary_key=True),
    _refers("candidate_id", "candidate.id", key=True),
    _text("payload"),
    _text("saved_at"),
)

request = _table(
    "request",
    _refers("candidate_id", "candidate.id", key=True),
    _text("wish"),
)
