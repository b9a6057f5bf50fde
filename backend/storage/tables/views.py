"""Saved views of a project, and short links to its pages."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, LargeBinary, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class SavedViewRow(InProject, Base):
    __tablename__ = "saved_view"
    __table_args__ = (
        Index(
            None,
            "project_id",
            "name",
            unique=True,
            postgresql_where=text("removed_at is null"),
        ),
    )

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    name: Mapped[str]
    note: Mapped[str] = mapped_column(server_default="")
    address: Mapped[str]
    """What follows /p/<project>: the page with its whole state."""
    is_pinned: Mapped[bool] = mapped_column(server_default="false")
    author: Mapped[str]
    """Name of the user or of the API key, as it was then."""
    created_at: Mapped[datetime] = created()
    updated_at: Mapped[datetime] = created()
    removed_at: Mapped[datetime | None]


class ShortLinkRow(Base):
    __tablename__ = "short_link"
    __table_args__ = (UniqueConstraint("project_id", "content_hash"),)

    code: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[int] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    content_hash: Mapped[bytes] = mapped_column(LargeBinary)
    address: Mapped[str]
    created_at: Mapped[datetime] = created()
