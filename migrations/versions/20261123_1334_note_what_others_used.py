"""note what others used of a machine while it measured"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0028'
down_revision: str | None = '0027'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# as backend/domain/machines/readings.py takes it from new runs
FILL = r"""
update machine_reading said set foreign_share = coalesce(
    (run.conditions -> 'foreign' ->> 'median')::float8,
    (select substring(checked ->> 'found' from '^others use (\d{1,3}) % of the machine')::float8 / 100
     from jsonb_array_elements(run.conditions -> 'preflight' -> 'checks') as checked
     where checked ->> 'name' = 'load'
     limit 1))
from run
where run.project_id = said.project_id and run.id = said.run_id
  and (run.conditions ? 'foreign' or run.conditions ? 'preflight')
"""


def upgrade() -> None:
    op.add_column('machine_reading', sa.Column('foreign_share', sa.Double(), nullable=True))
    op.get_bind().exec_driver_sql(FILL.replace('%', '%%'))


def downgrade() -> None:
    op.drop_column('machine_reading', 'foreign_share')
