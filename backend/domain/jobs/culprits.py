"""Who did it: the bisection of a change by commits that were measured in turns with the good one.

Everything is a ratio to the last good commit, measured in the same rounds, so that neither the
level of the history nor the hour of the day counts.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from backend.stats.decisions.bisection import (
    BisectionQuestion,
    BisectionStep,
    Level,
    MeasuredCommit,
    next_step,
)

ENOUGH = 0.95
"""Probability from which on a commit is named."""
UNCONFIRMED = 0.1
"""How likely a change that only its own history shows is no change at all."""
FEWEST_ROUNDS = 3
"""Of one step: fewer say too little of the scatter."""
FINEST = 0.1
"""Share of the step below which no noise is believed: builds differ without the code too."""
BEFORE, DEGREES = 0.5, 2.0
"""Scatter of a pair before any was measured, as a share of the step, and what that counts for."""
OF_MEDIAN = 1.25
"""Scatter of a median, of that of a mean."""
REMEMBERED = 0.15
"""How far the step of today may lie from that of the history, as a share of it."""
IN_95 = 1.96
MIXED = "@"
"""Between a commit and how many of its moves a mix of it has."""


@dataclass(frozen=True, slots=True)
class SuspectedRatio:
    """A step as its history states it, with its 95 % interval."""

    ratio: float
    low: float
    high: float
    is_upheld: bool = False
    """Last good and first bad commit were measured in turns, and differ."""
    is_exact: bool = False
    """The metric has no noise."""

    def has_size(self) -> bool:
        """Tell whether commits measured in turns could show this step again."""
        numbers = (self.ratio, self.low, self.high)
        return all(math.isfinite(one) and one > 0.0 for one in numbers) and self.ratio != 1.0


@dataclass(frozen=True, slots=True)
class TriedCommit:
    """What one step gave: log ratios to the last good commit, round by round.

    None of them: the commit could not be built, or brought no result.
    """

    commit: str
    logs: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class CulpritShare:
    """How likely a commit did it, and whether it was measured or could not be built."""

    commit: str
    share: float
    """Probability that the change came with this commit."""
    rounds: int
    """Rounds that it was measured; 0: never."""
    is_broken: bool
    """It could not be built, or brought no result."""


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One measured commit of a bisection, and what was known after it."""

    commit: str
    rounds: int
    """0: it could not be built, or brought no result."""
    ratio: float | None
    """To the last good commit, with its 95 % interval; nothing of one that is broken."""
    low: float | None
    high: float | None
    held: float
    """Probability of the likeliest answer after this step."""


@dataclass(frozen=True, slots=True)
class MovedPart:
    """One thing that a commit moves and others wrote."""

    kind: Literal["submodule", "package"]
    path: str
    """Of the submodule, or of the lock file."""
    name: str
    """Of the submodule, or of the package."""
    before: str
    """The version, or the commit; empty: there was none."""
    after: str
    title: str = ""
    """First line of a commit of a submodule."""


@dataclass(frozen=True, slots=True)
class MovedParts:
    """What a commit moves of submodules and lock files, in the order in which it is searched."""

    parts: Sequence[MovedPart] = ()
    others: int = 0
    """Files that the commit changes as well."""
    can_mix: bool = False
    """Agents can build the commit with only the first few of the moves."""

    @property
    def is_searched(self) -> bool:
        """Tell whether measuring says more than the list does."""
        return self.can_mix and len(self.parts) + (self.others > 0) > 1


@dataclass(frozen=True, slots=True)
class PartSearch:
    """Where the search inside one commit stands: what is named are mixes of it.

    `HASH@0` is the commit without its moves, `HASH@2` the one with the first two.
    """

    good: str
    """The last good commit, which takes turns with each mix."""
    shares: Sequence[CulpritShare]
    """Each mix in its order, the whole commit last: how likely what it adds did it."""
    none: float
    """Probability that none of them did it."""
    answer: Sequence[str]
    """The mixes that hold the cause; none yet: empty."""
    held: float
    """Probability of the answer."""
    is_told: bool
    """The answer holds 95 % or more."""
    measure: str | None
    """The mix to measure next; nothing once it is told."""
    rounds: int
    """For so many rounds."""
    steps: Sequence[SearchStep]
    """What was measured, in its order."""


@dataclass(frozen=True, slots=True)
class CulpritSearch:
    """Where a bisection stands, in commits."""

    good: str
    """The last good commit, which takes turns with each other one."""
    shares: Sequence[CulpritShare]
    """Every commit in question, in order."""
    none: float
    """Probability that none of them did it."""
    answer: Sequence[str]
    """What holds the cause: one commit, more where those between cannot be built, or none."""
    held: float
    """Probability of the answer."""
    is_told: bool
    """The answer holds 95 % or more."""
    measure: str | None
    """What to measure next; nothing once it is told."""
    rounds: int
    """For so many rounds."""
    steps: Sequence[SearchStep]
    """What was measured, in its order."""
    moved: MovedParts | None = None
    """What the commit moves that is the answer; nothing where agents said nothing of it."""
    inner: PartSearch | None = None
    """The search among these moves, once it began."""


def mix_name(commit: str, count: int, moved: MovedParts) -> str:
    """Name a commit with the first few of its moves; with all of them, it is the commit."""
    return commit if count >= len(moved.parts) else f"{commit}{MIXED}{count}"


def mixes_of(good: str, commit: str, moved: MovedParts) -> list[str]:
    """Return what the search inside a commit is among: the last good one, then each mix."""
    first = 0 if moved.others else 1
    counts = range(first, len(moved.parts) + 1)
    return [good, *(mix_name(commit, count, moved) for count in counts)]


def part_added(mix: str, moved: MovedParts) -> MovedPart | None:
    """Return the move that a mix has more than the one before; nothing: the rest of the commit."""
    _, mark, count = mix.partition(MIXED)
    place = int(count) if mark else len(moved.parts)
    return moved.parts[place - 1] if place else None


def search_culprit(
    step: SuspectedRatio, commits: Sequence[str], tried: Sequence[TriedCommit]
) -> CulpritSearch:
    """Return which commit is likely to have done it, and which one to measure next.

    `commits` are in order: the last good one, then those in question. Raises ValueError for a step
    without size, or without commits in question.
    """
    told = [_posterior(step, commits, tried[:count]) for count in range(len(tried) + 1)]
    last, sigma = told[-1]
    broken = {one.commit for one in tried if not one.logs}
    return CulpritSearch(
        good=commits[0],
        shares=[
            CulpritShare(
                commits[place],
                share,
                sum(len(one.logs) for one in tried if one.commit == commits[place]),
                commits[place] in broken,
            )
            for place, share in enumerate(last.posterior, start=1)
        ],
        none=last.none,
        answer=list(commits[last.first : last.last + 1]) if last.first else [],
        held=last.held,
        is_told=last.is_told,
        measure=None if last.next_place is None else commits[last.next_place],
        rounds=max(last.rounds, FEWEST_ROUNDS),
        steps=[
            _step(one, sigma, seen.held) for one, (seen, _) in zip(tried, told[1:], strict=True)
        ],
    )


def likeliest(search: CulpritSearch) -> list[CulpritShare]:
    """Return the fewest commits that hold 95 % together, the likeliest first."""
    ordered = sorted(search.shares, key=lambda one: -one.share)
    held = 0.0
    for count, one in enumerate(ordered, start=1):
        held += one.share
        if held >= ENOUGH:
            return ordered[:count]
    return ordered


def _posterior(
    step: SuspectedRatio, commits: Sequence[str], tried: Sequence[TriedCommit]
) -> tuple[BisectionStep, float]:
    """Return where the bisection stands, and the scatter of a pair."""
    places = {commit: place for place, commit in enumerate(commits)}
    size = abs(math.log(step.ratio))
    sigma = max(_scatter(step, size, tried), FINEST * size)
    broken = frozenset(places[one.commit] for one in tried if not one.logs) - {0}
    reach = (math.log(step.high) - math.log(step.low)) / (2.0 * IN_95)
    question = BisectionQuestion(
        len(commits) - 1,
        Level(0.0, 0.0),
        Level(math.log(step.ratio), max(reach, REMEMBERED * size)),
        OF_MEDIAN * sigma,
        doubt=0.0 if step.is_upheld else UNCONFIRMED,
        unbuildable=broken,
    )
    measured = [
        MeasuredCommit(places[one.commit], float(np.median(one.logs)), len(one.logs))
        for one in tried
        if one.logs
    ]
    return next_step(question, measured, ENOUGH), sigma


def _scatter(step: SuspectedRatio, size: float, tried: Sequence[TriedCommit]) -> float:
    """Return the standard deviation of one pair: of all steps together, about each one's mean."""
    if step.is_exact:
        return 0.0
    squares, degrees = DEGREES * (BEFORE * size) ** 2, DEGREES
    for one in tried:
        if one.logs:
            squares += float(np.var(one.logs)) * len(one.logs)
            degrees += len(one.logs) - 1
    return math.sqrt(squares / degrees)


def _step(one: TriedCommit, sigma: float, held: float) -> SearchStep:
    if not one.logs:
        return SearchStep(one.commit, 0, None, None, None, held)
    middle = float(np.median(one.logs))
    reach = IN_95 * OF_MEDIAN * sigma / math.sqrt(len(one.logs))
    ratio, low, high = (math.exp(middle + off) for off in (0.0, -reach, reach))
    return SearchStep(one.commit, len(one.logs), ratio, low, high, held)
