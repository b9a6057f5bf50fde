"""Where a series steps, by how much, how sure that is, and which runs may be to blame.

Method: noise from differences, spikes clipped, least-cost segmentation, drift told from
steps, every boundary verified locally. Assumes one summary per run, oldest first, and
noise that is roughly constant or changes seldom.
"""

import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats, Ints
from backend.stats.changes import FEWEST_RUNS, Analysis, Change, Options, ReportedChange
from backend.stats.detector.detection import (
    AFTER,
    BEFORE,
    FIRST,
    FOUND,
    LAST,
    MARGIN,
    NAME,
    RHO,
    SIGMA,
    SLOPE,
    Z,
    find_changes,
    settings_of,
)
from backend.stats.detector.holding import AT, EARLIEST, LATEST
from backend.stats.detector.noise import inflation
from backend.stats.rows import finite_row

LARGEST_LOG = 709.0
ROUNDING = 1e-12
"""Of the largest number of a series: what sums of its numbers are off."""
_BALANCED = Options()
_COLUMNS = 7
_NONE_TOLD = np.empty((0, _COLUMNS))
_UNKNOWN = np.array([math.nan, math.nan, 0.0])


def analyse(
    values: ArrayLike,
    forced: Sequence[int] = (),
    options: Options = _BALANCED,
    told: Sequence[ReportedChange] = (),
) -> Analysis:
    """Find the change points of a series, oldest run first.

    `values` holds one summary per run. They are analysed as ln(value) if all are positive, none
    of them zero but for rounding, and as they are otherwise. `forced` are first runs after a known
    boundary, for instance another environment: what lies between them is analysed on its own.
    `told` are change points that people know of already: each is among the answers unless the runs
    near it clearly do not show it. Raises ValueError if the values are not one row of finite
    numbers or a boundary lies outside.
    """
    x, exponent = _prepared(values)
    edges = _edges(x.size, forced)
    logarithmic = exponent is None
    options = _scaled_options(options, exponent)
    known_changes = _reported_rows(told, exponent)
    changes: list[Change] = []
    noise = _UNKNOWN
    known, known_runs = _UNKNOWN, 0
    for start, end in pairwise(edges):
        found, noise = _stretch(x[start:end], options, _within(known_changes, start, end))
        changes += _changes(found, start, exponent, told)
        if math.isfinite(noise[SIGMA]):
            known, known_runs = noise, end - start
    newest = edges[-1] - edges[-2]
    return Analysis(
        n=x.size,
        logarithmic=logarithmic,
        changes=tuple(changes),
        forced=tuple(edges[1:-1]),
        sigma=_unscaled(float(noise[SIGMA]), exponent),
        rho=float(noise[RHO]),
        slope=_unscaled(float(noise[SLOPE]), exponent),
        mde=_smallest_effect(x[edges[-2] :], noise, options, logarithmic=logarithmic),
        scatter=_unscaled(float(known[SIGMA]), exponent),
        scatter_rho=float(known[RHO]),
        scatter_runs=known_runs,
        warnings=_warnings(newest, logarithmic=logarithmic),
    )


def detect(values: ArrayLike, samples: object = None) -> Ints:
    """Return only the places of the change points; `samples` is accepted and not needed."""
    del samples
    x, _ = _prepared(values)
    if x.size < FEWEST_RUNS:
        return np.empty(0, np.int64)
    places: Ints = find_changes(x, settings_of(_BALANCED), _NONE_TOLD)[0]
    return places


def has_ratios(values: Floats) -> bool:
    """Say whether all values are positive, beyond what sums of the largest are off.

    One value of 1e-17 among hundreds is a zero that was computed; its logarithm would be a spike
    larger than any change.
    """
    return bool(values.size and values.min() > ROUNDING * max(float(values.max()), 0.0))


def _prepared(values: ArrayLike) -> tuple[Floats, int | None]:
    """Return logarithms and None, or numbers up to 1 and the power of two taken out of them.

    Powers of two lose no digit, and without them squares of huge numbers overflow.
    """
    x = finite_row(values)
    if x.size == 0:
        return x, 0
    if has_ratios(x):
        return np.log(x), None
    exponent = int(np.frexp(np.abs(x).max())[1])
    return np.ldexp(x, -exponent), exponent


def _scaled_options(options: Options, exponent: int | None) -> Options:
    if exponent is None or options.min_effect == 0.0:
        return options
    return replace(options, min_effect=_unscaled(options.min_effect, -exponent))


def _unscaled(number: float, exponent: int | None) -> float:
    """Return the number times a power of two, at most the largest float."""
    if exponent is None or math.isnan(number):
        return number
    half = exponent // 2  # the whole power may be out of range where the product is not
    whole = number * 2.0**half * 2.0 ** (exponent - half)
    return math.copysign(min(abs(whole), sys.float_info.max), number)


def _edges(n: int, forced: Iterable[int]) -> list[int]:
    inside = sorted({int(place) for place in forced})
    if inside and not 0 < inside[0] <= inside[-1] < n:
        raise ValueError(f"forced boundaries must lie between 1 and {n - 1}")
    return [0, *inside, n]


def _reported_rows(told: Sequence[ReportedChange], exponent: int | None) -> Floats:
    """Lay out what was told, on the scale of the analysis; what is on another scale is left out."""
    rows = [[*_reported_row(one, exponent), number] for number, one in enumerate(told)]
    return np.array([row for row in rows if np.isfinite(row).all()]).reshape(-1, _COLUMNS)


def _reported_row(one: ReportedChange, exponent: int | None) -> list[float]:
    change = one.change
    place = [change.index, change.first, change.last]
    if exponent is not None:
        numbers = change.after - change.before, one.sigma
        step, sigma = (_unscaled(number, -exponent) for number in numbers)
        return [*place, step, sigma, one.rho]
    if min(change.before, change.after) <= 0.0:
        return [math.nan] * (_COLUMNS - 1)
    step = math.log(change.after / change.before)
    return [*place, step, one.sigma, one.rho]


def _within(told: Floats, start: int, end: int) -> Floats:
    """Return those told inside a stretch, by their places in it."""
    if not told.size:
        return _NONE_TOLD
    inside = told[(told[:, AT] > start) & (told[:, AT] < end)].copy()
    inside[:, [AT, EARLIEST, LATEST]] -= start
    inside[:, EARLIEST] = np.maximum(inside[:, EARLIEST], 1)
    inside[:, LATEST] = np.minimum(inside[:, LATEST], end - start - 1)
    return np.ascontiguousarray(inside)


def _stretch(x: Floats, options: Options, told: Floats) -> tuple[tuple[Ints, Floats], Floats]:
    if x.size < FEWEST_RUNS:
        return (np.empty(0, np.int64), np.empty((0, 7))), _UNKNOWN
    places, rows, noise = find_changes(x, settings_of(options), told)
    return (places, rows), noise


def _changes(
    found: tuple[Ints, Floats], offset: int, exponent: int | None, told: Sequence[ReportedChange]
) -> list[Change]:
    rows = zip(found[0].tolist(), found[1].tolist(), strict=True)
    return [
        _change(place, row, offset, exponent)
        if row[NAME] == FOUND
        else replace(told[int(row[NAME])].change, is_held=True)
        for place, row in rows
    ]


def _change(place: int, row: list[float], offset: int, exponent: int | None) -> Change:
    before, after, margin = row[BEFORE], row[AFTER], row[MARGIN]
    ratios = [after - before + side * margin for side in (0.0, -1.0, 1.0)]
    if exponent is None:
        before, after = _exp(before), _exp(after)
        ratios = [_exp(ratio) for ratio in ratios]
    else:
        before, after = _level(before), _level(after)
        ratios = _ratios(before, after, margin)
        before, after = _unscaled(before, exponent), _unscaled(after, exponent)
    return Change(
        index=place + offset,
        z=row[Z],
        before=before,
        after=after,
        ratio=ratios[0],
        low=ratios[1],
        high=ratios[2],
        first=int(row[FIRST]) + offset,
        last=int(row[LAST]) + offset,
    )


def _level(level: float) -> float:
    """Return a level as it is, and zero for what is zero but for rounding."""
    return 0.0 if abs(level) < ROUNDING else level


def _ratios(before: float, after: float, margin: float) -> list[float]:
    """Return the ratio of two levels and its interval; nan where either is not positive.

    To fall to zero is a ratio of 0 without an interval.
    """
    if after == 0.0 and before > 0.0:
        return [0.0, math.nan, math.nan]
    if min(before, after) <= 0.0:
        return [math.nan] * 3
    step = after - before
    return [1.0 + _share(step + side * margin, before) for side in (0.0, -1.0, 1.0)]


def _smallest_effect(x: Floats, noise: Floats, options: Options, *, logarithmic: bool) -> float:
    """Return the relative change that five runs against a full window would show.

    Never less than the smallest that is shown at all.
    """
    if math.isnan(noise[SIGMA]):
        return math.nan
    need = options.z0 + options.z_per_log_n * math.log(x.size)
    inflated = inflation(float(noise[RHO])) * (1 / options.window + 1 / 5)
    effect = max(need * float(noise[SIGMA]) * math.sqrt(inflated), options.min_effect)
    if logarithmic:
        return _exp(effect) - 1.0 if effect > 1.0 else math.expm1(effect)
    return _share(effect, abs(float(np.median(x))))


def _exp(logarithm: float) -> float:
    """Return e to the power of it, capped below the largest float."""
    return math.exp(min(logarithm, LARGEST_LOG))


def _share(part: float, whole: float) -> float:
    """Return part of whole; nan if the whole is not positive or too small to divide by."""
    share = part / whole if whole > 0.0 else math.nan
    return share if math.isfinite(share) else math.nan


def _warnings(newest: int, *, logarithmic: bool) -> tuple[str, ...]:
    found = []
    if newest < FEWEST_RUNS:
        found.append(
            f"{newest} {'run' if newest == 1 else 'runs'} since the last known boundary: "
            f"changes are looked for from {FEWEST_RUNS} runs on."
        )
    if not logarithmic:
        found.append("Not all values are positive: changes are differences, not ratios.")
    return tuple(found)
