"""Claims, and what each run says of them."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class ClaimRow(InProject, Base):
    __tablename__ = "claim"
    __table_args__ = (UniqueConstraint("project_id", "key"),)

    key: Mapped[str]
    document: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The claim as it was sent: source, machine and statements."""
    suites: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """Suites whose runs it is judged by."""
    created_by: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime] = created()
    updated_at: Mapped[datetime] = created()
    removed_at: Mapped[datetime | None]
    """Removed rows are kept, so that removing can be undone."""


class ClaimVerdictRow(Base):
    """A statement of a claim held against a run."""

    __tablename__ = "claim_verdict"
    __table_args__ = (
        Index(None, "project_id", "run_id"),
        ForeignKeyConstraint(
            ["project_id", "claim_id"],
            ["claim.project_id", "claim.id"],
            name="fk_claim_verdict_project_id_claim_id",
            ondelete="CASCADE",
        ),
        CheckConstraint(
            "verdict in ('confirmed', 'refuted', 'other size', 'undecided', 'not measurable')",
            name="verdict",
        ),
    )

    project_id: Mapped[int] = mapped_column(primary_key=True)
    claim_id: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int] = mapped_column(Integer, primary_key=True)
    """Of the statement in its claim, counted from 0."""
    run_id: Mapped[int] = mapped_column(primary_key=True)
    verdict: Mapped[str]
    sentence: Mapped[str]
    value: Mapped[float | None] = mapped_column(Double)
    low: Mapped[float | None] = mapped_column(Double)
    high: Mapped[float | None] = mapped_column(Double)
    n: Mapped[int] = mapped_column(Integer, server_default="0")
    more_rounds: Mapped[int | None] = mapped_column(Integer)
    figures: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    """Published figures beside the measured ones."""
    judged_at: Mapped[datetime] = created()
