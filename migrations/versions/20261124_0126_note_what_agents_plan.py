"""note what agents plan to run"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0030'
down_revision: str | None = '0029'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    planned = sa.Column('planned', postgresql.JSONB(), server_default='[]', nullable=False)
    op.add_column('agent', planned)


def downgrade() -> None:
    op.drop_column('agent', 'planned')
