"""add memberships"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0010'
down_revision: str | None = '0009'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table('membership',
    sa.Column('project_id', sa.BigInteger(), nullable=False),
    sa.Column('user_id', sa.BigInteger(), nullable=False),
    sa.Column('role', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint("role in ('viewer', 'triager', 'maintainer', 'owner')", name=op.f('ck_membership_role')),
    sa.ForeignKeyConstraint(['project_id'], ['project.id'], name=op.f('fk_membership_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['user_id'], ['user_account.id'], name=op.f('fk_membership_user_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('project_id', 'user_id', name=op.f('pk_membership'))
    )
    op.create_index(op.f('ix_membership_user_id'), 'membership', ['user_id'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_membership_user_id'), table_name='membership')
    op.drop_table('membership')
