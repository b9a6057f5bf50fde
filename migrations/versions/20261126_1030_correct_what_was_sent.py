"""correct what was sent"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0038'
down_revision: str | None = '0040'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NAMED = ('suite', 'benchmark', 'testbed', 'branch')
TIME = sa.DateTime(timezone=True)
NOW = sa.func.now()


def upgrade() -> None:
    op.add_column(
        'project',
        sa.Column('catalogue_revision', sa.BigInteger(), server_default='0', nullable=False),
    )
    for table in NAMED:
        op.add_column(table, sa.Column('archived_at', TIME))
    op.add_column(
        'series', sa.Column('is_hidden', sa.Boolean(), server_default='false', nullable=False)
    )
    _name_alias()
    _excluded_result()
    _run_exclusion()
    _deletion()


def _name_alias() -> None:
    op.create_table(
        'name_alias',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('kind', sa.String(), nullable=False),
        sa.Column('suite_id', sa.BigInteger(), nullable=False),
        sa.Column('name', sa.String(), nullable=False),
        sa.Column('target_id', sa.BigInteger(), nullable=False),
        sa.Column('created_at', TIME, server_default=NOW, nullable=False),
        sa.PrimaryKeyConstraint('project_id', 'kind', 'suite_id', 'name', name='pk_name_alias'),
    )
    op.create_index(
        'ix_name_alias_project_id_kind_target_id', 'name_alias', ['project_id', 'kind', 'target_id']
    )


def _excluded_result() -> None:
    op.create_table(
        'excluded_result',
        *(
            sa.Column(name, sa.BigInteger(), nullable=False)
            for name in ('project_id', 'series_id', 'position', 'run_id', 'commit_id')
        ),
        sa.Column('fingerprint_id', sa.BigInteger()),
        sa.Column('measured_at', TIME, nullable=False),
        sa.Column('value', sa.Double(), nullable=False),
        *(sa.Column(name, sa.Double()) for name in ('low', 'high', 'sd')),
        sa.Column('n', sa.Integer(), nullable=False),
        sa.Column('basis', sa.SmallInteger(), nullable=False),
        sa.Column('samples', postgresql.ARRAY(sa.Double())),
        sa.Column('histogram', sa.String()),
        sa.Column('histogram_scale', sa.Double()),
        sa.Column('binary_hash', sa.String()),
        sa.Column('benchmark_version', sa.String()),
        sa.Column('rounds', postgresql.ARRAY(sa.Integer())),
        sa.Column('spread', sa.String()),
        sa.Column('spread_low', sa.Double()),
        sa.Column('spread_high', sa.Double()),
        sa.Column('reason', sa.String(), nullable=False),
        sa.Column('excluded_by', sa.String(), nullable=False),
        sa.Column('excluded_at', TIME, server_default=NOW, nullable=False),
        sa.PrimaryKeyConstraint(
            'project_id', 'series_id', 'position', 'run_id', name='pk_excluded_result'
        ),
    )
    op.create_index('ix_excluded_result_run', 'excluded_result', ['project_id', 'run_id'])


def _run_exclusion() -> None:
    op.create_table(
        'run_exclusion',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('run_id', sa.BigInteger(), nullable=False),
        sa.Column('reason', sa.String(), nullable=False),
        sa.Column('excluded_by', sa.String(), nullable=False),
        sa.Column('excluded_at', TIME, server_default=NOW, nullable=False),
        sa.PrimaryKeyConstraint('project_id', 'run_id', name='pk_run_exclusion'),
    )


def _deletion() -> None:
    op.create_table(
        'deletion',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column('reason', sa.String(), nullable=False),
        sa.Column('deleted_by', sa.String(), nullable=False),
        sa.Column('deleted_at', TIME, server_default=NOW, nullable=False),
        sa.Column('runs', sa.Integer(), nullable=False),
        sa.Column('results', sa.Integer(), nullable=False),
        sa.Column('restored_at', TIME),
        sa.Column('restored_by', sa.String()),
        sa.PrimaryKeyConstraint('project_id', 'id', name='pk_deletion'),
    )
    op.create_index('ix_deletion_deleted_at', 'deletion', ['deleted_at'])
    op.create_table(
        'deleted_row',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column('deletion_id', sa.BigInteger(), nullable=False),
        sa.Column('relation', sa.String(), nullable=False),
        sa.Column('content', postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint('project_id', 'id', name='pk_deleted_row'),
    )
    op.create_index(
        'ix_deleted_row_project_id_deletion_id', 'deleted_row', ['project_id', 'deletion_id']
    )


def downgrade() -> None:
    for table in ('deleted_row', 'deletion', 'run_exclusion', 'excluded_result', 'name_alias'):
        op.drop_table(table)
    op.drop_column('series', 'is_hidden')
    for table in NAMED:
        op.drop_column(table, 'archived_at')
    op.drop_column('project', 'catalogue_revision')
