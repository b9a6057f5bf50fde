"""Change points: the first commit of a new level in a series."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Double, Index, Integer
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class ChangePointRow(InProject, Base):
    __tablename__ = "change_point"
    __table_args__ = (
        Index(None, "project_id", "series_id"),
        Index(None, "project_id", "state", "commit_id"),
        CheckConstraint(
            "state in ('suspected', 'confirmed', 'refuted', 'fixed', 'withdrawn')", name="state"
        ),
        CheckConstraint("kind in ('step', 'environment')", name="kind"),
    )

    series_id: Mapped[int]
    kind: Mapped[str]
    state: Mapped[str]
    verdict: Mapped[str]
    """regression, improvement, or change where the direction is unknown."""
    position: Mapped[int]
    commit_id: Mapped[int]
    """First commit measured at the new level."""
    previous_commit_id: Mapped[int | None]
    """Last commit measured at the old level."""
    first_position: Mapped[int]
    last_position: Mapped[int]
    """Positions that hold the cause, both included."""
    first_commit_id: Mapped[int | None]
    last_commit_id: Mapped[int]
    suspects: Mapped[int] = mapped_column(Integer)
    ratio: Mapped[float] = mapped_column(Double)
    low: Mapped[float] = mapped_column(Double)
    high: Mapped[float] = mapped_column(Double)
    z: Mapped[float] = mapped_column(Double)
    before: Mapped[float] = mapped_column(Double)
    after: Mapped[float] = mapped_column(Double)
    before_n: Mapped[int] = mapped_column(Integer)
    after_n: Mapped[int] = mapped_column(Integer)
    sigma: Mapped[float] = mapped_column(Double)
    rho: Mapped[float] = mapped_column(Double)
    slope: Mapped[float] = mapped_column(Double)
    smallest_detectable: Mapped[float | None] = mapped_column(Double)
    detector: Mapped[str]
    detected_at: Mapped[datetime] = created()
    updated_at: Mapped[datetime] = created()
    state_changed_at: Mapped[datetime] = created()
