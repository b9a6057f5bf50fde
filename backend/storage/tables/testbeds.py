"""Testbeds, machines, their fingerprints, environments, and agents."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKeyConstraint, Integer, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class TestbedRow(InProject, Base):
    __tablename__ = "testbed"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    name: Mapped[str]
    tags: Mapped[dict[str, str]] = mapped_column(JSONB, server_default="{}")
    created_at: Mapped[datetime] = created()


class MachineRow(InProject, Base):
    __tablename__ = "machine"
    __table_args__ = (
        UniqueConstraint("project_id", "testbed_id", "name"),
        ForeignKeyConstraint(["project_id", "testbed_id"], ["testbed.project_id", "testbed.id"]),
    )

    testbed_id: Mapped[int]
    name: Mapped[str]
    fingerprint_id: Mapped[int | None]
    """The newest revision."""
    created_at: Mapped[datetime] = created()


class FingerprintRow(InProject, Base):
    __tablename__ = "fingerprint"
    __table_args__ = (UniqueConstraint("project_id", "machine_id", "hash"),)

    machine_id: Mapped[int]
    hash: Mapped[bytes]
    attributes: Mapped[dict[str, Any]] = mapped_column(JSONB)
    revision: Mapped[int] = mapped_column(Integer)
    """Counted from 1 per machine, in order of first sight."""
    first_seen_at: Mapped[datetime] = created()


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
    registered_at: Mapped[datetime] = created()
    last_beat_at: Mapped[datetime | None]
