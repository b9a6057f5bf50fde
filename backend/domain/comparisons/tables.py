"""What nearly all results of two sides are, samples of one run each: tables for the statistics."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.results import (
    ComparisonSetting,
    Key,
    NamedKeys,
    NoiseTable,
    Places,
    ResultColumns,
    scatters_between_runs,
)
from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.run_scatter import RunScatter
from backend.stats.comparison.verdicts import WORSE_IF_LARGER
from backend.stats.suites.parts import SampleTable

Columns = tuple[ResultColumns, ResultColumns]
FEWEST = 16
"""Rows of one shape from which a table is worth its making."""


@dataclass(frozen=True, slots=True)
class _Plain:
    """Keys that have samples of one run on both sides: where they stand, and what is known."""

    keys: Sequence[Key]
    place: Ints
    at: tuple[Ints, Ints]
    sizes: tuple[Ints, Ints]
    scatter: RunScatter
    worse: Ints
    same_binary: Bools


def sample_tables(
    columns: Columns,
    places: tuple[Places, Places],
    labels: NamedKeys,
    noise: NoiseTable,
    setting: ComparisonSetting,
    *,
    is_split: bool,
) -> list[SampleTable]:
    """Return tables of what both sides have as samples of one run, by their shape.

    What is left out is exact, comes from several runs, is no list of samples or holds a number
    that is not finite; and rounds that have to be lined up first.
    """
    in_turns = setting.measured == "in turns"
    if in_turns and (columns[0].rounds or columns[1].rounds):
        return []
    plain = _plain(columns, places, labels, noise, setting, is_split=is_split)
    reach = np.where(np.isnan(plain.scatter.sd), -1, plain.scatter.sd > 0.0)
    wide = plain.sizes[1].max(initial=0) + 1
    shapes = (plain.sizes[0] * wide + plain.sizes[1]) * 3 + reach
    rows = [np.flatnonzero(shapes == shape) for shape in np.unique(shapes)]
    return [_table(columns, plain, own, in_turns=in_turns) for own in rows if own.size >= FEWEST]


def _plain(
    columns: Columns,
    places: tuple[Places, Places],
    labels: NamedKeys,
    noise: NoiseTable,
    setting: ComparisonSetting,
    *,
    is_split: bool,
) -> _Plain:
    keys = list(labels)
    at = _only(places[0], keys), _only(places[1], keys)
    metrics, told = np.array([key[1] for key in keys], np.int64), labels.of_metrics()
    exact = [metric for metric, label in told.items() if label.noise == "exact"]
    is_plain = (at[0] >= 0) & (at[1] >= 0) & ~np.isin(metrics, exact)
    for own, of in zip(columns, at, strict=True):
        is_plain &= _is_sampled(own)[of] if own.basis.size else False
    chosen = np.flatnonzero(is_plain)
    both = at[0][chosen], at[1][chosen]
    return _Plain(
        keys=[keys[one] for one in chosen.tolist()],
        place=chosen,
        at=both,
        sizes=(_sizes(columns[0])[both[0]], _sizes(columns[1])[both[1]]),
        scatter=_scatter(columns, both, noise, setting),
        worse=_worse_if_larger(metrics[chosen], told),
        same_binary=_one_binary(columns, both, is_split=is_split),
    )


def _worse_if_larger(metrics: Ints, told: Mapping[int, SeriesLabel]) -> Ints:
    worse = np.zeros(metrics.size, np.int64)
    for metric, label in told.items():
        worse[metrics == metric] = WORSE_IF_LARGER[label.direction]
    return worse


def _only(places: Places, keys: Sequence[Key]) -> Ints:
    """Return the place of what a side has once under each key, else -1."""
    where = map(places.get, keys)
    return np.array([one[0] if one and len(one) == 1 else -1 for one in where], np.int64)


def _sizes(columns: ResultColumns) -> Ints:
    return np.diff(columns.ends, prepend=0)


def _is_sampled(columns: ResultColumns) -> Bools:
    """Say which results are samples, all of them finite."""
    sizes = _sizes(columns)
    wrong = np.concatenate(([0], np.cumsum(~np.isfinite(columns.samples))))
    is_whole = wrong[columns.ends] == wrong[columns.ends - sizes]
    sampled: Bools = (columns.basis == 0) & (sizes > 0) & is_whole
    return sampled


def _scatter(
    columns: Columns, at: tuple[Ints, Ints], noise: NoiseTable, setting: ComparisonSetting
) -> RunScatter:
    """Return the scatter between runs, from the longer series of each pair."""
    if setting.measured != "in runs apart":
        return RunScatter(np.zeros(at[0].size), np.full(at[0].size, math.inf))
    first, second = (own.value[of] for own, of in zip(columns, at, strict=True))
    least = np.minimum(first, second)
    level = np.where(least > 0.0, least, math.nan)
    series = columns[0].series[at[0]], columns[1].series[at[1]]
    return scatters_between_runs(noise, series, level)


def _one_binary(columns: Columns, at: tuple[Ints, Ints], *, is_split: bool) -> Bools:
    """Say where both sides are known to be one binary, unless variants are compared."""
    before, after = (
        [own.binaries[one] for one in of.tolist()] for own, of in zip(columns, at, strict=True)
    )
    pairs = zip(before, after, strict=True)
    return np.array([not is_split and bool(old) and old == new for old, new in pairs], np.bool_)


def _table(columns: Columns, plain: _Plain, rows: Ints, *, in_turns: bool) -> SampleTable:
    keys = [plain.keys[one] for one in rows.tolist()]
    before, after = (_samples(own, of[rows]) for own, of in zip(columns, plain.at, strict=True))
    return SampleTable(
        keys=keys,
        places=plain.place[rows],
        metrics=[str(metric) for _, metric, _ in keys],
        baseline=before,
        contender=after,
        scatter=plain.scatter.at(rows),
        worse=plain.worse[rows],
        same_binary=plain.same_binary[rows],
        is_interleaved=in_turns,
    )


def _samples(columns: ResultColumns, places: Ints) -> Floats:
    """Return the samples of results that have as many, one row each."""
    width = int(_sizes(columns)[places[0]])
    found: Floats = columns.samples[columns.ends[places][:, None] - width + np.arange(width)]
    return found
