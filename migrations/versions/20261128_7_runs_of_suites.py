"""an index that counts the runs of suites and finds their newest"""

from collections.abc import Sequence

from alembic import op

revision: str = "0307"
down_revision: str | None = "0294"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_run_of_suites",
        "run",
        ["project_id", "suite_id", "started_at"],
        postgresql_include=["id", "testbed_id", "branch_id", "result_count"],
    )


def downgrade() -> None:
    op.drop_index("ix_run_of_suites", table_name="run")
