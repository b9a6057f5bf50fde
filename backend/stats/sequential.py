"""When to stop measuring pairs: a rule that may be looked at after every round.

Pairs are measured in rounds. After each round the interval of the ratio contender / baseline is
computed at a level per look so strict that all looks together err with at most `alpha`. The first
look whose interval excludes 1 (and whose ratio is beyond the threshold) says "different"; one that
lies inside the threshold says "same". As all looks hold the true ratio together with 1 - alpha,
the interval is valid at whatever look one stops, for whatever reason (repeated confidence
intervals). Assumes independent pairs. Sources: Pocock (1977), Biometrika 64, constant level per
look; Armitage, McPherson and Rowe (1969), JRSS A 132, the integral; Jennison and Turnbull
(1989), JRSS B 51, repeated intervals.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from backend.stats import special
from backend.stats.arrays import Bools, Floats
from backend.stats.comparison.paired import estimate_pairs

FEWEST_IN_ROUND, MOST_LOOKS = 3, 100
SAFETY = 1.1
"""The integral is for normal sums; Student's t and robust estimates cross up to 8 % more often."""
FEWEST_CHARGED, MOST_CHARGED = 6, 15
NODES = 160
HALVINGS = 20
REPETITIONS = 4000
SEED = 20261120


class Outcome(StrEnum):
    """What the pairs so far say; all but `CONTINUE` are final."""

    CONTINUE = "continue"
    DIFFERENT = "different"
    SAME = "same"
    OUT_OF_BUDGET = "out of budget"


@dataclass(frozen=True, slots=True)
class SequentialRule:
    """Rounds of `pairs_per_round` pairs, at most `most_pairs`, wrong with at most `alpha`.

    `threshold` is the relative change below which two versions count as the same; at 0 sameness
    is never claimed. Both claims share `alpha`: no interval is wrong with 1 - alpha.
    """

    pairs_per_round: int = 5
    most_pairs: int = 40
    alpha: float = 0.01
    threshold: float = 0.0

    def __post_init__(self) -> None:
        """Raise ValueError for a rule that cannot keep its promise."""
        if self.pairs_per_round < FEWEST_IN_ROUND:
            raise ValueError("rounds need 3 pairs or more: fewer say too little of the scatter")
        if not self.pairs_per_round <= self.most_pairs <= MOST_LOOKS * self.pairs_per_round:
            raise ValueError("the most pairs are between one round and 100 rounds")
        if not 0.0 < self.alpha < 0.5 or not 0.0 <= self.threshold < math.inf:  # noqa: PLR2004
            raise ValueError("need 0 < alpha < 0.5 and a finite threshold from 0 on")

    @property
    def looks(self) -> tuple[int, ...]:
        """Return the numbers of pairs at which the rule looks; the last may be a short round."""
        full = range(self.pairs_per_round, self.most_pairs + 1, self.pairs_per_round)
        return (*full, self.most_pairs) if full[-1] < self.most_pairs else tuple(full)

    def level(self, pairs: int) -> float:
        """Return the nominal level of the interval at that look."""
        shared = level_per_look(self.alpha / SAFETY, self.looks)
        return shared / _charge(pairs, shared)


@dataclass(frozen=True, slots=True)
class SequentialDecision:
    """What a rule says of the pairs so far.

    `pairs` is the look that decided, or the last one that was reached (0: none). `low`..`high`
    holds the true `ratio` at every look together with 1 - alpha; all three are nan before the
    first look. `more` is how many pairs to measure before asking again, 0 when decided.
    """

    outcome: Outcome
    pairs: int
    more: int
    ratio: float
    low: float
    high: float
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a rule does on average where the true effect is `effect`: shares, and mean pairs."""

    effect: float
    different: float
    same: float
    out_of_budget: float
    mean_pairs: float


def decide(rule: SequentialRule, baseline: ArrayLike, contender: ArrayLike) -> SequentialDecision:
    """Return what `rule` says of the pairs so far, baseline[i] measured beside contender[i].

    All earlier looks are replayed, so the answer to more pairs never takes a decision back; pairs
    measured after it are not used, and a warning says so. Raises ValueError for sides of
    different length or samples that are not positive and finite.
    """
    sides = [np.asarray(side, np.float64) for side in (baseline, contender)]
    _refuse_unusable(sides)
    have = sides[0].size
    reached = [look for look in rule.looks if look <= have]
    outcome, pairs, ends = Outcome.CONTINUE, 0, (math.nan, math.nan, math.nan)
    for pairs in reached:
        ends = _ends(rule, sides[0][None, :pairs], sides[1][None, :pairs])
        outcome = _outcome(rule, *ends)
        if outcome is not Outcome.CONTINUE:
            break
    if outcome is Outcome.CONTINUE and pairs == rule.most_pairs:
        outcome = Outcome.OUT_OF_BUDGET
    final = outcome is not Outcome.CONTINUE
    more = 0 if final else min(look for look in rule.looks if look > have) - have
    unused = have - pairs if final else 0
    return SequentialDecision(outcome, pairs, more, *ends, (_left_over(unused),) if unused else ())


def _left_over(unused: int) -> str:
    if unused == 1:
        return "1 pair came after the decision and was not used."
    return f"{unused} pairs came after the decision and were not used."


def expect(
    rule: SequentialRule, effects: Sequence[float], scatter: float, repetitions: int = REPETITIONS
) -> tuple[Expectation, ...]:
    """Return what `rule` does at each true effect where one run scatters by `scatter`.

    Simulated with normal logarithms and a generator of its own, so the answer is always the same;
    shares are off by at most 0.016 (95 %). Raises ValueError for an effect of -1 or less, or a
    scatter that is not positive.
    """
    if not 0.0 < scatter < math.inf or not all(-1.0 < effect < math.inf for effect in effects):
        raise ValueError("need a positive scatter and effects above -1")
    if repetitions < 1:
        raise ValueError("need at least one repetition")
    noise = np.random.default_rng(SEED).standard_normal((repetitions, rule.most_pairs))
    difference = math.sqrt(2.0) * scatter * noise
    return tuple(_expectation(rule, effect, difference) for effect in effects)


def _expectation(rule: SequentialRule, effect: float, difference: Floats) -> Expectation:
    moved = np.exp(np.clip(difference + math.log1p(effect), -700.0, 700.0))
    still = np.ones_like(moved)
    live = np.arange(len(moved))
    counts = dict.fromkeys(Outcome, 0)
    spent = 0
    for look in rule.looks:
        ratio, low, high = intervals(rule, still[live, :look], moved[live, :look])
        same, other = _shown(rule, ratio, low, high)
        counts[Outcome.SAME] += int(same.sum())
        counts[Outcome.DIFFERENT] += int(other.sum())
        spent += look * int((same | other).sum())
        live = live[~(same | other)]
        if not live.size:
            break
    spent += rule.most_pairs * live.size
    n = float(len(moved))
    return Expectation(
        effect=effect,
        different=counts[Outcome.DIFFERENT] / n,
        same=counts[Outcome.SAME] / n,
        out_of_budget=live.size / n,
        mean_pairs=spent / n,
    )


def _ends(rule: SequentialRule, baseline: Floats, contender: Floats) -> tuple[float, float, float]:
    ratio, low, high = intervals(rule, baseline, contender)
    return float(ratio[0]), float(low[0]), float(high[0])


def _outcome(rule: SequentialRule, ratio: float, low: float, high: float) -> Outcome:
    same, other = _shown(rule, np.array([ratio]), np.array([low]), np.array([high]))
    if same[0]:
        return Outcome.SAME
    return Outcome.DIFFERENT if other[0] else Outcome.CONTINUE


def _shown(rule: SequentialRule, ratio: Floats, low: Floats, high: Floats) -> tuple[Bools, Bools]:
    """Return where the interval shows sameness, and where a difference."""
    most = 1.0 + rule.threshold
    same = (low > 1.0 / most) & (high < most)
    other = ((low > 1.0) & (ratio >= most)) | ((high < 1.0) & (ratio <= 1.0 / most))
    return same, other & ~same


def _refuse_unusable(sides: list[Floats]) -> None:
    if sides[0].ndim != 1 or sides[0].shape != sides[1].shape:
        raise ValueError("pairs need as many baseline as contender samples: drop the odd ones")
    for name, side in zip(("baseline", "contender"), sides, strict=True):
        bad = np.flatnonzero(~(np.isfinite(side) & (side > 0.0)))
        if bad.size:
            raise ValueError(
                f"{name}: sample {bad[0]} is {side[bad[0]]}; ratios need positive, finite samples"
            )


def intervals(
    rule: SequentialRule, baseline: Floats, contender: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return ratio, low and high of every row at its number of pairs, at the level of that look."""
    found = estimate_pairs(baseline, contender)
    low, high = found.interval(np.full(len(baseline), 1.0 - rule.level(baseline.shape[1])))
    with np.errstate(over="ignore"):
        return np.exp(found.shift), np.exp(low), np.exp(high)


@lru_cache(maxsize=256)
def level_per_look(alpha: float, looks: tuple[int, ...]) -> float:
    """Return the level that each look may have for all of them together to err with `alpha`.

    `looks` are the numbers of pairs at which one looks, ascending. Exact for sums of normal
    differences of known scatter. Raises ValueError for alpha outside 0..0.5 or looks that are
    not ascending from 1 on.
    """
    if not 0.0 < alpha < 0.5 or not looks or list(looks) != sorted({*looks}) or looks[0] < 1:  # noqa: PLR2004
        raise ValueError("need 0 < alpha < 0.5 and ascending looks")
    low, high = alpha / len(looks), alpha
    for _ in range(HALVINGS):
        middle = math.sqrt(low * high)
        if _crossing(middle, looks) < alpha:
            low = middle
        else:
            high = middle
    return low


def _crossing(level: float, looks: tuple[int, ...]) -> float:
    """Return the probability that a sum of normals exceeds the level at any of the looks.

    The density of the sum on the way, between the bars, is carried from look to look
    (Gauss-Legendre nodes); what lies beyond the bars has crossed.
    """
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    bar = -float(special.ndtri(level / 2.0))
    crossed, before, places, shares = 0.0, 0, np.zeros(1), np.ones(1)
    for look in looks:
        sd, edge = math.sqrt(look - before), bar * math.sqrt(look)
        crossed += float(
            shares @ (special.ndtr((places - edge) / sd) + special.ndtr((-edge - places) / sd))
        )
        new = edge * nodes
        steps = (new[:, None] - places[None, :]) / sd
        density = np.exp(-0.5 * steps**2) / (sd * math.sqrt(2.0 * math.pi))
        shares = (density @ shares) * weights * edge
        places, before = new, look
    return crossed


def _charge(pairs: int, level: float) -> float:
    """Return how many times its nominal level a pair estimate of that size errs.

    A fit to 600,000 simulated normal histories per size from 6 to 15 pairs (one Huber step), at
    levels from 0.05 to 0.0005; other sizes keep their level.
    """
    if not FEWEST_CHARGED <= pairs <= MOST_CHARGED:
        return 1.0
    return 1.0 + 1.15 / pairs + 0.2 * max(0.0, math.log10(0.05 / level))
