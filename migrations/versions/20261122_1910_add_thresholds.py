"""add thresholds: their versions, and dry runs"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0022'
down_revision: str | None = '0021'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        'threshold_version',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column('number', sa.Integer(), nullable=False),
        sa.Column('text', sa.String(), nullable=False),
        sa.Column('source', sa.String(), server_default='', nullable=False),
        sa.Column('author', sa.String(), nullable=False),
        sa.Column(
            'saved_at', sa.DateTime(timezone=True), server_default=sa.text('now()'),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ['project_id'], ['project.id'], name=op.f('fk_threshold_version_project_id'),
            ondelete='CASCADE',
        ),
        sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_threshold_version')),
        sa.UniqueConstraint(
            'project_id', 'number', name=op.f('uq_threshold_version_project_id_number')
        ),
    )
    op.create_table(
        'dry_run',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column('text', sa.String(), nullable=False),
        sa.Column('base_number', sa.Integer(), nullable=False),
        sa.Column('state', sa.String(), server_default='waiting', nullable=False),
        sa.Column('series_ids', sa.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column('done', sa.Integer(), server_default='0', nullable=False),
        sa.Column(
            'found', postgresql.JSONB(astext_type=sa.Text()), server_default='{}', nullable=False
        ),
        sa.Column('author', sa.String(), nullable=False),
        sa.Column(
            'created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'),
            nullable=False,
        ),
        sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state in ('waiting', 'running', 'done', 'failed')", name=op.f('ck_dry_run_state')
        ),
        sa.ForeignKeyConstraint(
            ['project_id'], ['project.id'], name=op.f('fk_dry_run_project_id'), ondelete='CASCADE'
        ),
        sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_dry_run')),
    )
    op.create_index(
        op.f('ix_dry_run_project_id_created_at'), 'dry_run', ['project_id', 'created_at']
    )


def downgrade() -> None:
    op.drop_table('dry_run')
    op.drop_table('threshold_version')
