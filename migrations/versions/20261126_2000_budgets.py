"""budgets that are broken"""

from collections.abc import Sequence

from alembic import op

revision: str = "0064"
down_revision: str | None = "0066"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NAME = "ck_outage_kind"
BEFORE = "'agent', 'suite', 'benchmark', 'veto', 'channel', 'claim'"


def upgrade() -> None:
    _allow(f"{BEFORE}, 'budget'")


def downgrade() -> None:
    op.execute(
        "delete from notice where subject = 'outage' and (project_id, subject_id) in "
        "(select project_id, id from outage where kind = 'budget')"
    )
    op.execute("delete from outage where kind = 'budget'")
    _allow(BEFORE)


def _allow(kinds: str) -> None:
    op.drop_constraint(op.f(NAME), "outage", type_="check")
    op.create_check_constraint(op.f(NAME), "outage", f"kind in ({kinds})")
