"""cleared suspicions, causes of states, same binaries, machines in turns"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0002'
down_revision: str | None = '0001'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_constraint(op.f('ck_change_point_state'), 'change_point', type_='check')
    op.create_check_constraint(
        op.f('ck_change_point_state'),
        'change_point',
        "state in ('suspected', 'confirmed', 'refuted', 'cleared', 'fixed', 'withdrawn')",
    )
    op.add_column('change_point', sa.Column('cause', sa.String(), server_default='detection', nullable=False))
    op.add_column('change_point', sa.Column('run_id', sa.BigInteger(), nullable=True))
    op.add_column('change_point', sa.Column('before_run_id', sa.BigInteger(), nullable=True))
    op.add_column('change_point', sa.Column('after_run_id', sa.BigInteger(), nullable=True))
    op.add_column('change_point', sa.Column('same_code', sa.Boolean(), server_default='false', nullable=False))
    op.add_column('change_point', sa.Column('offsets', sa.ARRAY(sa.Double()), server_default='{}', nullable=False))
    op.add_column('change_point', sa.Column('confirmed_at', sa.DateTime(timezone=True), nullable=True))
    # a few rows per series that ever changed: no batches needed
    op.execute(
        "update change_point set confirmed_at = detected_at "
        "where state in ('confirmed', 'fixed', 'withdrawn')"
    )
    op.add_column('series_state', sa.Column('slope', sa.Double(), server_default='0', nullable=False))
    op.add_column('series_state', sa.Column('machine_offsets', sa.LargeBinary(), nullable=True))
    op.add_column('series_state', sa.Column('due_at', sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column('series_state', 'due_at')
    op.drop_column('series_state', 'machine_offsets')
    op.drop_column('series_state', 'slope')
    op.execute("update change_point set state = 'withdrawn' where state = 'cleared'")
    op.drop_constraint(op.f('ck_change_point_state'), 'change_point', type_='check')
    op.create_check_constraint(
        op.f('ck_change_point_state'),
        'change_point',
        "state in ('suspected', 'confirmed', 'refuted', 'fixed', 'withdrawn')",
    )
    for name in ('confirmed_at', 'offsets', 'same_code', 'after_run_id', 'before_run_id', 'run_id', 'cause'):
        op.drop_column('change_point', name)
