"""jobs found by what they measure"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0084"
down_revision: str | None = "0074"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    commits = sa.text("md5(target ->> 'commits')")
    op.create_index("ix_job_commits", "job", ["project_id", "suite", commits])
    op.create_index(
        "ix_job_pull", "job", ["project_id", "pull_id"],
        postgresql_where=sa.text("pull_id is not null"),
    )  # fmt: skip


def downgrade() -> None:
    op.drop_index("ix_job_pull", table_name="job")
    op.drop_index("ix_job_commits", table_name="job")
