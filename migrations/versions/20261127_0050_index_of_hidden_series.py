"""index of hidden series"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0075"
down_revision: str | None = "0084"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NAME = "ix_series_hidden"


def upgrade() -> None:
    only = sa.text("is_hidden")
    op.create_index(NAME, "series", ["project_id", "id"], postgresql_where=only)


def downgrade() -> None:
    op.drop_index(NAME, table_name="series")
