"""The thresholds of projects in all their versions, and dry runs of such as are not kept yet."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    Integer,
    UniqueConstraint,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class ThresholdVersionRow(InProject, Base):
    """A file of thresholds as it was saved; the newest one holds."""

    __tablename__ = "threshold_version"
    __table_args__ = (UniqueConstraint("project_id", "number"),)

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer)
    """Counted from 1 in each project."""
    text: Mapped[str]
    source: Mapped[str] = mapped_column(server_default="")
    author: Mapped[str]
    """Name of the user or of the API key, as it was then."""
    saved_at: Mapped[datetime] = created()


class DryRunRow(InProject, Base):
    """Thresholds tried on stored histories, a few series at a time."""

    __tablename__ = "dry_run"
    __table_args__ = (
        Index(None, "project_id", "created_at"),
        CheckConstraint("state in ('waiting', 'running', 'done', 'failed')", name="state"),
    )

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    text: Mapped[str]
    base_number: Mapped[int] = mapped_column(Integer)
    """The version it is held against; 0: what holds until something is saved."""
    state: Mapped[str] = mapped_column(server_default="waiting")
    series_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    """Series that would be judged otherwise."""
    done: Mapped[int] = mapped_column(Integer, server_default="0")
    """How many of them have been looked at."""
    found: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    author: Mapped[str]
    created_at: Mapped[datetime] = created()
    finished_at: Mapped[datetime | None]
