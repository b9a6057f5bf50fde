"""Find the change points of series from their whole histories, and keep what is known in step."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import structlog
from sqlalchemy.orm import Session

from backend.domain.change_points import (
    OPEN,
    Finding,
    Kind,
    Known,
    Reconciliation,
    State,
    Verdict,
    environment_boundaries,
    reconcile,
    verdict_of,
    with_fixes,
)
from backend.domain.metrics import Direction
from backend.stats.change_points import analyse
from backend.stats.changes import Analysis, Change
from backend.stats.screening import tail_of
from backend.storage import change_points, commits, outbox, results, series, series_states
from backend.storage.results import SeriesColumns
from backend.storage.series_states import SeriesState

log = structlog.get_logger()

DETECTOR = "rsv 1"
"""Name and version of the detector; stored with everything it finds."""


@dataclass(frozen=True, slots=True)
class Detection:
    """One series under the detector."""

    project_id: int
    branch_id: int
    direction: Direction
    state: SeriesState
    columns: SeriesColumns
    analysis: Analysis


def detect_requested(session: Session, project_id: int, outbox_id: int) -> list[int]:
    """Do the work of one outbox row and remove it; returns the change points touched."""
    series_ids = outbox.take(session, outbox_id)
    if series_ids is None:
        return []
    touched = detect_changes(session, project_id, series_ids)
    outbox.remove(session, outbox_id)
    return touched


def detect_changes(session: Session, project_id: int, series_ids: Sequence[int]) -> list[int]:
    """Analyse series anew; returns ids of change points that were added or changed state."""
    states = series_states.lock(session, project_id, series_ids)
    known = change_points.known_of(session, project_id, list(states))
    touched: list[int] = []
    for detection in _analysed(session, project_id, states):
        touched += _store(session, detection, known.get(detection.state.series_id, []))
        _renew_state(detection)
    _renew_newest(session, project_id, states)
    series_states.write(session, project_id, list(states.values()))
    return touched


def _analysed(
    session: Session, project_id: int, states: Mapping[int, SeriesState]
) -> Iterator[Detection]:
    """Read and analyse one series after the other."""
    directions = series.directions(session, project_id, list(states))
    branches = series.branches(session, project_id, list(states))
    for series_id, columns in results.read_series(session, project_id, list(states)):
        try:
            analysis = analyse(columns.value, _boundaries(columns))
        except ValueError:
            # numbers that cannot be judged must not keep the task's other series waiting for ever
            log.exception("series not analysed", project=project_id, series=series_id)
            continue
        yield Detection(
            project_id,
            branches[series_id],
            directions[series_id],
            states[series_id],
            columns,
            analysis,
        )


def _boundaries(columns: SeriesColumns) -> list[int]:
    """Return where the machine changed; nearly always it is the same one throughout."""
    if (columns.fingerprint == columns.fingerprint[:1]).all():
        return []
    return environment_boundaries(columns.fingerprint.tolist())


def _store(session: Session, detection: Detection, known: Sequence[Known]) -> list[int]:
    findings = _findings(session, detection)
    if not known and not findings:
        detection.state.open_changes = 0
        return []
    reconciliation = reconcile(known, findings)
    detection.state.open_changes = _count_open(known, reconciliation)
    series_id = detection.state.series_id
    return change_points.store(
        session, detection.project_id, series_id, known, reconciliation, DETECTOR
    )


def _count_open(known: Sequence[Known], reconciliation: Reconciliation) -> int:
    """Count the steps that ask for attention; an environment event asks for none."""
    refuted = {old.id for old in known if old.state is State.REFUTED}
    found = [
        *reconciliation.added,
        *(finding for id_, finding in reconciliation.updated if id_ not in refuted),
    ]
    return sum(finding.kind is Kind.STEP and finding.state in OPEN for finding in found)


def _findings(session: Session, detection: Detection) -> list[Finding]:
    """Put every boundary into words of commits: steps by the detector, environments by decree."""
    bounds = sorted(
        [*(change.index for change in detection.analysis.changes), *detection.analysis.forced]
    )
    steps = with_fixes(
        [_step(session, detection, change, bounds) for change in detection.analysis.changes]
    )
    environments = [_environment(detection, index, bounds) for index in detection.analysis.forced]
    return [*steps, *(finding for finding in environments if finding is not None)]


def _step(session: Session, detection: Detection, change: Change, bounds: Sequence[int]) -> Finding:
    columns, analysis = detection.columns, detection.analysis
    after = int(columns.position[change.first - 1])
    until = int(columns.position[change.last])
    suspects = commits.commit_range(
        session, detection.project_id, detection.branch_id, after, until
    )
    before_n, after_n = _neighbours(change.index, bounds, analysis.n)
    return Finding(
        kind=Kind.STEP,
        verdict=verdict_of(change.before, change.after, detection.direction),
        position=int(columns.position[change.index]),
        commit_id=int(columns.commit[change.index]),
        previous_commit_id=int(columns.commit[change.index - 1]),
        first_position=after + 1,
        last_position=until,
        first_commit_id=suspects.first_commit_id if suspects else None,
        last_commit_id=int(columns.commit[change.last]),
        suspects=suspects.count if suspects else 1,
        ratio=change.ratio,
        low=change.low,
        high=change.high,
        z=change.z,
        before=change.before,
        after=change.after,
        before_n=before_n,
        after_n=after_n,
        sigma=analysis.sigma,
        rho=analysis.rho,
        slope=analysis.slope,
        smallest_detectable=None if math.isnan(analysis.mde) else analysis.mde,
    )


def _environment(detection: Detection, index: int, bounds: Sequence[int]) -> Finding | None:
    """Describe a machine's change: the levels either side, and no verdict."""
    columns, analysis = detection.columns, detection.analysis
    before_n, after_n = _neighbours(index, bounds, analysis.n)
    before = float(np.median(columns.value[index - before_n : index]))
    after = float(np.median(columns.value[index : index + after_n]))
    ratio = after / before if before > 0 else math.nan
    position = int(columns.position[index])
    return Finding(
        kind=Kind.ENVIRONMENT,
        verdict=Verdict.CHANGE,
        position=position,
        commit_id=int(columns.commit[index]),
        previous_commit_id=int(columns.commit[index - 1]),
        first_position=position,
        last_position=position,
        first_commit_id=int(columns.commit[index]),
        last_commit_id=int(columns.commit[index]),
        suspects=0,
        ratio=ratio,
        low=math.nan,
        high=math.nan,
        z=0.0,
        before=before,
        after=after,
        before_n=before_n,
        after_n=after_n,
        sigma=analysis.sigma,
        rho=analysis.rho,
        slope=0.0,
        smallest_detectable=None,
    )


def _neighbours(index: int, bounds: Sequence[int], n: int) -> tuple[int, int]:
    """Return how many points lie between a boundary and the next one on either side."""
    place = bounds.index(index)
    left = bounds[place - 1] if place else 0
    right = bounds[place + 1] if place + 1 < len(bounds) else n
    return index - left, right - index


def _renew_state(detection: Detection) -> None:
    """Bring what screening remembers in line with the history just read."""
    state, columns, analysis = detection.state, detection.columns, detection.analysis
    if not analysis.n:
        return
    state.n = state.analysed_n = analysis.n
    state.regime_n = analysis.n - analysis.regime_start
    state.sigma, state.rho = analysis.sigma, analysis.rho
    state.is_logarithmic = analysis.logarithmic
    state.tail = tail_of(columns.value)
    state.last_value = float(columns.value[-1])
    state.last_position, state.last_run_id = int(columns.position[-1]), int(columns.run[-1])
    state.last_commit_id = int(columns.commit[-1])


def _renew_newest(session: Session, project_id: int, states: Mapping[int, SeriesState]) -> None:
    """Bring what lists show of the newest points in line with them."""
    places = [(id_, state.last_position, state.last_run_id) for id_, state in states.items()]
    for series_id, newest in results.read_points(session, project_id, places).items():
        state = states[series_id]
        state.last_fingerprint_id = newest.fingerprint_id
        state.last_low, state.last_high = newest.low, newest.high
        state.last_n, state.last_measured_at = newest.n, newest.measured_at
