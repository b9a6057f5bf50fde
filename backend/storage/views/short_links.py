"""Short links in the database."""

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.views.page_addresses import PageAddress, stored_address
from backend.domain.views.short_links import LONGEST, SHORTEST, code_of, content_hash
from backend.storage.tables.views import ShortLinkRow


def ensure(session: Session, project_id: int, address: PageAddress) -> str:
    """Return the code of a page, made at first; somebody may be making it at the same time."""
    content = content_hash(project_id, address.tail)
    for length in range(SHORTEST, LONGEST + 1):
        known = _code(session, project_id, content)
        if known is not None:
            return known
        session.execute(
            insert(ShortLinkRow)
            .values(
                code=code_of(content, length),
                project_id=project_id,
                content_hash=content,
                address=address.tail,
            )
            .on_conflict_do_nothing()
        )
    raise LookupError("every length of this code is taken by other pages")


def _code(session: Session, project_id: int, content: bytes) -> str | None:
    return session.scalars(
        select(ShortLinkRow.code).where(
            ShortLinkRow.project_id == project_id, ShortLinkRow.content_hash == content
        )
    ).one_or_none()


def find(session: Session, code: str) -> tuple[int, PageAddress] | None:
    """Return the project and the page behind a code."""
    row = session.get(ShortLinkRow, code)
    return (row.project_id, stored_address(row.address)) if row else None
