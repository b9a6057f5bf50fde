"""comparisons of a program with itself"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0003'
down_revision: str | None = '0002'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('self_comparison',
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('run_id', sa.BigInteger(), nullable=False),
    sa.Column('baseline_run_id', sa.BigInteger(), nullable=False),
    sa.Column('testbed_id', sa.BigInteger(), nullable=False),
    sa.Column('compared', sa.Integer(), nullable=False),
    sa.Column('alarms', sa.Integer(), nullable=False),
    sa.Column('measured_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('judged_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.PrimaryKeyConstraint('project_id', 'run_id', name=op.f('pk_self_comparison'))
    )
    op.create_index(op.f('ix_self_comparison_project_id_testbed_id_run_id'), 'self_comparison', ['project_id', 'testbed_id', 'run_id'], unique=False)
    op.create_table('self_comparison_progress',
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('run_id', sa.BigInteger(), nullable=False),
    sa.PrimaryKeyConstraint('project_id', name=op.f('pk_self_comparison_progress'))
    )


def downgrade() -> None:
    op.drop_table('self_comparison_progress')
    op.drop_index(op.f('ix_self_comparison_project_id_testbed_id_run_id'), table_name='self_comparison')
    op.drop_table('self_comparison')
