"""add audit trail"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0013'
down_revision: str | None = '0012'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('audit_event',
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('project_id', sa.BigInteger(), nullable=True),
    sa.Column('at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('who', sa.String(), nullable=False),
    sa.Column('who_id', sa.BigInteger(), nullable=True),
    sa.Column('who_name', sa.String(), nullable=False),
    sa.Column('verb', sa.String(), nullable=False),
    sa.Column('noun', sa.String(), nullable=False),
    sa.Column('thing', sa.String(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('before', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('after', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('address', sa.String(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_audit_event'))
    )
    op.create_index('ix_audit_event_project_id_noun', 'audit_event', ['project_id', 'noun', 'id'], unique=False)
    op.create_index(op.f('ix_audit_event_project_id'), 'audit_event', ['project_id', 'id'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_audit_event_project_id'), table_name='audit_event')
    op.drop_index('ix_audit_event_project_id_noun', table_name='audit_event')
    op.drop_table('audit_event')
