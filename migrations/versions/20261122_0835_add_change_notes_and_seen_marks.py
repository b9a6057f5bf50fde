"""add change notes, acknowledgement, seen marks and the address of the repository"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0008'
down_revision: str | None = '0007'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('change_note',
    sa.Column('change_id', sa.BigInteger(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('text', sa.String(), server_default='', nullable=False),
    sa.Column('author', sa.String(), nullable=False),
    sa.Column('user_id', sa.BigInteger(), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.CheckConstraint("kind in ('note', 'acknowledged', 'unacknowledged', 'rejected', 'reopened')", name=op.f('ck_change_note_kind')),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_change_note'))
    )
    op.create_index(op.f('ix_change_note_project_id_change_id'), 'change_note', ['project_id', 'change_id'], unique=False)
    op.create_table('seen_mark',
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('user_id', sa.BigInteger(), nullable=False),
    sa.Column('seen_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['project.id'], name=op.f('fk_seen_mark_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['user_id'], ['user_account.id'], name=op.f('fk_seen_mark_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('project_id', 'user_id', name=op.f('pk_seen_mark'))
    )
    op.add_column('change_point', sa.Column('acknowledged_at', sa.DateTime(timezone=True), nullable=True))
    op.add_column('change_point', sa.Column('acknowledged_by', sa.String(), nullable=True))
    op.add_column('project', sa.Column('repository_url', sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column('project', 'repository_url')
    op.drop_column('change_point', 'acknowledged_by')
    op.drop_column('change_point', 'acknowledged_at')
    op.drop_table('seen_mark')
    op.drop_index(op.f('ix_change_note_project_id_change_id'), table_name='change_note')
    op.drop_table('change_note')
