"""Testbeds, machines, their fingerprints, environments, and agents."""

from datetime import datetime
from typing import Any

from sqlalchemy import Double, ForeignKeyConstraint, Index, Integer, Text, UniqueConstraint
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class TestbedRow(InProject, Base):
    __tablename__ = "testbed"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    name: Mapped[str]
    tags: Mapped[dict[str, str]] = mapped_column(JSONB, server_default="{}")
    created_at: Mapped[datetime] = created()
    archived_at: Mapped[datetime | None]


class MachineRow(InProject, Base):
    __tablename__ = "machine"
    __table_args__ = (
        UniqueConstraint("project_id", "testbed_id", "name"),
        ForeignKeyConstraint(["project_id", "testbed_id"], ["testbed.project_id", "testbed.id"]),
    )

    testbed_id: Mapped[int]
    name: Mapped[str]
    fingerprint_id: Mapped[int | None]
    """What it is now: that of its newest run, or what its agent said since."""
    created_at: Mapped[datetime] = created()
    archived_at: Mapped[datetime | None]


class FingerprintRow(InProject, Base):
    __tablename__ = "fingerprint"
    __table_args__ = (UniqueConstraint("project_id", "machine_id", "hash"),)

    machine_id: Mapped[int]
    hash: Mapped[bytes]
    attributes: Mapped[dict[str, Any]] = mapped_column(JSONB)
    revision: Mapped[int] = mapped_column(Integer)
    """Counted from 1 per machine, in order of arrival."""
    first_seen_at: Mapped[datetime] = created()
    """Start of the earliest run under it, or when an agent said so before any run."""


class MachineReadingRow(Base):
    """What one run says of its machine, apart from the run so that a history is read at once."""

    __tablename__ = "machine_reading"
    __table_args__ = (Index(None, "project_id", "machine_id", "measured_at"),)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(primary_key=True)
    machine_id: Mapped[int]
    measured_at: Mapped[datetime]
    score: Mapped[float | None] = mapped_column(Double)
    """Noise score, 0 to 100, with its interval."""
    low: Mapped[float | None] = mapped_column(Double)
    high: Mapped[float | None] = mapped_column(Double)
    verdict: Mapped[str | None]
    """Of the control benchmark: steady, moved, or veto."""
    works: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    """The control's works, as `conditions.control.works` has them."""
    warnings: Mapped[int] = mapped_column(Integer, server_default="0")
    """Of the preflight."""
    foreign_share: Mapped[float | None] = mapped_column(Double)
    """Of the machine, by others while it measured."""


class AgentKeyRow(InProject, Base):
    """A public key that an agent signs its reports with, or did."""

    __tablename__ = "agent_key"
    __table_args__ = (
        UniqueConstraint("project_id", "public_key"),
        Index(None, "project_id", "agent_id"),
    )

    agent_id: Mapped[int]
    public_key: Mapped[bytes]
    api_key_id: Mapped[int | None]
    """With which the agent brought it, the last time it did."""
    enrolled_at: Mapped[datetime] = created()
    replaced_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    revoked_by: Mapped[str | None]


class EnvironmentRow(InProject, Base):
    __tablename__ = "environment"
    __table_args__ = (UniqueConstraint("project_id", "hash"),)

    hash: Mapped[bytes]
    attributes: Mapped[dict[str, Any]] = mapped_column(JSONB)


class AgentRow(InProject, Base):
    __tablename__ = "agent"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    name: Mapped[str]
    machine_id: Mapped[int]
    version: Mapped[str]
    state: Mapped[str] = mapped_column(server_default="idle")
    suite: Mapped[str | None]
    progress_done: Mapped[int | None]
    progress_total: Mapped[int | None]
    message: Mapped[str | None]
    spooled: Mapped[int] = mapped_column(server_default="0")
    planned: Mapped[list[dict[str, str | int | None]]] = mapped_column(JSONB, server_default="[]")
    labels: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """What it offers to jobs, as it said when it last asked for one."""
    asked_at: Mapped[datetime | None]
    """When it last asked for a job, to the minute; null: it takes none."""
    looks_until: Mapped[datetime | None]
    """So long it measures its own schedule and looks whether a job waits."""
    room_for: Mapped[int | None]
    """The job for which it makes room, or did."""
    room_at: Mapped[datetime | None]
    """When it was told to."""
    registered_at: Mapped[datetime] = created()
    last_beat_at: Mapped[datetime | None]
