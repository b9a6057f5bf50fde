"""what agents saw of proposals, and the receipts that came of it"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "0150"
down_revision: str | None = "0161"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "job_proposal",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("evidence", JSONB(), nullable=False),
        *(
            sa.Column(name, sa.String(), nullable=False, server_default="")
            for name in ("signed", "signature", "key")
        ),
        sa.PrimaryKeyConstraint("project_id", "job_id", name="pk_job_proposal"),
        sa.ForeignKeyConstraint(
            ["project_id", "job_id"],
            ["job.project_id", "job.id"],
            name="fk_job_proposal_project_id_job_id",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    op.drop_table("job_proposal")
