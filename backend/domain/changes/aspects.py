"""Tails and spread of results, judged as their centres are: one change for each cause.

A percentile that moved as the centre did says nothing new. Of several that moved at one place, the
one that people know of stands, else the surest.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.changes.findings import (
    ChangeFinding,
    ChangePlace,
    FindingKind,
    FindingVerdict,
)
from backend.domain.changes.judging import (
    AskedEvidence,
    JudgedHistory,
    PointConditions,
    judge_history,
)
from backend.domain.changes.measured_commits import commits_of
from backend.domain.changes.reconciliation import Known
from backend.domain.changes.states import ChangeEvent, State, StateCause
from backend.stats.arrays import Floats, Ints
from backend.stats.aspects import (
    AS_THE_CENTRE,
    ASPECTS,
    FEWEST_POINTS,
    FEWEST_RUNS,
    LEAST,
    MORE_EVIDENCE,
    band_of,
)

SPREAD = "spread"
NEAR = 5
"""Points by which places of one cause may lie apart."""
RECENT = 100
"""Commits before a change among which its new level is looked for."""
STRETCH = 3
"""Commits in a row by which a level was there."""
_STEPS = (ChangeEvent.BOUNDARY, ChangeEvent.UNDONE)
_STANDING = (State.CONFIRMED, State.FIXED)
_ANSWERED = (StateCause.PERSON, StateCause.JOB)


@dataclass(frozen=True, slots=True)
class JudgedAspect:
    """What the history of one aspect says; its indices are those of its own points."""

    place: int
    """In `ASPECTS`."""
    name: str
    is_usable: NDArray[np.bool_]
    """Which points of the series have it."""
    values: Floats
    positions: Ints
    history: JudgedHistory

    def bands(self, machines: Sequence[int], n: int) -> Floats:
        """Return between what a result to come of each machine is as its level.

        The series has `n` results; machines that take turns have levels of their own.
        """
        levelled = self.history.levelled
        band = np.array(band_of(levelled.values, self.history.analysis, n))
        offsets = np.array([[levelled.offsets[-1].get(one, 0.0)] for one in machines])
        if np.isnan(band[0]):
            offsets[:] = 0.0
        return np.asarray(band * np.exp(offsets) if levelled.logarithmic else band + offsets)

    def is_back(self, one: ChangeFinding) -> bool:
        """Tell whether it got better, to a level that results not long before had."""
        at = int(np.searchsorted(self.positions, one.place.position))
        centres = commits_of(self.values[:at], self.positions[:at]).centres[-RECENT:]
        if one.verdict is not FindingVerdict.IMPROVEMENT or centres.size < 2 * STRETCH:
            return False
        smooth = np.median(sliding_window_view(centres, STRETCH), axis=-1)
        is_there = (smooth > (one.before + one.after) / 2) == (one.after > one.before)
        return bool(sliding_window_view(is_there, STRETCH).all(axis=-1).any())


def judge_aspects(
    rows: Floats,
    positions: Ints,
    conditions: PointConditions,
    asked: AskedEvidence,
    known: Sequence[Known] = (),
) -> Iterator[JudgedAspect]:
    """Judge each aspect that enough points have: boundaries alone, without suspicions and drifts.

    `rows` holds the aspects of each point, nan where it has none.
    """
    for place, name in enumerate(ASPECTS):
        usable = np.isfinite(rows[:, place])
        if np.count_nonzero(usable) < FEWEST_POINTS:
            continue
        values, own = rows[usable, place], positions[usable]
        history = judge_history(
            values,
            own,
            PointConditions(conditions.fingerprints[usable], conditions.versions[usable]),
            AskedEvidence(max(LEAST[name], asked.least), asked.z + MORE_EVIDENCE, FEWEST_RUNS),
            [one for one in known if one.aspect == name],
        )
        boundaries = replace(history, suspicions=(), drifts=(), moved=())
        yield JudgedAspect(place, name, usable, values, own, boundaries)


def direction_of(aspect: str, direction: BetterDirection) -> BetterDirection:
    """Return which way an aspect is better: less scatter always is, where any way is known."""
    is_known = direction is not BetterDirection.UNKNOWN
    return BetterDirection.LOWER if aspect == SPREAD and is_known else direction


def is_judged(aspect: str, direction: BetterDirection) -> bool:
    """Tell whether an aspect matters: the upper tail of what should be high does not."""
    return aspect == SPREAD or direction is not BetterDirection.HIGHER


def reported_aspects(
    centre: Sequence[ChangeFinding],
    found: Sequence[tuple[JudgedAspect, ChangeFinding]],
    known: Sequence[Known],
    positions: Sequence[int],
) -> list[ChangeFinding]:
    """Return those findings of aspects that are reported besides those of the centre."""
    reach = _Reach(positions)
    refuted = [one for one in known if _is_refuted(one)]
    steps = [
        (_is_known(one, known), aspect, one)
        for aspect, one in found
        if one.event in _STEPS and one.kind is FindingKind.STEP
    ]
    steps.sort(key=lambda step: (not step[0], not step[2].modes_after, -step[2].z))
    told: list[ChangeFinding] = []
    for is_known, aspect, one in steps:
        if any(reach.is_near(one, other) for other in told):
            continue
        is_news = not (
            aspect.is_back(one)
            or _is_with_centre(one, centre, reach)
            or any(one.aspect != old.aspect and reach.is_at(one.place, old) for old in refuted)
        )
        if is_known or is_news:
            told.append(one)
    return told


class _Reach:
    def __init__(self, positions: Sequence[int]) -> None:
        self.places = {position: place for place, position in enumerate(dict.fromkeys(positions))}

    def is_near(self, one: ChangeFinding, other: ChangeFinding) -> bool:
        """Tell whether two changes may have one cause."""
        return other.kind is not FindingKind.ENVIRONMENT and self.is_at(one.place, other.place)

    def is_at(self, ours: ChangePlace, theirs: ChangePlace | Known) -> bool:
        """Tell whether two places overlap or lie a few points apart; `theirs` may have none."""
        if _overlap(ours, theirs):
            return True
        at = self.places.get(theirs.position)
        return at is not None and abs(self.places[ours.position] - at) <= NEAR


def _overlap(ours: ChangePlace, theirs: ChangePlace | Known) -> bool:
    return (
        ours.first_position <= theirs.last_position and theirs.first_position <= ours.last_position
    )


def _is_with_centre(one: ChangeFinding, centre: Sequence[ChangeFinding], reach: _Reach) -> bool:
    return any(
        reach.is_near(one, other) and _size(one) <= AS_THE_CENTRE * _size(other) for other in centre
    )


def _is_known(one: ChangeFinding, known: Sequence[Known]) -> bool:
    """Tell whether people were told of this aspect here."""
    return any(
        old.aspect == one.aspect and old.standing.state in _STANDING and _overlap(one.place, old)
        for old in known
    )


def _is_refuted(known: Known) -> bool:
    """Tell whether a person or a job said of an aspect that it did not change."""
    standing = known.standing
    return bool(known.aspect) and (standing.state is State.REFUTED and standing.cause in _ANSWERED)


def _size(one: ChangeFinding) -> float:
    return abs(math.log(one.ratio)) if 0.0 < one.ratio < math.inf else math.inf
