"""note which links of accounts were mailed, and when people were last here

Whoever opens a link that only the address was sent has shown that the address is theirs; a link
that an administrator handed on shows nothing. When somebody was last here outlives their sessions.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0034'
down_revision: str | None = '0033'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        'account_link',
        sa.Column('is_mailed', sa.Boolean(), server_default='false', nullable=False),
    )
    op.add_column('user_account', sa.Column('last_seen_at', sa.DateTime(timezone=True), nullable=True))
    op.add_column('account_mail', sa.Column('done_at', sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column('account_mail', 'done_at')
    op.drop_column('user_account', 'last_seen_at')
    op.drop_column('account_link', 'is_mailed')
