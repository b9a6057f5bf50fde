"""tokens by which agents enrol, once"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0294"
down_revision: str | None = "0275"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "agent_enrolment",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("testbed", sa.String(), nullable=True),
        sa.Column("made_by", sa.BigInteger(), nullable=True),
        sa.Column("created_at", moment, server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", moment, nullable=False),
        sa.Column("used_at", moment, nullable=True),
        sa.ForeignKeyConstraint(
            ["made_by"],
            ["user_account.id"],
            name=op.f("fk_agent_enrolment_made_by_user_account"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_agent_enrolment_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent_enrolment")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_agent_enrolment_token_hash")),
    )
    for column in ("project_id", "made_by"):
        op.create_index(op.f(f"ix_agent_enrolment_{column}"), "agent_enrolment", [column])


def downgrade() -> None:
    op.drop_table("agent_enrolment")
