"""know whose addresses, sessions and keys are

An account made by the provider's sign-in has a proven address; every older account proves it at
its next sign-in there, and what was set up before goes then.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0033'
down_revision: str | None = '0032'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column('user_account', sa.Column('proven_at', TIME, nullable=True))
    op.add_column('user_account', sa.Column('disabled_at', TIME, nullable=True))
    _links()
    _mails()
    _sessions()
    op.add_column('api_key', sa.Column('made_by', sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f('fk_api_key_made_by'), 'api_key', 'user_account', ['made_by'], ['id'], ondelete='SET NULL')
    op.create_index(op.f('ix_api_key_made_by'), 'api_key', ['made_by'])
    # both were made in one transaction: nobody had the account before
    op.execute(
        "update user_account account set proven_at = linked.created_at from user_identity linked"
        " where linked.user_id = account.id and linked.created_at = account.created_at"
    )
    op.execute(
        "update api_key key set made_by = account.id from audit_event told"
        " join user_account account on account.id = told.who_id"
        " where told.who = 'person' and told.verb = 'made' and told.noun = 'API key'"
        " and told.thing = key.id::text"
    )


def _links() -> None:
    op.add_column('invitation', sa.Column('mailed_token_hash', sa.LargeBinary(), nullable=True))
    op.create_unique_constraint(op.f('uq_invitation_mailed_token_hash'), 'invitation', ['mailed_token_hash'])
    op.create_table(
        'account_link',
        sa.Column('token_hash', sa.LargeBinary(), nullable=False),
        sa.Column('user_id', sa.BigInteger(), nullable=False),
        sa.Column('purpose', sa.String(), nullable=False),
        sa.Column('created_at', TIME, server_default=sa.text('now()'), nullable=False),
        sa.Column('expires_at', TIME, nullable=False),
        sa.Column('used_at', TIME, nullable=True),
        sa.CheckConstraint("purpose in ('password', 'address')", name=op.f('ck_account_link_purpose')),
        sa.ForeignKeyConstraint(['user_id'], ['user_account.id'], name=op.f('fk_account_link_user_id'), ondelete='CASCADE'),
        sa.PrimaryKeyConstraint('token_hash', name=op.f('pk_account_link')),
    )
    op.create_index(op.f('ix_account_link_user_id'), 'account_link', ['user_id'])


def _mails() -> None:
    op.create_table(
        'account_mail',
        sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column('kind', sa.String(), nullable=False),
        sa.Column('email', sa.String(), nullable=False),
        sa.Column('invitation_id', sa.BigInteger(), nullable=True),
        sa.Column('attempts', sa.BigInteger(), server_default='0', nullable=False),
        sa.Column('created_at', TIME, server_default=sa.text('now()'), nullable=False),
        sa.Column('due_at', TIME, server_default=sa.text('now()'), nullable=False),
        sa.CheckConstraint("kind in ('invitation', 'password', 'address')", name=op.f('ck_account_mail_kind')),
        sa.ForeignKeyConstraint(['invitation_id'], ['invitation.id'], name=op.f('fk_account_mail_invitation_id'), ondelete='CASCADE'),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_account_mail')),
    )
    op.create_index(op.f('ix_account_mail_due_at'), 'account_mail', ['due_at'])
    op.create_index(op.f('ix_account_mail_invitation_id'), 'account_mail', ['invitation_id'])


def _sessions() -> None:
    op.add_column('browser_session', sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False))
    op.create_unique_constraint(op.f('uq_browser_session_id'), 'browser_session', ['id'])
    op.create_index(op.f('ix_browser_session_user_id'), 'browser_session', ['user_id'])
    for name in ('user_agent', 'address'):
        op.add_column('browser_session', sa.Column(name, sa.String(), server_default='', nullable=False))
    op.add_column('browser_session', sa.Column('seen_at', TIME, server_default=sa.text('now()'), nullable=False))


def downgrade() -> None:
    op.drop_column('api_key', 'made_by')
    for name in ('seen_at', 'address', 'user_agent', 'id'):
        op.drop_column('browser_session', name)
    op.drop_index(op.f('ix_browser_session_user_id'), 'browser_session')
    op.drop_table('account_mail')
    op.drop_table('account_link')
    op.drop_column('invitation', 'mailed_token_hash')
    op.drop_column('user_account', 'disabled_at')
    op.drop_column('user_account', 'proven_at')
