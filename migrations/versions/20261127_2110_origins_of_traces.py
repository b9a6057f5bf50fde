"""where work and news began: the trace that they continue"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0280"
down_revision: str | None = "0274"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    for table in ("outbox", "notice"):
        op.add_column(table, sa.Column("origin", sa.String(), nullable=True))


def downgrade() -> None:
    for table in ("notice", "outbox"):
        op.drop_column(table, "origin")
