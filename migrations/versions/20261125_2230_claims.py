"""claims, and the outage of one that no longer holds"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0036"
down_revision: str | None = "0035"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KINDS = "'agent', 'suite', 'benchmark', 'veto', 'channel'"
NOW = sa.text("now()")


def upgrade() -> None:
    op.create_table(
        "claim",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("document", postgresql.JSONB(), nullable=False),
        sa.Column("suites", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("created_by", sa.String(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.PrimaryKeyConstraint("project_id", "id", name=op.f("pk_claim")),
        sa.UniqueConstraint("project_id", "key", name=op.f("uq_claim_project_id_key")),
    )
    op.create_table(
        "claim_verdict",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("claim_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("sentence", sa.String(), nullable=False),
        sa.Column("value", sa.Double(), nullable=True),
        sa.Column("low", sa.Double(), nullable=True),
        sa.Column("high", sa.Double(), nullable=True),
        sa.Column("n", sa.Integer(), server_default="0", nullable=False),
        sa.Column("more_rounds", sa.Integer(), nullable=True),
        sa.Column("figures", postgresql.JSONB(), server_default="[]", nullable=False),
        sa.Column("judged_at", sa.DateTime(timezone=True), server_default=NOW, nullable=False),
        sa.CheckConstraint(
            "verdict in ('confirmed', 'refuted', 'other size', 'undecided', 'not measurable')",
            name=op.f("ck_claim_verdict_verdict"),
        ),
        sa.ForeignKeyConstraint(
            ["project_id", "claim_id"],
            ["claim.project_id", "claim.id"],
            name="fk_claim_verdict_project_id_claim_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "project_id", "claim_id", "place", "run_id", name=op.f("pk_claim_verdict")
        ),
    )
    op.create_index(
        op.f("ix_claim_verdict_project_id_run_id"), "claim_verdict", ["project_id", "run_id"]
    )
    _allow(f"{KINDS}, 'claim'")


def downgrade() -> None:
    op.execute("delete from outage where kind = 'claim'")
    _allow(KINDS)
    op.drop_table("claim_verdict")
    op.drop_table("claim")


def _allow(kinds: str) -> None:
    op.drop_constraint(op.f("ck_outage_kind"), "outage", type_="check")
    op.create_check_constraint(op.f("ck_outage_kind"), "outage", f"kind in ({kinds})")
