"""Append new points to what is remembered of their series, and name the series worth a look."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from backend.stats.screening import screen
from backend.storage import series_states
from backend.storage.new_results import NewResult
from backend.storage.series_states import TAIL, SeriesState


def update_series(
    session: Session, project_id: int, rows: Sequence[NewResult], moved: Iterable[int]
) -> list[int]:
    """Store the new states; return the series whose change points may be others now."""
    by_series: dict[int, list[NewResult]] = {}
    for row in rows:
        by_series.setdefault(row.series_id, []).append(row)
    suspicious = set(moved)
    states = series_states.lock(session, project_id, [*by_series, *suspicious])
    appended: list[SeriesState] = []
    for series_id, new in by_series.items():
        new.sort(key=lambda row: (row.position, row.run_id))
        state = states.setdefault(series_id, _fresh(new[0]))
        if _must_look(state, new):
            suspicious.add(series_id)
        _append(state, new)
        appended.append(state)
    series_states.write(session, project_id, appended)
    return sorted(suspicious | _screened(appended))


def _fresh(row: NewResult) -> SeriesState:
    return SeriesState(
        series_id=row.series_id,
        n=0,
        regime_n=0,
        analysed_n=0,
        sigma=math.nan,
        rho=0.0,
        is_logarithmic=True,
        tail=series_states.empty_tail(),
        last_position=-(2**62),
        last_run_id=0,
        last_commit_id=0,
        last_fingerprint_id=None,
        last_value=math.nan,
        last_low=None,
        last_high=None,
        last_n=0,
        last_measured_at=row.measured_at,
    )


def _must_look(state: SeriesState, new: Sequence[NewResult]) -> bool:
    """Tell whether screening cannot judge: late points, another machine, no logarithm."""
    if new[0].position < state.last_position:
        return True
    if state.n and any(row.fingerprint_id != state.last_fingerprint_id for row in new):
        return True
    return state.is_logarithmic and any(row.value <= 0 for row in new)


def _append(state: SeriesState, new: Sequence[NewResult]) -> None:
    """Count the points; those at the end also enter the tail. Detection rebuilds it for others."""
    state.n += len(new)
    state.regime_n += len(new)
    newest = [row for row in new if row.position >= state.last_position]
    if not newest:
        return
    last = newest[-1]
    joined = np.concatenate([state.tail, [row.value for row in newest]])
    state.tail = joined[-TAIL:]
    state.last_position, state.last_run_id = last.position, last.run_id
    state.last_commit_id, state.last_fingerprint_id = last.commit_id, last.fingerprint_id
    state.last_value, state.last_low, state.last_high = last.value, last.low, last.high
    state.last_n, state.last_measured_at = last.n, last.measured_at


def _screened(states: Sequence[SeriesState]) -> set[int]:
    if not states:
        return set()
    mask = screen(
        np.stack([scale_of_analysis(state.tail, state.is_logarithmic) for state in states]),
        np.array([state.n for state in states], dtype=np.int64),
        np.array([state.regime_n for state in states], dtype=np.int64),
        np.array([state.analysed_n for state in states], dtype=np.int64),
        np.array([state.sigma for state in states]),
        np.array([state.rho for state in states]),
    )
    return {state.series_id for state, is_due in zip(states, mask, strict=True) if is_due}


def scale_of_analysis(values: NDArray[np.float64], is_logarithmic: bool) -> NDArray[np.float64]:  # noqa: FBT001
    """Return the numbers on the scale on which the last analysis worked."""
    if not is_logarithmic:
        return values
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(values)
