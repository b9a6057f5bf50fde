"""Runs, the results that failed, and what was deleted of both."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index, Integer, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class RunRow(InProject, Base):
    __tablename__ = "run"
    __table_args__ = (
        Index(None, "project_id", "started_at"),
        Index(None, "project_id", "suite_id", "testbed_id", "started_at"),
        Index(None, "project_id", "commit_id"),
        Index(None, "project_id", "machine_id", "started_at"),
        # what lists and counts of suites ask for, without a look at the rows themselves
        Index(
            "ix_run_of_suites",
            "project_id",
            "suite_id",
            "started_at",
            postgresql_include=["id", "testbed_id", "branch_id", "result_count"],
        ),
        Index(
            "ix_run_with_samples",
            "started_at",
            postgresql_where=text("samples_dropped_at is null"),
        ),
        {"postgresql_partition_by": "HASH (project_id)"},
    )

    report_id: Mapped[int]
    suite_id: Mapped[int]
    testbed_id: Mapped[int]
    machine_id: Mapped[int | None]
    fingerprint_id: Mapped[int | None]
    environment_id: Mapped[int]
    commit_id: Mapped[int]
    branch_id: Mapped[int]
    pull_request: Mapped[int | None]
    job_id: Mapped[int | None]
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    received_at: Mapped[datetime]
    trigger: Mapped[str]
    mode: Mapped[str | None]
    agent: Mapped[str | None]
    seed: Mapped[int | None]
    suite_version: Mapped[str] = mapped_column(server_default="")
    tags: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    conditions: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    """How the agent measured, and what it found out about the machine meanwhile."""
    result_count: Mapped[int] = mapped_column(Integer)
    failure_count: Mapped[int] = mapped_column(Integer)
    samples_dropped_at: Mapped[datetime | None]
    """When its results became summaries, by the rule of the installation."""


class FailedResultRow(InProject, Base):
    """A variant that gave no number: a result of its own."""

    __tablename__ = "failed_result"
    __table_args__ = (
        Index(None, "project_id", "run_id"),
        Index(None, "project_id", "variant_id"),
        {"postgresql_partition_by": "HASH (project_id)"},
    )

    run_id: Mapped[int]
    variant_id: Mapped[int]
    metric_id: Mapped[int | None]
    commit_id: Mapped[int]
    branch_id: Mapped[int]
    testbed_id: Mapped[int]
    kind: Mapped[str]
    message: Mapped[str] = mapped_column(server_default="")


class RunExclusionRow(Base):
    """Why all results of a run are left out of the baselines."""

    __tablename__ = "run_exclusion"

    project_id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(primary_key=True)
    reason: Mapped[str]
    excluded_by: Mapped[str]
    excluded_at: Mapped[datetime] = created()


class DeletionRow(InProject, Base):
    """Runs that somebody deleted at once; they can be brought back until they are purged."""

    __tablename__ = "deletion"
    __table_args__ = (Index(None, "deleted_at"),)

    reason: Mapped[str]
    deleted_by: Mapped[str]
    deleted_at: Mapped[datetime] = created()
    runs: Mapped[int] = mapped_column(Integer)
    results: Mapped[int] = mapped_column(Integer)
    restored_at: Mapped[datetime | None]
    restored_by: Mapped[str | None]


class DeletedRow(InProject, Base):
    """A row of a deleted run as it was, in JSON."""

    __tablename__ = "deleted_row"
    __table_args__ = (Index(None, "project_id", "deletion_id"),)

    deletion_id: Mapped[int]
    relation: Mapped[str]
    """The table that it was in."""
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
