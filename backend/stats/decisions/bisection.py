"""Which commit did it, and which one to measure next: bisection that allows for noise.

Commits stand in order: place 0 is the last good one, places 1..n are in question, and the culprit
is the first bad one of these; it and all after it are at the bad level. Every measured commit,
whatever came out, shifts the posterior over culprits (Bayes); plain bisection believes each
measurement and keeps its first error for ever. The next commit is the one that splits the
posterior nearest to half and half: for two levels and one noise that is the largest expected gain
of information (Horstein 1963, IEEE Trans. Inf. Theory 9; Waeber, Frazier and Henderson 2013, SIAM
J. Control Optim. 51). A commit may be measured again. What cannot be built is never chosen, and
culprits that only such commits lie between are one answer.

Assumes one step among the commits (or, with `doubt`, none), levels that are known up to a normal
error (it is integrated out by quadrature), and one scatter for all measurements, normal but for a
share of outliers that may lie anywhere (Cauchy), so that a spike proves nothing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from backend.stats.arrays import Bools, Floats, Ints

ENOUGH = 0.95
OUTLIERS = 0.02
OUTLIER_SCALE = 3.0  # of the noise
SEEN_SIGMAS = 3.0
"""The step that one measured commit should show, in its own errors: what its rounds are for."""
MOST_ROUNDS = 30
REACH, NODES_PER_ERROR = 3.5, 2.0
FEWEST_NODES, MOST_NODES = 5, 101


@dataclass(frozen=True, slots=True)
class Level:
    """A level on the scale of the measurements (logarithms for ratios), and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class BisectionQuestion:
    """What is known before the first measurement.

    `commits` are in question, in order; `sigma` is the standard deviation of one round. `prior`
    weighs the commits (None: alike). `doubt` is the probability that none of them did it, as
    where the change was never confirmed. `unbuildable` are places that cannot be measured.
    """

    commits: int
    good: Level
    bad: Level
    sigma: float
    prior: tuple[float, ...] | None = None
    doubt: float = 0.0
    unbuildable: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """Raise ValueError for a question that has no answer."""
        if self.commits < 1 or not self.sigma > 0.0 or not 0.0 <= self.doubt < 1.0:
            raise ValueError("need a commit, a positive noise and 0 <= doubt < 1")
        numbers = (*self._levels(), self.sigma, *(self.prior or ()))
        if not all(map(math.isfinite, numbers)) or self.good.mean == self.bad.mean:
            raise ValueError("levels are finite and differ")
        if min(self.good.error, self.bad.error) < 0.0:
            raise ValueError("errors of levels are not negative")
        weights = self.prior or (1.0,) * self.commits
        if len(weights) != self.commits or min(weights) < 0.0 or sum(weights) <= 0.0:
            raise ValueError("the prior has a weight from 0 on for every commit, and one above 0")

    def _levels(self) -> tuple[float, ...]:
        return self.good.mean, self.good.error, self.bad.mean, self.bad.error

    @property
    def rounds(self) -> int:
        """Return how many rounds a measured commit takes for the step to be seen in one."""
        step = abs(self.bad.mean - self.good.mean) / self.sigma
        return min(max(math.ceil((SEEN_SIGMAS / step) ** 2), 1), MOST_ROUNDS)

    def can_build(self) -> Bools:
        """Return for every place from 0 on whether it can be measured."""
        places: Bools = ~np.isin(np.arange(self.commits + 1), list(self.unbuildable))
        return places


@dataclass(frozen=True, slots=True)
class MeasuredCommit:
    """The centre of so many rounds at one place: 0 is the last good commit."""

    place: int
    value: float
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class BisectionStep:
    """Where a bisection stands.

    `posterior` holds the probability of each commit in question, `none` that no one did it.
    `first`..`last` are the places of the likeliest answer (more than one where commits between
    cannot be built) and `held` is its probability; 0, 0 stands for none. `next_place` is what to
    measure for `rounds` rounds, None when it is told: `is_told` where the answer holds enough.
    """

    posterior: tuple[float, ...]
    none: float
    first: int
    last: int
    held: float
    is_told: bool
    next_place: int | None
    rounds: int


def next_step(
    question: BisectionQuestion, measured: Sequence[MeasuredCommit], enough: float = ENOUGH
) -> BisectionStep:
    """Return the posterior over culprits, and what to measure next.

    The answer counts as told where it holds `enough` of the posterior. Nothing depends on the
    order of measuring. Raises ValueError for places or values that are not the question's.
    """
    for one in measured:
        if not 0 <= one.place <= question.commits or one.rounds < 1 or not math.isfinite(one.value):
            raise ValueError("a measurement is a finite number at a place from 0 to the last")
    posterior = posteriors(
        question,
        np.array([[one.place for one in measured]], np.int64),
        np.array([[one.value for one in measured]], np.float64),
        np.array([[one.rounds for one in measured]], np.int64),
    )
    blocks = _blocks(question)
    held = _held(posterior, blocks)[0]
    best = int(held.argmax())
    members = np.flatnonzero(blocks == best) + 1
    is_none = bool(members[0] > question.commits)
    is_told = bool(held[best] >= enough)
    return BisectionStep(
        posterior=tuple(posterior[0, :-1].tolist()),
        none=float(posterior[0, -1]),
        first=0 if is_none else int(members[0]),
        last=0 if is_none else min(int(members[-1]), question.commits),
        held=float(held[best]),
        is_told=is_told,
        next_place=None if is_told else int(next_places(question, posterior)[0]),
        rounds=question.rounds,
    )


def posteriors(
    question: BisectionQuestion, places: Ints, values: ArrayLike, rounds: Ints | int = 1
) -> Floats:
    """Return (cases, commits + 1): the probability of each commit, and of none in the last column.

    `places` and `values` are (cases, measurements): many bisections of one question at once.
    """
    centres = np.asarray(values, np.float64)
    error = question.sigma / np.sqrt(np.broadcast_to(np.asarray(rounds, np.float64), centres.shape))
    good = _by_place(question.good, places, centres, error, question.commits)
    bad = _by_place(question.bad, places, centres, error, question.commits)
    # culprit t: places before t are good, from t on bad; the last column has no bad ones
    before = np.cumsum(good[0], axis=1)
    onwards = np.cumsum(bad[0], axis=1)
    left = onwards[:, -1:] - onwards
    log = _mean_of(before, good[1]) + _mean_of(left, bad[1])
    weights = np.array(question.prior or (1.0,) * question.commits)
    weights = np.append(weights / weights.sum() * (1.0 - question.doubt), question.doubt)
    with np.errstate(divide="ignore"):
        log = log + np.log(weights)
    shares: Floats = np.exp(log - log.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


def next_places(question: BisectionQuestion, posterior: Floats) -> Ints:
    """Return for every case the place that splits its posterior nearest to half and half."""
    bad_by = np.cumsum(posterior[:, :-1], axis=1)
    bad_by = np.concatenate((np.zeros((len(posterior), 1)), bad_by), axis=1)
    far = np.where(question.can_build(), np.abs(bad_by - 0.5), np.inf)
    chosen: Ints = far.argmin(axis=1)
    return chosen


def are_answered(question: BisectionQuestion, posterior: Floats, enough: float = ENOUGH) -> Bools:
    """Return for every case whether an answer holds enough."""
    are: Bools = _held(posterior, _blocks(question)).max(axis=1) >= enough
    return are


def _blocks(question: BisectionQuestion) -> Ints:
    """Return the number of each answer (commits 1..n, none): equal where none lies between them."""
    numbers: Ints = np.cumsum(question.can_build())
    from_first: Ints = numbers - numbers[0]
    return from_first


def _held(posterior: Floats, blocks: Ints) -> Floats:
    starts = np.flatnonzero(np.diff(blocks, prepend=-1))
    held: Floats = np.add.reduceat(posterior, starts, axis=1)
    return held


def _by_place(
    level: Level, places: Ints, values: Floats, error: Floats, commits: int
) -> tuple[Floats, Floats]:
    """Return log densities (cases, places, nodes) if at that level, and weights of the nodes."""
    nodes, weights = _nodes(level, float(error.min(initial=math.inf)))
    off = (values[:, :, None] - nodes) / error[:, :, None]
    normal = (1.0 - OUTLIERS) / math.sqrt(2.0 * math.pi) * np.exp(-0.5 * off**2)
    wide = OUTLIERS * OUTLIER_SCALE / math.pi / (OUTLIER_SCALE**2 + off**2)
    table = np.zeros((len(values), commits + 1, nodes.size))
    np.add.at(table, (np.arange(len(values))[:, None], places), np.log(normal + wide))
    return table, weights


def _nodes(level: Level, error: float) -> tuple[Floats, Floats]:
    """Return where a level may lie, closer together than measurements tell, and how likely."""
    if level.error == 0.0 or math.isinf(error):
        return np.array([level.mean]), np.ones(1)
    wanted = 2.0 * REACH * level.error / error * NODES_PER_ERROR
    count = int(min(max(wanted, FEWEST_NODES), MOST_NODES))
    off = np.linspace(-REACH, REACH, count)
    weights = np.exp(-0.5 * off**2)
    return level.mean + level.error * off, weights / weights.sum()


def _mean_of(logs: Floats, weights: Floats) -> Floats:
    """Return the logarithm of the mean over the nodes."""
    most = logs.max(axis=2)
    mean: Floats = np.log(np.exp(logs - most[:, :, None]) @ weights) + most
    return mean
