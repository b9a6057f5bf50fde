"""Change points for people: the list that asks for attention, and one of them."""

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.pages import Page, read_cursor
from backend.domain.series_filters import SeriesFilters
from backend.domain.shown_changes import OPEN_STATES, ShownChange
from backend.storage.change_lists import ChangeQuery, read_change_page
from backend.storage.shown_changes import read_changes

STATES: dict[str, tuple[str, ...]] = {"open": OPEN_STATES, "all": ()}


def list_changes(
    session: Session,
    project_id: int,
    chosen: tuple[str, str | None],
    filters: SeriesFilters,
    page: tuple[str | None, int],
) -> Page[ShownChange]:
    """Return one page of change points.

    `chosen` is a state (or `open`, or `all`) and a verdict or None; `page` a cursor and a limit.
    """
    state, verdict = chosen
    query = ChangeQuery(STATES.get(state, (state,)), verdict, series=filters)
    return read_change_page(session, project_id, query, read_cursor(page[0]), page[1])


def read_change(session: Session, project_id: int, change_id: int) -> ShownChange:
    """Return one change point; NotFoundError where the project has none with this id."""
    found = read_changes(session, project_id, [change_id])
    if not found:
        raise NotFoundError(f"there is no change point {change_id} in this project")
    return found[0]
