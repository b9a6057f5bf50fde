"""Reports as uploaded, and the outbox of work that their acceptance asks for."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, Integer, UniqueConstraint, Uuid, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class ReportRow(InProject, Base):
    """The raw document, kept for ever: everything else can be made from it again."""

    __tablename__ = "report"
    __table_args__ = (
        UniqueConstraint("project_id", "idempotency_key"),
        Index(None, "project_id", "public_id"),
        Index(
            "ix_report_unfinished",
            "project_id",
            "state",
            "id",
            postgresql_where=text("state <> 'ingested'"),
        ),
        {"postgresql_partition_by": "HASH (project_id)"},
    )

    public_id: Mapped[Any] = mapped_column(Uuid, server_default=text("gen_random_uuid()"))
    idempotency_key: Mapped[str]
    body_hash: Mapped[bytes]
    body: Mapped[bytes]
    """The document as JSON, compressed with zlib."""
    source: Mapped[str]
    """`api`, or the name of the adapter that made it."""
    key_id: Mapped[int | None]
    user_id: Mapped[int | None]
    ci_rule_id: Mapped[int | None]
    """The rule by which a job of a CI system sent it."""
    state: Mapped[str] = mapped_column(server_default="accepted")
    received_at: Mapped[datetime] = created()
    ingested_at: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    run_id: Mapped[int | None]
    faults: Mapped[list[dict[str, str]]] = mapped_column(JSONB, server_default="[]")


class OutboxRow(Base):
    """Background work, written in the transaction that makes it necessary."""

    __tablename__ = "outbox"
    __table_args__ = (Index(None, "task", "project_id"), Index(None, "handed_over_at"))

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    task: Mapped[str]
    project_id: Mapped[int]
    subject_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    """What the task is about: reports to ingest, series to look at."""
    created_at: Mapped[datetime] = created()
    handed_over_at: Mapped[datetime] = created()
    """When a worker was last told; the row goes when the work is done."""
