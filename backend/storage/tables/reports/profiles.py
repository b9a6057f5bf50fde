"""Profiles: where a variant spent its time, and the stacks, stored once per content."""

from typing import Any

from sqlalchemy import BigInteger, Double, ForeignKeyConstraint, Index, LargeBinary
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject


class ProfileRow(InProject, Base):
    __tablename__ = "profile"
    __table_args__ = (
        Index(None, "project_id", "run_id"),
        Index(None, "project_id", "variant_id"),
        ForeignKeyConstraint(
            ["project_id", "content_hash"], ["profile_content.project_id", "profile_content.hash"]
        ),
    )

    run_id: Mapped[int]
    variant_id: Mapped[int]
    kind: Mapped[str]
    tool: Mapped[str]
    unit: Mapped[str]
    frequency: Mapped[float | None] = mapped_column(Double)
    samples: Mapped[int]
    lost: Mapped[int]
    facts: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    """Repetitions, processor time, share with symbols, and what was trimmed."""
    groups: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    """Shares of what the suite names together: the sender's count, in the order sent."""
    content_hash: Mapped[bytes] = mapped_column(LargeBinary)


class ProfileContentRow(Base):
    """Folded stacks, compressed with gzip, under their SHA-256."""

    __tablename__ = "profile_content"

    project_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    body: Mapped[bytes]
