"""drop old samples"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0051"
down_revision: str | None = "0050"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEX = "ix_run_with_samples"


def upgrade() -> None:
    op.add_column("run", sa.Column("samples_dropped_at", sa.DateTime(timezone=True)))
    waiting = sa.text("samples_dropped_at is null")
    op.create_index(INDEX, "run", ["started_at"], postgresql_where=waiting)


def downgrade() -> None:
    op.drop_index(INDEX, "run")
    op.drop_column("run", "samples_dropped_at")
