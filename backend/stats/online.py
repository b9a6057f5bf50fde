"""The newest runs, before a full detector can judge them: surprise, suspicion, and re-runs.

A run is surprising if it lies far from the level that the runs before it predict. A suspicion
is a run that surprises first; it lives until a boundary, re-runs, a return of the level or enough
further runs answer.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.changes import Analysis
from backend.stats.detector.clip import clip
from backend.stats.detector.compiled import compiled
from backend.stats.detector.levels import normal_from_t
from backend.stats.detector.noise import inflation
from backend.stats.detector.segmentation import running_sums
from backend.stats.student import two_sided_t

SUSPICIOUS_Z = 4.0
FURTHER_RUNS = 10
"""Runs after a suspicious one until it is cleared."""
RUNS_BACK = 3
"""Runs in a row near the old level again that clear it earlier."""
REACH = 60
"""Runs before, of the same regime, that predict."""
FEWEST_BEFORE = 6
SAME_EXCURSION = 3
"""Runs back over which a surprise may be the continuation of an earlier one."""
STILL_AWAY_Z = 2.0
PAIRS = 3
MORE_PAIRS = 5
RERUN_Z = 3.5
COVERAGE = 0.99
LARGEST_LOG = 709.0
_CLIP = 3.0
_NOISE_WEIGHT = 4.0
_SHARE_OF_Z = 0.9  # the look at tails may see fewer runs before than the history has
_FEWEST_TO_CLIP = 5
# Rows of what is known of each run looked at.
_Z, _MEAN, _SPREAD, _BEFORE = range(4)


@compiled
def predicted(newest: Floats, fresh: int, noise: Floats) -> Floats:
    """Return (4, fresh): z, prediction, standard deviation of one run, and runs that predict.

    `newest` are the runs of one regime; each of the last `fresh` is held against at most 60
    before it, spikes left out. `noise` is sigma, rho and the slope per run. The variance is that of
    the runs before, with the series' own noise as four of them; z = |x - m| / (s sqrt(1 + f/h))
    turned from t into a normal deviate, f = (1 + rho)/(1 - rho). Too few runs give z = 0.
    """
    n = newest.size
    known = np.zeros((4, fresh))
    if n < FEWEST_BEFORE + 1:
        return known
    x = newest - noise[2] * np.arange(n)
    x -= x[0]
    clipped = clip(x, _CLIP * noise[0])
    # what was clipped was a spike: it says nothing about the level or the scatter around it
    kept = np.abs(x - clipped) <= 0.0
    sums = running_sums(np.where(kept, clipped, 0.0))
    counts = np.concatenate((np.zeros(1), np.cumsum(kept)))
    own = _NOISE_WEIGHT * noise[0] * noise[0]
    inflated = inflation(noise[1])
    for place in range(fresh):
        i = n - fresh + place
        start = max(i - REACH, 0)
        h = counts[i] - counts[start]
        if h < FEWEST_BEFORE:
            continue
        mean = (sums[0, i] - sums[0, start]) / h
        squares = max(sums[1, i] - sums[1, start] - h * mean * mean, 0.0)
        degrees = h - 1.0 + _NOISE_WEIGHT
        spread = np.sqrt((squares + own) / degrees)
        t = (x[i] - mean) / (spread * np.sqrt(1.0 + inflated / h))
        known[_Z, place] = np.sign(t) * normal_from_t(abs(t), degrees)
        known[_MEAN, place] = mean + newest[0] + noise[2] * i
        known[_SPREAD, place] = spread
        known[_BEFORE, place] = h
    return known


@compiled
def _most_surprising(tails: Floats, visible: Ints, fresh: Ints, noise: Floats) -> Floats:
    answer = np.zeros(tails.shape[0])
    width = tails.shape[1]
    for i in range(tails.shape[0]):
        count = min(fresh[i], visible[i])
        if count <= 0 or np.isnan(noise[i, 0]):
            continue
        z = predicted(tails[i, width - visible[i] :], count, noise[i])[_Z]
        for place in range(count):
            if not abs(z[place]) <= abs(answer[i]):
                answer[i] = z[place]
    return answer


def surprise(tails: Floats, visible: Ints, fresh: Ints, noise: Floats) -> Floats:
    """Return, for every series, the z of the most surprising of its newest runs.

    One place per series: `tails` (s, width) with the newest value last, on the scale of the
    analysis; how many of them belong to the newest regime; how many are `fresh`; and `noise`
    (s, 3): sigma, rho, slope per run. Series that were never analysed (nan sigma) or are too
    short give 0. Assumes roughly normal noise after clipping; see `predicted` for the method.
    """
    shown = np.clip(visible, 0, tails.shape[1])
    return np.asarray(_most_surprising(tails, shown, np.asarray(fresh), noise), np.float64)


def is_surprising(z: Floats) -> Bools:
    """Return which series deserve a look at their whole history, where the limit is exact."""
    # what cannot be compared is looked at
    return ~(np.abs(z) < _SHARE_OF_Z * SUSPICIOUS_Z)


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A run that may be the first of a new level.

    `before` and `after` are the predicted and the seen level in the unit of the input, `ratio`
    is after / before with the interval `low`..`high` (nan where the old level is not positive).
    `spread` is the standard deviation of one run on the scale of the analysis.
    """

    index: int
    z: float
    before: float
    after: float
    before_n: int
    after_n: int
    ratio: float
    low: float
    high: float
    spread: float
    seen_n: int
    """Points of the series when this was said."""
    runs_back: int
    """Newest runs in a row within two standard deviations of the old level; 3 once there were."""
    is_first_run: bool = False
    """Only the first of the runs of its commit surprises: re-runs alone can bear it out."""

    @property
    def has_returned(self) -> bool:
        """Tell whether the level came back: three runs in a row, at any time since."""
        return self.runs_back >= RUNS_BACK

    @property
    def answered_by(self) -> int:
        """Return the fewest points of the series at which further runs may have answered it."""
        n = self.index + FURTHER_RUNS + 1
        if self.has_returned:
            return n
        return min(n, self.seen_n + RUNS_BACK - self.runs_back)


def suspicions(values: ArrayLike, analysis: Analysis) -> tuple[Suspicion, ...]:
    """Return the suspicious ones among the ten newest runs, oldest first.

    `values` are the runs that `analysis` is about. Only the newest regime is looked at: what
    lies before a boundary is explained. A run that follows a surprise of the same sign, with
    no return to the level between them, belongs to that one. Depends on nothing but the
    history. ValueError if there are not as many values as the analysis is about.
    """
    x = np.asarray(values, np.float64)
    if x.size != analysis.n:
        raise ValueError(f"{x.size} values do not go with an analysis of {analysis.n}")
    start = max(analysis.regime_start, x.size - REACH - 2 * FURTHER_RUNS)
    fresh = min(x.size - start, FURTHER_RUNS + SAME_EXCURSION + 1)
    if math.isnan(analysis.sigma) or fresh <= 0:
        return ()
    scaled = np.log(x[start:]) if analysis.logarithmic else x[start:]
    known = predicted(scaled, fresh, np.array([analysis.sigma, analysis.rho, analysis.slope]))
    return tuple(_suspicions(scaled, known, analysis, start))


def _suspicions(
    scaled: Floats, known: Floats, analysis: Analysis, start: int
) -> Iterator[Suspicion]:
    z = known[_Z]
    first = scaled.size - z.size
    for place in range(max(0, z.size - FURTHER_RUNS), z.size):
        if abs(z[place]) < SUSPICIOUS_Z or _continues(z, place):
            continue
        back = np.flatnonzero(z[place:] * np.sign(z[place]) < SUSPICIOUS_Z)
        count = int(back[0]) if back.size else z.size - place
        runs = scaled[first + place : first + place + count]
        index = start + first + place
        yield _suspicion(runs, known[:, place], analysis, index, _runs_back(z[place + count :]))


def _runs_back(z: Floats) -> int:
    """Count the newest runs in a row near the old level; three, once three in a row were."""
    row = 0
    for is_near in np.abs(z) < STILL_AWAY_Z:
        row = row + 1 if is_near else 0
        if row == RUNS_BACK:
            break
    return row


def _continues(z: Floats, place: int) -> bool:
    """Tell whether an earlier run surprised the same way and the level did not return since."""
    for earlier in range(place - 1, max(place - 1 - SAME_EXCURSION, -1), -1):
        away = z[earlier] * np.sign(z[place])
        if away >= SUSPICIOUS_Z:
            return True
        if away < STILL_AWAY_Z:
            return False
    return False


def _suspicion(
    runs: Floats, known: Floats, analysis: Analysis, index: int, runs_back: int
) -> Suspicion:
    mean, spread, h = float(known[_MEAN]), float(known[_SPREAD]), float(known[_BEFORE])
    inflated = inflation(analysis.rho)
    level = float(np.median(runs))
    error = spread * math.sqrt(min(inflated, runs.size) / runs.size + inflated / h)
    margin = two_sided_t(COVERAGE, int(h - 1 + _NOISE_WEIGHT)) * error
    ratios = [level - mean + side * margin for side in (0.0, -1.0, 1.0)]
    if analysis.logarithmic:
        ratios = [_exp(ratio) for ratio in ratios]
        mean, level = _exp(mean), _exp(level)
    else:
        ratios = [1.0 + ratio / mean if mean > 0.0 else math.nan for ratio in ratios]
    return Suspicion(
        index=index,
        z=abs(float(known[_Z])),
        before=mean,
        after=level,
        before_n=index - analysis.regime_start,
        after_n=runs.size,
        ratio=ratios[0],
        low=ratios[1],
        high=ratios[2],
        spread=spread,
        seen_n=analysis.n,
        runs_back=runs_back,
    )


def _exp(logarithm: float) -> float:
    return math.exp(min(logarithm, LARGEST_LOG))


class RerunAnswer(StrEnum):
    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Reruns:
    """What pairs of re-runs say: `z` is the median over the pairs, with its sign.

    `pairs_needed` is how many more an answer takes; 0 where there is one.
    """

    answer: RerunAnswer
    z: float
    pairs: int
    pairs_needed: int
    warnings: tuple[str, ...]


def judge_reruns(
    baseline: ArrayLike, contender: ArrayLike, sigma: float, side: float = 0.0
) -> Reruns:
    """Judge interleaved pairs: the k-th run of the parent with the k-th run of the commit.

    Both and `sigma`, the standard deviation of one run, are on one scale (logarithms for
    ratios). With three pairs: confirmed if all differences have one sign, that of `side` where
    it is not 0, and the median of z = difference / (sigma sqrt 2) reaches 3.5; refuted if the
    median does not. Where only signs disagree, a spike may have hit one run: two more pairs
    decide, of five one may disagree. Undecided with fewer than three. Pairs run side by side,
    so that slow noise cancels; assumes noise no heavier than that in the history. ValueError
    for unequal lengths, numbers that are not finite, or a sigma that is not positive.
    """
    old, new = np.asarray(baseline, np.float64), np.asarray(contender, np.float64)
    if old.ndim != 1 or old.shape != new.shape:
        raise ValueError("re-runs come in pairs: give two rows of equal length")
    if not (np.isfinite(old).all() and np.isfinite(new).all()):
        raise ValueError("re-runs must be finite numbers: leave out pairs of which one failed")
    if not (math.isfinite(sigma) and sigma > 0.0):
        raise ValueError(f"sigma must be positive and finite, not {sigma}")
    if old.size < PAIRS:
        return _undecided(old.size, math.nan, PAIRS)
    differences = new - old
    z = float(np.median(differences)) / (sigma * math.sqrt(2.0))
    wanted = math.copysign(1.0, side or z)
    against = int(np.count_nonzero(differences * wanted <= 0.0))
    if z * wanted < RERUN_Z or against > 1:
        return Reruns(RerunAnswer.REFUTED, z, old.size, 0, ())
    if against == 1 and old.size < MORE_PAIRS:
        return _undecided(old.size, z, MORE_PAIRS)
    return Reruns(RerunAnswer.CONFIRMED, z, old.size, 0, ())


def _undecided(pairs: int, z: float, wanted: int) -> Reruns:
    words = f"{pairs} of {wanted} pairs are there: no answer yet."
    return Reruns(RerunAnswer.UNDECIDED, z, pairs, wanted - pairs, (words,))
