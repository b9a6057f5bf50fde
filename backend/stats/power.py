"""How many pairs show an effect, and the smallest effect that pairs or runs can show.

Effects are relative (0.03 is 3 % more); scatters are standard deviations of ln(sample), which
for small scatter is the coefficient of variation. Method: the power of a t test by the noncentral
t distribution, with the efficiency and the degrees of freedom that the robust pair estimates of
`paired.py` were found to have in simulation. Assumes independent, normal logarithms; under
spikes a robust estimate keeps most of this power, a plain t test loses it (docs/statistics.md).
Sources: Johnson, Kotz and Balakrishnan (1995), Continuous Univariate Distributions 2, chapter 31;
Kish (1965) for correlated units.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from backend.stats import special
from backend.stats.arrays import Bools, Floats
from backend.stats.changes import Options
from backend.stats.comparison.paired import FEWEST_FOR_BIWEIGHT, FEWEST_FOR_HUBER
from backend.stats.student import t_quantile

ALPHA, POWER = 0.01, 0.8
MOST_PAIRS = 1000
"""More pairs than this is called hopeless: measure something quieter instead."""
LARGEST_POWER = 0.9999
FEWEST_PAIRS = 2
NODES = 96
HALVINGS = 36
BLOCK = 4096  # rows of nodes held at once
MOST_DEGREES = 1000.0
LARGEST_LIMIT = 1_000_000
LARGEST_LOG = 700.0


@dataclass(frozen=True, slots=True)
class PowerGoal:
    """What a comparison is to achieve: false alarms, power, and whether runs come in pairs.

    `correlation` is that of the two runs of a pair: what drifts hits both and cancels. Without
    pairs, `pairs` means runs of each side.
    """

    alpha: float = ALPHA
    power: float = POWER
    paired: bool = True
    correlation: float = 0.0

    def __post_init__(self) -> None:
        """Raise ValueError where no comparison can achieve it."""
        if not 0.0 < self.alpha < self.power <= LARGEST_POWER:
            raise ValueError("need 0 < alpha < power, and power at most 0.9999")
        if not -1.0 < self.correlation < 1.0:
            raise ValueError("the correlation of a pair lies between -1 and 1")

    def of_difference(self, scatter: Floats) -> Floats:
        """Return the scatter of the difference of two runs with that scatter."""
        shared = self.correlation if self.paired else 0.0
        return scatter * math.sqrt(2.0 * (1.0 - shared))


TYPICAL = PowerGoal()


def pairs_needed(
    effect: ArrayLike, scatter: ArrayLike, goal: PowerGoal = TYPICAL, limit: int = MOST_PAIRS
) -> Floats:
    """Return the smallest numbers of pairs that show `effect` at `scatter` with that power.

    Arrays broadcast; answers are whole numbers, and infinity where more than `limit` pairs are
    needed (hopeless) or the effect is zero. nan gives nan. A fall counts like the rise that
    undoes it: effects of -0.5 and 1 need as many.
    Raises ValueError for a negative scatter, an effect of -1 or less, or a limit outside 2..10^6.
    """
    change, noise = np.broadcast_arrays(_logarithms(effect), _scatters(scatter))
    _check_limit(limit)
    reachable = np.minimum.accumulate(_shifts(goal.alpha, goal.power, limit, paired=goal.paired))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        shift = np.abs(change) / goal.of_difference(noise)
    shift = np.where((change == 0.0) & (noise == 0.0), 0.0, shift)
    rank = np.searchsorted(-reachable, -shift, side="left")
    found = np.where(rank < reachable.size, rank + float(FEWEST_PAIRS), np.inf)
    return np.where(np.isnan(shift), np.nan, found)


def smallest_effect(pairs: ArrayLike, scatter: ArrayLike, goal: PowerGoal = TYPICAL) -> Floats:
    """Return the smallest rises that so many pairs show at `scatter`: inverse of `pairs_needed`.

    Arrays broadcast. One pair or none shows nothing: infinity. nan gives nan.
    Raises ValueError for a negative scatter, or pairs that are negative or not whole.
    """
    counts, noise = np.broadcast_arrays(np.asarray(pairs, np.float64), _scatters(scatter))
    known = ~np.isnan(counts)
    if (counts[known] < 0.0).any() or (counts[known] % 1.0 != 0.0).any():
        raise ValueError("pairs are whole numbers from 0 on")
    enough = known & (counts >= FEWEST_PAIRS)
    shift = np.where(known, np.inf, np.nan)
    if enough.any():
        sizes, places = np.unique(counts[enough], return_inverse=True)
        reached = _shift_of(sizes, goal.alpha, goal.power, paired=goal.paired)
        shift[enough] = reached[places.ravel()]
    with np.errstate(invalid="ignore"):
        logarithm = np.where((noise == 0.0) & enough, 0.0, shift * goal.of_difference(noise))
    return np.where(logarithm > LARGEST_LOG, np.inf, np.expm1(np.minimum(logarithm, LARGEST_LOG)))


def power_of(
    pairs: ArrayLike, effect: ArrayLike, scatter: ArrayLike, goal: PowerGoal = TYPICAL
) -> Floats:
    """Return the probability that so many pairs show `effect`; `goal.power` is not used.

    Raises ValueError as `pairs_needed` does, or for fewer than two pairs.
    """
    counts, change, noise = np.broadcast_arrays(
        np.asarray(pairs, np.float64), _logarithms(effect), _scatters(scatter)
    )
    if not (counts >= FEWEST_PAIRS).all():
        raise ValueError("power needs two pairs or more")
    degrees, efficiency = _test_of(counts, paired=goal.paired)
    with np.errstate(divide="ignore", invalid="ignore"):
        shift = np.abs(change) / goal.of_difference(noise) * np.sqrt(counts * efficiency)
    shift = np.where((change == 0.0) & (noise == 0.0), 0.0, shift)
    bar = t_quantile(1.0 - goal.alpha, degrees)
    reached = _exceeding(shift.ravel(), degrees.ravel(), bar.ravel())
    return reached.reshape(counts.shape)


def smallest_change(
    sigma: ArrayLike,
    rho: ArrayLike,
    history: ArrayLike,
    runs: int = 5,
    options: Options | None = None,
) -> Floats:
    """Return the smallest relative changes of series that show within `runs` runs.

    `sigma` and `rho` are the noise of one run and its lag-1 correlation as the detector states
    them (logarithms), `history` the number of runs in the newest stretch. For five runs it is the
    detector's own `mde`: exp(need sigma sqrt(f (1/60 + 1/5))) - 1 with need = z0 + 0.2 ln n and
    f = (1 + rho) / (1 - rho). nan (noise unknown) gives nan.
    Raises ValueError for no runs, a negative sigma, rho outside 0..1 or an empty history.
    """
    told = options or Options()
    noise, shared, n = np.broadcast_arrays(
        _scatters(sigma), np.asarray(rho, np.float64), np.asarray(history, np.float64)
    )
    if runs < 1 or (n < 1).any():
        raise ValueError("a series changes within one run or more, after one run or more")
    if ((shared < 0.0) | (shared >= 1.0)).any():
        raise ValueError("the correlation of neighbouring runs lies between 0 and 1")
    need = told.z0 + told.z_per_log_n * np.log(n)
    inflated = (1.0 + shared) / (1.0 - shared) * (1.0 / told.window + 1.0 / runs)
    logarithm: Floats = need * noise * np.sqrt(inflated)
    return np.expm1(np.minimum(logarithm, LARGEST_LOG))


def hopeless(pairs: ArrayLike) -> Bools:
    """Return where the number of pairs needed is beyond the limit it was asked with."""
    return np.isinf(np.asarray(pairs, np.float64))


def _logarithms(effect: ArrayLike) -> Floats:
    effects = np.asarray(effect, np.float64)
    if (effects <= -1.0).any() or np.isinf(effects).any():
        raise ValueError("an effect is a finite relative change above -1: 0.03 is 3 % more")
    return np.log1p(effects)


def _scatters(scatter: ArrayLike) -> Floats:
    scatters = np.asarray(scatter, np.float64)
    if (scatters < 0.0).any() or np.isinf(scatters).any():
        raise ValueError("a scatter is a finite standard deviation from 0 on")
    return scatters


def _check_limit(limit: int) -> None:
    if not FEWEST_PAIRS <= limit <= LARGEST_LIMIT:
        raise ValueError(f"the limit is between two pairs and {LARGEST_LIMIT}")


@lru_cache(maxsize=64)
def _shifts(alpha: float, power: float, limit: int, *, paired: bool) -> Floats:
    """Return the shift that 2, 3, ... `limit` pairs show, in scatters of a difference."""
    return _shift_of(np.arange(FEWEST_PAIRS, limit + 1.0), alpha, power, paired=paired)


def _shift_of(counts: Floats, alpha: float, power: float, *, paired: bool) -> Floats:
    """Return the shift that so many pairs show, in scatters of a difference.

    Beyond a thousand degrees of freedom T is normal with variance 1 + bar^2 / (2 degrees).
    """
    degrees, efficiency = _test_of(counts, paired=paired)
    bar = t_quantile(1.0 - alpha, degrees)
    found = bar + float(special.ndtri(power)) * np.sqrt(1.0 + bar**2 / (2.0 * degrees))
    few = degrees <= MOST_DEGREES
    found[few] = _noncentrality(degrees[few], bar[few], power)
    shift: Floats = found / np.sqrt(counts * efficiency)
    return shift


def _noncentrality(degrees: Floats, bar: Floats, power: float) -> Floats:
    """Return the shift in standard errors at which |T| exceeds the bar with that power."""
    low, high = np.zeros(bar.size), 5.0 * bar + 10.0  # power beyond 0.9999 even for 2 pairs
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        below = _exceeding(middle, degrees, bar) < power
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return high


def _test_of(counts: Floats, *, paired: bool) -> tuple[Floats, Floats]:
    """Return the degrees of freedom and the efficiency of the estimate from so many pairs.

    Fewer than 6 pairs: the mean, exact. From 6 on: least-squares fits to the simulated power of
    the estimates at three levels (0.05, 0.01, 0.001) and three powers (0.5, 0.8, 0.95) under
    normal noise, generator seed 20261120; power is off by at most 0.04 at 6 pairs, 0.02 at 8,
    0.01 from 10 on. Without pairs: Welch's test of two means, two scatters of equal size.
    """
    if not paired:
        return 2.0 * (counts - 1.0), np.ones_like(counts)
    huber = (counts >= FEWEST_FOR_HUBER) & (counts < FEWEST_FOR_BIWEIGHT)
    beyond = counts - FEWEST_FOR_HUBER
    share = np.where(huber, 0.845 + 0.0065 * beyond, np.where(counts < FEWEST_FOR_HUBER, 1.0, 0.7))
    clipped = np.where(huber, 1.016 - 0.003 * beyond, 1.0)
    efficiency = np.where(counts < FEWEST_FOR_BIWEIGHT, clipped, 0.983 - 0.45 / counts)
    return share * (counts - 1.0), efficiency


def _exceeding(shift: Floats, degrees: Floats, bar: Floats) -> Floats:
    """Return P(|T| > bar) for noncentral T, place by place.

    E[Phi(shift - bar S) + Phi(-shift - bar S)] over the scatter S found, by Gauss-Legendre
    quadrature; `scipy.special.nctdtr` gives nan for large shifts and few degrees.
    """
    kinds, rows = np.unique(degrees, return_inverse=True)
    scatters, weights = _scatter_nodes(tuple(kinds.tolist()))
    exceeding = np.empty(shift.size)
    for start in range(0, shift.size, BLOCK):
        part = slice(start, start + BLOCK)
        hurdle = bar[part, None] * scatters[rows[part]]
        here = shift[part, None]
        exceeding[part] = (special.ndtr(here - hurdle) + special.ndtr(-here - hurdle)) @ weights
    return exceeding


@lru_cache(maxsize=16)
def _scatter_nodes(degrees: tuple[float, ...]) -> tuple[Floats, Floats]:
    """Return quantiles of sqrt(chi-square over its degrees), one row per degrees, and weights."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    rows = np.array(degrees)[:, None]
    quantiles = special.gammaincinv(rows / 2.0, (nodes[None, :] + 1.0) / 2.0)
    return np.sqrt(2.0 * quantiles / rows), weights / 2.0
