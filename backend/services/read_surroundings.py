"""What else may have changed with a change point: binary, work, environment, machine, profiles."""

from sqlalchemy.orm import Session

from backend.domain.change_pages import Surroundings, surroundings
from backend.domain.shown_changes import ShownChange
from backend.storage import change_pages


def read_surroundings(session: Session, project_id: int, change: ShownChange) -> Surroundings:
    """Return what the runs surely before and surely after a change say beside its series."""
    before, after = change_pages.read_sides(session, project_id, change.id)
    neighbours = change_pages.read_neighbours(session, project_id, change.id)
    return surroundings(before, after, neighbours, change.differences)
