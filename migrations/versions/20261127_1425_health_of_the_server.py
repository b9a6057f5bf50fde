"""samples of the server itself, and who is told of its health"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0140"
down_revision: str | None = "0131"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KINDS = ("agent", "suite", "benchmark", "veto", "channel", "claim", "budget")


def upgrade() -> None:
    op.create_table(
        "server_sample",
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("requests", sa.Double(), nullable=True),
        sa.Column("failed_requests", sa.Double(), nullable=True),
        sa.Column("request_seconds", sa.Double(), nullable=True),
        sa.Column("work_waiting", sa.Integer(), nullable=False),
        sa.Column("work_oldest_s", sa.Double(), nullable=False),
        sa.Column("reports_waiting", sa.Integer(), nullable=False),
        sa.Column("ingestion_lag_s", sa.Double(), nullable=False),
        sa.Column("disk_free_bytes", sa.BigInteger(), nullable=True),
        sa.Column("database_bytes", sa.BigInteger(), nullable=False),
        sa.Column("parts", sa.ARRAY(sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("at", name=op.f("pk_server_sample")),
    )
    op.add_column(
        "subscription",
        sa.Column("with_server", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    _allow((*KINDS, "server"))


def downgrade() -> None:
    # a notice has no foreign key to its outage: both go
    op.execute(
        "delete from notice using outage where notice.project_id = outage.project_id and"
        " notice.subject = 'outage' and notice.subject_id = outage.id and outage.kind = 'server'"
    )
    op.execute("delete from outage where kind = 'server'")
    _allow(KINDS)
    op.drop_column("subscription", "with_server")
    op.drop_table("server_sample")


def _allow(kinds: Sequence[str]) -> None:
    name = op.f("ck_outage_kind")
    op.drop_constraint(name, "outage", type_="check")
    listed = ", ".join(f"'{kind}'" for kind in kinds)
    op.create_check_constraint(name, "outage", f"kind in ({listed})")
