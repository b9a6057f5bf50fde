"""add notifications"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = '0021'
down_revision: str | None = '0020'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('channel',
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('hint', sa.String(), nullable=False),
    sa.Column('sealed_address', sa.LargeBinary(), nullable=False),
    sa.Column('sealed_secret', sa.LargeBinary(), nullable=True),
    sa.Column('cadence', sa.String(), nullable=False),
    sa.Column('time_zone', sa.String(), nullable=False),
    sa.Column('daily_at', sa.Integer(), nullable=False),
    sa.Column('quiet_start', sa.Integer(), nullable=True),
    sa.Column('quiet_end', sa.Integer(), nullable=True),
    sa.Column('paused_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('paused_by', sa.String(), nullable=True),
    sa.Column('removed_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('created_by', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('last_sent_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('failing_since', sa.DateTime(timezone=True), nullable=True),
    sa.Column('last_reason', sa.String(), server_default='', nullable=False),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.CheckConstraint("cadence in ('at_once', 'hourly', 'daily')", name=op.f('ck_channel_cadence')),
    sa.CheckConstraint("kind in ('mail', 'slack', 'discord', 'teams', 'mattermost', 'webhook')", name=op.f('ck_channel_kind')),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_channel'))
    )
    op.create_table('delivery',
    sa.Column('channel_id', sa.BigInteger(), nullable=False),
    sa.Column('message_id', sa.Uuid(), server_default=sa.text('gen_random_uuid()'), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('state', sa.String(), server_default='waiting', nullable=False),
    sa.Column('news', sa.Integer(), server_default='0', nullable=False),
    sa.Column('title', sa.String(), server_default='', nullable=False),
    sa.Column('attempts', sa.Integer(), server_default='0', nullable=False),
    sa.Column('next_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('claimed_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('status', sa.Integer(), nullable=True),
    sa.Column('reason', sa.String(), server_default='', nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('tried_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('sent_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.CheckConstraint("kind in ('news', 'digest', 'test')", name=op.f('ck_delivery_kind')),
    sa.CheckConstraint("state in ('waiting', 'sent', 'dead', 'dropped')", name=op.f('ck_delivery_state')),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_delivery'))
    )
    op.create_index('ix_delivery_dead', 'delivery', ['project_id'], unique=False, postgresql_where=sa.text("state = 'dead'"))
    op.create_index('ix_delivery_due', 'delivery', ['next_at'], unique=False, postgresql_where=sa.text("state = 'waiting'"))
    op.create_index(op.f('ix_delivery_project_id_channel_id_created_at'), 'delivery', ['project_id', 'channel_id', 'created_at'], unique=False)
    op.create_table('notice',
    sa.Column('channel_id', sa.BigInteger(), nullable=False),
    sa.Column('subject', sa.String(), nullable=False),
    sa.Column('subject_id', sa.BigInteger(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('episode', sa.Integer(), nullable=False),
    sa.Column('is_calm', sa.Boolean(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('delivery_id', sa.BigInteger(), nullable=True),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.CheckConstraint("subject in ('alert_group', 'outage')", name=op.f('ck_notice_subject')),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_notice')),
    sa.UniqueConstraint('project_id', 'channel_id', 'subject', 'subject_id', 'kind', 'episode', name=op.f('uq_notice_project_id_channel_id_subject_subject_id_kind_episode'))
    )
    op.create_index('ix_notice_delivery', 'notice', ['project_id', 'delivery_id'], unique=False, postgresql_where=sa.text('delivery_id is not null'))
    op.create_index('ix_notice_waiting', 'notice', ['project_id', 'channel_id'], unique=False, postgresql_where=sa.text('delivery_id is null'))
    op.create_table('outage',
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('thing', sa.String(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('detail', sa.String(), nullable=False),
    sa.Column('since', sa.DateTime(timezone=True), nullable=False),
    sa.Column('noticed_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('ended_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.CheckConstraint("kind in ('agent', 'suite', 'benchmark', 'channel')", name=op.f('ck_outage_kind')),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_outage'))
    )
    op.create_index('uq_outage_open', 'outage', ['project_id', 'kind', 'thing'], unique=True, postgresql_where=sa.text('ended_at is null'))
    op.create_table('feed_token',
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('user_id', sa.BigInteger(), nullable=False),
    sa.Column('token_hash', sa.LargeBinary(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('used_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['project_id'], ['project.id'], name=op.f('fk_feed_token_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['user_id'], ['user_account.id'], name=op.f('fk_feed_token_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('project_id', 'user_id', name=op.f('pk_feed_token')),
    sa.UniqueConstraint('token_hash', name=op.f('uq_feed_token_token_hash'))
    )
    op.create_table('subscription',
    sa.Column('channel_id', sa.BigInteger(), nullable=False),
    sa.Column('filters', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('ways', sa.String(), nullable=False),
    sa.Column('min_effect', sa.Double(), nullable=False),
    sa.Column('events', sa.ARRAY(sa.Text()), nullable=False),
    sa.Column('with_outages', sa.Boolean(), nullable=False),
    sa.Column('created_by', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.CheckConstraint("ways in ('worse', 'better', 'any')", name=op.f('ck_subscription_ways')),
    sa.ForeignKeyConstraint(['project_id', 'channel_id'], ['channel.project_id', 'channel.id'], name=op.f('fk_subscription_project_id_channel_id')),
    sa.PrimaryKeyConstraint('project_id', 'id', name=op.f('pk_subscription'))
    )
    op.create_index(op.f('ix_subscription_project_id_channel_id'), 'subscription', ['project_id', 'channel_id'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_subscription_project_id_channel_id'), table_name='subscription')
    op.drop_table('subscription')
    op.drop_table('feed_token')
    op.drop_index('uq_outage_open', table_name='outage', postgresql_where=sa.text('ended_at is null'))
    op.drop_table('outage')
    op.drop_index('ix_notice_waiting', table_name='notice', postgresql_where=sa.text('delivery_id is null'))
    op.drop_index('ix_notice_delivery', table_name='notice', postgresql_where=sa.text('delivery_id is not null'))
    op.drop_table('notice')
    op.drop_index(op.f('ix_delivery_project_id_channel_id_created_at'), table_name='delivery')
    op.drop_index('ix_delivery_due', table_name='delivery', postgresql_where=sa.text("state = 'waiting'"))
    op.drop_index('ix_delivery_dead', table_name='delivery', postgresql_where=sa.text("state = 'dead'"))
    op.drop_table('delivery')
    op.drop_table('channel')
