"""add CI rules"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0018'
down_revision: str | None = '0017'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('ci_rule',
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('issuer', sa.String(), nullable=False),
    sa.Column('audience', sa.String(), nullable=False),
    sa.Column('claims', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('testbed', sa.String(), nullable=False),
    sa.Column('created_by', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('last_used_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['project.id'], name=op.f('fk_ci_rule_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_ci_rule'))
    )
    op.create_index(op.f('ix_ci_rule_project_id'), 'ci_rule', ['project_id', 'issuer'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_ci_rule_project_id'), table_name='ci_rule')
    op.drop_table('ci_rule')
