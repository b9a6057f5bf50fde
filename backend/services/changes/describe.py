"""Put what an analysis found into words of commits: steps, suspicions and environment events."""

import math
from dataclasses import replace

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.changes.findings import (
    ChangeFinding,
    ChangePlace,
    FindingKind,
    FindingVerdict,
    with_fixes,
)
from backend.domain.changes.states import ChangeEvent
from backend.services.changes.analyse_series import Detection
from backend.stats.arrays import Ints
from backend.stats.changes import Change
from backend.stats.online import RerunAnswer, Suspicion, judge_reruns
from backend.storage.changes import evidence as change_evidence
from backend.storage.commits import order as commits

PARENTS = 3
"""Commits before a suspected one among which its re-run parent is looked for."""
ANSWERS = {
    RerunAnswer.CONFIRMED: ChangeEvent.RERUNS_AGREED,
    RerunAnswer.REFUTED: ChangeEvent.RERUNS_DISAGREED,
    RerunAnswer.UNDECIDED: ChangeEvent.SURPRISED,
}
_NO_RUNS = np.empty(0, np.int64)
Reach = tuple[int, int, int]
"""First run at the new level, and the first and last run at which that may be."""


def findings_of(session: Session, detection: Detection) -> list[ChangeFinding]:
    """Describe all that the history of a series shows."""
    changes, drifts = detection.history.analysis.changes, detection.history.drifts
    suspected = [
        one for one in detection.history.suspicions if not _is_cleared(session, detection, one)
    ]
    reaches = [
        *((one.index, one.first, one.last) for one in changes),
        *((one.index, one.index, one.index) for one in suspected),
        *((one.start + 1, one.earliest + 1, one.end) for one in drifts),
    ]
    same = _of_same_code(session, detection, reaches)
    places = [_place(session, detection, reach) for reach in reaches]
    steps = [_step(detection, *pair) for pair in zip(changes, places, strict=False)]
    doubts = [
        _doubt(session, detection, *pair)
        for pair in zip(suspected, places[len(changes) :], strict=False)
    ]
    slides = [
        detection.history.drifted(drift, place, detection.direction)
        for drift, place in zip(drifts, places[len(changes) + len(doubts) :], strict=True)
    ]
    least = math.log1p(detection.threshold.in_history(detection.noise))
    found = [*steps, *doubts, *slides]
    found = [
        replace(one, same_code=index in same or _is_one_commit(one.place))
        for index, one in enumerate(found)
    ]
    lasting = [one for one in found if one.event is ChangeEvent.BOUNDARY]
    others = [one for one in found if one.event is not ChangeEvent.BOUNDARY]
    return [
        *with_fixes(sorted(lasting, key=lambda one: one.place.position), least),
        *others,
        *(_environment(detection, index) for index in detection.history.moved),
    ]


def _of_same_code(session: Session, detection: Detection, reaches: list[Reach]) -> set[int]:
    """Return which boundaries, wherever in their reach they lie, have one code around them."""
    columns = detection.columns
    stretches = [
        (
            (int(columns.position[first - 1]), int(columns.run[first - 1])),
            (int(columns.position[last]), int(columns.run[last])),
        )
        for _, first, last in reaches
    ]
    series_id = detection.state.series_id
    return change_evidence.of_same_code(session, detection.project_id, series_id, stretches)


def _is_one_commit(place: ChangePlace) -> bool:
    """Tell whether all runs in question measured one commit, which has one code."""
    return place.suspects == 0


def _place(session: Session, detection: Detection, reach: Reach) -> ChangePlace:
    columns = detection.columns
    index, first, last = reach
    after, until = int(columns.position[first - 1]), int(columns.position[last])
    suspects = commits.commit_range(
        session, detection.project_id, detection.branch_id, after, until
    )
    position = int(columns.position[index])
    return ChangePlace(
        position=position,
        commit_id=int(columns.commit[index]),
        previous_commit_id=int(columns.commit[index - 1]),
        # between two runs of one commit nothing lies but that commit
        first_position=min(after + 1, position),
        last_position=until,
        first_commit_id=suspects.first_commit_id if suspects else None,
        last_commit_id=int(columns.commit[last]),
        suspects=suspects.count if suspects else int(after < until),
        run_id=int(columns.run[index]),
        before_run_id=int(columns.run[first - 1]),
        after_run_id=int(columns.run[last]),
    )


def _step(detection: Detection, change: Change, place: ChangePlace) -> ChangeFinding:
    return detection.history.described(change, ChangeEvent.BOUNDARY, place, detection.direction)


def _doubt(
    session: Session, detection: Detection, suspicion: Suspicion, place: ChangePlace
) -> ChangeFinding:
    """Describe a suspicion, and what re-runs of its commit and the one before say to it."""
    event = ANSWERS[_asked_again(session, detection, suspicion)]
    return detection.history.described(suspicion, event, place, detection.direction)


def _is_cleared(session: Session, detection: Detection, suspicion: Suspicion) -> bool:
    """Tell whether later runs lie at the old level again; what re-runs say goes before that."""
    if suspicion.is_first_run:
        # the runs of a commit differ: only where it was measured again is that a question
        return _reruns(session, detection, suspicion)[1].size == 0
    if not suspicion.has_returned:
        return False
    return _asked_again(session, detection, suspicion) is RerunAnswer.UNDECIDED


def _asked_again(session: Session, detection: Detection, suspicion: Suspicion) -> RerunAnswer:
    """Judge the pairs of re-runs of the suspected commit and of the nearest one before it."""
    baseline, contender = _reruns(session, detection, suspicion)
    pairs = min(baseline.size, contender.size)
    if pairs == 0:
        return RerunAnswer.UNDECIDED
    values = detection.history.levelled.values
    scaled = np.log(values) if detection.history.analysis.logarithmic else values
    side = math.copysign(1.0, suspicion.after - suspicion.before)
    return judge_reruns(
        scaled[baseline[:pairs]], scaled[contender[:pairs]], suspicion.spread, side
    ).answer


def _reruns(session: Session, detection: Detection, suspicion: Suspicion) -> tuple[Ints, Ints]:
    """Return the re-runs of the nearest commit before a suspected one, and its own."""
    positions = detection.columns.position
    here = positions[suspicion.index]
    if np.count_nonzero(positions == here) == 1:
        return _NO_RUNS, _NO_RUNS
    nearest = np.unique(positions[positions <= here])[-1 - PARENTS :]
    near = np.flatnonzero(np.isin(positions, nearest))
    run_ids = detection.columns.run[near].tolist()
    again = change_evidence.reruns_among(session, detection.project_id, run_ids)
    place_of = dict(zip(run_ids, near.tolist(), strict=True))
    reruns = np.array([place_of[run_id] for run_id in again], np.int64)
    parents = reruns[positions[reruns] < here]
    contender = reruns[positions[reruns] == here]
    if parents.size == 0:
        return parents, contender
    return parents[positions[parents] == positions[parents].max()], contender


def _environment(detection: Detection, index: int) -> ChangeFinding:
    """Describe a machine's change: the levels either side, and no verdict."""
    columns, analysis = detection.columns, detection.history.analysis
    before_n, after_n = detection.history.neighbours(index)
    values = detection.history.levelled.values
    before = float(np.median(values[index - before_n : index]))
    after = float(np.median(values[index : index + after_n]))
    position, commit_id = int(columns.position[index]), int(columns.commit[index])
    return ChangeFinding(
        kind=FindingKind.ENVIRONMENT,
        event=ChangeEvent.BOUNDARY,
        verdict=FindingVerdict.CHANGE,
        place=ChangePlace(
            position=position,
            commit_id=commit_id,
            previous_commit_id=int(columns.commit[index - 1]),
            first_position=position,
            last_position=position,
            first_commit_id=commit_id,
            last_commit_id=commit_id,
            suspects=0,
            run_id=int(columns.run[index]),
            before_run_id=int(columns.run[index - 1]),
            after_run_id=int(columns.run[index]),
        ),
        ratio=after / before if before > 0 else math.nan,
        low=math.nan,
        high=math.nan,
        z=0.0,
        before=before,
        after=after,
        before_n=before_n,
        after_n=after_n,
        sigma=analysis.scatter,
        rho=analysis.scatter_rho,
        slope=0.0,
        smallest_detectable=None,
    )
