"""imports from addresses"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0071"
down_revision: str | None = "0065"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TIME = sa.DateTime(timezone=True)
STATES = "state in ('waiting', 'walking', 'importing', 'done', 'failed')"


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), server_default="0", nullable=False)


def upgrade() -> None:
    op.create_table(
        "address_import",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("encrypted_token", sa.LargeBinary()),
        sa.Column("options", postgresql.JSONB(), nullable=False),
        sa.Column("sender", postgresql.JSONB(), nullable=False),
        sa.Column("state", sa.String(), server_default="waiting", nullable=False),
        *map(_count, ("pages", "known_pages", "bytes", "claim")),
        sa.Column("claimed_until", TIME),
        _count("tries"),
        sa.Column("wait_until", TIME),
        sa.Column("outcome", postgresql.JSONB()),
        sa.Column("error", sa.String(), server_default="", nullable=False),
        sa.Column("faults", postgresql.JSONB(), server_default="[]", nullable=False),
        sa.Column("created_at", TIME, server_default=sa.func.now(), nullable=False),
        sa.Column("finished_at", TIME),
        sa.CheckConstraint(STATES, name=op.f("ck_address_import_state")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["project.id"], name="fk_address_import_project_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project_id", "id", name="pk_address_import"),
    )
    op.create_index(
        "uq_address_import_under_way",
        "address_import",
        ["project_id"],
        unique=True,
        postgresql_where=sa.text("state in ('waiting', 'walking', 'importing')"),
    )
    op.create_table(
        "address_page",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("import_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("step", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("is_optional", sa.Boolean(), nullable=False),
        sa.Column("fetched_at", TIME),
        sa.Column("content", sa.LargeBinary()),
        sa.ForeignKeyConstraint(
            ["project_id", "import_id"],
            ["address_import.project_id", "address_import.id"],
            name="fk_address_page_import",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project_id", "import_id", "number", name="pk_address_page"),
        sa.UniqueConstraint(
            "project_id", "import_id", "url", name="uq_address_page_project_id_import_id_url"
        ),
    )


def downgrade() -> None:
    op.drop_table("address_page")
    op.drop_table("address_import")
