"""What facets are counted from: every series as a row of ids, the names, the sets of attributes.

Counting in arrays takes half of what the same counts take as groups of a query. What never changes
of a series is kept in memory (`known_series`); tags and filters are read each time.
"""

from typing import Any, LiteralString

import numpy as np
from psycopg import Connection
from sqlalchemy import ColumnElement, LargeBinary, case, func, literal, select
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import FACETS, PARAMETER, TAG, SeriesFilters
from backend.domain.series.facets import (
    VARIANT,
    Attributes,
    FacetCatalogue,
    Ints,
    Names,
    SeriesDimensions,
)
from backend.storage.catalogue.filters import facet_conditions, text_conditions
from backend.storage.commits.series_writes import WriteMemory
from backend.storage.engine import raw_connection
from backend.storage.packed_columns import integers
from backend.storage.series.known import KnownSeries, Memory, Revision
from backend.storage.tables.series import SeriesRow

REVISION: LiteralString = """
select count(*) filter (where not is_hidden), max(id),
       (select created_at from series where project_id = %(project)s order by id desc limit 1),
       (select catalogue_revision from project where id = %(project)s)
from series where project_id = %(project)s
"""
SERIES: LiteralString = """
select string_agg(int8send(id), ''), string_agg(int8send(variant_id), ''),
       string_agg(int8send(suite_id), ''), string_agg(int8send(benchmark_id), ''),
       string_agg(int8send(metric_id), ''), string_agg(int8send(testbed_id), ''),
       string_agg(int8send(branch_id), '')
from series where project_id = %(project)s and not is_hidden
"""
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
select parameters, string_agg(int8send(id), '') from variant where project_id = %(project)s
group by parameters
"""
TAGS: LiteralString = """
select tags, string_agg(int8send(id), '') from benchmark
where project_id = %(project)s and tags <> '{}' group by tags
"""
_memory = Memory()
_written: WriteMemory[Revision] = WriteMemory()


def read_known(session: Session, project_id: int) -> KnownSeries:
    """Return what never changes of all series, from memory unless series have come since.

    Whether some have is counted only where something of the project was written.
    """
    engine, connection = session.connection().engine, raw_connection(session)
    row = _read_revision(session, project_id)
    known = _memory.recall(engine, project_id, row)
    if known is None:
        known = _read_series(connection, project_id, row)
        _memory.remember(engine, project_id, known)
    return known


def count_shown(session: Session, project_id: int) -> int:
    """Return how many series lists show, counted once after each write of the project."""
    return _read_revision(session, project_id)[0]


def _read_revision(session: Session, project_id: int) -> Revision:
    def count() -> Revision:
        cursor = raw_connection(session).execute(REVISION, {"project": project_id})
        return cursor.fetchone() or (0, None, None, 0)

    return _written.ask(session, project_id, count)


def _read_series(connection: Connection[Any], project_id: int, revision: Revision) -> KnownSeries:
    asked = {"project": project_id}
    packed = connection.cursor(binary=True).execute(SERIES, asked).fetchone() or ()
    series, *ids = (integers(column) for column in packed)
    order = np.argsort(series)
    rows = connection.cursor(binary=True).execute(NAMES, asked).fetchall()
    return KnownSeries(
        revision=revision,
        series=series[order],
        ids={name: one[order] for name, one in zip((VARIANT, *FACETS), ids, strict=True)},
        names={facet: _names(packed, names) for facet, packed, names in rows},
        parameters=_attributes(connection, PARAMETERS, project_id),
    )


def read_dimensions(
    session: Session, project_id: int, filters: SeriesFilters, known: KnownSeries
) -> SeriesDimensions:
    """Return the ids of every series that has the words of the text, and what else it fails."""
    conditions = facet_conditions(project_id, filters)
    words = text_conditions(project_id, filters)
    if not conditions and not words:
        return SeriesDimensions(known.ids, np.zeros(len(known.series), np.int64), ())
    bits: ColumnElement[int] = sum(
        (case((one, 0), else_=1 << bit) for bit, one in enumerate(conditions.values())), literal(0)
    )
    asked = select(_packed(SeriesRow.id), _packed(bits))
    found = session.execute(asked.where(SeriesRow.project_id == project_id, *words)).one()
    series, failed = integers(found[0]), integers(found[1])
    # a series that came between the two reads is left for the next time
    is_known = np.isin(series, known.series)
    places = np.searchsorted(known.series, series[is_known])
    ids = {name: one[places] for name, one in known.ids.items()}
    return SeriesDimensions(ids, failed[is_known], list(conditions))


def _packed(column: Any) -> ColumnElement[bytes]:  # noqa: ANN401 - a column or what is made of some
    return func.string_agg(func.int8send(column, type_=LargeBinary), literal(b"", LargeBinary))


def read_catalogue(session: Session, project_id: int, known: KnownSeries) -> FacetCatalogue:
    """Return the names and attributes of everything that a project measures."""
    tagged = _attributes(raw_connection(session), TAGS, project_id)
    return FacetCatalogue(
        names=known.names,
        attributes={
            PARAMETER: known.parameters,
            TAG: _with_untagged(tagged, known.names["benchmark"].ids),
        },
    )


def _with_untagged(tagged: Attributes, benchmarks: Ints) -> Attributes:
    """Give the benchmarks without tags the empty set, which comes first."""
    set_of = np.zeros(len(benchmarks), np.int64)
    is_known = np.isin(tagged.owners, benchmarks)
    set_of[np.searchsorted(benchmarks, tagged.owners[is_known])] = tagged.set_of[is_known] + 1
    return Attributes([{}, *tagged.sets], benchmarks, set_of)


def _names(packed: bytes | None, names: list[str] | None) -> Names:
    ids = integers(packed)
    order = np.argsort(ids)
    known = names or []
    return Names(ids[order], [known[place] for place in order.tolist()])


def _attributes(connection: Connection[Any], query: LiteralString, project_id: int) -> Attributes:
    rows = connection.cursor(binary=True).execute(query, {"project": project_id}).fetchall()
    owners = [integers(packed) for _, packed in rows]
    ids: Ints = np.concatenate([*owners, np.empty(0, np.int64)])
    sets = np.repeat(np.arange(len(rows)), [len(some) for some in owners])
    order = np.argsort(ids)
    return Attributes([values for values, _ in rows], ids[order], sets[order])
