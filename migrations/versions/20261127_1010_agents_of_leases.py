"""agents that leases of jobs were given to"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0126"
down_revision: str | None = "0122"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("job_event", sa.Column("agent_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("job_event", "agent_id")
