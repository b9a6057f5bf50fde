"""spreads that are no intervals"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0039'
down_revision: str | None = '0037'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COLUMNS = (
    ('spread', sa.String()),
    ('spread_low', sa.Double()),
    ('spread_high', sa.Double()),
)


def upgrade() -> None:
    for name, kind in COLUMNS:
        op.add_column('result', sa.Column(name, kind, nullable=True))


def downgrade() -> None:
    for name, _ in reversed(COLUMNS):
        op.drop_column('result', name)
