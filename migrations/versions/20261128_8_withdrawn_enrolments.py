"""who asked for the token of an agent, by which key, and when it was withdrawn"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0316"
down_revision: str | None = "0329"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_enrolment"
KEY = "fk_agent_enrolment_api_key_id_api_key"


def upgrade() -> None:
    # the default is for processes of the version before
    op.add_column(
        TABLE, sa.Column("asked_by", sa.String(), server_default="somebody", nullable=False)
    )
    op.add_column(TABLE, sa.Column("api_key_id", sa.BigInteger(), nullable=True))
    op.add_column(TABLE, sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True))
    op.create_foreign_key(op.f(KEY), TABLE, "api_key", ["api_key_id"], ["id"], ondelete="CASCADE")
    op.create_index(op.f("ix_agent_enrolment_api_key_id"), TABLE, ["api_key_id"])


def downgrade() -> None:
    for column in ("asked_by", "api_key_id", "withdrawn_at"):
        op.drop_column(TABLE, column)
