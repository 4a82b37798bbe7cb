"""A queue remembers the folder in which its list's spectra lie."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column of text to a table; no table is made anew, so all triggers stay."""
    op.add_column("queue", sa.Column("spectra", sa.Text(), nullable=False, server_default=""))
