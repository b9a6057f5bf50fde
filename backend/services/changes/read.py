"""Change points for people: the list that asks for attention, and one of them."""

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.changes.views import OPEN_STATES, ChangePoint
from backend.domain.errors import NotFoundError
from backend.domain.pages import Page, PageRequest
from backend.storage.changes.lists import ChangeQuery, read_change_page
from backend.storage.changes.views import read_changes

ALL = "all"
IN_HAND = {"open": False, "acknowledged": True}
"""Confirmed ones that nobody takes care of yet, and those that somebody does."""


def changes_in(
    state: str,
    verdict: str | None = None,
    filters: SeriesFilters | None = None,
    min_effect: float = 0.0,
) -> ChangeQuery:
    """Return which changes a state in the words of the list means, and the other filters."""
    states = OPEN_STATES if state in IN_HAND else () if state == ALL else (state,)
    return ChangeQuery(
        states,
        verdict,
        series=filters,
        is_acknowledged=IN_HAND.get(state),
        min_effect=min_effect,
    )


def list_changes(
    session: Session,
    project_id: int,
    chosen: tuple[str, str | None],
    filters: SeriesFilters,
    page: PageRequest,
) -> Page[ChangePoint]:
    """Return one page of change points.

    `chosen` is a state (or `open`, `acknowledged` or `all`) and a verdict or None.
    """
    query = changes_in(*chosen, filters)
    return read_change_page(session, project_id, query, page)


def read_change(session: Session, project_id: int, change_id: int) -> ChangePoint:
    """Return one change point; NotFoundError where the project has none with this id."""
    found = read_changes(session, project_id, [change_id])
    if not found:
        raise NotFoundError(f"there is no change point {change_id} in this project")
    return found[0]
