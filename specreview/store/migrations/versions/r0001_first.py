"""The first schema: candidates, the two logs, what is derived from them, work under way."""

import sqlalchemy as sa
from alembic import op

from specreview.store import sqlite

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
REAL: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Make the tables and their append-only triggers, and say whose database this is."""
    _lists()
    _logs()
    _derived()
    _under_way()
    for table in ("event", "decision", "image"):
        for statement in sqlite.append_only(table):
            op.execute(statement)
    op.execute("INSERT INTO specreview_about VALUES ('application', 'specreview')")


def _lists() -> None:
    op.create_table(
        "queue",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("task_key", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_queue"),
        sa.UniqueConstraint("name", name="uq_queue_name"),
        sqlite_strict=True,
    )
    op.create_table(
        "specreview_about",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_specreview_about"),
        sqlite_strict=True,
    )
    op.create_table(
        "candidate",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("queue_id", WHOLE, nullable=False),
        sa.Column("position", WHOLE, nullable=False),
        sa.Column("object_id", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.Column("task_key", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("file_object", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=True),
        sa.Column("survey", sa.Text(), nullable=False),
        sa.Column("release", sa.Text(), nullable=True),
        sa.Column("ra", REAL, nullable=True),
        sa.Column("dec", REAL, nullable=True),
        sa.Column("snr", REAL, nullable=True),
        sa.Column("redshift", REAL, nullable=True),
        sa.Column("redshift_source", sa.Text(), nullable=True),
        sa.Column("own_redshift", REAL, nullable=True),
        sa.Column("own_redshift_by", sa.Text(), nullable=True),
        sa.Column("catalogue_score", REAL, nullable=True),
        sa.Column("catalogue", sa.Text(), nullable=False),
        sa.Column("hidden", sa.Text(), nullable=False),
        sa.Column("sparkline", sa.Text(), nullable=True),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["queue_id"], ["queue.id"], name="fk_candidate_queue_id"),
        sa.PrimaryKeyConstraint("id", name="pk_candidate"),
        sa.UniqueConstraint(
            "queue_id",
            "object_id",
            "task_key",
            "path",
            "file_object",
            name="uq_candidate_queue_id_object_id_task_key_path_file_object",
        ),
        sa.UniqueConstraint("queue_id", "position", name="uq_candidate_queue_id_position"),
        sqlite_strict=True,
    )
    op.create_index("ix_candidate_source", "candidate", ["queue_id", "source_id"], unique=False)
    op.create_table(
        "reject",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("queue_id", WHOLE, nullable=False),
        sa.Column("row", WHOLE, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["queue_id"], ["queue.id"], name="fk_reject_queue_id"),
        sa.PrimaryKeyConstraint("id", name="pk_reject"),
        sqlite_strict=True,
    )
    op.create_index("ix_reject_queue_id", "reject", ["queue_id"], unique=False)


def _logs() -> None:
    op.create_table(
        "image",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("png", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_image"),
        sqlite_strict=True,
    )
    op.create_table(
        "inspection",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("candidate_id", WHOLE, nullable=False),
        sa.Column("started_at", sa.Text(), nullable=False),
        sa.Column("inspector", sa.Text(), nullable=False),
        sa.Column("task_hash", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("rollout", WHOLE, nullable=False),
        sa.Column("events", WHOLE, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=True),
        sa.Column("has_verdict", WHOLE, server_default="0", nullable=False),
        sa.Column("score", REAL, nullable=True),
        sa.ForeignKeyConstraint(
            ["candidate_id"], ["candidate.id"], name="fk_inspection_candidate_id"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_inspection"),
        sqlite_strict=True,
    )
    op.create_index("ix_inspection_candidate_id", "inspection", ["candidate_id"], unique=False)
    op.create_table(
        "event",
        sa.Column("log_id", WHOLE, nullable=False),
        sa.Column("inspection_id", sa.Text(), nullable=False),
        sa.Column("position", WHOLE, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.Text(), nullable=False),
        sa.Column("image_sha256", sa.Text(), nullable=True),
        sa.Column("schema", WHOLE, nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("writer", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("prev", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["image_sha256"], ["image.sha256"], name="fk_event_image_sha256"),
        sa.ForeignKeyConstraint(
            ["inspection_id"], ["inspection.id"], name="fk_event_inspection_id"
        ),
        sa.PrimaryKeyConstraint("log_id", name="pk_event"),
        sa.UniqueConstraint("inspection_id", "position", name="uq_event_inspection_id_position"),
        sa.UniqueConstraint("writer", "seq", name="uq_event_writer_seq"),
        sqlite_strict=True,
    )
    op.create_table(
        "decision",
        sa.Column("log_id", WHOLE, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("candidate_id", WHOLE, nullable=False),
        sa.Column("inspection_id", sa.Text(), nullable=True),
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("decided_at", sa.Text(), nullable=False),
        sa.Column("submit_token", sa.Text(), nullable=False),
        sa.Column("schema", WHOLE, nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("writer", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("prev", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["candidate_id"], ["candidate.id"], name="fk_decision_candidate_id"
        ),
        sa.ForeignKeyConstraint(
            ["inspection_id"], ["inspection.id"], name="fk_decision_inspection_id"
        ),
        sa.PrimaryKeyConstraint("log_id", name="pk_decision"),
        sa.UniqueConstraint("id", name="uq_decision_id"),
        sa.UniqueConstraint("submit_token", name="uq_decision_submit_token"),
        sa.UniqueConstraint("writer", "seq", name="uq_decision_writer_seq"),
        sqlite_strict=True,
    )
    op.create_index("ix_decision_candidate_id", "decision", ["candidate_id"], unique=False)
    op.create_index("ix_decision_reviewer", "decision", ["reviewer"], unique=False)
    op.create_table(
        "chain_head",
        sa.Column("log", sa.Text(), nullable=False),
        sa.Column("writer", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("log", "writer", name="pk_chain_head"),
        sqlite_strict=True,
    )


def _derived() -> None:
    op.create_table(
        "candidate_state",
        sa.Column("candidate_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("version", WHOLE, server_default="0", nullable=False),
        sa.Column("inspection_id", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), server_default="new", nullable=False),
        sa.Column("inspector", sa.Text(), nullable=True),
        sa.Column("verdict", sa.Text(), nullable=True),
        sa.Column("has_verdict", WHOLE, server_default="0", nullable=False),
        sa.Column("score", REAL, nullable=True),
        sa.Column("consensus", sa.Text(), server_default="", nullable=False),
        sa.Column("adjudicated_answer", sa.Text(), nullable=True),
        sa.Column("adjudicated_confidence", WHOLE, nullable=True),
        sa.ForeignKeyConstraint(
            ["candidate_id"], ["candidate.id"], name="fk_candidate_state_candidate_id"
        ),
        sa.ForeignKeyConstraint(
            ["inspection_id"], ["inspection.id"], name="fk_candidate_state_inspection_id"
        ),
        sa.PrimaryKeyConstraint("candidate_id", name="pk_candidate_state"),
        sqlite_strict=True,
    )
    op.create_table(
        "standing",
        sa.Column("candidate_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("queue_id", WHOLE, nullable=False),
        sa.Column("log_id", WHOLE, nullable=False),
        sa.Column("decision_id", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("confidence", WHOLE, nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("shown_verdict", sa.Text(), nullable=True),
        sa.Column("issues", sa.Text(), nullable=False),
        sa.Column("other_class", sa.Text(), nullable=True),
        sa.Column("redshift", REAL, nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("decided_at", sa.Text(), nullable=False),
        sa.Column("active_seconds", REAL, nullable=True),
        sa.ForeignKeyConstraint(
            ["candidate_id"], ["candidate.id"], name="fk_standing_candidate_id"
        ),
        sa.ForeignKeyConstraint(["queue_id"], ["queue.id"], name="fk_standing_queue_id"),
        sa.PrimaryKeyConstraint("candidate_id", "reviewer", name="pk_standing"),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_standing_queue_id_reviewer",
        "standing",
        ["queue_id", "reviewer", "log_id"],
        unique=False,
    )


def _under_way() -> None:
    op.create_table(
        "lease",
        sa.Column("candidate_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("task_hash", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("rollout", WHOLE, autoincrement=False, nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name="fk_lease_candidate_id"),
        sa.PrimaryKeyConstraint(
            "candidate_id", "task_hash", "fingerprint", "rollout", name="pk_lease"
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "draft",
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("candidate_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name="fk_draft_candidate_id"),
        sa.PrimaryKeyConstraint("reviewer", "candidate_id", name="pk_draft"),
        sqlite_strict=True,
    )
    op.create_table(
        "request",
        sa.Column("candidate_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("wish", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name="fk_request_candidate_id"),
        sa.PrimaryKeyConstraint("candidate_id", name="pk_request"),
        sqlite_strict=True,
    )
