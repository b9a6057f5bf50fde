"""Machines in quarantine, and those that left it."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class MachineQuarantineRow(InProject, Base):
    """A stay of a machine: while it lasts, agents there are given checks of the machine only."""

    __tablename__ = "machine_quarantine"
    __table_args__ = (
        Index(None, "project_id", "machine_id", "since"),
        Index(
            "ix_machine_quarantine_open",
            "project_id",
            "machine_id",
            postgresql_where=text("lifted_at is null"),
        ),
    )

    machine_id: Mapped[int]
    since: Mapped[datetime] = created()
    why: Mapped[str]
    by: Mapped[str] = mapped_column(server_default="")
    """Name of who put it there."""
    lifted_at: Mapped[datetime | None]
    lifted_by: Mapped[str | None]
    why_lifted: Mapped[str | None]
