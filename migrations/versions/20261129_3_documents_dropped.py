"""documents of reports that go by a rule: up to which report they went"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0329"
down_revision: str | None = "0323"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "project",
        sa.Column("documents_dropped_to", sa.BigInteger(), server_default="0", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("project", "documents_dropped_to")
