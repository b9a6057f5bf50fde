"""Comparisons of a program with itself, and up to which run they were looked for."""

from datetime import datetime

from sqlalchemy import Index, Integer
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, created


class SelfComparisonRow(Base):
    """Two successive runs of the same code; each run is the contender of one at most."""

    __tablename__ = "self_comparison"
    __table_args__ = (Index(None, "project_id", "testbed_id", "run_id"),)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(primary_key=True)
    """The contender."""
    baseline_run_id: Mapped[int]
    testbed_id: Mapped[int]
    compared: Mapped[int] = mapped_column(Integer)
    """Sampled results of which a difference could have been claimed."""
    alarms: Mapped[int] = mapped_column(Integer)
    """Those of which one was."""
    measured_at: Mapped[datetime]
    judged_at: Mapped[datetime] = created()


class SelfComparisonProgressRow(Base):
    __tablename__ = "self_comparison_progress"

    project_id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int]
    """The last run that was looked at; runs of a project are stored one transaction at a time."""
