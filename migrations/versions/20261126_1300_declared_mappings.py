"""declared mappings of tables and JSON files"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0045"
down_revision: str | None = "0038"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TIME = sa.DateTime(timezone=True)
NOW = sa.func.now()


def upgrade() -> None:
    op.create_table(
        "report_mapping",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("mapping", postgresql.JSONB(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.Column("updated_at", TIME, server_default=NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"], ["project.id"], name="fk_report_mapping_project_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project_id", "id", name="pk_report_mapping"),
        sa.UniqueConstraint("project_id", "name", name="uq_report_mapping_project_id_name"),
    )


def downgrade() -> None:
    op.drop_table("report_mapping")
