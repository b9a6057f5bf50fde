"""Courses: how a quantity went within one process of a run, over its time."""

from sqlalchemy import Index, Integer, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject


class TimeCourseRow(InProject, Base):
    __tablename__ = "time_course"
    __table_args__ = (Index(None, "project_id", "run_id"),)

    run_id: Mapped[int]
    variant_id: Mapped[int]
    metric_id: Mapped[int]
    round: Mapped[int | None] = mapped_column(Integer)
    """The round whose process it tells of; null where nobody said."""
    points: Mapped[int] = mapped_column(Integer)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    """Seconds, then values in the base unit, as little-endian doubles, compressed with zlib."""
