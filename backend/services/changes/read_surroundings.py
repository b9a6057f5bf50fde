"""What else may have changed with a change point: binary, work, environment, machine, profiles."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.changes.group_views import GroupMember
from backend.domain.changes.pages import ChangeSurroundings, surroundings
from backend.domain.changes.views import ChangePoint
from backend.storage.changes import function_changes
from backend.storage.changes import pages as change_pages
from backend.storage.changes.views import read_changes

MOST_FUNCTIONS = 8
MOST_WITNESSES = 50
"""Changes of one cause that are looked through for what their reports tell."""


def find_witness(
    session: Session, project_id: int, lead: ChangePoint, members: Sequence[GroupMember]
) -> ChangePoint:
    """Return the change of a group whose reports tell most of what else changed, or the lead.

    They have one cause, and a report that names no binary and no profile tells nothing of it.
    """
    ids = dict.fromkeys([lead.id, *(one.id for one in members[:MOST_WITNESSES])])
    found = change_pages.most_significant(session, project_id, list(ids))
    return lead if found in (None, lead.id) else read_changes(session, project_id, [found])[0]


def read_surroundings(session: Session, project_id: int, change: ChangePoint) -> ChangeSurroundings:
    """Return what the runs surely before and surely after a change say beside its series."""
    before, after = change_pages.read_sides(session, project_id, change.id)
    neighbours = change_pages.read_neighbours(session, project_id, change.id)
    functions = function_changes.read_at_change(session, project_id, change.id, MOST_FUNCTIONS)
    return surroundings(before, after, neighbours, change.differences, functions)
