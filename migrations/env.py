"""Alembic's entry: brings a database to the newest schema, offline never."""

import re

from alembic import context
from sqlalchemy import text
from sqlalchemy.schema import SchemaItem

from backend.settings import settings
from backend.storage.database_urls import demand_no_pooler
from backend.storage.engine import make_engine
from backend.storage.tables import Base

LONGEST_STATEMENT_S = 15 * 60.0
"""An index or a rewrite of a large table takes minutes."""
PARTITION = re.compile(r".*_p\d+$")


def _is_ours(
    _item: SchemaItem,
    name: str | None,
    kind: str,
    _reflected: bool,  # noqa: FBT001  Alembic calls it so
    _other: SchemaItem | None,
) -> bool:
    """Leave partitions out of comparisons: they follow their parents."""
    return kind != "table" or not PARTITION.fullmatch(name or "")


address = context.config.attributes.get("url") or settings().whole_database_url
engine = make_engine(
    demand_no_pooler(address, "a change of the schema"), statement_s=LONGEST_STATEMENT_S
)
with engine.connect() as connection:
    connection.execute(text("set lock_timeout = '10s'"))
    # one migration at a time, also when several processes start together
    connection.execute(text("select pg_advisory_lock(7315826)"))
    connection.commit()
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        include_object=_is_ours,
        compare_type=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
engine.dispose()
