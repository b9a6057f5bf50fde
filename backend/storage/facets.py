"""What facets are counted from: every series as a row of ids, the names, the sets of attributes.

Counting in arrays takes half of what the same counts take as groups of a query.
"""

from typing import Any, LiteralString

import numpy as np
from psycopg import Connection
from sqlalchemy import ColumnElement, LargeBinary, case, func, literal, select
from sqlalchemy.orm import Session

from backend.domain.facets import (
    VARIANT,
    Attributes,
    Catalogue,
    Ints,
    Names,
    SeriesDimensions,
)
from backend.domain.series_filters import FACETS, PARAMETER, TAG, SeriesFilters
from backend.storage.engine import raw_connection
from backend.storage.packed_columns import integers
from backend.storage.series_filters import DIMENSIONS, facet_conditions, text_conditions
from backend.storage.tables.series import SeriesRow

NAMES: LiteralString = """
select 'suite', string_agg(int8send(id), ''), array_agg(name)
from suite where project_id = %(project)s
union all
select 'benchmark', string_agg(int8send(id), ''), array_agg(name)
from benchmark where project_id = %(project)s
union all
select 'metric', string_agg(int8send(id), ''), array_agg(name)
from metric where project_id = %(project)s
union all
select 'testbed', string_agg(int8send(id), ''), array_agg(name)
from testbed where project_id = %(project)s
union all
select 'branch', string_agg(int8send(id), ''), array_agg(name)
from branch where project_id = %(project)s
"""
PARAMETERS: LiteralString = """
select parameters, string_agg(int8send(id), '') from variant where project_id = %s
group by parameters
"""
TAGS: LiteralString = """
select tags, string_agg(int8send(id), '') from benchmark where project_id = %s group by tags
"""


def read_dimensions(session: Session, project_id: int, filters: SeriesFilters) -> SeriesDimensions:
    """Return the ids of every series that has the words of the text, and what else it fails."""
    conditions = facet_conditions(project_id, filters)
    failed: ColumnElement[int] = sum(
        (case((one, 0), else_=1 << bit) for bit, one in enumerate(conditions.values())), literal(0)
    )
    columns = {VARIANT: SeriesRow.variant_id, **{name: DIMENSIONS[name][0] for name in FACETS}}
    row: ColumnElement[bytes] = func.int8send(failed, type_=LargeBinary)
    for column in columns.values():
        row = row.op("||")(func.int8send(column, type_=LargeBinary))
    packed = session.scalar(
        select(func.string_agg(row, literal(b"", LargeBinary))).where(
            SeriesRow.project_id == project_id, *text_conditions(project_id, filters)
        )
    )
    table = np.ascontiguousarray(integers(packed).reshape(-1, 1 + len(columns)).T)
    return SeriesDimensions(dict(zip(columns, table[1:], strict=True)), table[0], list(conditions))


def read_catalogue(session: Session, project_id: int) -> Catalogue:
    """Return the names and attributes of everything that a project measures."""
    connection = raw_connection(session)
    rows = connection.cursor(binary=True).execute(NAMES, {"project": project_id}).fetchall()
    return Catalogue(
        names={facet: _names(ids, names) for facet, ids, names in rows},
        attributes={
            PARAMETER: _attributes(connection, PARAMETERS, project_id),
            TAG: _attributes(connection, TAGS, project_id),
        },
    )


def _names(packed: bytes | None, names: list[str] | None) -> Names:
    ids = integers(packed)
    order = np.argsort(ids)
    known = names or []
    return Names(ids[order], [known[place] for place in order.tolist()])


def _attributes(connection: Connection[Any], query: LiteralString, project_id: int) -> Attributes:
    rows = connection.cursor(binary=True).execute(query, (project_id,)).fetchall()
    owners = [integers(packed) for _, packed in rows]
    ids: Ints = np.concatenate([*owners, np.empty(0, np.int64)])
    sets = np.repeat(np.arange(len(rows)), [len(some) for some in owners])
    order = np.argsort(ids)
    return Attributes([values for values, _ in rows], ids[order], sets[order])
