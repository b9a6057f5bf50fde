"""Projects."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Identity, Integer
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, created


class ProjectRow(Base):
    __tablename__ = "project"
    __table_args__ = (CheckConstraint("visibility in ('public', 'private')", name="visibility"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    visibility: Mapped[str] = mapped_column(server_default="private")
    repository_url: Mapped[str | None]
    """Where its code can be looked at in a browser; http or https."""
    created_at: Mapped[datetime] = created()
    deleted_at: Mapped[datetime | None]
    """Nothing of it answers from then on; its short name is free."""
    deleted_by: Mapped[str] = mapped_column(server_default="")
    person_minutes: Mapped[int | None] = mapped_column(Integer)
    """Machine minutes that jobs of one asker may take in 24 hours; null: any number."""
    project_minutes: Mapped[int | None] = mapped_column(Integer)
    """Machine minutes that all jobs may take in 24 hours; null: any number."""
    catalogue_revision: Mapped[int] = mapped_column(server_default="0")
    """Counts the corrections of names and metrics: what a process remembers of them holds until
    the next one."""
    documents_dropped_to: Mapped[int] = mapped_column(server_default="0")
    """Reports up to this one have lost their documents and files by the rule of the
    installation."""
