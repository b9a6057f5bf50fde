"""machines in quarantine, and jobs for one machine"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0131"
down_revision: str | None = "0126"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "machine_quarantine",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("machine_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("by", sa.String(), server_default="", nullable=False),
        sa.Column("lifted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lifted_by", sa.String(), nullable=True),
        sa.Column("why_lifted", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("project_id", "id", name=op.f("pk_machine_quarantine")),
    )
    op.create_index(
        op.f("ix_machine_quarantine_project_id_machine_id_since"),
        "machine_quarantine",
        ["project_id", "machine_id", "since"],
    )
    op.create_index(
        "ix_machine_quarantine_open",
        "machine_quarantine",
        ["project_id", "machine_id"],
        postgresql_where=sa.text("lifted_at is null"),
    )
    op.add_column("job", sa.Column("machine_id", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_job_self_checks",
        "job",
        ["project_id", "id"],
        postgresql_where=sa.text("kind = 'aa'"),
    )


def downgrade() -> None:
    op.drop_index("ix_job_self_checks", table_name="job")
    op.drop_column("job", "machine_id")
    op.drop_table("machine_quarantine")
