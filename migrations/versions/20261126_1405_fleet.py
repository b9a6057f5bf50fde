"""jobs"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0041'
down_revision: str | None = '0051'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TIME = sa.DateTime(timezone=True)
NOW = sa.func.now()
QUEUED = sa.text("state = 'queued'")
HELD = sa.text("state in ('leased', 'running')")


def upgrade() -> None:
    op.add_column(
        'agent',
        sa.Column('labels', postgresql.ARRAY(sa.Text()), server_default='{}', nullable=False),
    )
    op.add_column('agent', sa.Column('asked_at', TIME))
    _job()
    _indexes()
    _beside()


def _whole(name: str, kind: type = sa.BigInteger) -> sa.Column:
    return sa.Column(name, kind(), nullable=False)


def _texts(name: str) -> sa.Column:
    return sa.Column(name, postgresql.ARRAY(sa.Text()), server_default='{}', nullable=False)


def _text(name: str, default: str | None = None) -> sa.Column:
    return sa.Column(name, sa.String(), server_default=default, nullable=False)


def _count(name: str, kind: type = sa.Integer) -> sa.Column:
    return sa.Column(name, kind(), server_default='0', nullable=False)


def _job() -> None:
    op.create_table(
        'job',
        _whole('project_id'),
        sa.Column('id', sa.BigInteger(), sa.Identity(), nullable=False),
        _text('kind'),
        _text('suite'),
        sa.Column('target', postgresql.JSONB(), nullable=False),
        sa.Column('testbed_id', sa.BigInteger()),
        _texts('labels'),
        _texts('preferred'),
        _count('priority', sa.SmallInteger),
        _whole('budget_minutes', sa.Integer),
        _text('asker'),
        _text('asked_by'),
        _text('why'),
        sa.Column('asked_at', TIME, server_default=NOW, nullable=False),
        *(sa.Column(name, sa.BigInteger()) for name in ('parent_id', 'change_id', 'pull_id')),
        _text('state', 'queued'),
        _text('reason', ''),
        _whole('turn', sa.Double),
        _whole('turn_end', sa.Double),
        sa.Column('not_before', TIME),
        _count('lease', sa.BigInteger),
        sa.Column('lease_until', TIME),
        sa.Column('agent_id', sa.BigInteger()),
        _text('holder', ''),
        sa.Column('measured_on', sa.BigInteger()),
        sa.Column('leased_at', TIME),
        sa.Column('ended_at', TIME),
        sa.Column('is_cancel_wanted', sa.Boolean(), server_default='false', nullable=False),
        _text('cancelled_by', ''),
        sa.Column('progress', postgresql.JSONB()),
        _texts('reports'),
        sa.Column('verdict', postgresql.JSONB()),
        *map(_count, ('log_bytes', 'log_lines', 'log_dropped')),
        sa.PrimaryKeyConstraint('project_id', 'id', name='pk_job'),
        sa.CheckConstraint(
            "state in ('queued', 'leased', 'running', 'finished', 'failed', 'cancelled',"
            " 'expired')",
            name='ck_job_state',
        ),
    )


def _indexes() -> None:
    op.create_index(
        'ix_job_queue',
        'job',
        ['project_id', 'testbed_id', sa.text('priority desc'), 'turn', 'id'],
        postgresql_where=QUEUED,
    )
    op.create_index('ix_job_held', 'job', ['lease_until'], postgresql_where=HELD)
    op.create_index('ix_job_waiting_since', 'job', ['asked_at'], postgresql_where=QUEUED)
    op.create_index(
        'ix_job_turn', 'job', ['project_id', 'turn'], postgresql_where=sa.text('lease > 0')
    )
    op.create_index('ix_job_asker', 'job', ['project_id', 'asker', 'turn_end'])
    op.create_index(
        'ix_job_duration',
        'job',
        ['project_id', 'kind', 'suite', 'ended_at'],
        postgresql_where=sa.text("state = 'finished'"),
    )
    op.create_index('ix_job_change', 'job', ['project_id', 'change_id'])


def _beside() -> None:
    op.create_table(
        'job_event',
        _whole('project_id'),
        sa.Column('id', sa.BigInteger(), sa.Identity(), nullable=False),
        _whole('job_id'),
        _text('state'),
        _text('why'),
        _whole('lease'),
        sa.Column('at', TIME, server_default=NOW, nullable=False),
        sa.PrimaryKeyConstraint('project_id', 'id', name='pk_job_event'),
        _of_job('job_event'),
    )
    op.create_index('ix_job_event_project_id_job_id', 'job_event', ['project_id', 'job_id'])
    op.create_table(
        'job_log',
        _whole('project_id'),
        sa.Column('id', sa.BigInteger(), sa.Identity(), nullable=False),
        _whole('job_id'),
        _whole('first_line', sa.Integer),
        _whole('lines', sa.Integer),
        _whole('content', sa.LargeBinary),
        sa.PrimaryKeyConstraint('project_id', 'id', name='pk_job_log'),
        _of_job('job_log'),
    )
    op.create_index(
        'ix_job_log_project_id_job_id_first_line', 'job_log', ['project_id', 'job_id', 'first_line']
    )
    op.create_table(
        'job_run',
        *map(_whole, ('project_id', 'run_id', 'job_id', 'lease')),
        _whole('arm', sa.SmallInteger),
        sa.PrimaryKeyConstraint('project_id', 'run_id', name='pk_job_run'),
    )
    op.create_index('ix_job_run_project_id_job_id', 'job_run', ['project_id', 'job_id'])


def _of_job(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ['project_id', 'job_id'],
        ['job.project_id', 'job.id'],
        name=f'fk_{table}_project_id_job_id',
        ondelete='CASCADE',
    )


def downgrade() -> None:
    for table in ('job_run', 'job_log', 'job_event', 'job'):
        op.drop_table(table)
    op.drop_column('agent', 'asked_at')
    op.drop_column('agent', 'labels')
