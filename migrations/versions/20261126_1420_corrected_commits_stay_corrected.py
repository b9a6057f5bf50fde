"""corrected commits stay corrected"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0047"
down_revision: str | None = "0041"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COLUMNS = ("is_time_corrected", "are_parents_corrected")


def upgrade() -> None:
    for name in COLUMNS:
        op.add_column(
            "commit", sa.Column(name, sa.Boolean(), server_default="false", nullable=False)
        )


def downgrade() -> None:
    for name in COLUMNS:
        op.drop_column("commit", name)
