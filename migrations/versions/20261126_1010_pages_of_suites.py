"""ladders and splits that suites name, and defaults of swept parameters"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0040"
down_revision: str | None = "0039"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ORIGINS = "'proposed', 'person'"


def upgrade() -> None:
    op.add_column("ladder", sa.Column("cause", sa.String(), nullable=True))
    op.create_unique_constraint("uq_ladder_project_id_cause", "ladder", ["project_id", "cause"])
    _name_origins(f"{ORIGINS}, 'suite'")
    op.add_column(
        "benchmark",
        sa.Column("sweep_defaults", postgresql.JSONB(), server_default="{}", nullable=False),
    )


def downgrade() -> None:
    op.drop_column("benchmark", "sweep_defaults")
    op.execute("delete from split where origin = 'suite'")
    _name_origins(ORIGINS)
    op.drop_constraint("uq_ladder_project_id_cause", "ladder")
    op.drop_column("ladder", "cause")


def _name_origins(origins: str) -> None:
    op.drop_constraint("ck_split_origin", "split")
    op.create_check_constraint(op.f("ck_split_origin"), "split", f"origin in ({origins})")
