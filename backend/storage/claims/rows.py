"""Claims in the database."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.claims.records import StoredClaim
from backend.domain.filled import filled
from backend.domain.reports.claims import ClaimDocument
from backend.storage.tables.claims import ClaimRow, ClaimVerdictRow

MOST_CLAIMS = 200
"""Claims of a project that are listed and judged."""


def read_claims(
    session: Session, project_id: int, suites: Sequence[str] | None = None
) -> list[StoredClaim]:
    """Return the claims of a project by their keys; those that rest on one of some suites."""
    found = (
        select(ClaimRow)
        .where(ClaimRow.project_id == project_id, ClaimRow.removed_at.is_(None))
        .order_by(ClaimRow.key)
        .limit(MOST_CLAIMS)
    )
    if suites is not None:
        found = found.where(ClaimRow.suites.overlap(list(suites)))
    return [_stored(row) for row in session.scalars(found)]


def find_claim(session: Session, project_id: int, claim_id: int) -> StoredClaim | None:
    row = session.get(ClaimRow, (project_id, claim_id), populate_existing=True)
    return _stored(row) if row is not None and row.removed_at is None else None


def find_by_keys(
    session: Session, project_id: int, keys: Sequence[str]
) -> dict[str, tuple[StoredClaim, bool]]:
    """Return claims by key, removed ones too, each with whether it is removed."""
    found = select(ClaimRow).where(ClaimRow.project_id == project_id, ClaimRow.key.in_(keys))
    rows = session.scalars(found.execution_options(populate_existing=True))
    return {row.key: (_stored(row), row.removed_at is not None) for row in rows}


def suites_with_claims(session: Session, project_id: int) -> set[str]:
    """Return the suites on which any claim rests."""
    named = func.unnest(ClaimRow.suites)
    found = select(named).where(ClaimRow.project_id == project_id, ClaimRow.removed_at.is_(None))
    return set(session.scalars(found.distinct()))


def put(
    session: Session, project_id: int, claim: ClaimDocument, suites: Sequence[str], by: str
) -> int:
    """Add a claim, or replace the one of its key and forget what was found of it."""
    values = {"document": msgspec.to_builtins(claim), "suites": list(suites), "created_by": by}
    claim_id = session.execute(
        insert(ClaimRow)
        .values(project_id=project_id, key=claim.key, **values)
        .on_conflict_do_update(
            index_elements=["project_id", "key"],
            set_=values | {"updated_at": func.now(), "removed_at": None},
        )
        .returning(ClaimRow.id)
    ).scalar_one()
    session.execute(
        delete(ClaimVerdictRow).where(
            ClaimVerdictRow.project_id == project_id, ClaimVerdictRow.claim_id == claim_id
        )
    )
    return claim_id


def mark_removed(
    session: Session, project_id: int, claim_id: int, removed_at: datetime | None
) -> str | None:
    """Remove a claim or bring it back; returns its title, None where there is none."""
    row = session.execute(
        update(ClaimRow)
        .where(ClaimRow.project_id == project_id, ClaimRow.id == claim_id)
        .values(removed_at=removed_at)
        .returning(ClaimRow.document)
    ).scalar_one_or_none()
    return None if row is None else str(row["title"])


def _stored(row: ClaimRow) -> StoredClaim:
    return filled(StoredClaim, row, document=msgspec.convert(row.document, ClaimDocument))
