"""Reports as uploaded, and the outbox of work that their acceptance asks for."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    UniqueConstraint,
    Uuid,
    text,
)
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
    said: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """What the sender said beside the files of a tool; null for other documents."""
    key_id: Mapped[int | None]
    user_id: Mapped[int | None]
    ci_rule_id: Mapped[int | None]
    """The rule by which a job of a CI system sent it."""
    state: Mapped[str] = mapped_column(server_default="accepted")
    received_at: Mapped[datetime] = created()
    ingested_at: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    run_id: Mapped[int | None]
    agent_key_id: Mapped[int | None]
    """The key of the agent that signed it; null: nobody did."""
    signature: Mapped[bytes | None]
    """Of the document as it came."""
    faults: Mapped[list[dict[str, str]]] = mapped_column(JSONB, server_default="[]")


class SentFileContentRow(Base):
    """A file that a tool wrote, compressed with zlib, under the SHA-256 of its bytes."""

    __tablename__ = "sent_file_content"

    project_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    size: Mapped[int]
    """Bytes of the file as it was sent."""
    body: Mapped[bytes]


class SentFileRow(Base):
    """A file that a report was read from."""

    __tablename__ = "sent_file"
    __table_args__ = (
        Index(None, "project_id", "hash"),
        ForeignKeyConstraint(
            ["project_id", "hash"], ["sent_file_content.project_id", "sent_file_content.hash"]
        ),
    )

    project_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    report_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    place: Mapped[int] = mapped_column(Integer, primary_key=True)
    """Its place among the files of the report, from 1."""
    name: Mapped[str]
    hash: Mapped[bytes] = mapped_column(LargeBinary)


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
    origin: Mapped[str | None]
    """The trace that asked for it, as `traceparent` says it; null: it is not traced."""
