"""Find the change points of series from their whole histories, and keep what is known in step."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from backend.domain.changes.findings import ChangeFinding
from backend.domain.changes.judging import settled_before
from backend.domain.changes.reconciliation import (
    BEFORE_ALL,
    Known,
    Reconciliation,
    is_counted,
    reconcile,
)
from backend.domain.thresholds.rules import ThresholdRules
from backend.services.bursts import DETECTION_CHUNK
from backend.services.changes.analyse_series import Detection, analyse_series
from backend.services.changes.describe import findings_of
from backend.services.changes.judge_aspects import findings_of_aspects
from backend.services.task_queue import TaskName
from backend.stats.screening import tail_of
from backend.storage import outbox
from backend.storage.changes import points as change_points
from backend.storage.packed_columns import packed_stretches
from backend.storage.reports import results
from backend.storage.series import states as series_states
from backend.storage.series.hiding import decide_what_is_hidden, without_results
from backend.storage.series.states import SeriesState
from backend.storage.thresholds.rows import read_rules, thresholds_of

DETECTOR = "rsv 2"
"""Name and version of the detector; stored with everything it finds."""


def detect_requested(session: Session, project_id: int, outbox_id: int) -> list[int]:
    """Do the work of outbox rows and remove them; returns the change points touched.

    The row that is named, and others of its project as far as one task can: a series that several
    batches asked for is read once.
    """
    rows = outbox.take_rows(session, outbox_id, DETECTION_CHUNK)
    if not rows:
        return []
    # new thresholds are applied quietly: what they find in old points must not be news here
    waiting = outbox.subjects_waiting(session, TaskName.APPLY_THRESHOLDS, project_id)
    free = {id_ for series_ids in rows for id_ in series_ids} - waiting
    return detect_changes(session, project_id, sorted(free))


def detect_changes(
    session: Session,
    project_id: int,
    series_ids: Sequence[int],
    rules: ThresholdRules | None = None,
    *,
    is_afresh: bool = False,
) -> list[int]:
    """Analyse series again; returns ids of change points of which something is different.

    They are judged by the thresholds that hold, unless others are given. Afresh: what was told
    before has no more right to stand than what is new, since what is asked of it is different.
    """
    states = series_states.lock(session, project_id, series_ids)
    known = change_points.known_of(session, project_id, list(states), to_store=True)
    rules = read_rules(session, project_id) if rules is None else rules
    thresholds = thresholds_of(session, project_id, list(states), rules)
    touched = _close_empty(session, project_id, states, known)
    # a state that says of nothing that it was analysed belongs to a history that was corrected
    held = {id_: known.get(id_, []) for id_, one in states.items() if one.analysed_n > 0}
    if is_afresh:
        held = {}
    centre = {id_: [one for one in ones if not one.aspect] for id_, ones in held.items()}
    for detection in analyse_series(session, project_id, states, thresholds, centre):
        series_id = detection.state.series_id
        found = findings_of(session, detection)
        stored = known.get(series_id, [])
        found += findings_of_aspects(session, detection, found, stored, held.get(series_id, []))
        touched += _store(session, detection, stored, found, is_afresh=is_afresh)
        _renew_state(detection)
    _renew_newest(session, project_id, states)
    series_states.write(session, project_id, list(states.values()))
    return touched


def _close_empty(
    session: Session,
    project_id: int,
    states: dict[int, SeriesState],
    known: Mapping[int, Sequence[Known]],
) -> list[int]:
    """Withdraw the changes of series whose results are all gone, and forget their states."""
    gone = without_results(session, project_id, list(states))
    touched: list[int] = []
    for series_id in gone:
        del states[series_id]
        closing = reconcile(known.get(series_id, []), [])
        touched += change_points.store(session, project_id, series_id, closing, DETECTOR)
    if gone:
        series_states.forget(session, project_id, gone)
        decide_what_is_hidden(session, project_id, gone)
    return touched


def _store(
    session: Session,
    detection: Detection,
    known: Sequence[Known],
    findings: Sequence[ChangeFinding],
    *,
    is_afresh: bool,
) -> list[int]:
    if not known and not findings:
        detection.state.open_changes = 0
        return []
    settled = BEFORE_ALL if is_afresh else settled_before(detection.columns.position)
    reconciliation = reconcile(known, findings, settled)
    detection.state.open_changes = _count_open(reconciliation)
    series_id = detection.state.series_id
    return change_points.store(session, detection.project_id, series_id, reconciliation, DETECTOR)


def _count_open(reconciliation: Reconciliation) -> int:
    """Count the steps that ask for attention."""
    found = [
        *reconciliation.added,
        *((update.finding, update.standing) for update in reconciliation.updated),
    ]
    return sum(
        is_counted(finding.kind, standing.state, same_code=finding.same_code)
        for finding, standing in found
    )


def _renew_state(detection: Detection) -> None:
    """Bring what screening remembers in line with the history just read."""
    state, columns, history = detection.state, detection.columns, detection.history
    analysis = history.analysis
    if not analysis.n:
        return
    state.n = state.analysed_n = analysis.n
    state.regime_n = analysis.n - analysis.regime_start
    state.sigma, state.rho, state.slope = analysis.sigma, analysis.rho, analysis.slope
    state.scatter, state.scatter_n = analysis.scatter, analysis.scatter_runs
    state.is_logarithmic = analysis.logarithmic
    state.due_at = history.due_at
    state.machine_offsets = history.levelled.offsets[-1]
    state.tail = tail_of(history.levelled.values)
    state.last_value = float(columns.value[-1])
    state.last_position, state.last_run_id = int(columns.position[-1]), int(columns.run[-1])
    state.last_commit_id = int(columns.commit[-1])
    state.stretches = packed_stretches(columns.position, columns.run, columns.version)


def _renew_newest(session: Session, project_id: int, states: Mapping[int, SeriesState]) -> None:
    """Bring what lists show of the newest points in line with them."""
    places = [(id_, state.last_position, state.last_run_id) for id_, state in states.items()]
    for series_id, newest in results.read_points(session, project_id, places).items():
        state = states[series_id]
        state.last_fingerprint_id = newest.fingerprint_id
        state.last_low, state.last_high = newest.low, newest.high
        state.last_n, state.last_measured_at = newest.n, newest.measured_at
