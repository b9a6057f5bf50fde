"""What of a series is slow: drifts, and the steps that are parts of one.

Method: steps that follow each other in one direction, or one near a drift, are parts of a slide
where the Bayesian information criterion of the slide alone, with three parameters, is below that of
the steps, with two each, and below that of both; and only where a drift stands in their place
(`fitting.py`).
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Floats
from backend.stats.changes import Analysis, Change, ReportedChange
from backend.stats.detector.slides import (
    END,
    LONG_ENOUGH,
    SIZE,
    START,
    Z,
    find_slide,
    residuals,
    sums_of,
)
from backend.stats.drifts.fitting import (
    LEAST_DRIFT,
    Drift,
    ReportedDrift,
    find_drifts,
    without_spikes,
)
from backend.stats.rows import finite_row

BEND = 15
"""Runs beside a drift in which the end of a level may look like a step."""
FEWEST_STEPS = 2
"""Of one direction, where no drift is near."""
LEAST_OF_STEPS = 0.4
"""The share of the smallest drift that is enough in the place of steps."""
NEAR = 60
"""Runs after the end of a known drift in which it may go on."""


def slow_changes(
    values: ArrayLike,
    analysis: Analysis,
    least: float = LEAST_DRIFT,
    told: Sequence[ReportedDrift] = (),
    steps: Sequence[ReportedChange] = (),
) -> tuple[Analysis, tuple[Drift, ...]]:
    """Return the analysis without the steps that a drift explains, and the drifts.

    People were `told` of drifts: what lies within one of those may be a part of it. They know of
    `steps`: the first of those may become a drift of which nobody was told, all others stand.
    """
    beside = find_drifts(values, analysis, least, told)
    parts = [
        one
        for flight in _parts(values, analysis, beside, told)
        for one in _not_known(flight, told, steps)
    ]
    if not parts:
        return analysis, beside
    small = find_drifts(values, _without(analysis, parts), LEAST_OF_STEPS * least, told)
    explained = [one for one in parts if any(_covers(drift, one) for drift in small)]
    without = _without(analysis, explained)
    found = find_drifts(values, without, least, told)
    instead = [
        drift
        for drift in small
        if any(_covers(drift, one) for one in explained) and not _overlaps(drift, found)
    ]
    return without, tuple(sorted([*found, *instead], key=lambda one: one.start))


def _without(analysis: Analysis, gone: Sequence[Change]) -> Analysis:
    return replace(analysis, changes=tuple(one for one in analysis.changes if one not in gone))


def _covers(drift: Drift, step: Change) -> bool:
    """Tell whether a step lies in a drift, or at its ends, where a line across both bends."""
    return drift.earliest - BEND <= step.last and step.first <= drift.end + BEND


def _overlaps(drift: Drift, others: Sequence[Drift]) -> bool:
    return any(drift.start <= one.end and one.start <= drift.end for one in others)


def _goes_on(drift: ReportedDrift, step: Change) -> bool:
    """Tell whether a step may be what a known drift looks like."""
    is_near = drift.start <= step.last and step.first <= drift.end + NEAR
    return is_near and drift.is_up is (step.ratio > 1.0)


def _parts(
    values: ArrayLike,
    analysis: Analysis,
    drifts: Sequence[Drift],
    told: Sequence[ReportedDrift],
) -> list[list[Change]]:
    """Return the steps that are parts of one slide each: it fits better without them."""
    if not analysis.logarithmic or not analysis.changes:
        return []
    x = np.log(finite_row(values))
    found: list[list[Change]] = []
    for ends in pairwise([0, *analysis.forced, x.size]):
        inside = [one for one in analysis.changes if ends[0] < one.index < ends[1]]
        flights = [one for one in _flights(inside) if len(one) >= FEWEST_STEPS]
        alone = [
            [one]
            for one in inside
            if any(_covers(drift, one) for drift in drifts)
            or any(_goes_on(drift, one) for drift in told)
        ]
        slides = [one for one in flights if _is_slide(x, one, _around(one, inside, ends))]
        taken = [step for slide in slides for step in slide]
        left = [one for one in alone if one[0] not in taken]
        found += slides + [one for one in left if _is_slide(x, one, _around(one, inside, ends))]
    return found


def _not_known(
    flight: Sequence[Change], told: Sequence[ReportedDrift], steps: Sequence[ReportedChange]
) -> list[Change]:
    known = [one for one in flight if any(_is_same(one, step.change) for step in steps)]
    standing = known if any(_goes_on(one, step) for one in told for step in known) else known[1:]
    return [one for one in flight if one not in standing]


def _is_same(one: Change, told: Change) -> bool:
    return one.first <= told.index <= one.last or told.first <= one.index <= told.last


def _flights(changes: Sequence[Change]) -> list[list[Change]]:
    """Put the steps together that follow each other in one direction."""
    flights: list[list[Change]] = []
    for one in changes:
        if flights and (flights[-1][-1].ratio > 1.0) is (one.ratio > 1.0):
            flights[-1].append(one)
        else:
            flights.append([one])
    return flights


def _around(
    flight: Sequence[Change], changes: Sequence[Change], ends: tuple[int, int]
) -> tuple[int, int]:
    """Return the stretch between the steps before and after these."""
    places = [one.index for one in changes]
    before = [one for one in places if one < flight[0].index]
    behind = [one for one in places if one > flight[-1].index]
    return max([ends[0], *before]), min([ends[1], *behind])


def _is_slide(x: Floats, flight: Sequence[Change], stretch: tuple[int, int]) -> bool:
    start, end = stretch
    n = end - start
    if n < LONG_ENOUGH:
        return False
    y, floor = without_spikes(x[start:end])
    sums = sums_of(y)
    whole = np.array([0, n], np.int64)
    steps = np.array([0, *(one.index - start for one in flight), n], np.int64)
    slides = [find_slide(y, sums, edges, floor, (0.0, 0.0)) for edges in (whole, steps)]
    if slides[0][Z] == 0.0:
        return False
    alone, beside = ((int(one[START]), int(one[END]), float(one[SIZE])) for one in slides)
    parameters = 2.0 * len(flight)
    fits = [(whole, alone, 3.0), (steps, (0, n, 0.0), parameters)]
    if slides[1][Z] > 0.0:
        fits.append((steps, beside, parameters + 3.0))
    criteria = [
        n * math.log(_squares(residuals(y, sums, edges, slide), floor)) + count * math.log(n)
        for edges, slide, count in fits
    ]
    return criteria[0] < min(criteria[1:])


def _squares(left: Floats, floor: float) -> float:
    return max(float(left @ left), left.size * floor)
