"""patches of jobs"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0108"
down_revision: str | None = "0075"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("job", sa.Column("patch", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("job", "patch")
