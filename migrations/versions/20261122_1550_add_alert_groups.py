"""add alert groups, and have those made of the change points that there are"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0015'
down_revision: str | None = '0014'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# neighbours on a branch go together: they are what may have one cause
MAKE = """
insert into outbox (task, project_id, subject_ids)
select 'alerting.group_changes', project_id, array_agg(id)
from (
    select c.project_id, c.id,
           row_number() over (partition by c.project_id order by s.branch_id, c.last_position, c.id)
               / 5000 as chunk
    from change_point c
    join series s on s.project_id = c.project_id and s.id = c.series_id
    where c.state in ('confirmed', 'fixed')
) as found
group by project_id, chunk
"""


def upgrade() -> None:
    now = sa.text('now()')
    op.create_table(
        'alert_group',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column('number', sa.BigInteger(), nullable=False),
        sa.Column('branch_id', sa.BigInteger(), nullable=False),
        sa.Column('testbed_id', sa.BigInteger(), server_default='0', nullable=False),
        sa.Column('cause', sa.String(), nullable=False),
        sa.Column('first_position', sa.BigInteger(), nullable=False),
        sa.Column('last_position', sa.BigInteger(), nullable=False),
        sa.Column('culprit_commit_id', sa.BigInteger(), nullable=True),
        sa.Column('direction', sa.String(), nullable=False),
        sa.Column('lead_id', sa.BigInteger(), nullable=False),
        sa.Column('size', sa.Double(), nullable=False),
        sa.Column('time', sa.DateTime(timezone=True), nullable=False),
        sa.Column('changes', sa.Integer(), nullable=False),
        sa.Column('series', sa.Integer(), nullable=False),
        sa.Column('regressions', sa.Integer(), nullable=False),
        sa.Column('improvements', sa.Integer(), nullable=False),
        sa.Column('opened_at', sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column('changed_at', sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column('state', sa.String(), nullable=False),
        sa.Column('is_said', sa.Boolean(), server_default='false', nullable=False),
        sa.Column('state_by', sa.String(), nullable=True),
        sa.Column('state_at', sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column('why', sa.String(), server_default='', nullable=False),
        sa.Column('fixed_commit_id', sa.BigInteger(), nullable=True),
        sa.Column('episode', sa.Integer(), server_default='1', nullable=False),
        sa.Column('assignee_id', sa.BigInteger(), nullable=True),
        sa.Column('is_assigned', sa.Boolean(), server_default='false', nullable=False),
        sa.Column('due_on', sa.Date(), nullable=True),
        sa.Column('tags', postgresql.ARRAY(sa.Text()), server_default='{}', nullable=False),
        sa.Column('issue_url', sa.String(), server_default='', nullable=False),
        sa.Column('merged_into', sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "state in ('open', 'acknowledged', 'fixed', 'accepted', 'invalid', 'withdrawn')",
            name=op.f('ck_alert_group_state'),
        ),
        sa.CheckConstraint(
            "cause in ('code', 'same_binary', 'machine')", name=op.f('ck_alert_group_cause')
        ),
        sa.CheckConstraint(
            "direction in ('regression', 'improvement', 'mixed', 'change')",
            name=op.f('ck_alert_group_direction'),
        ),
        sa.ForeignKeyConstraint(
            ['assignee_id'], ['user_account.id'],
            name=op.f('fk_alert_group_assignee_id'), ondelete='SET NULL',
        ),
        sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_alert_group')),
        sa.UniqueConstraint('project_id', 'number', name=op.f('uq_alert_group_project_id_number')),
    )
    op.create_index(
        op.f('ix_alert_group_project_id_state_time'), 'alert_group',
        ['project_id', 'state', 'time'],
    )
    op.create_index(
        op.f('ix_alert_group_project_id_branch_id_last_position'), 'alert_group',
        ['project_id', 'branch_id', 'last_position'],
    )
    op.create_table(
        'alert_member',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('change_id', sa.BigInteger(), nullable=False),
        sa.Column('group_id', sa.BigInteger(), nullable=False),
        sa.Column('rank', sa.Integer(), nullable=False),
        sa.Column('is_pinned', sa.Boolean(), server_default='false', nullable=False),
        sa.Column('joined_at', sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.PrimaryKeyConstraint('project_id', 'change_id', name=op.f('pk_alert_member')),
    )
    op.create_index(
        op.f('ix_alert_member_project_id_group_id_rank'), 'alert_member',
        ['project_id', 'group_id', 'rank'],
    )
    op.create_table(
        'alert_deed',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column('group_id', sa.BigInteger(), nullable=False),
        sa.Column('kind', sa.String(), nullable=False),
        sa.Column('text', sa.String(), server_default='', nullable=False),
        sa.Column('author', sa.String(), server_default='', nullable=False),
        sa.Column('user_id', sa.BigInteger(), nullable=True),
        sa.Column('created_at', sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_alert_deed')),
    )
    op.create_index(
        op.f('ix_alert_deed_project_id_group_id'), 'alert_deed', ['project_id', 'group_id']
    )
    op.create_table(
        'alert_event',
        sa.Column('project_id', sa.BigInteger(), nullable=False),
        sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column('group_id', sa.BigInteger(), nullable=False),
        sa.Column('kind', sa.String(), nullable=False),
        sa.Column('episode', sa.Integer(), nullable=False),
        sa.Column('times', sa.Integer(), server_default='1', nullable=False),
        sa.Column('first_at', sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column('last_at', sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.CheckConstraint(
            "kind in ('opened', 'grew', 'narrowed', 'fixed', 'reopened')",
            name=op.f('ck_alert_event_kind'),
        ),
        sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_alert_event')),
        sa.UniqueConstraint(
            'project_id', 'group_id', 'kind', 'episode',
            name=op.f('uq_alert_event_project_id_group_id_kind_episode'),
        ),
    )
    op.execute(MAKE)


def downgrade() -> None:
    for table in ('alert_event', 'alert_deed', 'alert_member', 'alert_group'):
        op.drop_table(table)
    op.execute("delete from outbox where task like 'alerting.%'")
