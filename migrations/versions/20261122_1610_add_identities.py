"""add identities"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0017'
down_revision: str | None = '0016'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('provider_sign_in',
    sa.Column('state_hash', sa.LargeBinary(), nullable=False),
    sa.Column('browser_hash', sa.LargeBinary(), nullable=False),
    sa.Column('nonce', sa.String(), nullable=False),
    sa.Column('verifier', sa.String(), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('state_hash', name=op.f('pk_provider_sign_in'))
    )
    op.create_index(op.f('ix_provider_sign_in_expires_at'), 'provider_sign_in', ['expires_at'], unique=False)
    op.create_table('user_identity',
    sa.Column('issuer', sa.String(), nullable=False),
    sa.Column('subject', sa.String(), nullable=False),
    sa.Column('user_id', sa.BigInteger(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['user_id'], ['user_account.id'], name=op.f('fk_user_identity_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('issuer', 'subject', name=op.f('pk_user_identity'))
    )
    op.create_index(op.f('ix_user_identity_user_id'), 'user_identity', ['user_id'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_user_identity_user_id'), table_name='user_identity')
    op.drop_table('user_identity')
    op.drop_index(op.f('ix_provider_sign_in_expires_at'), table_name='provider_sign_in')
    op.drop_table('provider_sign_in')
