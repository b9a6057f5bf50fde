"""Alternatives measured on the same objectives, and any two of them held against each other.

Everything is a cost on a log scale: ln(result) where lower is better, -ln(result) where higher
is, so that a positive difference is worse and exp(difference) - 1 is the relative loss.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Bools, Floats
from backend.stats.comparison.estimates import Scaled, least_scatter
from backend.stats.comparison.paired import locate
from backend.stats.student import t_quantile

Direction = Literal["lower", "higher"]

FEWEST = 2
"""Rounds or samples that have a scatter."""
LARGEST_ERROR = 1e60
"""Relative scatter beyond which nothing is known anyhow; its fourth power is still a number."""


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Costs of alternatives (rows) on objectives (columns), with the error of each.

    `errors` are standard errors of `costs`: nan where no scatter is known, 0 where the number
    is exact. `counts` are the samples behind a cost (nan unknown). `rounds` holds
    (alternatives, objectives, rounds) where each round measured all of them; differences are
    then taken within rounds. A row of nan is an alternative without results.
    """

    costs: Floats
    errors: Floats
    degrees: Floats
    counts: Floats
    rounds: Floats | None


@dataclass(frozen=True, slots=True)
class CostDifferences:
    """Costs minus the cost of one alternative; `errors` nan where no interval can be had."""

    costs: Floats
    errors: Floats
    degrees: Floats

    def ends(self, level: float) -> tuple[Floats, Floats]:
        """Return both ends of the interval that errs with probability `level`, nan if unknown."""
        margins = self.margins(level)
        return self.costs - margins, self.costs + margins

    def margins(self, level: float) -> Floats:
        """Return half the width of the interval; exact differences have none."""
        wide = t_quantile(1.0 - level, self.degrees)
        return np.where(self.errors == 0.0, 0.0, wide * self.errors)


def from_rounds(rounds: ArrayLike, directions: Sequence[Direction]) -> Alternatives:
    """Take results of (alternatives, objectives, rounds); with one objective, two axes do.

    Assumes that in every round each alternative was measured once, in random order. Raises
    ValueError for another shape, fewer than two alternatives, or a number that is not positive
    and finite (an alternative that failed is nan in every round).
    """
    table = np.asarray(rounds, dtype=np.float64)
    table = table[:, None, :] if table.ndim == 2 and len(directions) == 1 else table  # noqa: PLR2004
    if table.ndim != 3 or table.shape[2] < 1:  # noqa: PLR2004 - the three axes
        raise ValueError("rounds are a table of alternatives by objectives by at least one round")
    costs = _costs(table, directions)
    count = table.shape[2]
    centre = costs.mean(axis=2)
    spread = costs.std(axis=2, ddof=1) if count >= FEWEST else np.full(centre.shape, np.nan)
    return Alternatives(
        costs=centre,
        errors=spread / np.sqrt(count),
        degrees=np.full(centre.shape, max(count - 1.0, 1.0)),
        counts=np.full(centre.shape, float(count)),
        rounds=costs,
    )


def from_summaries(
    values: ArrayLike,
    sds: ArrayLike | None,
    counts: ArrayLike,
    directions: Sequence[Direction],
) -> Alternatives:
    """Take centres of (alternatives, objectives), with standard deviations and counts.

    `sds` None or nan: summary only, an order without a claim; 0: exact. Assumes independent
    samples; standard deviations become relative ones (delta method). Raises ValueError as
    `from_rounds` does.
    """
    table = np.asarray(values, dtype=np.float64)
    table = table[:, None] if table.ndim == 1 and len(directions) == 1 else table
    if table.ndim != 2:  # noqa: PLR2004 - rows and columns
        raise ValueError("values are a table of alternatives by objectives")
    costs = _costs(table[:, :, None], directions)[:, :, 0]
    numbers = np.broadcast_to(_column(counts, table), table.shape).astype(np.float64)
    known = np.full(table.shape, np.nan) if sds is None else _column(sds, table)
    if any(((one < 0.0) | np.isinf(one)).any() for one in (known, numbers)):
        raise ValueError("standard deviations and counts cannot be negative or infinite")
    usable = np.where((numbers >= FEWEST) | (known == 0.0), known, np.nan)
    with np.errstate(over="ignore"):
        errors = np.minimum(usable / table, LARGEST_ERROR) / np.sqrt(np.maximum(numbers, 1.0))
    degrees = np.maximum(numbers - 1.0, 1.0)
    return Alternatives(costs, errors, degrees, numbers, None)


def against(alternatives: Alternatives, place: int) -> CostDifferences:
    """Hold every alternative against the one at `place`.

    In rounds: differences within rounds, located as interleaved pairs are.
    Otherwise Welch with Satterthwaite's degrees of freedom.
    """
    if alternatives.rounds is not None:
        return _within_rounds(alternatives.rounds, alternatives.rounds[place])
    variances = alternatives.errors**2
    total = variances + variances[place]
    shares = variances**2 / alternatives.degrees
    both = shares + shares[place]
    with np.errstate(invalid="ignore", divide="ignore"):
        degrees = np.where(both > 0.0, total**2 / both, np.inf)
    errors = np.sqrt(total)
    errors[place] = np.where(np.isnan(alternatives.errors[place]), np.nan, 0.0)
    return CostDifferences(alternatives.costs - alternatives.costs[place], errors, degrees)


def _within_rounds(rounds: Floats, reference: Floats) -> CostDifferences:
    """Locate the differences of each pair of rows robustly, so that a spike is not an effect.

    A clock that repeats itself gives them no less scatter than its step allows.
    """
    shape, count = rounds.shape[:2], rounds.shape[2]
    first = np.broadcast_to(reference, rounds.shape).reshape(-1, count)
    second = rounds.reshape(-1, count)
    missing: Bools = np.logical_or.reduce(np.isnan(first + second), axis=1)
    first, second = (np.where(missing[:, None], 0.0, side) for side in (first, second))
    ones = np.ones(len(first))
    floor = least_scatter(Scaled(first, second, ones, ones > 0.0))
    shift, error, degrees = locate(second - first, floor)
    still = np.logical_and.reduce(first == second, axis=1)
    error = np.where(still & ~np.isnan(error), 0.0, error)
    return CostDifferences(
        costs=np.where(missing, np.nan, shift).reshape(shape),
        errors=np.where(missing, np.nan, error).reshape(shape),
        degrees=degrees.reshape(shape),
    )


def _costs(table: Floats, directions: Sequence[Direction]) -> Floats:
    rows, columns = table.shape[:2]
    if rows < 2:  # noqa: PLR2004 - a comparison
        raise ValueError("there must be at least two alternatives")
    if columns != len(directions) or columns < 1:
        raise ValueError(f"{columns} objectives need as many directions, not {len(directions)}")
    _refuse_unusable(table)
    signs = np.array([1.0 if one == "lower" else -1.0 for one in directions])
    return signs[None, :, None] * np.log(table)


def _refuse_unusable(table: Floats) -> None:
    missing: Bools = np.logical_and.reduce(np.isnan(table), axis=(1, 2))
    wrong = np.asarray(~(np.isfinite(table) & (table > 0.0)) & ~missing[:, None, None])
    if wrong.any():
        row, column = (int(place) for place in np.argwhere(wrong)[0][:2])
        raise ValueError(
            f"alternative {row}, objective {column}: ratios need positive, finite numbers; "
            "leave the objective out, or mark the alternative as failed"
        )


def _column(numbers: ArrayLike, table: Floats) -> Floats:
    given = np.asarray(numbers, dtype=np.float64)
    return given[:, None] if given.ndim == 1 and table.ndim == 2 else given  # noqa: PLR2004
