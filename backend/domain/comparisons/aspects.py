"""Tails and spread of both sides of a comparison, held against their own histories.

As centres are: one run far out shows nothing where those of other runs lay as far out, several that
agree do. Sides of one session are compared by their samples.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from backend.domain.comparisons.entries import LinedUp
from backend.domain.comparisons.results import Key, NoiseTable, ResultColumns
from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.aspects import ASPECTS, FEWEST_POINTS
from backend.stats.comparison.far_runs import EDGES, FIRST_OF_TAIL, far_shares
from backend.stats.comparison.run_scatter import LEAST_CORRELATION, RunScatter, hold_runs
from backend.stats.comparison.tail_tests import (
    DifferingTail,
    TailEstimates,
    differing_tail,
    may_differ,
)
from backend.stats.suites.aspects import MeasuredAspects, centre_shifts, moved_apart
from backend.stats.suites.compare import SuiteComparison

Columns = tuple[ResultColumns, ResultColumns]
LOOK = 2.5
"""Standard deviations of a difference from which an aspect is held against its history."""
MOST_UNKNOWN = 500
"""Comparisons without a known scatter that are held against their histories: those that moved most.
"""
MOST_OTHERS = 200
"""Other series of a suite that tell how far out runs may be."""
AROUND = 10
"""Runs on either side whose median stands for the level of a run."""
ENOUGH = 20
"""Runs before the compared ones beyond which later ones are no history."""
SD_OF_MAD = 1.4826
STILL = 1e-9
"""Scatter of an aspect that shows none."""
MOST_FOLLOWED = 0.95
FEWEST_FAR = 3
"""Far runs of a suite from which it is said how often they follow one another."""
SPREAD = ASPECTS.index("spread")


@dataclass(frozen=True, slots=True)
class AspectRows:
    """Aspects that both sides have, one row for each comparison with as many runs."""

    rows: Ints
    """Places in the suite."""
    series: Ints
    """The series whose history tells."""
    baseline: Floats
    contender: Floats
    """(rows, runs, aspects), nan where one is not judged."""
    sigma: Floats
    """(rows, aspects), of one run; nan where unknown."""
    metric: Ints

    @property
    def shift(self) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            before, after = np.log(self.baseline), np.log(self.contender)
            shift: Floats = after.mean(axis=1) - before.mean(axis=1)
        return shift

    @property
    def is_tested(self) -> Bools:
        return np.isfinite(self.shift)

    def candidates(self, centres: Floats) -> Bools:
        """Say which may differ: few, since most lie well within what runs do.

        Where no scatter is known the history has to tell it, of those that moved most.
        """
        runs = self.baseline.shape[1], self.contender.shape[1]
        reach = LOOK * np.nan_to_num(self.sigma) * np.sqrt(1.0 / runs[0] + 1.0 / runs[1])
        shift, aspects = self.shift, np.arange(len(ASPECTS))
        with np.errstate(invalid="ignore"):
            apart = moved_apart(shift, centres[self.rows][:, None], aspects)
            found: Bools = self.is_tested & apart & (np.abs(shift) >= reach)
        is_unknown = found & np.isnan(self.sigma)
        farthest = np.where(is_unknown, np.abs(shift), 0.0).max(axis=1, initial=0.0)
        nearer = np.argsort(-farthest, kind="stable")[MOST_UNKNOWN:]
        found[nearer] &= ~is_unknown[nearer]
        return found


def rows_with_aspects(
    suite: SuiteComparison, lined: LinedUp, columns: Columns, noise: NoiseTable, worse: Ints
) -> list[AspectRows]:
    """Return what has aspects on both sides, those with as many runs together."""
    if noise.aspect_sigma is None or not all(one.aspects.size for one in columns):
        return []
    keys = cast("tuple[Key, ...]", suite.keys)
    shapes: dict[tuple[int, int], list[int]] = {}
    for row, key in enumerate(keys):
        counts = len(lined.places[0][key]), len(lined.places[1][key])
        shapes.setdefault(counts, []).append(row)
    is_exact = suite.comparisons.basis == "exact"
    found = []
    for rows in shapes.values():
        own = np.array([row for row in rows if not is_exact[row]], np.int64)
        if own.size:
            at = [
                np.array([lined.places[side][keys[row]] for row in own.tolist()], np.int64)
                for side in (0, 1)
            ]
            found.append(_rows_of(own, (at[0], at[1]), columns, noise, worse[own]))
    return found


def _rows_of(
    rows: Ints, at: tuple[Ints, Ints], columns: Columns, noise: NoiseTable, worse: Ints
) -> AspectRows:
    sides = [own.aspects[of] for own, of in zip(columns, at, strict=True)]
    for values in sides:
        values[worse < 0, :, :SPREAD] = np.nan
        values[~(values > 0.0)] = np.nan
    series = [own.series[of[:, 0]] for own, of in zip(columns, at, strict=True)]
    places, known = zip(*(noise.places(ids) for ids in series), strict=True)
    sigma = np.full((2, rows.size, len(ASPECTS)), np.nan)
    points = np.zeros((2, rows.size), np.int64)
    for side in (0, 1):
        if len(noise):
            told, where = known[side], places[side][known[side]]
            sigma[side, told] = cast("Floats", noise.aspect_sigma)[where]
            is_known = np.isfinite(sigma[side, told]).any(axis=1)
            points[side, told] = np.where(is_known, noise.points[where], 0)
    chosen = (points[1] > points[0]).astype(np.int64)
    ramp = np.arange(rows.size)
    return AspectRows(
        rows=rows,
        series=np.where(chosen == 1, series[1], series[0]),
        baseline=sides[0],
        contender=sides[1],
        sigma=sigma[chosen, ramp],
        metric=columns[1].metric[at[1][:, 0]],
    )


def series_to_read(found: Sequence[AspectRows], centres: Floats) -> list[int]:
    """Return the series whose histories are needed; none where nothing may differ."""
    asked, others = set[int](), list[int]()
    for one in found:
        wanted = one.candidates(centres).any(axis=1)
        asked.update(one.series[wanted].tolist())
        others += one.series[one.is_tested.any(axis=1)].tolist()
    step = -(-len(others) // MOST_OTHERS) or 1
    return sorted(asked | set(others[::step])) if asked else []


@dataclass(frozen=True, slots=True)
class AspectHistory:
    """The aspects of the newest runs of a series, oldest first."""

    runs: Ints
    aspects: Floats

    def without(self, compared: Ints) -> Floats:
        """Leave out the compared runs, and those after them where enough came before."""
        is_compared = np.isin(self.runs, compared)
        first = int(np.argmax(is_compared)) if is_compared.any() else self.runs.size
        return self.aspects[:first] if first >= ENOUGH else self.aspects[~is_compared]


def held_aspects(
    found: Sequence[AspectRows],
    histories: Mapping[int, AspectHistory],
    compared: Ints,
    centres: Floats,
) -> list[MeasuredAspects]:
    """Hold what may differ against the histories of its aspect."""
    left = {series: one.without(compared) for series, one in histories.items()}
    return [
        measured
        for one in found
        for place in range(len(ASPECTS))
        if (measured := _held(one, place, left, centres)) is not None
    ]


def _held(
    one: AspectRows, place: int, histories: Mapping[int, Floats], centres: Floats
) -> MeasuredAspects | None:
    series = one.series.tolist()
    pool = np.array(
        [
            at
            for at in np.flatnonzero(one.is_tested[:, place]).tolist()
            if series[at] in histories
            and _positive(histories[series[at]][:, place]).size >= FEWEST_POINTS
        ],
        np.int64,
    )
    may = one.candidates(centres)[pool, place]
    if not may.any():
        return None
    rows = pool[may]
    scatter = _scatter(one, place, pool, [histories[series[at]][:, place] for at in pool.tolist()])
    sides = one.baseline[rows, :, place], one.contender[rows, :, place]
    middles = [np.exp(np.log(side).mean(axis=1)) for side in sides]
    estimates = hold_runs(sides[0], sides[1], scatter.at(np.flatnonzero(may)))
    aspect = np.full(rows.size, place)
    return MeasuredAspects(one.rows[rows], aspect, middles[0], middles[1], estimates)


def _scatter(one: AspectRows, place: int, pool: Ints, histories: Sequence[Floats]) -> RunScatter:
    """Return how an aspect scatters from run to run; series of one metric tell of one another."""
    residuals = [_residuals(values) for values in histories]
    seen = np.array([SD_OF_MAD * np.median(np.abs(each)) for each in residuals])
    sigma = np.fmax(one.sigma[pool, place], np.maximum(seen, STILL))
    points = np.array([each.size for each in residuals], np.int64)
    distances = np.full((pool.size, points.max()), np.nan)
    for at, each in enumerate(residuals):
        distances[at, : each.size] = np.abs(each) / sigma[at]
    rho = np.array([_follow(each) for each in residuals])
    shares, metrics = np.zeros((pool.size, EDGES.size)), one.metric[pool]
    for metric in np.unique(metrics).tolist():
        own = np.flatnonzero(metrics == metric)
        seen_once, followed = _far_ones_once(distances[own])
        shares[own] = far_shares(seen_once)
        rho[own] = np.maximum(rho[own], max(float(np.median(rho[own])), followed))
    return RunScatter(
        sigma, points.astype(np.float64) - 1.0, shares, np.clip(rho, 0.0, MOST_FOLLOWED)
    )


def _positive(values: Floats) -> Floats:
    """Return what has a logarithm; counters are 0 in many runs."""
    positive: Floats = values[np.isfinite(values) & (values > 0.0)]
    return positive


def _residuals(values: Floats) -> Floats:
    """Return how far runs lie from the median of those around them, as logarithms."""
    logs = np.log(_positive(values))
    padded = np.pad(logs, AROUND, constant_values=np.nan)
    # sorted, the padding comes last; a median that leaves it out itself takes twenty times as long
    around = np.sort(np.lib.stride_tricks.sliding_window_view(padded, 2 * AROUND + 1), axis=1)
    rows, count = np.arange(logs.size), (~np.isnan(around)).sum(axis=1)
    residuals: Floats = logs - (around[rows, (count - 1) // 2] + around[rows, count // 2]) / 2.0
    return residuals


def _far_ones_once(distances: Floats) -> tuple[Floats, float]:
    """Return distances with far runs in a row as one, and how often one far run follows another.

    Where far runs come one by one nothing is left out.
    """
    is_far = distances > EDGES[FIRST_OF_TAIL]
    again = np.zeros_like(is_far)
    again[:, 1:] = is_far[:, 1:] & is_far[:, :-1]
    firsts = int(is_far[:, :-1].sum())
    followed = float(again.sum()) / firsts if firsts >= FEWEST_FAR else 0.0
    if followed < LEAST_CORRELATION:
        return distances, 0.0
    return np.where(again, np.nan, distances), followed


def _follow(residuals: Floats) -> float:
    """Return the correlation of successive runs."""
    power = float(residuals @ residuals)
    return float(residuals[1:] @ residuals[:-1]) / power if power > 0.0 else 0.0


def aspects_of_session(
    suite: SuiteComparison, lined: LinedUp, worse: Ints
) -> tuple[list[MeasuredAspects], int]:
    """Compare the tails of sides of one session, and count the comparisons that were looked at.

    Where samples are not all positive nothing is told.
    """
    places = {key: at for at, key in enumerate(suite.keys)}
    shifts = centre_shifts(suite.comparisons)
    found: list[tuple[int, DifferingTail]] = []
    looked = 0
    tables = [
        (np.array([places[key] for key in table.keys], np.int64), table.baseline, table.contender)
        for table in lined.tables
    ]
    for rows, baseline, contender in [*tables, *_alike(lined, places, worse)]:
        looked += rows.size
        wanted = may_differ(baseline, contender, shifts[rows]) & (worse[rows] >= 0)
        found += _differing(
            (int(rows[at]), baseline[at], contender[at]) for at in np.flatnonzero(wanted).tolist()
        )
    return ([_of_session(found)] if found else []), looked


def _alike(
    lined: LinedUp, places: Mapping[Hashable, int], worse: Ints
) -> list[tuple[Ints, Floats, Floats]]:
    """Put what is in no table together by the number of samples: rows, and the samples of each."""
    shapes: dict[tuple[int, int], list[tuple[int, Floats, Floats]]] = {}
    for entry in lined.others:
        sides = [side.runs if side else () for side in (entry.baseline, entry.contender)]
        row = places.get(entry.key, -1)
        if row < 0 or entry.is_exact or any(len(runs) != 1 for runs in sides) or worse[row] < 0:
            continue
        (before,), (after,) = sides
        shapes.setdefault((before.size, after.size), []).append((row, before, after))
    return [
        (np.array(rows, np.int64), np.array(before), np.array(after))
        for rows, before, after in (zip(*own, strict=True) for own in shapes.values())
    ]


def _differing(sides: Iterable[tuple[int, Floats, Floats]]) -> list[tuple[int, DifferingTail]]:
    told = ((row, differing_tail(before, after)) for row, before, after in sides)
    return [(row, one) for row, one in told if one is not None]


def _of_session(found: Sequence[tuple[int, DifferingTail]]) -> MeasuredAspects:
    changes = [one.change for _, one in found]
    with np.errstate(divide="ignore"):
        ends = np.log([[one.ratio, one.low, one.high] for one in changes])
    return MeasuredAspects(
        np.array([row for row, _ in found], np.int64),
        np.array([one.aspect for _, one in found], np.int64),
        np.array([one.baseline for one in changes]),
        np.array([one.contender for one in changes]),
        TailEstimates(ends[:, 0], np.array([one.p for _, one in found]), ends[:, 1], ends[:, 2]),
        np.array([one.n for _, one in found], np.int64),
    )
