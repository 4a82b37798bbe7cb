"""What an inspector came to by itself, and with which prompt, stands beside its inspections."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add three columns to a derived table; the upgrade fills them from the log."""
    for name, default in (("prompt_hash", ""), ("unaided", "open")):
        op.add_column(
            "inspection", sa.Column(name, sa.Text(), nullable=False, server_default=default)
        )
    op.add_column("inspection", sa.Column("unaided_verdict", sa.Text(), nullable=True))
