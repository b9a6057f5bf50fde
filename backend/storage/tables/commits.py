"""Commits, their parents, branches, and the place of each commit on a branch."""

from datetime import datetime

from sqlalchemy import Index, Integer, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class CommitRow(InProject, Base):
    __tablename__ = "commit"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    name: Mapped[str]
    """The stable id as uploaded: a hash or a release."""
    time: Mapped[datetime | None]
    subject: Mapped[str] = mapped_column(server_default="")
    author_name: Mapped[str] = mapped_column(server_default="")
    author_email: Mapped[str] = mapped_column(server_default="")
    url: Mapped[str | None]
    is_reported: Mapped[bool] = mapped_column(server_default="false")
    """False: known only as somebody's ancestor."""
    is_time_corrected: Mapped[bool] = mapped_column(server_default="false")
    """A person said its time: no later report says another."""
    are_parents_corrected: Mapped[bool] = mapped_column(server_default="false")
    created_at: Mapped[datetime] = created()


class CommitParentRow(Base):
    __tablename__ = "commit_parent"
    __table_args__ = (Index(None, "project_id", "parent_id"),)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    commit_id: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int] = mapped_column(Integer, primary_key=True)
    """0 is the first parent."""
    parent_id: Mapped[int]


class BranchRow(InProject, Base):
    __tablename__ = "branch"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    name: Mapped[str]
    base_branch_id: Mapped[int | None]
    fork_commit_id: Mapped[int | None]
    pull_request: Mapped[int | None]
    pull_request_url: Mapped[str | None]
    created_at: Mapped[datetime] = created()
    archived_at: Mapped[datetime | None]


class BranchCommitRow(Base):
    __tablename__ = "branch_commit"
    __table_args__ = (Index(None, "project_id", "branch_id", "position"),)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    branch_id: Mapped[int] = mapped_column(primary_key=True)
    commit_id: Mapped[int] = mapped_column(primary_key=True)
    position: Mapped[int]
    """Sparse place in the order of the branch; results carry a copy."""
