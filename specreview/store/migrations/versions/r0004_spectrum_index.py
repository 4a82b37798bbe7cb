"""Each spectrum's residual peaks and measured values, to look up what others show."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table; nothing that is there is touched, so all triggers stay."""
    op.create_table(
        "spectrum_index",
        sa.Column("candidate_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("task_hash", sa.Text(), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("plate", sa.Text(), nullable=False),
        sa.Column("spectrograph", sa.Text(), nullable=False),
        sa.Column("fibre", WHOLE, nullable=True),
        sa.Column("night", sa.Text(), nullable=False),
        sa.Column("peaks", sa.LargeBinary(), nullable=False),
        sa.Column("features", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["candidate_id"], ["candidate.id"], name="fk_spectrum_index_candidate_id"
        ),
        sa.PrimaryKeyConstraint("candidate_id", name="pk_spectrum_index"),
        sqlite_strict=True,
    )
