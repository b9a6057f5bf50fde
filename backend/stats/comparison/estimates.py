"""Estimated differences contender minus baseline, many at once: p-values and intervals.

Differences are of logarithms where every number is positive (so their exponential is a ratio)
and of the numbers themselves elsewhere.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from backend.stats.arrays import Bools, Floats
from backend.stats.student import normal_deviate, t_quantile, two_sided_p

SMALLEST_SCATTER = 1e-12
"""Standard deviation that is taken where none was seen: rounding of logarithms, squared off."""
TICK_SHARE = 0.3
"""Standard deviation, in steps of the clock or counter, that a difference has at least."""
HALF_STEP = 0.5 / TICK_SHARE
"""Half a step of the clock or counter, in least standard deviations."""
LARGEST_STEP = float(np.log(2.0))
ROUNDING = 1e-13
"""Two logarithms nearer than this came from the same reading of a clock."""


class Estimates(Protocol):
    """One estimate per place: what is known of it, whatever the method behind it."""

    @property
    def shift(self) -> Floats: ...

    @property
    def error(self) -> Floats: ...

    @property
    def degrees(self) -> Floats:
        """Return the degrees of freedom of the error; infinite where it is as good as known."""
        ...

    @property
    def logarithmic(self) -> Bools: ...

    def p(self) -> Floats:
        """Return two-sided p-values of "no difference"; nan where there is no scatter to ask."""
        ...

    def z(self) -> Floats:
        """Return the normal deviates of the p-values, positive where the contender is larger."""
        ...

    def interval(self, coverage: Floats) -> tuple[Floats, Floats]:
        """Return the ends of the interval with that coverage, in units of the shift."""
        ...


@dataclass(frozen=True, slots=True)
class StudentEstimates:
    """Estimates with a standard error that has some degrees of freedom (infinite: known)."""

    shift: Floats
    error: Floats
    degrees: Floats
    logarithmic: Bools

    def t(self) -> Floats:
        """Return shift over standard error; 0 where both are zero."""
        still = (self.shift == 0.0) & (self.error == 0.0)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return np.where(still, 0.0, self.shift / self.error)

    def p(self) -> Floats:
        return two_sided_p(self.t(), self.degrees)

    def z(self) -> Floats:
        return normal_deviate(self.t(), self.degrees)

    def interval(self, coverage: Floats) -> tuple[Floats, Floats]:
        with np.errstate(over="ignore", invalid="ignore"):
            reach = t_quantile(coverage, self.degrees) * self.error
        return self.shift - reach, self.shift + reach


@dataclass(frozen=True, slots=True)
class Scaled:
    """Both sides on the scale on which they are compared, rows by samples.

    `unit` turns a shift back into what was measured: 1 for logarithms, else the largest size
    in the row, by which the row was divided so that no square overflows.
    """

    baseline: Floats
    contender: Floats
    unit: Floats
    logarithmic: Bools


def scaled(baseline: Floats, contender: Floats) -> Scaled:
    """Take logarithms of the rows that allow it. Raises ValueError for unusable tables."""
    for name, side in (("baseline", baseline), ("contender", contender)):
        refuse_unusable(name, side)
    if len(baseline) != len(contender):
        raise ValueError("baseline and contender must have as many rows: one per comparison")
    positive = (baseline.min(axis=1) > 0.0) & (contender.min(axis=1) > 0.0)
    if positive.all():
        ones = np.ones(positive.size)
        return Scaled(np.log(baseline), np.log(contender), ones, positive)
    largest = np.maximum(np.abs(baseline).max(axis=1), np.abs(contender).max(axis=1))
    unit = np.where(positive | (largest == 0.0), 1.0, largest)
    sides = [side / unit[:, None] for side in (baseline, contender)]
    for side, given in zip(sides, (baseline, contender), strict=True):
        side[positive] = np.log(given[positive])
    return Scaled(sides[0], sides[1], unit, positive)


def refuse_unusable(name: str, table: Floats) -> None:
    """Raise ValueError naming what is wrong with a table of samples, if anything is."""
    if table.ndim != 2 or table.shape[1] == 0:  # noqa: PLR2004 - a table
        raise ValueError(f"{name}: give a table of comparisons by samples, at least one of each")
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0]
        raise ValueError(
            f"{name}: sample {column} of comparison {row} is {table[row, column]};"
            " leave out what failed"
        )


def least_scatter(sides: Scaled) -> Floats:
    """Return the least standard deviation of one difference that the resolution allows.

    Where readings repeat, the smallest step between different ones is taken for the step of
    the clock or counter. A difference of one step that is always the same has no scatter of
    its own and still may be anything between nothing and two steps. No reading is less than
    one step, so of logarithms a step is ln 2 at most.
    """
    together = np.sort(np.concatenate((sides.baseline, sides.contender), axis=1), axis=1)
    gaps = np.diff(together, axis=1)
    repeats = gaps <= ROUNDING
    step = np.where(repeats, np.inf, gaps).min(axis=1)
    distinct = np.isfinite(step)
    step = np.where(sides.logarithmic, np.minimum(step, LARGEST_STEP), step)
    coarse = repeats.any(axis=1) & distinct
    return np.where(coarse, np.maximum(TICK_SHARE * step, SMALLEST_SCATTER), SMALLEST_SCATTER)
