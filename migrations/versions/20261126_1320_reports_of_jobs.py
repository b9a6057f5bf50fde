"""reports of jobs"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0050'
down_revision: str | None = '0048'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column('report', sa.Column('ci_rule_id', sa.BigInteger()))


def downgrade() -> None:
    op.drop_column('report', 'ci_rule_id')
