"""Who did it: the bisection of a change point, in commits instead of places."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from backend.stats.decisions.bisection import (
    BisectionQuestion,
    BisectionStep,
    Level,
    MeasuredCommit,
    next_step,
)

UNCONFIRMED = 0.1
"""How likely a change that only its own history shows is no change at all."""


@dataclass(frozen=True, slots=True)
class SuspectedStep:
    """A step as its history states it; `sigma` is of one run, on the scale of the analysis."""

    before: float
    after: float
    before_n: int
    after_n: int
    sigma: float
    logarithmic: bool
    is_upheld: bool = False
    """Last good and first bad commit were measured in turns, and differ."""


@dataclass(frozen=True, slots=True)
class CommitCentre:
    """What one commit gave: the centre of so many rounds, None where it could not be built."""

    commit: str
    centre: float | None
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class CulpritShare:
    """How likely a commit did it, and whether it was measured or could not be built."""

    commit: str
    share: float
    rounds: int
    is_broken: bool


@dataclass(frozen=True, slots=True)
class CulpritSearch:
    """Where a bisection stands, in commits.

    `answer` are the commits that hold the cause with `held`: one, more where those between cannot
    be built, none where no commit in question did it. `measure` is the next one for `rounds`
    rounds; None once it is told.
    """

    shares: tuple[CulpritShare, ...]
    none: float
    answer: tuple[str, ...]
    held: float
    is_told: bool
    measure: str | None
    rounds: int


def search_culprit(
    step: SuspectedStep, commits: Sequence[str], found: Sequence[CommitCentre]
) -> CulpritSearch:
    """Return which commit is likely to have done it, and which one to measure next.

    `commits` are in order: the last good one, then those in question, of which the last one is
    known to be bad. Results of other commits, or without a logarithm where the analysis has them,
    are left out. Raises ValueError for a step without noise or size, or without two commits.
    """
    places = {commit: place for place, commit in enumerate(commits)}
    broken = {places[one.commit] for one in found if one.commit in places and one.centre is None}
    question = _question(step, len(commits) - 1, frozenset(broken - {0}))
    measured = [
        MeasuredCommit(places[one.commit], scaled, one.rounds)
        for one in found
        if one.commit in places and (scaled := _scaled(step, one.centre)) is not None
    ]
    return _in_commits(next_step(question, measured), commits, measured, broken)


def _in_commits(
    told: BisectionStep,
    commits: Sequence[str],
    measured: Sequence[MeasuredCommit],
    broken: set[int],
) -> CulpritSearch:
    rounds = [0] * len(commits)
    for one in measured:
        rounds[one.place] += one.rounds
    return CulpritSearch(
        shares=tuple(
            CulpritShare(commits[place], share, rounds[place], place in broken)
            for place, share in enumerate(told.posterior, start=1)
        ),
        none=told.none,
        answer=tuple(commits[told.first : told.last + 1]) if told.first else (),
        held=told.held,
        is_told=told.is_told,
        measure=None if told.next_place is None else commits[told.next_place],
        rounds=told.rounds,
    )


def _question(step: SuspectedStep, commits: int, broken: frozenset[int]) -> BisectionQuestion:
    ends = _scaled(step, step.before), _scaled(step, step.after)
    if ends[0] is None or ends[1] is None:
        raise ValueError("a step between levels that are not positive has no ratio")
    good, bad = (
        Level(end, step.sigma / math.sqrt(max(runs, 1)))
        for end, runs in zip(ends, (step.before_n, step.after_n), strict=True)
        if end is not None
    )
    doubt = 0.0 if step.is_upheld else UNCONFIRMED
    return BisectionQuestion(commits, good, bad, step.sigma, doubt=doubt, unbuildable=broken)


def _scaled(step: SuspectedStep, value: float | None) -> float | None:
    if value is None or not math.isfinite(value):
        return None
    if not step.logarithmic:
        return value
    return math.log(value) if value > 0.0 else None
