"""percentiles and spread of results, and changes of them"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0122"
down_revision: str | None = "0116"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ASPECTS = sa.ARRAY(sa.Double())


def upgrade() -> None:
    op.add_column("result", sa.Column("aspects", ASPECTS, nullable=True))
    op.add_column("excluded_result", sa.Column("aspects", ASPECTS, nullable=True))
    op.add_column("series_state", sa.Column("bands", sa.LargeBinary(), nullable=True))
    op.add_column("change_point", sa.Column("aspect", sa.String(), nullable=False, server_default=""))
    op.add_column(
        "change_point", sa.Column("modes_before", ASPECTS, nullable=False, server_default="{}")
    )
    op.add_column(
        "change_point", sa.Column("modes_after", ASPECTS, nullable=False, server_default="{}")
    )


def downgrade() -> None:
    op.execute("delete from change_point where aspect <> ''")
    for column in ("modes_after", "modes_before", "aspect"):
        op.drop_column("change_point", column)
    op.drop_column("series_state", "bands")
    op.drop_column("excluded_result", "aspects")
    op.drop_column("result", "aspects")
