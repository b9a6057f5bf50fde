"""Suites, benchmarks, variants and metrics: what is measured."""

from datetime import datetime
from typing import Any

from sqlalchemy import ARRAY, CheckConstraint, ForeignKey, Index, Text, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class SuiteRow(InProject, Base):
    __tablename__ = "suite"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    name: Mapped[str]
    summary: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime] = created()
    splits_looked_at: Mapped[datetime | None]
    """When what was stored of it was looked at for splits; new runs ask by themselves."""
    archived_at: Mapped[datetime | None]


class BenchmarkRow(InProject, Base):
    __tablename__ = "benchmark"
    __table_args__ = (
        UniqueConstraint("project_id", "suite_id", "name"),
        # the order of a search, which ends with its first hits
        Index("ix_benchmark_length", "project_id", text("length(name)"), "name", "id"),
        Index("ix_benchmark_swept", "project_id", postgresql_where=text("sweep_axes <> '{}'")),
        Index("ix_benchmark_tagged", "project_id", postgresql_where=text("tags <> '{}'")),
    )

    suite_id: Mapped[int]
    name: Mapped[str]
    summary: Mapped[str] = mapped_column(server_default="")
    tags: Mapped[dict[str, str]] = mapped_column(JSONB, server_default="{}")
    sweep_axes: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    sweep_defaults: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    """What swept parameters are where nobody sets them, by name."""
    metrics: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Names in the order of the manifest, the one that matters most in front; empty if unknown."""
    version_hash: Mapped[str | None]
    """Of the newest definition seen; each result keeps its own."""
    created_at: Mapped[datetime] = created()
    archived_at: Mapped[datetime | None]


class VariantRow(InProject, Base):
    __tablename__ = "variant"
    __table_args__ = (UniqueConstraint("project_id", "benchmark_id", "key"),)

    benchmark_id: Mapped[int]
    key: Mapped[bytes]
    """Canonical hash of the parameters."""
    parameters: Mapped[dict[str, Any]] = mapped_column(JSONB)
    tags: Mapped[dict[str, str]] = mapped_column(JSONB, server_default="{}")


class MetricRow(InProject, Base):
    __tablename__ = "metric"
    __table_args__ = (
        UniqueConstraint("project_id", "suite_id", "name"),
        CheckConstraint("direction in ('lower', 'higher', 'unknown')", name="direction"),
        CheckConstraint("noise in ('sampled', 'exact')", name="noise"),
    )

    suite_id: Mapped[int]
    name: Mapped[str]
    unit: Mapped[str]
    """Base unit of everything stored."""
    direction: Mapped[str]
    noise: Mapped[str]
    summary: Mapped[str] = mapped_column(server_default="")


class NameAliasRow(Base):
    """A name that something had, or that it took over: reports may go on using it."""

    __tablename__ = "name_alias"
    __table_args__ = (Index(None, "project_id", "kind", "target_id"),)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    """`suite`, `benchmark`, `metric`, `testbed` or `branch`."""
    suite_id: Mapped[int] = mapped_column(primary_key=True)
    """The suite of a benchmark or metric; 0 for the others."""
    name: Mapped[str] = mapped_column(primary_key=True)
    target_id: Mapped[int]
    created_at: Mapped[datetime] = created()
