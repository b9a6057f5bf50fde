"""keys of agents"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0116"
down_revision: str | None = "0106"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "agent_key",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("agent_id", sa.BigInteger(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column(
            "enrolled_at", sa.DateTime(timezone=True), server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_by", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("project_id", "id", name=op.f("pk_agent_key")),
        sa.UniqueConstraint(
            "project_id", "public_key", name=op.f("uq_agent_key_project_id_public_key")
        ),
    )  # fmt: skip
    op.create_index(op.f("ix_agent_key_project_id_agent_id"), "agent_key", ["project_id", "agent_id"])
    op.add_column("report", sa.Column("agent_key_id", sa.BigInteger(), nullable=True))
    op.add_column("report", sa.Column("signature", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("report", "signature")
    op.drop_column("report", "agent_key_id")
    op.drop_table("agent_key")
