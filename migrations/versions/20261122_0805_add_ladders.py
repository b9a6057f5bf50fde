"""add ladders"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0006'
down_revision: str | None = '0005'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        'ladder',
        sa.Column('name', sa.String(), nullable=False),
        sa.Column('note', sa.String(), server_default='', nullable=False),
        sa.Column('metric', sa.String(), nullable=False),
        sa.Column('unit', sa.String(), nullable=False),
        sa.Column('direction', sa.String(), nullable=False),
        sa.Column('min_effect', sa.Double(), server_default='0', nullable=False),
        sa.Column('created_by', sa.String(), server_default='', nullable=False),
        sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
        sa.Column('updated_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
        sa.Column('removed_at', sa.DateTime(timezone=True), nullable=True),
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.CheckConstraint("direction in ('lower', 'higher')", name=op.f('ck_ladder_direction')),
        sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_ladder')),
    )
    op.create_table(
        'rung',
        sa.Column('ladder_id', sa.BigInteger(), nullable=False),
        sa.Column('place', sa.Integer(), nullable=False),
        sa.Column('role', sa.String(), nullable=False),
        sa.Column('label', sa.String(), nullable=False),
        sa.Column('note', sa.String(), server_default='', nullable=False),
        sa.Column('decision', sa.String(), nullable=True),
        sa.Column('reason', sa.String(), server_default='', nullable=False),
        sa.Column('decided_by', sa.String(), server_default='', nullable=False),
        sa.Column('run_id', sa.BigInteger(), nullable=True),
        sa.Column('series_id', sa.BigInteger(), nullable=True),
        sa.Column('value', sa.Double(), nullable=True),
        sa.Column('sd', sa.Double(), nullable=True),
        sa.Column('n', sa.Integer(), server_default='1', nullable=False),
        sa.Column('source', sa.String(), server_default='', nullable=False),
        sa.Column('conditions', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
        sa.Column('figures', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False),
        sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
        sa.Column('removed_at', sa.DateTime(timezone=True), nullable=True),
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.CheckConstraint("role in ('baseline', 'rung', 'control')", name=op.f('ck_rung_role')),
        sa.CheckConstraint("decision in ('kept', 'rejected')", name=op.f('ck_rung_decision')),
        sa.CheckConstraint('(run_id is null) = (series_id is null)', name=op.f('ck_rung_result')),
        sa.CheckConstraint('(run_id is null) <> (value is null)', name=op.f('ck_rung_origin')),
        sa.ForeignKeyConstraint(
            ['project_id', 'ladder_id'], ['ladder.project_id', 'ladder.id'],
            name='fk_rung_project_id_ladder_id', ondelete='CASCADE',
        ),
        sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_rung')),
    )
    op.create_index(op.f('ix_rung_project_id_ladder_id'), 'rung', ['project_id', 'ladder_id'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_rung_project_id_ladder_id'), table_name='rung')
    op.drop_table('rung')
    op.drop_table('ladder')
