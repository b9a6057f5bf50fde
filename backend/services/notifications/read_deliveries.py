"""The log of messages, page by page, and how long it is kept."""

from sqlalchemy.orm import Session

from backend.domain.pages import Page, PageRequest
from backend.storage.notifications import deliveries
from backend.storage.notifications.deliveries import Delivery, LogQuery

FORGOTTEN_AT_ONCE = 5_000


def read_log(
    session: Session, project_id: int, query: LogQuery, page: PageRequest
) -> Page[Delivery]:
    """Return one page of messages, the newest first."""
    return deliveries.read_page(session, project_id, query, page)


def forget_old_messages(session: Session, days: int) -> int:
    """Forget some messages older than the retention of the audit trail; 0 days keeps them."""
    return deliveries.forget_older(session, days, FORGOTTEN_AT_ONCE) if days else 0
