"""Splits that are kept, and what people did with them."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Index, Text, UniqueConstraint
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class SplitRow(InProject, Base):
    __tablename__ = "split"
    __table_args__ = (
        UniqueConstraint("project_id", "cause"),
        Index(None, "project_id", "state", "id"),
        CheckConstraint("kind in ('measured', 'published')", name="kind"),
        CheckConstraint("origin in ('proposed', 'person', 'suite')", name="origin"),
        CheckConstraint("state in ('open', 'accepted', 'rejected')", name="state"),
    )

    kind: Mapped[str]
    origin: Mapped[str]
    cause: Mapped[str | None]
    """By what it is known, so that it is not listed twice; null for published tables."""
    name: Mapped[str] = mapped_column(server_default="")
    """As a person calls it; empty: by its change."""
    change: Mapped[str]
    """What is compared, in words."""
    subject: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """Both sides and what is weighed, or the published table."""
    suites: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    testbeds: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    weights: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    state: Mapped[str] = mapped_column(server_default="open")
    state_changed_at: Mapped[datetime | None]
    decided_by: Mapped[str] = mapped_column(server_default="")
    reason: Mapped[str] = mapped_column(server_default="")
    note: Mapped[str] = mapped_column(server_default="")
    summary: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """What it came to at `judged_at`, for lists; its page judges again."""
    judged_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = created()
    created_by: Mapped[str] = mapped_column(server_default="")


class SplitEventRow(InProject, Base):
    """Made, accepted, rejected, opened again, weighed, noted: who, when, and what it said then."""

    __tablename__ = "split_event"
    __table_args__ = (Index(None, "project_id", "split_id", "id"),)

    split_id: Mapped[int]
    at: Mapped[datetime] = created()
    actor: Mapped[str]
    action: Mapped[str]
    text: Mapped[str] = mapped_column(server_default="")
    headline: Mapped[str] = mapped_column(server_default="")
