"""sizes of log pieces, and rounds of jobs as they come in"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0113"
down_revision: str | None = "0108"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "job_log", sa.Column("size", sa.Integer(), nullable=False, server_default="0")
    )
    op.create_table(
        "job_round",
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("project_id", "job_id", "lease")),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("metric", sa.String(), nullable=False),
        sa.Column("arms", sa.ARRAY(sa.Double()), nullable=False),
        sa.PrimaryKeyConstraint("project_id", "job_id", "lease", "variant", "round", name="pk_job_round"),
        sa.ForeignKeyConstraint(
            ["project_id", "job_id"],
            ["job.project_id", "job.id"],
            name="fk_job_round_project_id_job_id",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    op.drop_table("job_round")
    op.drop_column("job_log", "size")
