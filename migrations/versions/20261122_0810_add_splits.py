"""splits that are kept"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0007'
down_revision: str | None = '0006'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('split',
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('origin', sa.String(), nullable=False),
    sa.Column('cause', sa.String(), nullable=True),
    sa.Column('name', sa.String(), server_default='', nullable=False),
    sa.Column('change', sa.String(), nullable=False),
    sa.Column('subject', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('suites', sa.ARRAY(sa.Text()), server_default='{}', nullable=False),
    sa.Column('testbeds', sa.ARRAY(sa.Text()), server_default='{}', nullable=False),
    sa.Column('weights', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
    sa.Column('state', sa.String(), server_default='open', nullable=False),
    sa.Column('state_changed_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('decided_by', sa.String(), server_default='', nullable=False),
    sa.Column('reason', sa.String(), server_default='', nullable=False),
    sa.Column('note', sa.String(), server_default='', nullable=False),
    sa.Column('summary', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('judged_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('created_by', sa.String(), server_default='', nullable=False),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.CheckConstraint("kind in ('measured', 'published')", name=op.f('ck_split_kind')),
    sa.CheckConstraint("origin in ('proposed', 'person')", name=op.f('ck_split_origin')),
    sa.CheckConstraint("state in ('open', 'accepted', 'rejected')", name=op.f('ck_split_state')),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_split')),
    sa.UniqueConstraint('project_id', 'cause', name=op.f('uq_split_project_id_cause'))
    )
    op.create_index(op.f('ix_split_project_id_state_id'), 'split', ['project_id', 'state', 'id'], unique=False)
    op.create_table('split_event',
    sa.Column('split_id', sa.BigInteger(), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('actor', sa.String(), nullable=False),
    sa.Column('action', sa.String(), nullable=False),
    sa.Column('text', sa.String(), server_default='', nullable=False),
    sa.Column('headline', sa.String(), server_default='', nullable=False),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_split_event'))
    )
    op.create_index(op.f('ix_split_event_project_id_split_id_id'), 'split_event', ['project_id', 'split_id', 'id'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_split_event_project_id_split_id_id'), table_name='split_event')
    op.drop_table('split_event')
    op.drop_index(op.f('ix_split_project_id_state_id'), table_name='split')
    op.drop_table('split')
