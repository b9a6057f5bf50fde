"""add saved views and short links"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0005'
down_revision: str | None = '0004'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('saved_view',
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('note', sa.String(), server_default='', nullable=False),
    sa.Column('address', sa.String(), nullable=False),
    sa.Column('is_pinned', sa.Boolean(), server_default='false', nullable=False),
    sa.Column('author', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('updated_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('removed_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['project_id'], ['project.id'], name=op.f('fk_saved_view_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_saved_view'))
    )
    op.create_index(op.f('ix_saved_view_project_id_name'), 'saved_view', ['project_id', 'name'], unique=True, postgresql_where=sa.text('removed_at is null'))
    op.create_table('short_link',
    sa.Column('code', sa.String(), nullable=False),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('content_hash', sa.LargeBinary(), nullable=False),
    sa.Column('address', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['project.id'], name=op.f('fk_short_link_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('code', name=op.f('pk_short_link')),
    sa.UniqueConstraint('project_id', 'content_hash', name=op.f('uq_short_link_project_id_content_hash'))
    )


def downgrade() -> None:
    op.drop_table('short_link')
    op.drop_index(op.f('ix_saved_view_project_id_name'), table_name='saved_view', postgresql_where=sa.text('removed_at is null'))
    op.drop_table('saved_view')
