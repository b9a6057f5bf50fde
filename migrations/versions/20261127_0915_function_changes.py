"""functions of profiles, and their changes"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0106"
down_revision: str | None = "0113"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("profile", sa.Column("functions", postgresql.JSONB()))
    op.create_table(
        "function_change",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("variant_id", sa.BigInteger(), nullable=False),
        sa.Column("testbed_id", sa.BigInteger(), nullable=False),
        sa.Column("branch_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("is_module", sa.Boolean(), nullable=False),
        sa.Column("others", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("commit_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("first_position", sa.BigInteger(), nullable=False),
        sa.Column("last_position", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("ratio", sa.Double(), nullable=False),
        sa.Column("low", sa.Double(), nullable=False),
        sa.Column("high", sa.Double(), nullable=False),
        sa.Column("cost", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("project_id", "id", name="pk_function_change"),
    )
    op.create_index(
        "ix_function_change_project_id_variant_id",
        "function_change",
        ["project_id", "variant_id"],
    )


def downgrade() -> None:
    op.drop_table("function_change")
    op.drop_column("profile", "functions")
