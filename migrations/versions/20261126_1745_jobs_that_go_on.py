"""jobs that go on lease by lease"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0063"
down_revision: str | None = "0062"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

LEASES = postgresql.ARRAY(sa.BigInteger())


def upgrade() -> None:
    op.add_column("job", sa.Column("kept_leases", LEASES, server_default="{}", nullable=False))
    op.add_column("job", sa.Column("spent_s", sa.Double(), server_default="0", nullable=False))
    op.add_column("job", sa.Column("plan", postgresql.JSONB()))


def downgrade() -> None:
    for name in ("plan", "spent_s", "kept_leases"):
        op.drop_column("job", name)
