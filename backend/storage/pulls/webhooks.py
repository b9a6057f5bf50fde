"""Webhooks of forges in the database: each delivery once, and what came of it."""

from typing import Any

from sqlalchemy import Select, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.pulls.forge_events import MergeGroupFormed
from backend.domain.pulls.requests import ReceivedWebhook
from backend.storage.tables.pulls import WebhookRow as Row

MOST_SHOWN = 50


def add(
    session: Session, place: tuple[int, int], delivery: str, event: tuple[str, int | None, Any]
) -> int | None:
    """Keep a delivery of a connection (project, id); None where it has come before."""
    kind, number, told = event
    new = insert(Row).values(
        project_id=place[0], connection_id=place[1], delivery=delivery, kind=kind, number=number,
        event=told,
    )  # fmt: skip
    kept = new.on_conflict_do_nothing(index_elements=["project_id", "connection_id", "delivery"])
    return session.scalars(kept.returning(Row.id)).one_or_none()


def record_receipt(session: Session, project_id: int, webhook_id: int, outcome: str) -> None:
    session.execute(
        update(Row)
        .where(Row.project_id == project_id, Row.id == webhook_id)
        .values(heard_at=func.now(), outcome=outcome[:400])
    )


def newest(session: Session, project_id: int, number: int | None = None) -> list[ReceivedWebhook]:
    """Return the newest webhooks of a project, or of one pull request."""
    columns = [getattr(Row, name) for name in ReceivedWebhook.__dataclass_fields__]
    found = select(*columns).where(Row.project_id == project_id)
    if number is not None:
        found = found.where(Row.number == number)
    return _newest(session, found)


def newest_of_group(session: Session, project_id: int, head: str) -> list[ReceivedWebhook]:
    """Return the newest webhooks of a merge group, which has a head instead of a number."""
    columns = [getattr(Row, name) for name in ReceivedWebhook.__dataclass_fields__]
    found = select(*columns).where(
        Row.project_id == project_id, Row.number.is_(None),
        Row.kind == MergeGroupFormed.__name__, Row.event["head"].astext == head,
    )  # fmt: skip
    return _newest(session, found)


def _newest(session: Session, found: Select[Any]) -> list[ReceivedWebhook]:
    rows = session.execute(found.order_by(Row.id.desc()).limit(MOST_SHOWN))
    return [ReceivedWebhook(*row) for row in rows]


def waiting_of(
    session: Session, project_id: int, number: int, kind: str
) -> list[tuple[int, dict[str, Any]]]:
    """Return what nobody has looked at of a pull request, the oldest first."""
    found = select(Row.id, Row.event).where(
        Row.project_id == project_id, Row.number == number, Row.kind == kind,
        Row.heard_at.is_(None),
    )  # fmt: skip
    return [(row[0], row[1]) for row in session.execute(found.order_by(Row.id))]


def was_received(session: Session, project_id: int, said: tuple[str, str], but: int) -> bool:
    """Tell whether a comment was heard under another delivery; `said` is its kind and id."""
    kind, comment = said
    found = select(Row.id).where(
        Row.project_id == project_id, Row.kind == kind, Row.id != but,
        Row.event["comment"].astext == comment, Row.heard_at.is_not(None),
    )  # fmt: skip
    return session.scalars(found.limit(1)).first() is not None
