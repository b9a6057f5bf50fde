"""Is a reported change real? Last good and first bad in turns, until that is decided.

Every round measures the last good commit, the first bad one and the last good one once more (the
A/A arm), in random order; a pair is the first bad one against the mean of both good ones. Method:
repeated intervals at a constant level per look (`sequential.py`), three pairs from look to look
(more where more than 300 are planned), so the answer may be asked for at any time and its interval
holds at whatever look one stops, with 1 - alpha. Assumes independent pairs and positive results;
the noise may be skewed, heavy-tailed, spiky or correlated from run to run (simulated,
docs/statistics.md). What both builds differ by without the code (layout in memory) is part of the
ratio. Sources: as `sequential.py`.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.sequential import MOST_LOOKS, SequentialRule, intervals

PAIRS_PER_LOOK = 3


class ConfirmationAnswer(StrEnum):
    """What the pairs so far say of the change; all but `MORE` are final."""

    MORE = "more pairs"
    UPHELD = "upheld"
    REFUTED = "refuted"
    UNSTEADY = "unsteady"
    SPENT = "budget spent"


ANSWERS = tuple(ConfirmationAnswer)
_MORE, _UPHELD, _REFUTED, _UNSTEADY, _SPENT = range(5)


@dataclass(frozen=True, slots=True)
class ConfirmationRule:
    """At most `most_pairs` pairs, wrong with at most `alpha`.

    `smallest` is the smallest effect of interest: a change that is shown to be smaller is refuted.
    """

    most_pairs: int = 42
    smallest: float = 0.01
    alpha: float = 0.01

    def __post_init__(self) -> None:
        """Raise ValueError for a rule that cannot keep its promise, or refute anything."""
        if not self.smallest > 0.0:
            raise ValueError("the smallest effect of interest is above 0: else nothing is refuted")
        self.looking()

    def looking(self) -> SequentialRule:
        """Return when it looks: every three pairs, of a long plan so often as a rule can."""
        per_look = max(PAIRS_PER_LOOK, -(-self.most_pairs // MOST_LOOKS))
        return SequentialRule(per_look, self.most_pairs, self.alpha)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a rule says of the pairs so far.

    `pairs` is the look that decided, or the last one reached (0: none). `low`..`high` holds the
    true `ratio` (first bad / last good) at every look together with 1 - alpha; nan before the
    first look. `itself` is the last good commit against itself, nan without that arm. `more` is
    how many pairs to measure before asking again, and `likely` how many it will probably take, as
    far as can be told: both 0 when decided, `likely` None where the budget will not do.
    """

    answer: ConfirmationAnswer
    pairs: int
    more: int
    likely: int | None
    ratio: float
    low: float
    high: float
    itself: float


def confirm(
    rule: ConfirmationRule,
    good: ArrayLike,
    bad: ArrayLike,
    again: ArrayLike | None = None,
    *,
    rises: bool = True,
) -> Confirmation:
    """Return what `rule` says of a change that was reported as a rise, or as a fall.

    good[i], bad[i] and again[i] (the last good commit once more; None without that arm) were
    measured in round i. Upheld: the interval excludes 1 on the reported side and the ratio reaches
    the smallest effect. Refuted: the whole interval lies below it, a change the other way included.
    Unsteady: the last good commit differs from itself by the smallest effect or more beyond chance,
    so it is open. Earlier looks are replayed: no answer is taken back. Raises ValueError for
    rows of different length or results that are not positive and finite.
    """
    sides = [_row(side) for side in ((good, bad) if again is None else (good, bad, again))]
    have = sides[0].shape[1]
    if any(side.shape[1] != have for side in sides):
        raise ValueError("every round measures each arm once: drop the rounds that lack one")
    looking = rule.looking()
    reached = [look for look in looking.looks if look <= have]
    code, pairs, seen = _MORE, 0, _Look.nothing()
    for pairs in reached:
        seen = _look(rule, pairs, sides, rises=rises)
        code = int(seen.codes[0])
        if code != _MORE:
            break
    more, likely = 0, (None if code == _MORE else 0)
    if code == _MORE:
        more = min(look for look in looking.looks if look > have) - have
        likely = _likely(rule, seen, pairs, have, rises=rises)
    ratio, low, high = (float(row[0]) for row in (seen.ratio, seen.low, seen.high))
    return Confirmation(ANSWERS[code], pairs, more, likely, ratio, low, high, float(seen.itself[0]))


def confirm_all(
    rule: ConfirmationRule, good: Floats, bad: Floats, again: Floats | None = None
) -> tuple[Ints, Ints]:
    """Return places in `ANSWERS` and pairs used for many reported rises, (cases, most pairs) each.

    What `confirm` says at the end of the budget, for simulations.
    """
    sides = [good, bad] if again is None else [good, bad, again]
    answers = np.zeros(len(good), np.int64)
    used = np.zeros(len(good), np.int64)
    live = np.arange(len(good))
    for look in rule.looking().looks:
        codes = _look(rule, look, [side[live] for side in sides], rises=True).codes
        answers[live], used[live] = codes, look
        live = live[codes == _MORE]
        if not live.size:
            break
    return answers, used


@dataclass(frozen=True, slots=True)
class _Look:
    codes: Ints
    ratio: Floats
    low: Floats
    high: Floats
    itself: Floats

    @classmethod
    def nothing(cls) -> "_Look":
        unknown = np.full(1, math.nan)
        return cls(np.zeros(1, np.int64), unknown, unknown, unknown, unknown)


def _look(rule: ConfirmationRule, pairs: int, sides: list[Floats], *, rises: bool) -> _Look:
    looking = rule.looking()
    good, bad = sides[0][:, :pairs], sides[1][:, :pairs]
    unsteady, itself = np.zeros(len(good), np.bool_), np.full(len(good), math.nan)
    if len(sides) > 2:  # noqa: PLR2004 - with the A/A arm
        again = sides[2][:, :pairs]
        itself, least, most = intervals(looking, good, again)
        unsteady = _differs(itself, least, most, 1.0 + rule.smallest)
        good = np.sqrt(good) * np.sqrt(again)
    ratio, low, high = intervals(looking, good, bad)
    rise, least, most = (ratio, low, high) if rises else (1.0 / ratio, 1.0 / high, 1.0 / low)
    codes = np.full(len(good), _SPENT if pairs == rule.most_pairs else _MORE, np.int64)
    codes[(least > 1.0) & (rise >= 1.0 + rule.smallest)] = _UPHELD
    codes[most < 1.0 + rule.smallest] = _REFUTED
    codes[unsteady] = _UNSTEADY
    return _Look(codes, ratio, low, high, itself)


def _differs(ratio: Floats, low: Floats, high: Floats, most: float) -> Bools:
    up: Bools = (low > 1.0) & (ratio >= most)
    return up | ((high < 1.0) & (ratio <= 1.0 / most))


def _likely(
    rule: ConfirmationRule, seen: _Look, pairs: int, have: int, *, rises: bool
) -> int | None:
    """Return how many more pairs will decide if the ratio stays: intervals shrink with the root."""
    looks = rule.looking().looks
    if not pairs:
        return looks[0] - have
    ends = [math.log(float(row[0])) for row in (seen.low, seen.high)]
    reach, rise = (ends[1] - ends[0]) / 2.0, math.log(float(seen.ratio[0])) * (1 if rises else -1)
    bar = math.log1p(rule.smallest)
    room = rise if rise >= bar else bar - rise
    if room <= 0.0:
        return None
    wanted = max(pairs * (reach / room) ** 2, have + 1)
    return next((look - have for look in looks if look >= wanted), None)


def _row(side: ArrayLike) -> Floats:
    row = np.asarray(side, np.float64)
    if row.ndim != 1 or not (np.isfinite(row) & (row > 0.0)).all():
        raise ValueError("ratios need rows of positive, finite results")
    return row[None, :]
