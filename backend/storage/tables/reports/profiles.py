"""Profiles: where a variant spent its time, and the stacks, stored once per content."""

from typing import Any

from sqlalchemy import ARRAY, BigInteger, Double, ForeignKeyConstraint, Index, LargeBinary, Text
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
    functions: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """Samples of its functions, added up when a history of profiles was judged first."""


class FunctionChangeRow(InProject, Base):
    """A function that costs more or less since a commit, by the profiles of a variant."""

    __tablename__ = "function_change"
    __table_args__ = (Index(None, "project_id", "variant_id"),)

    variant_id: Mapped[int]
    testbed_id: Mapped[int]
    branch_id: Mapped[int]
    name: Mapped[str]
    is_module: Mapped[bool]
    """It is a module, none of whose functions changed enough by itself."""
    others: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """Functions that exchanged cost with it at that commit; the numbers are of all together."""
    commit_id: Mapped[int]
    """First commit profiled at the new level."""
    position: Mapped[int]
    first_position: Mapped[int]
    last_position: Mapped[int]
    """Positions that hold the cause, both included."""
    before: Mapped[float] = mapped_column(Double)
    after: Mapped[float] = mapped_column(Double)
    """Shares of all samples before, had nothing else changed."""
    ratio: Mapped[float] = mapped_column(Double)
    low: Mapped[float] = mapped_column(Double)
    high: Mapped[float] = mapped_column(Double)
    cost: Mapped[float | None] = mapped_column(Double)
    """Processor time of one repetition of everything, before."""


class ProfileContentRow(Base):
    """Folded stacks, compressed with gzip, under their SHA-256."""

    __tablename__ = "profile_content"

    project_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    body: Mapped[bytes]
