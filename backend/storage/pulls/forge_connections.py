"""Connections to forges in the database."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.orm import Session

from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.requests import KeptConnection
from backend.storage.tables.pulls import ForgeConnectionRow as Row


@dataclass(frozen=True, slots=True)
class SealedConnection:
    """What opens a connection, encrypted."""

    token: bytes | None
    app_key: bytes | None
    secret: bytes


def find(session: Session, project_id: int) -> KeptConnection | None:
    """Return the connection of a project, if it has one."""
    row = session.scalars(select(Row).where(*_present(project_id))).one_or_none()
    return _kept(row) if row else None


def find_by_hook(
    session: Session, hook: str
) -> tuple[int, KeptConnection, SealedConnection] | None:
    """Return the project and connection whose webhooks come to an address."""
    row = session.scalars(
        select(Row).where(Row.hook == hook, Row.removed_at.is_(None))
    ).one_or_none()
    return (row.project_id, _kept(row), _sealed(row)) if row else None


def read_sealed(session: Session, project_id: int, connection_id: int) -> SealedConnection | None:
    row = session.scalars(
        select(Row).where(*_present(project_id), Row.id == connection_id)
    ).one_or_none()
    return _sealed(row) if row else None


def add(
    session: Session,
    project_id: int,
    by: str,
    sealed: SealedConnection,
    **columns: Any,  # noqa: ANN401  columns
) -> int:
    row = Row(project_id=project_id, created_by=by, **_secrets(sealed), **columns)
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


def note_told(session: Session, project_id: int, connection_id: int) -> None:
    change(
        session, project_id, connection_id,
        told_at=func.now(), failing_since=None, last_reason="",
    )  # fmt: skip


def note_failed(session: Session, project_id: int, connection_id: int, reason: str) -> None:
    since = func.coalesce(Row.failing_since, func.now())
    change(session, project_id, connection_id, failing_since=since, last_reason=reason)


def _present(project_id: int) -> list[ColumnElement[bool]]:
    return [Row.project_id == project_id, Row.removed_at.is_(None)]


def _secrets(sealed: SealedConnection) -> dict[str, bytes | None]:
    return {
        "sealed_token": sealed.token,
        "sealed_app_key": sealed.app_key,
        "sealed_secret": sealed.secret,
    }


def _sealed(row: Row) -> SealedConnection:
    return SealedConnection(row.sealed_token, row.sealed_app_key, row.sealed_secret)


_SHOWN = [name for name in KeptConnection.__dataclass_fields__ if name not in {"kind", "has_token"}]


def _kept(row: Row) -> KeptConnection:
    return KeptConnection(
        kind=ForgeKind(row.kind),
        has_token=row.sealed_token is not None,
        **{name: getattr(row, name) for name in _SHOWN},
    )
