"""Jobs, what became of them step by step, their logs, and the runs they brought."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created

QUEUED = text("state = 'queued'")
PLACE = text("coalesce(testbed_id, 0)")
"""Equal to a constant, which `is null` is not: PostgreSQL reads no order from an index for that."""
LABEL_SET = text("hash_array_extended(labels, 0)")
HELD = text("state in ('leased', 'running')")
LEASED = text("state = 'leased'")
LEASED_BEFORE = text("lease > 0")
ENDED = text("state = 'finished'")
SELF_CHECK = text("kind = 'aa'")
OF_PULL = text("pull_id is not null")
SCHEDULED = text("due_key is not null")


class JobRow(InProject, Base):
    __tablename__ = "job"
    __table_args__ = (
        # an agent reads the front of the queue of its testbed and of those without one, for each
        # set of labels that it has
        Index(
            "ix_job_front",
            "project_id",
            PLACE,
            LABEL_SET,
            text("priority desc"),
            "turn",
            "id",
            postgresql_where=QUEUED,
        ),
        # and a page the front of the whole queue
        Index(
            "ix_job_queue",
            "project_id",
            text("priority desc"),
            "turn",
            "id",
            postgresql_where=QUEUED,
        ),
        Index("ix_job_held", "lease_until", postgresql_where=HELD),
        Index("ix_job_held_on", "project_id", "measured_on", postgresql_where=HELD),
        Index("ix_job_waiting_since", "asked_at", postgresql_where=QUEUED),
        Index("ix_job_turn", "project_id", "turn", postgresql_where=LEASED_BEFORE),
        Index("ix_job_asker", "project_id", "asker", "turn_end"),
        Index("ix_job_queued_by", "project_id", "asker", postgresql_where=QUEUED),
        Index("ix_job_duration", "project_id", "kind", "suite", "ended_at", postgresql_where=ENDED),
        Index("ix_job_change", "project_id", "change_id"),
        Index("ix_job_self_checks", "project_id", "id", postgresql_where=SELF_CHECK),
        Index("ix_job_pull", "project_id", "pull_id", postgresql_where=OF_PULL),
        Index("ix_job_due", "project_id", "due_key", unique=True, postgresql_where=SCHEDULED),
        Index("ix_job_commits", "project_id", "suite", text("md5(target ->> 'commits')")),
        CheckConstraint(
            "state in ('queued', 'leased', 'running', 'finished', 'failed', 'cancelled',"
            " 'expired')",
            name="state",
        ),
    )

    kind: Mapped[str]
    suite: Mapped[str]
    target: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """What is measured, as `JobTarget` has it."""
    testbed_id: Mapped[int | None]
    """The only testbed that it may be measured on."""
    machine_id: Mapped[int | None]
    """The only machine of it that may measure it: a check of the machine."""
    labels: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    preferred: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    priority: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    budget_minutes: Mapped[int] = mapped_column(Integer)
    asker: Mapped[str]
    """What counts as one asker."""
    asked_by: Mapped[str]
    """Their name at that time."""
    why: Mapped[str]
    asked_at: Mapped[datetime] = created()
    parent_id: Mapped[int | None]
    change_id: Mapped[int | None]
    pull_id: Mapped[int | None]
    state: Mapped[str] = mapped_column(server_default="queued")
    reason: Mapped[str] = mapped_column(server_default="")
    """Why it is in its state."""
    turn: Mapped[float] = mapped_column(Double)
    """Its place on the clock of machine minutes, and where the next of its asker begins."""
    turn_end: Mapped[float] = mapped_column(Double)
    not_before: Mapped[datetime | None]
    lease: Mapped[int] = mapped_column(server_default="0")
    """Fencing token: counts the leases; whoever shows an older one holds nothing."""
    lease_until: Mapped[datetime | None]
    agent_id: Mapped[int | None]
    kept_leases: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    """Leases whose runs count: a job that goes on has several."""
    spent_s: Mapped[float] = mapped_column(Double, server_default="0")
    """Seconds of a machine that they took."""
    patch: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """What makes a commit of the target that no repository has, as `git diff` wrote it."""
    plan: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """What decides whether it goes on, as `JobPlan` has it."""
    holder: Mapped[str] = mapped_column(server_default="")
    """Whose key holds the lease."""
    measured_on: Mapped[int | None]
    """The testbed of the agent that has it, or had it last."""
    leased_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    is_cancel_wanted: Mapped[bool] = mapped_column(server_default="false")
    cancelled_by: Mapped[str] = mapped_column(server_default="")
    progress: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """What the agent said last: stage, rounds done and planned."""
    reports: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Idempotency keys of the reports that the leases that count brought."""
    verdict: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    search: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """Where a bisection stands, as `CulpritSearch` has it."""
    log_bytes: Mapped[int] = mapped_column(Integer, server_default="0")
    log_lines: Mapped[int] = mapped_column(Integer, server_default="0")
    log_dropped: Mapped[int] = mapped_column(Integer, server_default="0")
    due_key: Mapped[str | None]
    """Of a suite of an agent's schedule: which one, and since when it is due."""


class JobEventRow(InProject, Base):
    """A step of a job: into which state, when, and why."""

    __tablename__ = "job_event"
    __table_args__ = (
        Index(None, "project_id", "job_id"),
        Index("ix_job_event_leased", "project_id", "at", postgresql_where=LEASED),
        ForeignKeyConstraint(
            ["project_id", "job_id"],
            ["job.project_id", "job.id"],
            name="fk_job_event_project_id_job_id",
            ondelete="CASCADE",
        ),
    )

    job_id: Mapped[int]
    state: Mapped[str]
    why: Mapped[str]
    lease: Mapped[int]
    agent_id: Mapped[int | None]
    """Whom the lease was given to by this step."""
    at: Mapped[datetime] = created()


class JobLogRow(InProject, Base):
    """Lines of a log, as they came: compressed, never changed."""

    __tablename__ = "job_log"
    __table_args__ = (
        Index(None, "project_id", "job_id", "first_line"),
        ForeignKeyConstraint(
            ["project_id", "job_id"],
            ["job.project_id", "job.id"],
            name="fk_job_log_project_id_job_id",
            ondelete="CASCADE",
        ),
    )

    job_id: Mapped[int]
    first_line: Mapped[int] = mapped_column(Integer)
    """Counted from 0."""
    lines: Mapped[int] = mapped_column(Integer)
    size: Mapped[int] = mapped_column(Integer, server_default="0")
    """Bytes before compression."""
    content: Mapped[bytes] = mapped_column(LargeBinary)


class JobRoundRow(Base):
    """What a round of one variant brought, as it came in: a number of each arm."""

    __tablename__ = "job_round"
    __table_args__ = (
        ForeignKeyConstraint(
            ["project_id", "job_id"],
            ["job.project_id", "job.id"],
            name="fk_job_round_project_id_job_id",
            ondelete="CASCADE",
        ),
    )

    project_id: Mapped[int] = mapped_column(primary_key=True)
    job_id: Mapped[int] = mapped_column(primary_key=True)
    lease: Mapped[int] = mapped_column(primary_key=True)
    variant: Mapped[str] = mapped_column(primary_key=True)
    round: Mapped[int] = mapped_column(Integer, primary_key=True)
    metric: Mapped[str]
    arms: Mapped[list[float]] = mapped_column(ARRAY(Double))


class JobRunRow(Base):
    """A run that a job brought; it counts for the job if its lease was the last one."""

    __tablename__ = "job_run"
    __table_args__ = (Index(None, "project_id", "job_id"),)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(primary_key=True)
    job_id: Mapped[int]
    lease: Mapped[int]
    arm: Mapped[int] = mapped_column(SmallInteger)
    """Which of the job's commits it measured, counted from 0."""


class JobProposalRow(Base):
    """What an agent saw of a proposal, and the receipt that came of it."""

    __tablename__ = "job_proposal"
    __table_args__ = (
        ForeignKeyConstraint(
            ["project_id", "job_id"],
            ["job.project_id", "job.id"],
            name="fk_job_proposal_project_id_job_id",
            ondelete="CASCADE",
        ),
    )

    project_id: Mapped[int] = mapped_column(primary_key=True)
    job_id: Mapped[int] = mapped_column(primary_key=True)
    evidence: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """As `ProposalEvidence` has it."""
    signed: Mapped[str] = mapped_column(server_default="")
    """The receipt, byte for byte as it was signed; empty: it is not judged yet."""
    signature: Mapped[str] = mapped_column(server_default="")
    key: Mapped[str] = mapped_column(server_default="")
    """The public key in hexadecimal."""
