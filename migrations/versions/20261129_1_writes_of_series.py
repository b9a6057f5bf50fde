"""when states of series were written, by which comparisons know that nothing changed"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0325"
down_revision: str | None = "0300"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "series_write",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("backend", sa.Integer(), nullable=False),
        sa.Column("stamp", sa.Uuid(), nullable=False),
        sa.Column(
            "written_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("project_id", "backend", name=op.f("pk_series_write")),
        postgresql_with={"fillfactor": "50"},
    )


def downgrade() -> None:
    op.drop_table("series_write")
