"""machine minutes of people and projects, and an index by which leases of a day are found"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0274"
down_revision: str | None = "0150"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("project", sa.Column("person_minutes", sa.Integer(), nullable=True))
    op.add_column("project", sa.Column("project_minutes", sa.Integer(), nullable=True))
    op.create_index(
        "ix_job_event_leased", "job_event", ["project_id", "at"],
        postgresql_where=sa.text("state = 'leased'"),
    )  # fmt: skip


def downgrade() -> None:
    op.drop_index("ix_job_event_leased", table_name="job_event")
    op.drop_column("project", "project_minutes")
    op.drop_column("project", "person_minutes")
