"""add machine readings, courses of runs, and the order of metrics"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0009'
down_revision: str | None = '0008'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column('benchmark', sa.Column('metrics', sa.ARRAY(sa.Text()), server_default='{}', nullable=False))
    op.create_table('machine_reading',
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('run_id', sa.BigInteger(), nullable=False),
    sa.Column('machine_id', sa.BigInteger(), nullable=False),
    sa.Column('measured_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('score', sa.Double(), nullable=True),
    sa.Column('low', sa.Double(), nullable=True),
    sa.Column('high', sa.Double(), nullable=True),
    sa.Column('verdict', sa.String(), nullable=True),
    sa.Column('works', postgresql.JSONB(astext_type=sa.Text()), server_default='[]', nullable=False),
    sa.Column('warnings', sa.Integer(), server_default='0', nullable=False),
    sa.PrimaryKeyConstraint('project_id', 'run_id', name=op.f('pk_machine_reading'))
    )
    op.create_index(op.f('ix_machine_reading_project_id_machine_id_measured_at'), 'machine_reading', ['project_id', 'machine_id', 'measured_at'], unique=False)
    op.create_table('course',
    sa.Column('run_id', sa.BigInteger(), nullable=False),
    sa.Column('variant_id', sa.BigInteger(), nullable=False),
    sa.Column('metric_id', sa.BigInteger(), nullable=False),
    sa.Column('round', sa.Integer(), nullable=True),
    sa.Column('points', sa.Integer(), nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=False),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_course'))
    )
    op.create_index(op.f('ix_course_project_id_run_id'), 'course', ['project_id', 'run_id'], unique=False)
    op.create_index(op.f('ix_run_project_id_machine_id_started_at'), 'run', ['project_id', 'machine_id', 'started_at'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_run_project_id_machine_id_started_at'), table_name='run')
    op.drop_index(op.f('ix_course_project_id_run_id'), table_name='course')
    op.drop_table('course')
    op.drop_index(op.f('ix_machine_reading_project_id_machine_id_measured_at'), table_name='machine_reading')
    op.drop_table('machine_reading')
    op.drop_column('benchmark', 'metrics')
