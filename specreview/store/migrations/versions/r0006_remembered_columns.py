"""A queue remembers which column of its list plays which role, and which labels mean what."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two columns of JSON to a table; no table is made anew, so all triggers stay."""
    for name in ("mapping", "wording"):
        op.add_column("queue", sa.Column(name, sa.Text(), nullable=False, server_default="{}"))
