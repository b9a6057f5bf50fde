"""Values that are as good as the best within a margin, and the rounds until that is known.

All claims come from the simultaneous bounds of multiple comparisons with the best, so they
hold together with 95 %.
"""

import math
from dataclasses import dataclass

import numpy as np

from backend.stats import special
from backend.stats.arrays import Bools, Floats
from backend.stats.sweeps.best_set import BestSet
from backend.stats.sweeps.response import Response

POWER = 0.8
MOST_ROUNDS = 100_000
FEWEST_OF_PLATEAU = 2


@dataclass(frozen=True, slots=True)
class Plateau:
    """The longest run of neighbours, places first..last, all within the margin of the best.

    `behind` is how much worse than the best any of them is at most (a share).
    """

    first: int
    last: int
    behind: float
    claimed: bool


def behind_best(response: Response, best: BestSet) -> Floats:
    """Return how much worse than the best each value is at most, or seems without a claim.

    Shares of the best; nan where results are not all positive and so have no shares.
    """
    if not response.logarithmic:
        return np.full(response.costs.size, math.nan)
    if best.has_claim:
        return best.behind
    with np.errstate(over="ignore"):
        shares: Floats = np.expm1(response.costs - response.costs.min())
    return shares


def find_plateau(behind: Floats, margin: float, *, claimed: bool) -> Plateau | None:
    """Return the longest run of at least two neighbours within the margin; None without one."""
    within = np.concatenate(([False], behind <= margin, [False]))
    edges = np.flatnonzero(np.diff(within.astype(np.int8)))
    starts, stops = edges[::2], edges[1::2]
    if starts.size == 0:
        return None
    longest = int(np.argmax(stops - starts))
    first, last = int(starts[longest]), int(stops[longest]) - 1
    if last - first + 1 < FEWEST_OF_PLATEAU:
        return None
    return Plateau(first, last, float(behind[first : last + 1].max()), claimed)


def rounds_until(
    response: Response, best: BestSet, *, wished: int = 1, margin: float = 0.0
) -> int | None:
    """Return how many more rounds will leave at most `wished` values that may be best.

    A value counts as settled as well when it is known to be within the margin of the best.
    Takes the differences found as true and aims at a chance of 0.8; 0 if it is so already,
    None if no reasonable number of rounds would do, or rounds are not known.
    """
    if not best.has_claim or response.rounds is None:
        return None
    open_members = best.members & ~(behind_best(response, best) <= margin)
    if int(best.members.sum()) <= wished or not open_members[_not(best)].any():
        return 0
    times = np.sort(_times(response, best, margin))
    needed = float(times[times.size - wished]) if wished < times.size else 0.0
    rounds = response.rounds.shape[1]
    total = math.ceil(needed * rounds) if math.isfinite(needed) else MOST_ROUNDS + 1
    return max(total - rounds, 1) if total <= MOST_ROUNDS else None


def _not(best: BestSet) -> Bools:
    others: Bools = np.arange(best.members.size) != best.best
    return others


def _times(response: Response, best: BestSet, margin: float) -> Floats:
    """Return by which factor rounds must grow until each rival of the best is settled."""
    gaps = response.costs - response.costs[best.best]
    reach = (best.quantile + float(special.ndtri(POWER))) * response.difference_errors()[best.best]
    room = np.maximum(np.maximum(gaps, math.log1p(margin) - gaps), 0.0)
    with np.errstate(divide="ignore"):
        times = np.where(room > 0.0, (reach / room) ** 2, np.inf)
    times[best.best] = 0.0
    return times
