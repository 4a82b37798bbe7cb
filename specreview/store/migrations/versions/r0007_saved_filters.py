"""Filters of lists are kept under a name, by queue."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table; nothing that is there is touched, so all triggers stay."""
    op.create_table(
        "saved_filter",
        sa.Column("queue_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["queue_id"], ["queue.id"], name="fk_saved_filter_queue_id"),
        sa.PrimaryKeyConstraint("queue_id", "name", name="pk_saved_filter"),
        sqlite_strict=True,
    )
