"""The log of messages, page by page."""

from sqlalchemy.orm import Session

from backend.domain.pages import Page, next_cursor, read_cursor
from backend.storage import deliveries
from backend.storage.deliveries import Delivery, LogQuery


def read_log(
    session: Session, project_id: int, query: LogQuery, place: tuple[str | None, int]
) -> Page[Delivery]:
    """Return one page of messages, the newest first."""
    cursor, limit = place
    rows = deliveries.page(session, project_id, query, read_cursor(cursor), limit + 1)
    total = deliveries.count(session, project_id, query)
    return Page(rows[:limit], total, next_cursor([row.id for row in rows], limit))
