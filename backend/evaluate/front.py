"""The product's own way to a verdict: screen every run, analyse where it fires, re-run pairs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from backend.evaluate.matching import MARGIN
from backend.evaluate.replay import AFTER, BEFORE
from backend.stats.arrays import Bools, Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Analysis
from backend.stats.online import (
    MORE_PAIRS,
    PAIRS,
    RerunAnswer,
    Suspicion,
    is_surprising,
    judge_reruns,
    surprise,
    suspicions,
)
from backend.stats.screening import WIDTH, append, screen, tail_of

FIRST = 20
"""Runs before the first look."""


@dataclass(slots=True)
class _SeriesState:
    """What the product keeps of one series between runs."""

    analysis: Analysis
    analysed: int
    regime: int
    looks: int = 0
    """Whole histories that were analysed."""
    first_seen: dict[int, int] = field(default_factory=dict)
    """Place of a change, and how many runs there were when it was first reported."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """Series as they grew: when each change was reported, and how often all was read."""

    first_seen: list[dict[int, int]]
    looks: int
    runs: int

    @property
    def alarms(self) -> int:
        return sum(len(seen) for seen in self.first_seen)

    def delays(self) -> list[int]:
        """Return for each series the runs of the new level that it took; a miss is the most."""
        return [
            min(
                (end - BEFORE for place, end in seen.items() if abs(place - BEFORE) <= MARGIN),
                default=AFTER + 1,
            )
            for seen in self.first_seen
        ]


def replay(series: Sequence[Floats]) -> Replayed:
    """Let series of one length grow run by run, as an upload of all of them would."""
    table = np.log(np.stack(series))
    states = [_SeriesState(analyse(one[:FIRST]), FIRST, 0) for one in series]
    for state in states:
        _settle(state, FIRST)
    tails = np.stack([tail_of(row[:FIRST]) for row in table])
    counts = np.full(len(series), FIRST, dtype=np.int64)
    for end in range(FIRST + 1, table.shape[1] + 1):
        tails, counts = append(tails, counts, table[:, end - 1])
        for place in np.flatnonzero(_is_due(tails, end, states)).tolist():
            state = states[place]
            state.analysis = analyse(series[place][:end])
            state.looks += 1
            _settle(state, end)
    runs = len(series) * (table.shape[1] - FIRST)
    return Replayed([one.first_seen for one in states], sum(one.looks for one in states), runs)


def _settle(state: _SeriesState, end: int) -> None:
    state.analysed, state.regime = end, state.analysis.regime_start
    for change in state.analysis.changes:
        if all(abs(change.index - place) > MARGIN for place in state.first_seen):
            state.first_seen[change.index] = end


def _is_due(tails: Floats, end: int, states: Sequence[_SeriesState]) -> Bools:
    """Ask the screen and the surprise of the newest run, as ingestion does."""
    counts = np.full(len(states), end, dtype=np.int64)
    regime = np.array([end - state.regime for state in states], dtype=np.int64)
    analysed = np.array([state.analysed for state in states], dtype=np.int64)
    noise = np.array([(one.analysis.sigma, one.analysis.rho, one.analysis.slope) for one in states])
    sigmas, rhos, slopes = noise.T.copy()
    due = screen(tails, counts, regime, analysed, sigmas, rhos, slopes)
    visible = np.minimum(np.minimum(regime, counts), WIDTH)
    fresh = np.ones(len(states), dtype=np.int64)
    return np.asarray(due | is_surprising(surprise(tails, visible, fresh, noise)))


def newest_suspicion(values: Floats) -> Suspicion | None:
    """Return the suspicion that the newest run raises, if it does."""
    found = suspicions(values, analyse(values))
    newest = values.size - 1
    return next((one for one in found if one.index == newest), None)


def confirmed(suspicion: Suspicion, parent: Floats, commit: Floats) -> bool:
    """Ask for three pairs, and for two more where the answer is open; say if it is confirmed."""
    side = math.log(suspicion.after / suspicion.before)
    rows = np.log(parent), np.log(commit)
    answers = (
        judge_reruns(rows[0][:pairs], rows[1][:pairs], suspicion.spread, side).answer
        for pairs in (PAIRS, MORE_PAIRS)
    )
    decided = (answer for answer in answers if answer is not RerunAnswer.UNDECIDED)
    return next(decided, None) is RerunAnswer.CONFIRMED
