"""let the enum list the kinds of channels

`ChannelKind` is the one list; the constraint repeated it, and each new kind needed a migration.
"""

from collections.abc import Sequence

from alembic import op

revision: str = '0035'
down_revision: str | None = '0034'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_constraint(op.f('ck_channel_kind'), 'channel', type_='check')


def downgrade() -> None:
    kinds = "kind in ('mail', 'slack', 'discord', 'teams', 'mattermost', 'webhook')"
    op.create_check_constraint(op.f('ck_channel_kind'), 'channel', kinds)
