"""tell vetoes apart from failing benchmarks"""

from collections.abc import Sequence

from alembic import op

revision: str = '0031'
down_revision: str | None = '0030'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BEFORE = "kind in ('agent', 'suite', 'benchmark', 'channel')"
NOW = "kind in ('agent', 'suite', 'benchmark', 'veto', 'channel')"


def upgrade() -> None:
    op.drop_constraint(op.f('ck_outage_kind'), 'outage', type_='check')
    op.create_check_constraint(op.f('ck_outage_kind'), 'outage', NOW)


def downgrade() -> None:
    op.execute("delete from outage where kind = 'veto'")
    op.drop_constraint(op.f('ck_outage_kind'), 'outage', type_='check')
    op.create_check_constraint(op.f('ck_outage_kind'), 'outage', BEFORE)
