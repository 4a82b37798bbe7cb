"""Candidates may bring their own prompt and a hidden label; queues an expected share."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

REAL: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Add three columns that may be empty; no table is made anew, so all triggers stay."""
    op.add_column("candidate", sa.Column("own_prompt", sa.Text(), nullable=True))
    op.add_column("candidate", sa.Column("label", sa.Text(), nullable=True))
    op.add_column("queue", sa.Column("expected_share", REAL, nullable=True))
