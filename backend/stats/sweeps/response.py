"""What was measured at each value of an axis, in a form in which values may be compared.

Costs are centres of which less is better: logarithms where every result is positive, so that
their differences are ratios. With them comes the covariance of their errors. Everything one
asks of a sweep (best set, knee, plateau, cliff, crossover) is a question about costs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Literal

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.medians import medians
from backend.stats.sweeps.blocks import (
    CLIP,
    NORMAL_MAD,
    SMALLEST_VARIANCE,
    Centres,
    centre_blocks,
    moderate,
)

Direction = Literal["lower", "higher"]

SEED = 20_260_101
"""Of resampling, so that the same results always give the same interval."""
DRAWS = 400
FEWEST_ROUNDS_TO_RESAMPLE = 8
FEWEST_VALUES = 2
FEWEST_SAMPLES = 2
FEWEST_SAMPLES_TO_CLIP = 10


@dataclass(frozen=True, slots=True)
class Response:
    """Costs of values with their covariance, both up to what all values share.

    `scale` is what a cost of 1 is worth where the costs are no logarithms. `rounds` (values,
    rounds) are the results behind the costs where values were measured in rounds. Without a
    claim, `covariance` and `degrees` are nan.
    """

    costs: Floats
    covariance: Floats
    degrees: float
    sign: float
    logarithmic: bool
    scale: float
    rounds: Floats | None
    warnings: tuple[str, ...]

    @property
    def has_claim(self) -> bool:
        return not math.isnan(self.degrees)

    def errors(self, weights: Floats) -> Floats:
        """Return the standard errors of weighted sums of costs, one per row of weights."""
        variance = ((weights @ self.covariance) * weights).sum(axis=1)
        result: Floats = np.sqrt(np.maximum(variance, SMALLEST_VARIANCE))
        return result

    def difference_errors(self) -> Floats:
        """Return the standard error of the difference of every two costs."""
        own = np.diag(self.covariance)
        variance = own[:, None] + own[None, :] - 2.0 * self.covariance
        result: Floats = np.sqrt(np.maximum(variance, SMALLEST_VARIANCE))
        return result

    def worth(self, differences: Floats) -> Floats:
        """Write differences of costs as a person reads them: ratios, or raw differences."""
        raw = self.sign * differences
        if self.logarithmic:
            ratios: Floats = np.exp(raw)
            return ratios
        amounts: Floats = raw * self.scale
        return amounts

    def part(self, places: Ints | slice) -> "Response":
        """Return the response at some of the values."""
        rounds = None if self.rounds is None else self.rounds[places]
        covariance = self.covariance[places][:, places]
        return replace(self, costs=self.costs[places], covariance=covariance, rounds=rounds)

    def draws(self) -> Floats:
        """Return costs as they might have come out, (draws, values): rounds drawn again.

        Few or incomplete rounds, and what was measured without them, are drawn as normal.
        """
        rounds = self.rounds
        if rounds is None or rounds.shape[1] < FEWEST_ROUNDS_TO_RESAMPLE or np.isnan(rounds).any():
            sizes, vectors = np.linalg.eigh(self.covariance)
            normal = np.random.default_rng(SEED).standard_normal((DRAWS, self.costs.size))
            drawn: Floats = self.costs + normal * np.sqrt(np.maximum(sizes, 0.0)) @ vectors.T
            return drawn
        count = rounds.shape[1]
        off = (_drawn_shares(count) @ rounds.T) - rounds.mean(axis=1)
        result: Floats = self.costs + off * math.sqrt(count / (count - 1.0))
        return result


@lru_cache(maxsize=64)
def _drawn_shares(rounds: int) -> Floats:
    """Return how much each round counts in each draw of as many rounds, (draws, rounds)."""
    generator = np.random.default_rng(SEED)
    drawn: Floats = generator.multinomial(rounds, np.full(rounds, 1.0 / rounds), DRAWS) / rounds
    return drawn


def response_from_rounds(rounds: Floats, direction: Direction) -> Response:
    """Take results measured in rounds, (values, rounds); nan where a value failed in a round.

    Assumes that a round shifts all its values alike (on a ratio scale if all are positive).
    Raises ValueError for fewer than two values, values without a result, or infinity.
    """
    if rounds.ndim != 2 or rounds.shape[0] < FEWEST_VALUES or rounds.shape[1] < 1:  # noqa: PLR2004
        raise ValueError("a sweep is a table of at least two values by one round")
    present = ~np.isnan(rounds)
    if np.isinf(rounds).any() or not present.any(axis=1).all():
        raise ValueError("a sweep's results must be finite numbers, at least one for each value")
    costs, empty = _as_costs(rounds, rounds[present], direction)
    centres = centre_blocks(costs)
    if centres is not None:
        return _filled(empty, centres)
    if rounds.shape[1] == 1 or present.sum(axis=1).min() < FEWEST_SAMPLES:
        single = np.array([row[own].mean() for row, own in zip(costs, present, strict=True)])
        return _without_claim(empty, single, "One round")
    rows = [row[own] for row, own in zip(costs, present, strict=True)]
    apart = ("The rounds of some values do not overlap: values are compared without rounds.",)
    return replace(_from_groups(empty, rows), warnings=apart)


def response_from_samples(samples: Sequence[Floats], direction: Direction) -> Response:
    """Take independent samples of each value, in any number; no rounds are known.

    Raises ValueError for fewer than two values, a value without samples, or samples that are
    not finite.
    """
    rows = [np.asarray(row, dtype=np.float64) for row in samples]
    if len(rows) < FEWEST_VALUES or min(row.size for row in rows) < 1:
        raise ValueError("a sweep needs at least two values, each with a sample")
    together = np.concatenate(rows)
    if not np.isfinite(together).all():
        raise ValueError("a sweep's samples must be finite numbers")
    costs, empty = _as_costs(together, together, direction)
    ends = accumulate(row.size for row in rows)
    parts = [costs[end - row.size : end] for row, end in zip(rows, ends, strict=True)]
    if min(row.size for row in rows) < FEWEST_SAMPLES:
        return _without_claim(empty, np.array([part.mean() for part in parts]), "One sample")
    return _from_groups(empty, parts)


def response_from_summaries(
    values: Floats, sds: Floats | None, counts: Ints, direction: Direction
) -> Response:
    """Take centres with standard deviation and number of samples; without them, no claim.

    Raises ValueError for fewer than two values or centres that are not finite.
    """
    if values.size < FEWEST_VALUES or not np.isfinite(values).all():
        raise ValueError("a sweep needs at least two values with finite results")
    costs, empty = _as_costs(values, values, direction)
    if sds is None or not np.isfinite(sds).all() or counts.min() < FEWEST_SAMPLES:
        return _without_claim(empty, costs, "No scatter is known")
    spread = sds / (values if empty.logarithmic else empty.scale)
    return _from_scatters(empty, costs, spread**2, counts)


def _as_costs(results: Floats, present: Floats, direction: Direction) -> tuple[Floats, Response]:
    """Return results as costs, and a response that is still empty."""
    logarithmic = bool(present.min() > 0.0)
    sign = 1.0 if direction == "lower" else -1.0
    scale = 1.0 if logarithmic else max(float(np.abs(present).max()), np.finfo(np.float64).tiny)
    costs = sign * (np.log(results) if logarithmic else results / scale)
    nothing = np.empty(0)
    return costs, Response(nothing, nothing, math.nan, sign, logarithmic, scale, None, ())


def _filled(empty: Response, centres: Centres) -> Response:
    return replace(
        empty,
        costs=centres.means,
        covariance=centres.covariance,
        degrees=centres.degrees,
        rounds=centres.table,
    )


def _from_groups(empty: Response, rows: Sequence[Floats]) -> Response:
    counts = np.array([row.size for row in rows], np.int64)
    means, variances = np.empty(counts.size), np.empty(counts.size)
    for count in np.unique(counts).tolist():  # nearly always the same everywhere: one table then
        alike = np.flatnonzero(counts == count).tolist()
        table = _clipped(np.stack([rows[place] for place in alike]))
        means[alike], variances[alike] = table.mean(axis=1), table.var(axis=1, ddof=1)
    return _from_scatters(empty, means, variances, counts)


def _clipped(table: Floats) -> Floats:
    """Take spikes in to three robust deviations of their row, where samples are enough for it."""
    if table.shape[1] < FEWEST_SAMPLES_TO_CLIP:
        return table
    centre = medians(table)[:, None]
    deviation = NORMAL_MAD * medians(np.abs(table - centre))[:, None]
    reach = np.where(deviation == 0.0, np.inf, CLIP * deviation)
    clipped: Floats = np.clip(table, centre - reach, centre + reach)
    return clipped


def _from_scatters(empty: Response, means: Floats, variances: Floats, counts: Ints) -> Response:
    freedom: Floats = counts - np.float64(1.0)
    common = max(float((variances * freedom).sum() / freedom.sum()), SMALLEST_VARIANCE)
    drawn, degrees = moderate(variances, freedom, common)
    return replace(empty, costs=means, covariance=np.diag(drawn / counts), degrees=degrees)


def _without_claim(empty: Response, costs: Floats, reason: str) -> Response:
    warning = f"{reason}: the optimum is shown, but other values may be as good."
    unknown = np.full((costs.size, costs.size), math.nan)
    return replace(empty, costs=costs, covariance=unknown, warnings=(warning,))
