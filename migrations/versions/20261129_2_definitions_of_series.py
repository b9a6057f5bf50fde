"""where the definition of a benchmark changes within a series, so that histories are read from the index"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0323"
down_revision: str | None = "0325"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("series_state", sa.Column("stretches", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("series_state", "stretches")
