"""Both sides of a comparison in the database: results as columns, noise, failures."""

from collections.abc import Sequence
from typing import Any, LiteralString

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.comparisons.results import FailedSide, NoiseTable, ResultColumns
from backend.domain.comparisons.run_histories import RunHistories
from backend.domain.reports.run_pages import RunSurroundings
from backend.stats.arrays import Floats, Ints
from backend.stats.aspects import ASPECTS, sigma_of_bands
from backend.storage.catalogue.many_labels import SeriesIds, read_series_ids
from backend.storage.engine import cursor_of, raw_connection
from backend.storage.packed_columns import floats, integers, listed, unpacked_offsets

BAND = 16 * len(ASPECTS)
"""Bytes of the bands of one machine."""
HEAD, EMPTY_HEAD, ELEMENT = 20, 12, 12
"""Bytes that array_send writes before the numbers, for an empty array, and for each number."""

RESULTS: LiteralString = """
select string_agg(int8send(series_id), ''), string_agg(int8send(run_id), ''),
       string_agg(float8send(value), ''), string_agg(float8send(coalesce(low, 'NaN')), ''),
       string_agg(float8send(coalesce(high, 'NaN')), ''),
       string_agg(float8send(coalesce(sd, 'NaN')), ''),
       string_agg(int8send(n), ''), string_agg(int8send(basis), ''),
       string_agg(int8send(coalesce(cardinality(samples), 0)), ''),
       string_agg(array_send(coalesce(samples, '{}')), ''),
       array_agg(binary_hash), array_agg(benchmark_version), bool_or(rounds is not null),
       array_agg(place) filter (where aspects is not null),
       string_agg(array_send(aspects), '') filter (where aspects is not null)
from (
    select series_id, run_id, value, low, high, sd, n, basis, samples, binary_hash,
           benchmark_version, rounds, aspects,
           row_number() over (order by series_id, position, run_id) - 1 as place
    from result
    where project_id = %s and run_id = any(%s)
    order by series_id, position, run_id
) as results
"""
HISTOGRAMS: LiteralString = """
select place - 1, histogram, histogram_scale
from (
    select row_number() over (order by series_id, position, run_id) as place,
           basis, histogram, histogram_scale
    from result
    where project_id = %s and run_id = any(%s)
) as results
where basis = 2 and histogram is not null
"""
ROUNDS: LiteralString = """
select place - 1, rounds
from (
    select row_number() over (order by series_id, position, run_id) as place, rounds
    from result
    where project_id = %s and run_id = any(%s)
) as results
where rounds is not null
"""
NOISE: LiteralString = """
select string_agg(int8send(series_id), ''), string_agg(int8send(scatter_n), ''),
       string_agg(float8send(scatter), ''), string_agg(int8send(is_logarithmic::int), ''),
       string_agg(tail, ''), string_agg(int8send(regime_n), ''),
       string_agg(float8send(slope), ''), string_agg(float8send(rho), ''),
       array_agg(machine_offsets), array_agg(substr(bands, 1, %s))
from (
    select asked.series_id, scatter_n, scatter, is_logarithmic, tail, regime_n, slope, rho,
           machine_offsets, bands
    from unnest(%s::bigint[], %s::bigint[]) as asked (series_id, source_id)
    join series_state on project_id = %s and series_state.series_id = asked.source_id
    order by asked.series_id
) as ordered
"""
LENDERS: LiteralString = """
with trunks as materialized (
    select id from branch
    where project_id = %(project)s and pull_request is null
      and (base_branch_id is null
           or id in (select base_branch_id from branch where project_id = %(project)s))
)
select series.id, lender.id
from series
join branch on branch.project_id = series.project_id and branch.id = series.branch_id
 and (branch.pull_request is not null or branch.base_branch_id is not null)
left join series_state own
  on own.project_id = series.project_id and own.series_id = series.id
cross join lateral (
    -- where the base is long enough nothing else is looked at, however many branches there are
    (select other.id
     from series other
     join series_state known
       on known.project_id = other.project_id and known.series_id = other.id
     where other.project_id = series.project_id and other.variant_id = series.variant_id
       and other.metric_id = series.metric_id and other.testbed_id = series.testbed_id
       and other.branch_id = branch.base_branch_id
       and branch.base_branch_id in (select id from trunks)
       and known.scatter_n >= %(few)s)
    union all
    (select other.id
     from trunks
     join series other
       on other.project_id = series.project_id and other.variant_id = series.variant_id
      and other.metric_id = series.metric_id and other.testbed_id = series.testbed_id
      and other.branch_id = trunks.id
     join series_state known
       on known.project_id = other.project_id and known.series_id = other.id
     where known.scatter_n > coalesce(own.scatter_n, 0)
     order by known.scatter_n desc
     limit 1)
    limit 1) as lender
where series.project_id = %(project)s and series.id = any(array(select unnest(%(ids)s::bigint[])))
  and coalesce(own.scatter_n, 0) < %(few)s
"""
FEW_RUNS = 8
"""Runs of a branch below which the scatter between runs is that of the branch it came from."""
FAILED: LiteralString = """
select f.variant_id, f.metric_id, f.testbed_id, suite.name, benchmark.name, variant.parameters,
       metric.name, testbed.name, f.kind, f.message
from failed_result f
join variant on variant.project_id = f.project_id and variant.id = f.variant_id
join benchmark on benchmark.project_id = f.project_id and benchmark.id = variant.benchmark_id
join suite on suite.project_id = f.project_id and suite.id = benchmark.suite_id
join testbed on testbed.project_id = f.project_id and testbed.id = f.testbed_id
left join metric on metric.project_id = f.project_id and metric.id = f.metric_id
where f.project_id = %s and f.run_id = any(%s)
order by f.id
"""
SURROUNDINGS: LiteralString = """
select distinct environment.attributes, coalesce(fingerprint.attributes, '{}')
from run
join environment
  on environment.project_id = run.project_id and environment.id = run.environment_id
left join fingerprint
  on fingerprint.project_id = run.project_id and fingerprint.id = run.fingerprint_id
where run.project_id = %s and run.id = any(%s)
"""


def read_results(session: Session, project_id: int, run_ids: Sequence[int]) -> ResultColumns:
    """Return all results of some runs as columns, those of one series beside one another."""
    ((columns,), _) = read_results_of_sides(session, project_id, [run_ids])
    return columns


def read_results_of_sides(
    session: Session, project_id: int, sides: Sequence[Sequence[int]]
) -> tuple[list[ResultColumns], SeriesIds]:
    """Return the results of some runs for each side, and what all their series are of."""
    cursor = raw_connection(session).cursor(binary=True)
    asked = [(project_id, list(run_ids)) for run_ids in sides]
    rows = [cursor.execute(RESULTS, one).fetchone() or (None,) * 15 for one in asked]
    every = np.unique(np.concatenate([integers(row[0]) for row in rows]))
    known = read_series_ids(session, project_id, every.tolist())
    return [_columns(session, one, row, known) for one, row in zip(asked, rows, strict=True)], known


def _columns(
    session: Session, asked: tuple[int, list[int]], row: Sequence[Any], known: SeriesIds
) -> ResultColumns:
    cursor = raw_connection(session).cursor(binary=True)
    series, basis, lengths = integers(row[0]), integers(row[7]), integers(row[8])
    at = np.searchsorted(known.series, series)
    return ResultColumns(
        series=series,
        run=integers(row[1]),
        variant=known.variant[at],
        metric=known.metric[at],
        testbed=known.testbed[at],
        value=floats(row[2]),
        low=floats(row[3]),
        high=floats(row[4]),
        sd=floats(row[5]),
        n=integers(row[6]),
        basis=basis,
        samples=_unpacked(row[9], lengths),
        ends=np.cumsum(lengths),
        histograms=_histograms(session, asked) if (basis == 2).any() else {},  # noqa: PLR2004
        binaries=row[10] or [],
        versions=row[11] or [],
        rounds=dict(cursor.execute(ROUNDS, asked).fetchall()) if row[12] else {},
        aspects=_aspects(row[13], row[14], series.size),
    )


def _aspects(places: Sequence[int] | None, packed: bytes | None, results: int) -> Floats:
    """Return a row of aspects for each result; none at all where no result has any."""
    if not places:
        return np.zeros((0, len(ASPECTS)))
    rows = np.full((results, len(ASPECTS)), np.nan)
    told = _unpacked(packed, np.full(len(places), len(ASPECTS)))
    rows[np.array(places)] = told.reshape(-1, len(ASPECTS))
    return rows


def _unpacked(packed: bytes | None, lengths: Ints) -> Floats:
    """Return the numbers of arrays that array_send wrote one after another."""
    sizes = np.where(lengths > 0, HEAD + ELEMENT * lengths, EMPTY_HEAD)
    first = np.cumsum(sizes) - sizes + HEAD
    inside = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    # each number follows its length of four bytes
    places = np.repeat(first, lengths) + ELEMENT * inside + 4
    octets = np.frombuffer(packed or b"", np.uint8)[places[:, None] + np.arange(8)]
    numbers: Floats = octets.view(">f8").ravel().astype(np.float64)
    return numbers


def _histograms(session: Session, asked: tuple[int, list[int]]) -> dict[int, tuple[str, float]]:
    """Return the histograms and their scales by the place of their result."""
    rows = raw_connection(session).execute(HISTOGRAMS, asked)
    return {place: (text, scale or 1.0) for place, text, scale in rows}


def read_noise(session: Session, project_id: int, series_ids: Sequence[int]) -> NoiseTable:
    """Return what the last analysis of each series says of its noise, and its newest runs.

    A series with fewer than `FEW_RUNS` runs on a branch of a pull request, or on one that left
    another, has that of the branch it left, or of the longest where that one is short as well:
    machine and benchmark are the same.
    """
    cursor = raw_connection(session).cursor(binary=True)
    ids = np.unique(np.array(series_ids, np.int64)).tolist()
    few = {"project": project_id, "ids": listed(ids), "few": FEW_RUNS}
    lenders = dict(cursor.execute(LENDERS, few).fetchall())
    asked = (BAND, listed(ids), listed([lenders.get(one, one) for one in ids]), project_id)
    row = cursor.execute(NOISE, asked).fetchone() or (None,) * 10
    newest, since = np.frombuffer(row[4] or b"", "<f8"), integers(row[5])
    histories = RunHistories(
        newest.reshape(since.size, newest.size // max(since.size, 1)),
        since,
        floats(row[6]),
        floats(row[7]),
        {
            place: np.array(list(unpacked_offsets(one).values()))
            for place, one in enumerate(row[8] or ())
            if one is not None
        },
    )
    return NoiseTable(
        integers(row[0]), integers(row[1]), floats(row[2]), integers(row[3]) > 0, histories,
        _sigmas(row[9] or ()),
    )  # fmt: skip


def _sigmas(bands: Sequence[bytes | None]) -> Floats:
    """Return the scatter of each aspect of each series, by the band of its first machine."""
    unknown = np.full(2 * len(ASPECTS), np.nan).tobytes()
    every = np.frombuffer(b"".join(one or unknown for one in bands), "<f8")
    return sigma_of_bands(every.reshape(-1, len(ASPECTS), 2))


def read_failed(session: Session, project_id: int, run_ids: Sequence[int]) -> list[FailedSide]:
    return cursor_of(session, FailedSide).execute(FAILED, (project_id, list(run_ids))).fetchall()


def read_surroundings_of_runs(
    session: Session, project_id: int, run_ids: Sequence[int]
) -> list[RunSurroundings]:
    """Return the different surroundings of some runs."""
    cursor = cursor_of(session, RunSurroundings)
    return cursor.execute(SURROUNDINGS, (project_id, list(run_ids))).fetchall()
