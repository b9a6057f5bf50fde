"""Ladders and their rungs."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class LadderRow(InProject, Base):
    __tablename__ = "ladder"
    __table_args__ = (
        UniqueConstraint("project_id", "cause"),
        CheckConstraint("direction in ('lower', 'higher')", name="direction"),
    )

    cause: Mapped[str | None]
    """The manifest's ladder that it follows, with suite and testbed; null for those of people."""
    name: Mapped[str]
    note: Mapped[str] = mapped_column(server_default="")
    metric: Mapped[str]
    unit: Mapped[str]
    """Base unit of every number of its rungs."""
    direction: Mapped[str]
    min_effect: Mapped[float] = mapped_column(Double, server_default="0")
    """Smallest gain worth keeping, as a share."""
    created_by: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime] = created()
    updated_at: Mapped[datetime] = created()
    removed_at: Mapped[datetime | None]
    """Removed rows are kept, so that removing can be undone."""


class RungRow(InProject, Base):
    """One attempt: the result of a series in a run, or figures that somebody published."""

    __tablename__ = "rung"
    __table_args__ = (
        Index(None, "project_id", "ladder_id"),
        Index(
            "uq_rung_baseline",
            "project_id",
            "ladder_id",
            unique=True,
            postgresql_where=text("role = 'baseline' and removed_at is null"),
        ),
        ForeignKeyConstraint(
            ["project_id", "ladder_id"],
            ["ladder.project_id", "ladder.id"],
            name="fk_rung_project_id_ladder_id",
            ondelete="CASCADE",
        ),
        CheckConstraint("role in ('baseline', 'rung', 'control')", name="role"),
        CheckConstraint("decision in ('kept', 'rejected')", name="decision"),
        CheckConstraint("(run_id is null) = (series_id is null)", name="result"),
        CheckConstraint("(run_id is null) <> (value is null)", name="origin"),
    )

    ladder_id: Mapped[int]
    place: Mapped[int] = mapped_column(Integer)
    """Counted from 0; the baseline has the first."""
    role: Mapped[str]
    label: Mapped[str]
    note: Mapped[str] = mapped_column(server_default="")
    decision: Mapped[str | None]
    reason: Mapped[str] = mapped_column(server_default="")
    decided_by: Mapped[str] = mapped_column(server_default="")
    run_id: Mapped[int | None]
    series_id: Mapped[int | None]
    value: Mapped[float | None] = mapped_column(Double)
    sd: Mapped[float | None] = mapped_column(Double)
    n: Mapped[int] = mapped_column(Integer, server_default="1")
    source: Mapped[str] = mapped_column(server_default="")
    """Where published figures come from."""
    conditions: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    """What published figures were measured under."""
    figures: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    """What was published beside the figure that counts, as it was written."""
    created_at: Mapped[datetime] = created()
    removed_at: Mapped[datetime | None]
