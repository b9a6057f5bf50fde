"""first schema

The SQL beside this file makes every table. It bears the number of the last of the 34 steps that it
replaces, so that a database which took them all is at this revision.
"""

from collections.abc import Sequence
from pathlib import Path

from alembic import op

revision: str = '0034'
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

SCHEMA = Path(__file__).with_name('first_schema.sql')
PARTITIONS = {"report": 8, "run": 8, "failed_result": 8, "result": 16}
"""Hash partitions of each large table."""


def upgrade() -> None:
    op.execute(SCHEMA.read_text(encoding='utf-8'))
    for table, partitions in PARTITIONS.items():
        for number in range(partitions):
            op.execute(
                f"create table {table}_p{number:02d} partition of {table} "
                f"for values with (modulus {partitions}, remainder {number})"
            )
    for number in range(PARTITIONS["report"]):
        # reports are compressed before they are stored
        op.execute(f"alter table report_p{number:02d} alter column body set storage external")


def downgrade() -> None:
    tables = (
        "select string_agg(quote_ident(tablename), ', ') from pg_tables "
        "where schemaname = current_schema() and tablename <> 'alembic_version'"
    )
    names = op.get_bind().exec_driver_sql(tables).scalar_one()
    op.execute(f"drop table {names} cascade")
