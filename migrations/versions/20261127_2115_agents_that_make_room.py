"""which agents look for jobs while they measure, and for which job one makes room"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0275"
down_revision: str | None = "0280"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.add_column("agent", sa.Column("looks_until", moment, nullable=True))
    op.add_column("agent", sa.Column("room_for", sa.BigInteger(), nullable=True))
    op.add_column("agent", sa.Column("room_at", moment, nullable=True))


def downgrade() -> None:
    op.drop_column("agent", "room_at")
    op.drop_column("agent", "room_for")
    op.drop_column("agent", "looks_until")
