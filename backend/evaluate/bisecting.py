"""Bisections by the product's own planner, and by halving alone, over the same made commits."""

from dataclasses import dataclass, replace

import numpy as np

from backend.evaluate.measurements import deviations
from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.decisions.bisection import (
    BisectionQuestion,
    Level,
    are_answered,
    next_places,
    posteriors,
)

COMMITS = 64
MOST_MEASURED, AT_ONCE = 60, 2_000
STEP, KNOWN = 3.0, 0.3
"""In scatters of a measured commit; levels of about ten runs."""
QUESTION = BisectionQuestion(COMMITS, Level(0.0, KNOWN), Level(STEP, KNOWN), 1.0)
KNOWN_LEVELS = replace(QUESTION, good=Level(0.0, 0.0), bad=Level(STEP, 0.0))
_CV = 0.01
_HALVINGS = 6


@dataclass(frozen=True, slots=True)
class Bisections:
    """How simulated bisections ended, one place per case."""

    is_right: Bools
    measurements: Ints
    commits: Ints
    is_plain_right: Bools


@dataclass(frozen=True, slots=True)
class _World:
    """Cases with their culprits, levels and the noise of every measurement to come."""

    culprit: Ints
    good: Floats
    bad: Floats
    noise: Floats

    def value(self, cases: Ints, places: Ints, turn: int) -> Floats:
        level = np.where(places >= self.culprit[cases], self.bad[cases], self.good[cases])
        return np.asarray(level + self.noise[cases, turn])


def bisect(
    generator: np.random.Generator,
    question: BisectionQuestion,
    kind: str,
    count: int,
    *,
    is_nobody: bool = False,
) -> Bisections:
    """Bisect so many cases of one question, with noise of that kind; nobody: no commit did it."""
    parts = [
        _some(generator, question, kind, min(AT_ONCE, count - start), is_nobody=is_nobody)
        for start in range(0, count, AT_ONCE)
    ]
    rows = zip(
        *((p.is_right, p.measurements, p.commits, p.is_plain_right) for p in parts), strict=True
    )
    return Bisections(*map(np.concatenate, rows))


def _some(
    generator: np.random.Generator,
    question: BisectionQuestion,
    kind: str,
    count: int,
    *,
    is_nobody: bool,
) -> Bisections:
    noise = (deviations(generator, kind, (count, 2 * MOST_MEASURED), _CV) - 1.0) / _CV
    normal = generator.standard_normal((2, count))
    world = _World(
        generator.integers(1, question.commits + 1, count)
        if not is_nobody
        else np.full(count, question.commits + 1),
        question.good.mean + question.good.error * normal[0],
        question.bad.mean + question.bad.error * normal[1],
        noise[:, :MOST_MEASURED],
    )
    answer, used, commits = _by_posterior(question, world)
    plain = _by_halving(question, replace(world, noise=noise[:, MOST_MEASURED:]), used)
    return Bisections(answer == world.culprit, used, commits, plain == world.culprit)


def _by_posterior(question: BisectionQuestion, world: _World) -> tuple[Ints, Ints, Ints]:
    """Return what is told, the measurements it took, and of how many different commits."""
    count = world.culprit.size
    places = np.zeros((count, MOST_MEASURED), np.int64)
    values = np.zeros((count, MOST_MEASURED))
    used, answer = np.zeros(count, np.int64), np.zeros(count, np.int64)
    live = np.arange(count)
    for turn in range(MOST_MEASURED + 1):
        posterior = posteriors(question, places[live, :turn], values[live, :turn])
        is_over = are_answered(question, posterior) | (turn == MOST_MEASURED)
        answer[live[is_over]] = posterior[is_over].argmax(axis=1) + 1
        used[live[is_over]] = turn
        live, posterior = live[~is_over], posterior[~is_over]
        if not live.size:
            break
        places[live, turn] = next_places(question, posterior)
        values[live, turn] = world.value(live, places[live, turn], turn)
    different = [np.unique(row[:most]).size for row, most in zip(places, used, strict=True)]
    return answer, used, np.array(different)


def _by_halving(question: BisectionQuestion, world: _World, budget: Ints) -> Ints:
    """Return what plain bisection tells: as many measurements, shared by its six steps.

    The mean of a step's measurements is believed, on whichever side of the middle it lies.
    """
    cases = np.arange(world.culprit.size)
    first, last = np.ones(cases.size, np.int64), np.full(cases.size, question.commits)
    sums = np.cumsum(np.pad(world.noise, ((0, 0), (1, 0))), axis=1)
    middle_level, done = (
        (question.good.mean + question.bad.mean) / 2.0,
        np.zeros(cases.size, np.int64),
    )
    for step in range(_HALVINGS):
        times = np.maximum(budget // _HALVINGS + (step < budget % _HALVINGS), 1)
        noise = (sums[cases, done + times] - sums[cases, done]) / times
        done += times
        middle = (first + last) // 2
        level = np.where(middle >= world.culprit, world.bad, world.good)
        is_bad = (level + noise > middle_level) == (question.bad.mean > question.good.mean)
        first, last = np.where(is_bad, first, middle + 1), np.where(is_bad, middle, last)
    return first
