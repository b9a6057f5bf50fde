"""files of tools, as they were sent"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0065"
down_revision: str | None = "0055"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "sent_file_content",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("project_id", "hash", name="pk_sent_file_content"),
    )
    op.create_table(
        "sent_file",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("report_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id", "hash"],
            ["sent_file_content.project_id", "sent_file_content.hash"],
            name="fk_sent_file_project_id_hash",
        ),
        sa.PrimaryKeyConstraint("project_id", "report_id", "place", name="pk_sent_file"),
    )
    op.create_index("ix_sent_file_project_id_hash", "sent_file", ["project_id", "hash"])
    op.add_column("report", sa.Column("said", postgresql.JSONB()))


def downgrade() -> None:
    op.drop_column("report", "said")
    op.drop_table("sent_file")
    op.drop_table("sent_file_content")
