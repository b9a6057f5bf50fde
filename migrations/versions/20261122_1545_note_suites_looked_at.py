"""note which suites were looked at for splits"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0014'
down_revision: str | None = '0013'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column('suite', sa.Column('splits_looked_at', sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column('suite', 'splits_looked_at')
