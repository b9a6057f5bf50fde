"""Alert groups: change points with one cause, what people made of them, and their news."""

from datetime import date, datetime

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    Double,
    ForeignKey,
    Index,
    Integer,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class AlertGroupRow(InProject, Base):
    __tablename__ = "alert_group"
    __table_args__ = (
        UniqueConstraint("project_id", "number"),
        Index(None, "project_id", "state", "time"),
        Index(None, "project_id", "branch_id", "last_position"),
        CheckConstraint(
            "state in ('open', 'acknowledged', 'fixed', 'accepted', 'invalid', 'withdrawn')",
            name="state",
        ),
        CheckConstraint("cause in ('code', 'drift', 'same_binary', 'machine')", name="cause"),
        CheckConstraint(
            "direction in ('regression', 'improvement', 'mixed', 'change')", name="direction"
        ),
    )

    number: Mapped[int]
    """What people call it; counted from 1 in each project."""
    branch_id: Mapped[int]
    testbed_id: Mapped[int] = mapped_column(server_default="0")
    """0: the code, which reaches every testbed."""
    cause: Mapped[str]
    first_position: Mapped[int]
    last_position: Mapped[int]
    """Positions that the ranges of all members have in common."""
    culprit_commit_id: Mapped[int | None]
    """Where a person says that the cause is."""
    direction: Mapped[str]
    lead_id: Mapped[int]
    """The worst member."""
    size: Mapped[float] = mapped_column(Double)
    """|ln ratio| of the lead."""
    time: Mapped[datetime]
    """When the newest commit at a new level was made."""
    changes: Mapped[int] = mapped_column(Integer)
    """Members that count; 0 where all have gone to other groups."""
    series: Mapped[int] = mapped_column(Integer)
    regressions: Mapped[int] = mapped_column(Integer)
    improvements: Mapped[int] = mapped_column(Integer)
    opened_at: Mapped[datetime] = created()
    changed_at: Mapped[datetime] = created()
    """When the last of its members came into its state."""
    state: Mapped[str]
    is_said: Mapped[bool] = mapped_column(server_default="false")
    """A person brought it into its state."""
    state_by: Mapped[str | None]
    state_at: Mapped[datetime] = created()
    why: Mapped[str] = mapped_column(server_default="")
    fixed_commit_id: Mapped[int | None]
    """The commit with which the level came back."""
    episode: Mapped[int] = mapped_column(Integer, server_default="1")
    """How many times it has been opened: each time it may be told of once more."""
    assignee_id: Mapped[int | None] = mapped_column(
        ForeignKey("user_account.id", ondelete="SET NULL")
    )
    is_assigned: Mapped[bool] = mapped_column(server_default="false")
    """A person said who takes care, or that nobody does."""
    due_on: Mapped[date | None]
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    issue_url: Mapped[str] = mapped_column(server_default="")
    muted_until: Mapped[datetime | None]
    """Until when every change that counts is muted: it is shown and alerts nobody."""
    merged_into: Mapped[int | None]
    """The number of the group that has its members now."""


class AlertMemberRow(Base):
    """A change point in its group."""

    __tablename__ = "alert_member"
    __table_args__ = (Index(None, "project_id", "group_id", "rank"),)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    change_id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int]
    rank: Mapped[int] = mapped_column(Integer)
    """0 is the worst."""
    is_pinned: Mapped[bool] = mapped_column(server_default="false")
    """A person put it there, and evidence does not take it away."""
    joined_at: Mapped[datetime] = created()


class AlertMuteRow(InProject, Base):
    """Series that alert nobody until a time: those that share every id that is given."""

    __tablename__ = "alert_mute"
    __table_args__ = (Index(None, "project_id", "until"),)

    suite_id: Mapped[int | None]
    benchmark_id: Mapped[int | None]
    metric_id: Mapped[int | None]
    testbed_id: Mapped[int | None]
    branch_id: Mapped[int | None]
    until: Mapped[datetime]
    why: Mapped[str]
    author: Mapped[str]
    user_id: Mapped[int | None]
    created_at: Mapped[datetime] = created()
    lifted_at: Mapped[datetime | None]


class AlertActivityRow(InProject, Base):
    """One entry of the story of a group: what was written of it or done to it."""

    __tablename__ = "alert_activity"
    __table_args__ = (Index(None, "project_id", "group_id"),)

    group_id: Mapped[int]
    kind: Mapped[str]
    text: Mapped[str] = mapped_column(server_default="")
    author: Mapped[str] = mapped_column(server_default="")
    """Their name at that time; empty: Tidemark itself."""
    user_id: Mapped[int | None]
    created_at: Mapped[datetime] = created()
    removed_at: Mapped[datetime | None]
    """When its writer took a note back, who may still undo that."""


class AlertEventRow(InProject, Base):
    """What is news of a group, once per episode: what a message can be sent of exactly once."""

    __tablename__ = "alert_event"
    __table_args__ = (
        UniqueConstraint("project_id", "group_id", "kind", "episode"),
        CheckConstraint(
            "kind in ('opened', 'grew', 'narrowed', 'fixed', 'reopened', 'withdrawn')", name="kind"
        ),
    )

    group_id: Mapped[int]
    kind: Mapped[str]
    episode: Mapped[int] = mapped_column(Integer)
    times: Mapped[int] = mapped_column(Integer, server_default="1")
    """How often it happened; growing goes on."""
    first_at: Mapped[datetime] = created()
    last_at: Mapped[datetime] = created()
