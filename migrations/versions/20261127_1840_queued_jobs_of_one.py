"""index by which the queued jobs of one person are counted"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0161"
down_revision: str | None = "0160"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_job_queued_by", "job", ["project_id", "asker"],
        postgresql_where=sa.text("state = 'queued'"),
    )  # fmt: skip


def downgrade() -> None:
    op.drop_index("ix_job_queued_by", table_name="job")
