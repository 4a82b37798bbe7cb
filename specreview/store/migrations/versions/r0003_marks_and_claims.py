"""People may mark single steps of a trace; how an inspection's claims stand is counted."""

import sqlalchemy as sa
from alembic import op

from specreview.store import sqlite

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add two tables; nothing that is there is touched, so all triggers stay."""
    _marks()
    _claims()
    for statement in sqlite.append_only("mark"):
        op.execute(statement)


def _marks() -> None:
    op.create_table(
        "mark",
        sa.Column("log_id", WHOLE, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("inspection_id", sa.Text(), nullable=False),
        sa.Column("position", WHOLE, nullable=False),
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("marked_at", sa.Text(), nullable=False),
        sa.Column("submit_token", sa.Text(), nullable=False),
        sa.Column("schema", WHOLE, nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("writer", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("prev", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["inspection_id"], ["inspection.id"], name="fk_mark_inspection_id"),
        sa.PrimaryKeyConstraint("log_id", name="pk_mark"),
        sa.UniqueConstraint("id", name="uq_mark_id"),
        sa.UniqueConstraint("submit_token", name="uq_mark_submit_token"),
        sa.UniqueConstraint("writer", "seq", name="uq_mark_writer_seq"),
        sqlite_strict=True,
    )
    op.create_index("ix_mark_inspection_id", "mark", ["inspection_id"], unique=False)


def _claims() -> None:
    counts = ("supported", "weakly_supported", "contradicted", "not_measurable", "not_checked")
    op.create_table(
        "claim_count",
        sa.Column("inspection_id", sa.Text(), nullable=False),
        sa.Column("checker", WHOLE, nullable=False),
        sa.Column("task_hash", sa.Text(), nullable=False),
        *(sa.Column(name, WHOLE, server_default="0", nullable=False) for name in counts),
        sa.ForeignKeyConstraint(
            ["inspection_id"], ["inspection.id"], name="fk_claim_count_inspection_id"
        ),
        sa.PrimaryKeyConstraint("inspection_id", name="pk_claim_count"),
        sqlite_strict=True,
    )
