"""The initial pass rate of a record, which the pre-filter goes by."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; records of older runs have no initial rate."""
    op.add_column("task_records", sa.Column("initial", sa.Double(), nullable=True))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("task_records", "initial")
