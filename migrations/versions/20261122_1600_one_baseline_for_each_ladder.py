"""one baseline for each ladder"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0016'
down_revision: str | None = '0015'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

OTHERS = """
update rung set role = 'rung'
where role = 'baseline' and removed_at is null and exists (
    select from rung as first
    where first.project_id = rung.project_id and first.ladder_id = rung.ladder_id
      and first.role = 'baseline' and first.removed_at is null
      and (first.place, first.id) < (rung.place, rung.id))
"""


def upgrade() -> None:
    op.execute(OTHERS)
    op.create_index(
        'uq_rung_baseline',
        'rung',
        ['project_id', 'ladder_id'],
        unique=True,
        postgresql_where=sa.text("role = 'baseline' and removed_at is null"),
    )


def downgrade() -> None:
    op.drop_index('uq_rung_baseline', table_name='rung')
