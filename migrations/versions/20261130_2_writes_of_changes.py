"""when change points and alert groups were written, and indexes of benchmarks for searches"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0327"
down_revision: str | None = "0316"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

WRITTEN = ("change_point", "alert_group", "alert_member", "series", "branch")
DEEDS = {"insert": "new", "update": "new", "delete": "old"}
ATTRIBUTES = {"ix_benchmark_swept": "sweep_axes", "ix_benchmark_tagged": "tags"}
NOTE = """
create function note_change() returns trigger language plpgsql as $$
begin
    insert into change_write (project_id, backend, stamp)
    select project_id, pg_backend_pid(), gen_random_uuid()
    from (select distinct project_id from touched) as projects
    on conflict (project_id, backend) do update
    set stamp = excluded.stamp, written_at = excluded.written_at;
    return null;
end $$
"""


def upgrade() -> None:
    op.create_table(
        "change_write",
        sa.Column("project_id", sa.BigInteger(), nullable=False),
        sa.Column("backend", sa.Integer(), nullable=False),
        sa.Column("stamp", sa.Uuid(), nullable=False),
        sa.Column(
            "written_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("project_id", "backend", name=op.f("pk_change_write")),
        postgresql_with={"fillfactor": "50"},
    )
    op.execute(NOTE)
    for table in WRITTEN:
        for deed, rows in DEEDS.items():
            op.execute(
                f"create trigger note_{deed} after {deed} on {table}"
                f" referencing {rows} table as touched"
                " for each statement execute function note_change()"
            )
    op.create_index(
        "ix_benchmark_length", "benchmark", ["project_id", sa.text("length(name)"), "name", "id"]
    )
    for name, column in ATTRIBUTES.items():
        only = sa.text(f"{column} <> '{{}}'")
        op.create_index(name, "benchmark", ["project_id"], postgresql_where=only)


def downgrade() -> None:
    for name in ("ix_benchmark_length", *ATTRIBUTES):
        op.drop_index(name, table_name="benchmark")
    for table in WRITTEN:
        for deed in DEEDS:
            op.execute(f"drop trigger note_{deed} on {table}")
    op.execute("drop function note_change()")
    op.drop_table("change_write")
