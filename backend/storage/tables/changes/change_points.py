"""Change points: the first commit of a new level in a series."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, CheckConstraint, Double, Index, Integer
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class ChangePointRow(InProject, Base):
    __tablename__ = "change_point"
    __table_args__ = (
        Index(None, "project_id", "series_id"),
        Index(None, "project_id", "state", "commit_id"),
        CheckConstraint(
            "state in ('suspected', 'confirmed', 'refuted', 'cleared', 'fixed', 'withdrawn')",
            name="state",
        ),
        CheckConstraint("kind in ('step', 'drift', 'environment')", name="kind"),
    )

    series_id: Mapped[int]
    kind: Mapped[str]
    aspect: Mapped[str] = mapped_column(server_default="")
    """What moved: a percentile, the maximum or the spread; empty: the centre."""
    modes_before: Mapped[list[float]] = mapped_column(ARRAY(Double), server_default="{}")
    modes_after: Mapped[list[float]] = mapped_column(ARRAY(Double), server_default="{}")
    """Where the samples have another number of modes: their centres."""
    state: Mapped[str]
    cause: Mapped[str] = mapped_column(server_default="detection")
    """Who brought it into its state: detection, reruns, a job or a person, whose word stays."""
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
    run_id: Mapped[int | None]
    """First run at the new level; where re-runs refuted it, the run that was a spike."""
    before_run_id: Mapped[int | None]
    after_run_id: Mapped[int | None]
    """Last run surely at the old level, first run surely at the new one."""
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
    same_code: Mapped[bool] = mapped_column(server_default="false")
    """Every run around the boundary measured one binary or one commit: it is not the code."""
    offsets: Mapped[list[float]] = mapped_column(ARRAY(Double), server_default="{}")
    """Ratios of other machines that take turns to the newest one, taken out before detection."""
    culprits: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    """Commits that a bisection named, the likeliest first, each with its probability."""
    detector: Mapped[str]
    detected_at: Mapped[datetime] = created()
    updated_at: Mapped[datetime] = created()
    state_changed_at: Mapped[datetime] = created()
    confirmed_at: Mapped[datetime | None]
    """When it was confirmed for the first time."""
    acknowledged_at: Mapped[datetime | None]
    """Since when somebody takes care of it; a state beside the state."""
    acknowledged_by: Mapped[str | None]


class ChangeWriteRow(Base):
    """When a connection last wrote change points, alert groups or what decides which are listed.

    Triggers write it: see migration 0327. A row of its own for each connection, as in
    `series_write`.
    """

    __tablename__ = "change_write"
    __table_args__ = ({"postgresql_with": {"fillfactor": "50"}},)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    backend: Mapped[int] = mapped_column(Integer, primary_key=True)
    stamp: Mapped[UUID]
    written_at: Mapped[datetime] = created()


class ChangeNoteRow(InProject, Base):
    """What a person wrote of a change point, or did to it: the entries under it, in order."""

    __tablename__ = "change_note"
    __table_args__ = (
        Index(None, "project_id", "change_id"),
        CheckConstraint(
            "kind in ('note', 'acknowledged', 'unacknowledged', 'rejected', 'reopened')",
            name="kind",
        ),
    )

    change_id: Mapped[int]
    kind: Mapped[str]
    text: Mapped[str] = mapped_column(server_default="")
    author: Mapped[str]
    """Their name at that time; programs are called by what they came with."""
    user_id: Mapped[int | None]
    created_at: Mapped[datetime] = created()
    removed_at: Mapped[datetime | None]
    """Notes that were removed are kept for a day, so that they can be brought back as they were."""
