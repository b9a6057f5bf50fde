"""The log of messages, page by page, and how long it is kept."""

from sqlalchemy.orm import Session

from backend.domain.pages import Page, next_cursor, read_cursor
from backend.storage.notifications import deliveries
from backend.storage.notifications.deliveries import LogQuery, MessageDelivery

FORGOTTEN_AT_ONCE = 5_000


def read_log(
    session: Session, project_id: int, query: LogQuery, place: tuple[str | None, int]
) -> Page[MessageDelivery]:
    """Return one page of messages, the newest first."""
    cursor, limit = place
    rows = deliveries.page(session, project_id, query, read_cursor(cursor), limit + 1)
    total = deliveries.count(session, project_id, query)
    return Page(rows[:limit], total, next_cursor([row.id for row in rows], limit))


def forget_old_messages(session: Session, days: int) -> int:
    """Forget some messages older than the retention of the audit trail; 0 days keeps them."""
    return deliveries.forget_older(session, days, FORGOTTEN_AT_ONCE) if days else 0
