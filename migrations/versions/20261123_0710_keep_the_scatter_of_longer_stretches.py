"""keep the scatter of longer stretches

Two runs are judged by the scatter between runs. That of a machine which has just changed is not
known for some runs; until then it is taken from the stretch before. Until its next point a series
keeps what is known of it now.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0025'
down_revision: str | None = '0024'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    for name, kind, default in (('scatter', sa.Double(), 'NaN'), ('scatter_n', sa.Integer(), '0')):
        column = sa.Column(name, kind, server_default=default, nullable=False)
        op.add_column('series_state', column)
    op.execute("update series_state set scatter = sigma, scatter_n = analysed_n")


def downgrade() -> None:
    op.drop_column('series_state', 'scatter_n')
    op.drop_column('series_state', 'scatter')
