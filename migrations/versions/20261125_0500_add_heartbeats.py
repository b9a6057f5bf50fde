"""add heartbeats of the server's own processes"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0032'
down_revision: str | None = '0031'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('heartbeat',
    sa.Column('pulse', sa.String(), nullable=False),
    sa.Column('beat_at', sa.DateTime(timezone=True), server_default=sa.text('clock_timestamp()'), nullable=False),
    sa.PrimaryKeyConstraint('pulse', name=op.f('pk_heartbeat'))
    )


def downgrade() -> None:
    op.drop_table('heartbeat')
