"""Connections to forges in the database."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.orm import Session

from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.requests import StoredConnection, webhook_path
from backend.storage.people.projects import IDS
from backend.storage.tables.pulls import ForgeConnectionRow as Row


@dataclass(frozen=True, slots=True)
class EncryptedConnection:
    """What opens a connection, encrypted."""

    token: bytes | None
    app_key: bytes | None
    secret: bytes


def find(session: Session, project_id: int) -> StoredConnection | None:
    """Return the connection of a project, if it has one."""
    row = session.scalars(select(Row).where(*_present(project_id))).one_or_none()
    return _stored(row) if row else None


def find_by_hook(
    session: Session, hook: str
) -> tuple[int, StoredConnection, EncryptedConnection] | None:
    """Return the project and connection whose webhooks come to an address."""
    row = session.scalars(
        select(Row).where(Row.hook == hook, Row.removed_at.is_(None), Row.project_id.in_(IDS))
    ).one_or_none()
    return (row.project_id, _stored(row), _encrypted(row)) if row else None


def read_encrypted(
    session: Session, project_id: int, connection_id: int
) -> EncryptedConnection | None:
    row = session.scalars(
        select(Row).where(*_present(project_id), Row.id == connection_id)
    ).one_or_none()
    return _encrypted(row) if row else None


def add(
    session: Session,
    project_id: int,
    by: str,
    encrypted: EncryptedConnection,
    **columns: Any,  # noqa: ANN401  columns
) -> int:
    row = Row(project_id=project_id, created_by=by, **_secrets(encrypted), **columns)
    session.add(row)
    session.flush()
    return row.id


def change(session: Session, project_id: int, connection_id: int, **columns: Any) -> None:  # noqa: ANN401  columns
    session.execute(
        update(Row).where(Row.project_id == project_id, Row.id == connection_id).values(**columns)
    )


def remove(session: Session, project_id: int) -> None:
    session.execute(update(Row).where(*_present(project_id)).values(removed_at=func.now()))


def restore(session: Session, project_id: int) -> bool:
    """Bring back what was removed last; False where there is nothing, or another one by now."""
    if find(session, project_id) is not None:
        return False
    last = (
        select(Row.id)
        .where(Row.project_id == project_id, Row.removed_at.is_not(None))
        .order_by(Row.removed_at.desc())
        .limit(1)
        .scalar_subquery()
    )
    done = session.execute(
        update(Row)
        .where(Row.project_id == project_id, Row.id == last)
        .values(removed_at=None)
        .returning(Row.id)
    )
    return done.one_or_none() is not None


def note_forged(session: Session, project_id: int, connection_id: int) -> None:
    """Count a webhook whose signature was wrong."""
    change(session, project_id, connection_id, forged=Row.forged + 1, forged_at=func.now())


def record_update(session: Session, project_id: int, connection_id: int) -> None:
    change(
        session, project_id, connection_id,
        told_at=func.now(), failing_since=None, last_reason="",
    )  # fmt: skip


def note_failed(session: Session, project_id: int, connection_id: int, reason: str) -> None:
    since = func.coalesce(Row.failing_since, func.now())
    change(session, project_id, connection_id, failing_since=since, last_reason=reason)


def _present(project_id: int) -> list[ColumnElement[bool]]:
    return [Row.project_id == project_id, Row.removed_at.is_(None)]


def _secrets(encrypted: EncryptedConnection) -> dict[str, bytes | None]:
    return {
        "encrypted_token": encrypted.token,
        "encrypted_app_key": encrypted.app_key,
        "encrypted_secret": encrypted.secret,
    }


def _encrypted(row: Row) -> EncryptedConnection:
    return EncryptedConnection(row.encrypted_token, row.encrypted_app_key, row.encrypted_secret)


_MADE = {"kind", "has_token", "webhook_path"}
_SHOWN = [name for name in StoredConnection.__dataclass_fields__ if name not in _MADE]


def _stored(row: Row) -> StoredConnection:
    return StoredConnection(
        kind=ForgeKind(row.kind),
        has_token=row.encrypted_token is not None,
        webhook_path=webhook_path(row.hook),
        **{name: getattr(row, name) for name in _SHOWN},
    )
