"""Labels and tags of thousands of series at once.

Each table is looked into once, for all ids together: joining a row of each to every series takes
PostgreSQL several times as long.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, LiteralString

import orjson
from sqlalchemy.orm import Session

from backend.domain.labels import SeriesLabel
from backend.domain.parameters import Scalar
from backend.storage.engine import raw_connection
from backend.storage.packed_columns import integers, listed

SERIES: LiteralString = """
select string_agg(int8send(id), ''), string_agg(int8send(suite_id), ''),
       string_agg(int8send(benchmark_id), ''), string_agg(int8send(variant_id), ''),
       string_agg(int8send(metric_id), ''), string_agg(int8send(testbed_id), ''),
       string_agg(int8send(branch_id), '')
from series
where project_id = %s and id = any(array(select unnest(%s::bigint[])))
"""
VARIANTS: LiteralString = """
select string_agg(int8send(id), ''), '[' || string_agg(parameters::text, ',') || ']'
from variant
where project_id = %s and id = any(array(select unnest(%s::bigint[])))
"""
BENCHMARKS: LiteralString = """
select id, name from benchmark
where project_id = %s and id = any(array(select unnest(%s::bigint[])))
"""
METRICS: LiteralString = """
select id, name, unit, direction, noise from metric where project_id = %s and id = any(%s::bigint[])
"""
SUITES: LiteralString = """
select id, name from suite where project_id = %s and id = any(%s::bigint[])
"""
TESTBEDS: LiteralString = """
select id, name from testbed where project_id = %s and id = any(%s::bigint[])
"""
BRANCHES: LiteralString = """
select id, name from branch where project_id = %s and id = any(%s::bigint[])
"""
VARIANT_TAGS: LiteralString = """
select string_agg(int8send(id), ''), string_agg(int8send(benchmark_id), ''),
       '[' || string_agg(tags::text, ',') || ']'
from variant
where project_id = %s and id = any(array(select unnest(%s::bigint[])))
"""
BENCHMARK_TAGS: LiteralString = """
select id, tags from benchmark
where project_id = %s and id = any(array(select unnest(%s::bigint[]))) and tags <> '{}'
"""


def read_many_labels(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> dict[int, SeriesLabel]:
    """Return the labels of thousands of series, by id."""
    ask = _Asking(session, project_id)
    ids, suite, benchmark, variant, metric, testbed, branch = (
        integers(column).tolist() for column in ask.row(SERIES, series_ids) or (None,) * 7
    )
    suites, testbeds = ask.names(SUITES, suite), ask.names(TESTBEDS, testbed)
    branches, benchmarks = ask.names(BRANCHES, branch), ask.names(BENCHMARKS, benchmark)
    metrics: Mapping[int, Sequence[str]] = {row[0]: row[1:] for row in ask.rows(METRICS, metric)}
    parameters = _parameters(ask, variant)
    columns = zip(
        ids,
        suite,
        benchmark,
        variant,
        [metrics[one] for one in metric],
        testbed,
        branch,
        strict=True,
    )
    return {
        id_: SeriesLabel(
            id_, suites[s], benchmarks[b], parameters[v], name, unit, direction, noise,
            testbeds[t], branches[r], s, b,
        )
        for id_, s, b, v, (name, unit, direction, noise), t, r in columns
    }  # fmt: skip


def _parameters(ask: "_Asking", variants: Iterable[int]) -> Mapping[int, Mapping[str, Scalar]]:
    packed, documents = ask.row(VARIANTS, variants) or (None, None)
    return dict(zip(integers(packed).tolist(), orjson.loads(documents or "[]"), strict=True))


def read_tags(
    session: Session, project_id: int, variant_ids: Sequence[int]
) -> dict[int, dict[str, str]]:
    """Return the tags of those variants that have some, with those of their benchmarks."""
    ask = _Asking(session, project_id)
    ids, of, documents = ask.row(VARIANT_TAGS, variant_ids) or (None,) * 3
    benchmarks = integers(of).tolist()
    shared = ask.names(BENCHMARK_TAGS, benchmarks)
    own = zip(integers(ids).tolist(), benchmarks, orjson.loads(documents or "[]"), strict=True)
    return {
        variant: {**shared.get(benchmark, {}), **tags}
        for variant, benchmark, tags in own
        if tags or benchmark in shared
    }


class _Asking:
    """Asks one table after another for the rows with some ids."""

    def __init__(self, session: Session, project_id: int) -> None:
        self.cursor, self.project_id = raw_connection(session).cursor(binary=True), project_id

    def rows(self, query: LiteralString, ids: Iterable[int]) -> list[tuple[Any, ...]]:
        asked = self.project_id, listed(sorted(set(ids)))
        return self.cursor.execute(query, asked).fetchall()

    def row(self, query: LiteralString, ids: Iterable[int]) -> tuple[Any, ...] | None:
        return next(iter(self.rows(query, ids)), None)

    def names(self, query: LiteralString, ids: Iterable[int]) -> dict[int, Any]:
        return dict(self.rows(query, ids))
