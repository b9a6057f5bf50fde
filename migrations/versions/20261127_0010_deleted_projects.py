"""deleted projects"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0073"
down_revision: str | None = "0064"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

VIEWS = ("series", "results", "samples", "changes", "runs")
"""Of the schema for reading: what is deleted is in none of them."""


def upgrade() -> None:
    op.add_column("project", sa.Column("deleted_at", sa.DateTime(timezone=True)))
    deleted_by = sa.Column("deleted_by", sa.String(), server_default="", nullable=False)
    op.add_column("project", deleted_by)
    _define(r"(project\.id = \w+\.project_id)", r"\1 and project.deleted_at is null")


def downgrade() -> None:
    _define(r"AND \(?project\.deleted_at IS NULL\)?", "")
    op.drop_column("project", "deleted_by")
    op.drop_column("project", "deleted_at")


def _define(old: str, new: str) -> None:
    """Change the definition of each view, as the database writes it."""
    for name in VIEWS:
        op.execute(
            f"""do $do$ begin
                execute 'create or replace view reading.{name} as ' || regexp_replace(
                    pg_get_viewdef('reading.{name}'::regclass), $re${old}$re$, $re${new}$re$);
            end $do$"""
        )
