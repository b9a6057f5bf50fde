"""jobs that agents queue for themselves: which suite, and since when it is due"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0300"
down_revision: str | None = "0307"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("job", sa.Column("due_key", sa.String(), nullable=True))
    op.create_index(
        "ix_job_due",
        "job",
        ["project_id", "due_key"],
        unique=True,
        postgresql_where=sa.text("due_key is not null"),
    )


def downgrade() -> None:
    op.drop_index("ix_job_due", "job")
    op.drop_column("job", "due_key")
