"""withdrawn is news

What was taken back already is kept as such, so that feeds still list it; nobody is told.
"""

from collections.abc import Sequence

from alembic import op

revision: str = '0048'
down_revision: str | None = '0045'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BEFORE = "kind in ('opened', 'grew', 'narrowed', 'fixed', 'reopened')"
AFTER = "kind in ('opened', 'grew', 'narrowed', 'fixed', 'reopened', 'withdrawn')"


def upgrade() -> None:
    op.drop_constraint(op.f('ck_alert_event_kind'), 'alert_event', type_='check')
    op.create_check_constraint(op.f('ck_alert_event_kind'), 'alert_event', AFTER)
    op.execute(
        "insert into alert_event (project_id, group_id, kind, episode, first_at, last_at)"
        " select project_id, id, 'withdrawn', episode, state_at, state_at from alert_group"
        " where state in ('withdrawn', 'invalid') and cause = 'code' and changes > 0"
    )


def downgrade() -> None:
    op.execute("delete from alert_event where kind = 'withdrawn'")
    op.drop_constraint(op.f('ck_alert_event_kind'), 'alert_event', type_='check')
    op.create_check_constraint(op.f('ck_alert_event_kind'), 'alert_event', BEFORE)
