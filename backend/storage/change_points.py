"""Change points in the database."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import case, func, insert, update
from sqlalchemy.orm import Session

from backend.domain.change_points import (
    Finding,
    Kind,
    Known,
    Reconciliation,
    State,
    state_after,
)
from backend.storage.engine import raw_connection
from backend.storage.tables.change_points import ChangePointRow

_KNOWN = """
select series_id, id, kind, state, position, first_position, last_position, before, after
from change_point where project_id = %s and series_id = any(%s)
"""


def known_of(
    session: Session, project_id: int, series_ids: Sequence[int]
) -> dict[int, list[Known]]:
    """Return the stored change points of each series that has any."""
    rows = raw_connection(session).execute(_KNOWN, (project_id, list(series_ids))).fetchall()
    known: dict[int, list[Known]] = {}
    for series_id, id_, kind, state, *numbers in rows:
        known.setdefault(series_id, []).append(Known(id_, Kind(kind), State(state), *numbers))
    return known


def store(
    session: Session,
    project_id: int,
    series_id: int,
    known: Sequence[Known],
    reconciliation: Reconciliation,
    detector: str,
) -> list[int]:
    """Write a reconciliation; returns the ids of change points that were added or changed state."""
    states = {old.id: old.state for old in known}
    touched = _withdraw(session, project_id, reconciliation.withdrawn)
    for id_, finding in reconciliation.updated:
        state = state_after(states[id_], finding.state)
        if state is not states[id_]:
            touched.append(id_)
        _update(session, project_id, id_, finding, state, detector)
    for finding in reconciliation.added:
        touched.append(_add(session, project_id, series_id, finding, detector))
    return touched


def _add(session: Session, project_id: int, series_id: int, finding: Finding, detector: str) -> int:
    return session.execute(
        insert(ChangePointRow)
        .values(project_id=project_id, series_id=series_id, detector=detector, **asdict(finding))
        .returning(ChangePointRow.id)
    ).scalar_one()


def _update(
    session: Session, project_id: int, id_: int, finding: Finding, state: State, detector: str
) -> None:
    is_same = ChangePointRow.state == state
    session.execute(
        update(ChangePointRow)
        .where(ChangePointRow.project_id == project_id, ChangePointRow.id == id_)
        .values(
            **asdict(finding) | {"state": state},
            detector=detector,
            updated_at=func.now(),
            state_changed_at=case((is_same, ChangePointRow.state_changed_at), else_=func.now()),
        )
    )


def _withdraw(session: Session, project_id: int, ids: Sequence[int]) -> list[int]:
    if ids:
        session.execute(
            update(ChangePointRow)
            .where(ChangePointRow.project_id == project_id, ChangePointRow.id.in_(ids))
            .values(state=State.WITHDRAWN, updated_at=func.now(), state_changed_at=func.now())
        )
    return list(ids)
