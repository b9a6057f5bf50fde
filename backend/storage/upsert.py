"""Insert rows that may exist already, and give back the id of each by its natural key."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

CHUNK = 2_000
Row = Mapping[str, Any]


def ensure(
    session: Session, table: type[Any], key: Sequence[str], rows: Sequence[Row]
) -> dict[tuple[Any, ...], int]:
    """Return the ids of rows of one project by the columns of `key`, made where they are missing.

    All rows carry `project_id`; `key` leaves it out.
    """
    ids: dict[tuple[Any, ...], int] = {}
    for start in range(0, len(rows), CHUNK):
        ids |= _ensure_chunk(session, table, key, rows[start : start + CHUNK])
    return ids


def _ensure_chunk(
    session: Session, table: type[Any], key: Sequence[str], rows: Sequence[Row]
) -> dict[tuple[Any, ...], int]:
    cells = table.__table__.c
    columns = [cells[name] for name in key]
    # the rows are parameters: a statement is put together once for all of them
    made = session.execute(
        insert(table.__table__)
        .on_conflict_do_nothing(index_elements=["project_id", *key])
        .returning(cells.id, *columns),
        list(rows),
    )
    ids = {tuple(row[1:]): row[0] for row in made}
    missing = [
        wanted for wanted in (tuple(row[name] for name in key) for row in rows) if wanted not in ids
    ]
    if missing:
        found = session.execute(
            select(cells.id, *columns).where(
                cells.project_id == rows[0]["project_id"], tuple_(*columns).in_(missing)
            )
        )
        ids |= {tuple(row[1:]): row[0] for row in found}
    return ids
