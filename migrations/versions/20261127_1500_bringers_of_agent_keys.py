"""with which API key an agent brought the key that it signs with"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0130"
down_revision: str | None = "0140"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("agent_key", sa.Column("api_key_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("agent_key", "api_key_id")
