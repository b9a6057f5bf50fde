"""The audit trail. It refers to nothing, so that it outlives what it tells of."""

from datetime import datetime
from typing import Any

from sqlalchemy import Identity, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, created


class AuditEventRow(Base):
    __tablename__ = "audit_event"
    __table_args__ = (
        Index("ix_audit_event_project_id", "project_id", "id"),
        Index("ix_audit_event_project_id_noun", "project_id", "noun", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    project_id: Mapped[int | None]
    """Null: of the whole installation."""
    at: Mapped[datetime] = created()
    who: Mapped[str]
    who_id: Mapped[int | None]
    """Of a user or a key, by the kind."""
    who_name: Mapped[str]
    """As it was then."""
    verb: Mapped[str]
    noun: Mapped[str]
    thing: Mapped[str]
    name: Mapped[str]
    before: Mapped[dict[str, Any]] = mapped_column(JSONB)
    after: Mapped[dict[str, Any]] = mapped_column(JSONB)
    address: Mapped[str]
