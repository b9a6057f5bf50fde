"""The balanced alternative of a Pareto front: the one that gives up least on any objective.

On each objective an alternative keeps a share of the way from the worst member of the front to
the best. The balanced one has the largest smallest share (a knee, if the front has one). It is
recommended only when the same one comes out of nearly all resamplings of the numbers.
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.splits.contrasts import Alternatives

SUPPORT = 0.975
"""Share of resamplings that must agree before a recommendation is made."""
DRAWS = 2000
FEWEST_MEMBERS = 3
"""With two there is a choice between ends, and nothing in between to recommend."""
FEWEST_ROUNDS = 6
"""Rounds below which resampling them understates the noise."""


@dataclass(frozen=True, slots=True)
class Balance:
    """`best` is a row, -1 if there is none; `shares` (alternatives, objectives), nan off the front.

    `support` is the share of resamplings with the same answer, nan where noise is unknown;
    `recommended` only with enough of it.
    """

    best: int
    shares: Floats
    support: float
    recommended: bool


def balance(
    alternatives: Alternatives, members: Bools, *, generator: np.random.Generator
) -> Balance:
    """Find the balanced member of a front (`pareto.front`) and how sure it is.

    Objectives on which all members are equal do not count. Resampling: whole rounds where
    there are rounds, normal errors with Student's tails otherwise.
    """
    rows = np.flatnonzero(members)
    shares = np.full(alternatives.costs.shape, np.nan)
    if rows.size < FEWEST_MEMBERS:
        return Balance(-1, shares, math.nan, recommended=False)
    shares[rows] = _shares(alternatives.costs[rows][None])[0]
    best = int(np.argmax(shares[rows].min(axis=1)))
    drawn = _drawn(alternatives, rows, generator)
    if drawn is None:
        return Balance(int(rows[best]), shares, math.nan, recommended=False)
    chosen = _shares(drawn).min(axis=2).argmax(axis=1)
    support = float((chosen == best).mean())
    return Balance(int(rows[best]), shares, support, recommended=support >= SUPPORT)


def _shares(costs: Floats) -> Floats:
    """Return shares of (draws, members, objectives): 1 is the best member, 0 the worst."""
    worst = costs.max(axis=1, keepdims=True)
    width = worst - costs.min(axis=1, keepdims=True)
    return np.where(width > 0.0, (worst - costs) / np.where(width > 0.0, width, 1.0), 1.0)


def _drawn(alternatives: Alternatives, rows: Ints, generator: np.random.Generator) -> Floats | None:
    costs = alternatives.costs[rows]
    if alternatives.rounds is not None:
        count = alternatives.rounds.shape[2]
        if count < FEWEST_ROUNDS:
            return None
        times = generator.multinomial(count, np.full(count, 1.0 / count), DRAWS) / count
        drawn: Floats = np.einsum("dr,aor->dao", times, alternatives.rounds[rows])
        return drawn
    errors, degrees = alternatives.errors[rows], alternatives.degrees[rows]
    if np.isnan(errors).any():
        return None
    return costs + errors * generator.standard_t(degrees, (DRAWS, *costs.shape))
