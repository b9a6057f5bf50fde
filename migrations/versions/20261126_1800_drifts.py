"""drifts beside steps"""

from collections.abc import Sequence

from alembic import op

revision: str = "0055"
down_revision: str | None = "0063"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KINDS = "kind in ('step', 'drift', 'environment')"
KINDS_BEFORE = "kind in ('step', 'environment')"
CAUSES = "cause in ('code', 'drift', 'same_binary', 'machine')"
CAUSES_BEFORE = "cause in ('code', 'same_binary', 'machine')"

# ids are unique within a project only
WITHOUT_DRIFTS = (
    "delete from alert_member where (project_id, change_id) in "
    "(select project_id, id from change_point where kind = 'drift')",
    "delete from alert_member where (project_id, group_id) in "
    "(select project_id, id from alert_group where cause = 'drift')",
    "delete from alert_group where cause = 'drift'",
    "delete from change_point where kind = 'drift'",
)


def upgrade() -> None:
    _allow(KINDS, CAUSES)


def downgrade() -> None:
    for statement in WITHOUT_DRIFTS:
        op.execute(statement)
    _allow(KINDS_BEFORE, CAUSES_BEFORE)


def _allow(kinds: str, causes: str) -> None:
    places = (("change_point", "kind", kinds), ("alert_group", "cause", causes))
    for table, column, allowed in places:
        name = op.f(f"ck_{table}_{column}")
        op.drop_constraint(name, table, type_="check")
        op.create_check_constraint(name, table, allowed)
