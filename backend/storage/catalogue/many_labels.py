"""Labels and tags of thousands of series at once.

Each table is looked into once, for all ids together: joining a row of each to every series takes
PostgreSQL several times as long.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

import orjson
from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import DirectionName, ManyLabels, NoiseName
from backend.stats.arrays import Ints
from backend.storage.engine import raw_connection
from backend.storage.packed_columns import integers, listed

SERIES: LiteralString = """
select string_agg(int8send(id), ''), string_agg(int8send(suite_id), ''),
       string_agg(int8send(benchmark_id), ''), string_agg(int8send(variant_id), ''),
       string_agg(int8send(metric_id), ''), string_agg(int8send(testbed_id), ''),
       string_agg(int8send(branch_id), '')
from (
    select id, suite_id, benchmark_id, variant_id, metric_id, testbed_id, branch_id
    from series
    where project_id = %s and id = any(array(select unnest(%s::bigint[])))
    order by id
) as ordered
"""
VARIANTS: LiteralString = """
select string_agg(int8send(id), ''), '[' || string_agg(parameters::text, ',') || ']',
       '[' || string_agg(tags::text, ',') || ']'
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
BENCHMARK_TAGS: LiteralString = """
select id, tags from benchmark
where project_id = %s and id = any(array(select unnest(%s::bigint[]))) and tags <> '{}'
"""


@dataclass(frozen=True, slots=True)
class SeriesIds:
    """What each of many series is of, by ids; those of the series ascend."""

    series: Ints
    suite: Ints
    benchmark: Ints
    variant: Ints
    metric: Ints
    testbed: Ints
    branch: Ints


@dataclass(frozen=True, slots=True)
class NamedSeries:
    """The labels of many series, and the tags of those variants that have some by their ids."""

    labels: ManyLabels
    tags: Mapping[int, Mapping[str, str]]
    """With those of their benchmarks."""


def read_series_ids(session: Session, project_id: int, series_ids: Iterable[int]) -> SeriesIds:
    """Look up thousands of series; those that do not exist are left out."""
    (rows,) = _ask(session, project_id, [(SERIES, series_ids)])
    return SeriesIds(*map(integers, rows[0]))


def read_many_labels(session: Session, project_id: int, series_ids: Sequence[int]) -> ManyLabels:
    """Return the labels of thousands of series, by id."""
    return name_series(session, project_id, read_series_ids(session, project_id, series_ids)).labels


def name_series(session: Session, project_id: int, of: SeriesIds) -> NamedSeries:
    """Return how thousands of series are named."""
    suite, benchmark, variant = of.suite.tolist(), of.benchmark.tolist(), of.variant.tolist()
    metric, testbed, branch = of.metric.tolist(), of.testbed.tolist(), of.branch.tolist()
    asked = (
        (SUITES, suite), (TESTBEDS, testbed), (BRANCHES, branch), (BENCHMARKS, benchmark),
        (BENCHMARK_TAGS, benchmark), (METRICS, metric), (VARIANTS, variant),
    )  # fmt: skip
    *names, measured, varied = _ask(session, project_id, asked)
    named: list[dict[int, Any]] = [dict(rows) for rows in names]
    suites, testbeds, branches, benchmarks, shared = named
    metrics: dict[int, tuple[str, str, DirectionName, NoiseName]] = {
        row[0]: row[1:] for row in measured
    }
    packed, documents, tags = varied[0]
    variants = integers(packed).tolist()
    parameters = dict(zip(variants, orjson.loads(documents or "[]"), strict=True))
    columns = zip(
        of.series.tolist(), suite, benchmark, variant, metric, testbed, branch, strict=True
    )
    labels = ManyLabels({
        id_: (suites[s], benchmarks[b], parameters[v], *metrics[m], testbeds[t], branches[r], s, b)
        for id_, s, b, v, m, t, r in columns
    })  # fmt: skip
    own = dict(zip(variants, orjson.loads(tags or "[]"), strict=True))
    return NamedSeries(
        labels, _with_shared(own, dict(zip(variant, benchmark, strict=True)), shared)
    )


def _with_shared(
    own: Mapping[int, dict[str, str]], of: Mapping[int, int], shared: Mapping[int, dict[str, str]]
) -> dict[int, dict[str, str]]:
    """Join the tags of variants with those of their benchmarks."""
    return {
        variant: {**shared.get(of[variant], {}), **tags}
        for variant, tags in own.items()
        if tags or of[variant] in shared
    }


def _ask(
    session: Session, project_id: int, asked: Sequence[tuple[LiteralString, Iterable[int]]]
) -> list[list[tuple[Any, ...]]]:
    """Return the rows with some ids of several tables, which are all asked before one answers."""
    connection = raw_connection(session)
    with connection.pipeline():
        cursors = [
            connection.cursor(binary=True).execute(query, (project_id, listed(sorted(set(ids)))))
            for query, ids in asked
        ]
    return [cursor.fetchall() for cursor in cursors]
