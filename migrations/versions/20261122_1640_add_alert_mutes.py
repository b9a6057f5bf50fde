"""add mutes: series that alert nobody until a time"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0020'
down_revision: str | None = '0019'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

CHOICES = ('suite_id', 'benchmark_id', 'metric_id', 'testbed_id', 'branch_id')


def upgrade() -> None:
    op.add_column(
        'alert_group', sa.Column('muted_until', sa.DateTime(timezone=True), nullable=True)
    )
    op.create_table(
        'alert_mute',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
        *[sa.Column(name, sa.BigInteger(), nullable=True) for name in CHOICES],
        sa.Column('until', sa.DateTime(timezone=True), nullable=False),
        sa.Column('why', sa.String(), nullable=False),
        sa.Column('author', sa.String(), nullable=False),
        sa.Column('user_id', sa.BigInteger(), nullable=True),
        sa.Column(
            'created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'),
            nullable=False,
        ),
        sa.Column('lifted_at', sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_alert_mute')),
    )
    op.create_index(
        op.f('ix_alert_mute_project_id_until'), 'alert_mute', ['project_id', 'until']
    )


def downgrade() -> None:
    op.drop_table('alert_mute')
    op.drop_column('alert_group', 'muted_until')
