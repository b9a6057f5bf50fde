"""Append new points to what is remembered of their series, and name the series worth a look."""

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from backend.stats.aspects import ASPECTS, is_outside, unknown_band
from backend.stats.changes import Options
from backend.stats.online import is_surprising, surprise
from backend.stats.screening import screen
from backend.storage.packed_columns import longer_stretches
from backend.storage.reports.new_results import NewResult
from backend.storage.reports.results import number_versions
from backend.storage.series import states as series_states
from backend.storage.series.hiding import show_what_has_results
from backend.storage.series.states import TAIL, SeriesState, fresh_state
from backend.storage.thresholds.rows import read_rules


def update_series(
    session: Session, project_id: int, rows: Sequence[NewResult], moved: Iterable[int]
) -> list[int]:
    """Store the new states; return the series whose change points may be others now."""
    by_series: dict[int, list[NewResult]] = {}
    for row in rows:
        by_series.setdefault(row.series_id, []).append(row)
    moved = set(moved)
    suspicious = set(moved)
    versions = number_versions(session, {row.benchmark_version or "" for row in rows} - {""})
    states = series_states.lock(session, project_id, [*by_series, *suspicious])
    appended: list[SeriesState] = []
    fresh: list[int] = []
    for series_id, new in by_series.items():
        new.sort(key=lambda row: (row.position, row.run_id))
        state = states.setdefault(series_id, fresh_state(series_id, new[0].measured_at))
        if _must_look(state, new) or _is_aspect_other(state, new):
            suspicious.add(series_id)
        state.stretches = _stretched(state, new, versions)
        fresh.append(_append(state, new))
        appended.append(state)
    series_states.write(session, project_id, appended)
    show_what_has_results(
        session,
        project_id,
        [state.series_id for state in appended if state.n == len(by_series[state.series_id])],
    )
    series_states.forget_analyses(session, project_id, list(moved))
    lowest_z = read_rules(session, project_id).lowest_z
    return sorted(suspicious | _screened(appended, fresh, lowest_z))


def _must_look(state: SeriesState, new: Sequence[NewResult]) -> bool:
    """Tell whether screening cannot judge: late points, an unknown machine, no logarithm."""
    if new[0].position < state.last_position:
        return True
    known = {None, *(state.machine_offsets or {state.last_fingerprint_id})}
    if state.n and any(row.fingerprint_id not in known for row in new):
        return True
    return state.is_logarithmic and any(row.value <= 0 for row in new)


def _is_aspect_other(state: SeriesState, new: Sequence[NewResult]) -> bool:
    """Tell whether a tail or the spread of a result lies outside what its level allows."""
    told = [row for row in new if row.aspects is not None]
    if not told:
        return False
    bands = state.bands
    if bands is None:
        bands = state.bands = np.tile(unknown_band(state.n, 0), (1, len(ASPECTS), 1))
    n, machines = state.n + len(new), list(state.machine_offsets)
    for row in told:
        # an unknown machine is the one before it
        machine = row.fingerprint_id or state.last_fingerprint_id
        at = machines.index(machine) if machine in machines else 0
        if is_outside(np.array(row.aspects), bands[min(at, len(bands) - 1)], n):
            return True
    return False


def _stretched(
    state: SeriesState, new: Sequence[NewResult], versions: Mapping[str, int]
) -> bytes | None:
    """Return how the definition of the benchmark goes on; None where a point is not the newest."""
    newest = state.last_position, state.last_run_id
    if state.stretches is None or (new[0].position, new[0].run_id) < newest:
        return None
    points = (
        (one.position, one.run_id, versions.get(one.benchmark_version or "", 0)) for one in new
    )
    return longer_stretches(state.stretches, points)


def _append(state: SeriesState, new: Sequence[NewResult]) -> int:
    """Count the points; those at the end also enter the tail. Detection rebuilds it for others.

    Returns how many entered.
    """
    state.n += len(new)
    state.regime_n += len(new)
    newest = [row for row in new if row.position >= state.last_position]
    if not newest:
        return 0
    last = newest[-1]
    joined = np.concatenate([state.tail, _levelled(state, newest)])
    state.tail = joined[-TAIL:]
    state.last_position, state.last_run_id = last.position, last.run_id
    state.last_commit_id, state.last_fingerprint_id = last.commit_id, last.fingerprint_id
    state.last_value, state.last_low, state.last_high = last.value, last.low, last.high
    state.last_n, state.last_measured_at = last.n, last.measured_at
    return len(newest)


def _levelled(state: SeriesState, newest: Sequence[NewResult]) -> list[float]:
    """Return the values as if the machines that take turns were one."""
    if not state.machine_offsets:
        return [row.value for row in newest]
    offsets = [state.machine_offsets.get(row.fingerprint_id or 0, 0.0) for row in newest]
    if state.is_logarithmic:
        return [row.value * math.exp(-offset) for row, offset in zip(newest, offsets, strict=True)]
    return [row.value - offset for row, offset in zip(newest, offsets, strict=True)]


def _screened(states: Sequence[SeriesState], fresh: Sequence[int], lowest_z: float) -> set[int]:
    """Return the series that step, or whose newest points surprise, or that are due.

    All are screened as the most sensitive threshold of the project asks: the analysis that follows
    knows which one judges each.
    """
    if not states:
        return set()
    tails = np.stack([scale_of_analysis(state.tail, state.is_logarithmic) for state in states])
    counts = np.array([state.n for state in states], dtype=np.int64)
    regime_counts = np.array([state.regime_n for state in states], dtype=np.int64)
    noise = np.array([(state.sigma, state.rho, state.slope) for state in states])
    sigmas, rhos, slopes = (column.copy() for column in noise.T)
    analysed = np.array([state.analysed_n for state in states], dtype=np.int64)
    options = Options(z0=lowest_z)
    mask = screen(tails, counts, regime_counts, analysed, sigmas, rhos, slopes, options)
    visible = np.minimum(regime_counts, counts)
    mask |= is_surprising(surprise(tails, visible, np.array(fresh, dtype=np.int64), noise))
    mask |= [state.due_at is not None and state.n >= state.due_at for state in states]
    return {state.series_id for state, is_due in zip(states, mask, strict=True) if is_due}


def scale_of_analysis(values: NDArray[np.float64], is_logarithmic: bool) -> NDArray[np.float64]:  # noqa: FBT001
    """Return the numbers on the scale on which the last analysis worked."""
    if not is_logarithmic:
        return values
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(values)
