"""How often a testbed raises false alarms: comparisons of a program with itself (A/A).

Every A/A comparison that ends in a regression or an improvement is a false alarm. Their share is
looked at after each of them, so beside the interval for one look (Clopper and Pearson) stands one
that holds the true rate at all times at once with 95 %: the rates against which a bet on all others
has not won twentyfold (beta-binomial mixture). Only that one can show a rate above what is
claimed. Assumes comparisons that are independent of one another: of one run, judge one benchmark,
or a suite as a whole. Sources: Clopper and Pearson (1934), Biometrika 26; Robbins (1970), Annals of
Mathematical Statistics 41; Howard, Ramdas, McAuliffe and Sekhon (2021), Annals of Statistics 49.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from backend.stats import special
from backend.stats.arrays import Floats, Ints

CLAIMED = 0.01
ALPHA = 0.05
PRIOR_WEIGHT = 0.5
"""Pseudo-alarms of the bet; its mean is the claimed rate, so the interval is narrow near it."""
MOST_COMPARISONS = 20_000
HALVINGS = 60
SMALLEST_P = 1e-300
LEVELS = (0.01, 0.05)
FEWEST_FOR_SHAPE = 20


@dataclass(frozen=True, slots=True)
class FalseAlarms:
    """The rate of false alarms among `comparisons`, and what it says of the `claimed` rate.

    `low`..`high` holds the true rate with 95 % for one look, `always_low`..`always_high` at all
    looks together. `too_many` is true only where `always_low` lies above the claimed rate. With no
    comparison the rate is nan and both intervals are 0..1.
    """

    alarms: int
    comparisons: int
    rate: float
    low: float
    high: float
    always_low: float
    always_high: float
    claimed: float
    too_many: bool
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the p-values are at most `level`: share, 95 % interval, for one look."""

    level: float
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Whether p-values of A/A comparisons are as small as they may be, and no smaller.

    `excess` is the largest surplus of p-values at or below any level over that level, and `p` the
    exact probability of such a surplus among uniform ones (for one look). `bet` is what a bet on
    too small p-values has made of 1: it reaches 20 with at most 5 % if they are right, however
    often one looks. `too_small` says that it did.
    """

    n: int
    shares: tuple[Share, ...]
    excess: float
    p: float
    bet: float
    too_small: bool
    warnings: tuple[str, ...]


def false_alarms(alarms: int, comparisons: int, claimed: float = CLAIMED) -> FalseAlarms:
    """Return the rate of false alarms with both intervals.

    Raises ValueError unless 0 <= alarms <= comparisons and 0 < claimed < 1.
    """
    if not 0 <= alarms <= comparisons:
        raise ValueError("alarms are between none and one per comparison")
    _check_claim(claimed)
    low, high = clopper_pearson(alarms, comparisons)
    always_low, always_high = _always(alarms, comparisons, claimed)
    least = math.ceil(math.log(ALPHA) / math.log1p(-claimed))
    few = comparisons < least
    warnings = (f"Fewer than {least} comparisons: even none false says little.",) if few else ()
    return FalseAlarms(
        alarms=alarms,
        comparisons=comparisons,
        rate=alarms / comparisons if comparisons else math.nan,
        low=low,
        high=high,
        always_low=always_low,
        always_high=always_high,
        claimed=claimed,
        too_many=always_low > claimed,
        warnings=warnings,
    )


def clopper_pearson(hits: int, n: int, coverage: float = 0.95) -> tuple[float, float]:
    """Return the interval of a share that covers with at least `coverage`, exact binomial tails.

    Raises ValueError unless 0 <= hits <= n and 0 < coverage < 1.
    """
    if not 0 <= hits <= n or not 0.0 < coverage < 1.0:
        raise ValueError("need 0 <= hits <= n and 0 < coverage < 1")
    tail = (1.0 - coverage) / 2.0
    low = float(special.betaincinv(hits, n - hits + 1, tail)) if hits else 0.0
    high = float(special.betaincinv(hits + 1, n - hits, 1.0 - tail)) if hits < n else 1.0
    return low, high


def comparisons_needed(
    true_rate: float, claimed: float = CLAIMED, power: float = 0.8, most: int = MOST_COMPARISONS
) -> float:
    """Return after how many A/A comparisons a rate above the claimed one shows with that power.

    Exact: the number of alarms is followed comparison by comparison until the interval for all
    times excludes the claimed rate. Infinite beyond `most`. Raises ValueError unless
    0 < claimed < true_rate < 1, 0 < power < 1 and most >= 1.
    """
    _check_claim(claimed)
    if not claimed < true_rate < 1.0 or not 0.0 < power < 1.0 or most < 1:
        raise ValueError("need claimed < true rate < 1, 0 < power < 1 and most >= 1")
    bars = _bars(claimed, most)
    undecided = np.zeros(int(bars.max()) + 1)
    undecided[0] = 1.0
    for n, bar in enumerate(bars, start=1):
        undecided[1:] = true_rate * undecided[:-1] + (1.0 - true_rate) * undecided[1:]
        undecided[0] *= 1.0 - true_rate
        undecided[bar:] = 0.0
        if undecided.sum() <= 1.0 - power:
            return float(n)
    return math.inf


def calibration(p: ArrayLike) -> Calibration:
    """Return whether the p-values of A/A comparisons are uniform or larger, as they should be.

    Method: exact binomial intervals of the shares at or below 0.01 and 0.05; the exact one-sided
    Kolmogorov distribution; and the product of k p^(k - 1), averaged over k between 0 and 1.
    Larger p-values than uniform ones (discrete or cautious methods) are right and raise nothing.
    Raises ValueError for none, or where one lies outside 0..1.
    """
    ordered = np.sort(np.asarray(p, np.float64).ravel())
    if not ordered.size or not (ordered[0] >= 0.0 and ordered[-1] <= 1.0):
        raise ValueError("give p-values between 0 and 1, at least one")
    n = ordered.size
    excess = max(0.0, float((np.arange(1, n + 1) / n - ordered).max()))
    logarithm = _bet(ordered)
    few = n < FEWEST_FOR_SHAPE
    return Calibration(
        n=n,
        shares=tuple(_share(ordered, level) for level in LEVELS),
        excess=excess,
        p=float(special.smirnov(n, excess)),
        bet=math.exp(min(logarithm, 700.0)),
        too_small=logarithm >= -math.log(ALPHA),
        warnings=(f"{n} p-values: too few to see their shape.",) if few else (),
    )


def _check_claim(claimed: float) -> None:
    if not 0.0 < claimed < 1.0:
        raise ValueError("the claimed rate lies between 0 and 1")


def _share(ordered: Floats, level: float) -> Share:
    hits = int(np.searchsorted(ordered, level, side="right"))
    return Share(level, hits / ordered.size, *clopper_pearson(hits, ordered.size))


def _bet(ordered: Floats) -> float:
    """Return ln of the mean over k in 0..1 of the product of k p^(k - 1): a gamma integral."""
    n = ordered.size
    total = -float(np.log(np.maximum(ordered, SMALLEST_P)).sum())
    if total < 1e-3:  # noqa: PLR2004 - all p-values at 1: the integral of k^n
        return -math.log(n + 1.0)
    inside = float(special.gammainc(n + 1.0, total))
    if inside == 0.0:
        return -math.log(n + 1.0)
    return total + float(special.gammaln(n + 1.0)) + math.log(inside) - (n + 1.0) * math.log(total)


def _prior(claimed: float) -> tuple[float, float]:
    return PRIOR_WEIGHT, PRIOR_WEIGHT * (1.0 - claimed) / claimed


def _winnings(alarms: Floats, n: Floats, rate: float, claimed: float) -> Floats:
    """Return ln of what the bet against `rate` has made of 1: mixture over binomial likelihood."""
    first, second = _prior(claimed)
    mixture: Floats = special.betaln(first + alarms, second + n - alarms) - special.betaln(
        first, second
    )
    return mixture - alarms * math.log(rate) - (n - alarms) * math.log1p(-rate)


def _always(alarms: int, n: int, claimed: float) -> tuple[float, float]:
    """Return the rates that the bet has not refuted; its winnings are convex in the rate."""
    if not n:
        return 0.0, 1.0
    middle = alarms / n
    low = 0.0 if not alarms else _edge(alarms, n, claimed, (0.0, middle))
    high = 1.0 if alarms == n else _edge(alarms, n, claimed, (1.0, middle))
    return low, high


def _edge(alarms: int, n: int, claimed: float, ends: tuple[float, float]) -> float:
    refuted, kept = ends
    for _ in range(HALVINGS):
        middle = (refuted + kept) / 2.0
        if middle in {0.0, 1.0}:
            return middle
        won = float(_winnings(np.float64(alarms), np.float64(n), middle, claimed))  # type: ignore[arg-type]
        if won >= -math.log(ALPHA):
            refuted = middle
        else:
            kept = middle
    return refuted


def _bars(claimed: float, most: int) -> Ints:
    """Return for n = 1 ... most the fewest alarms that show a rate above the claimed one."""
    n = np.arange(1.0, most + 1.0)
    low, high = np.floor(n * claimed), n + 1.0
    while (high - low > 1.0).any():
        middle = np.floor((low + high) / 2.0)
        shown = (_winnings(np.minimum(middle, n), n, claimed, claimed) >= -math.log(ALPHA)) & (
            middle > n * claimed
        )
        low, high = np.where(shown, low, middle), np.where(shown, middle, high)
    return high.astype(np.int64)
