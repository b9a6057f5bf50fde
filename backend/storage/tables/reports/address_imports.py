"""Imports from addresses, and the pages that were fetched for them."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class AddressImportRow(InProject, Base):
    """A history that the server fetches itself; one of a project at a time."""

    __tablename__ = "address_import"
    __table_args__ = (
        CheckConstraint(
            "state in ('waiting', 'walking', 'importing', 'done', 'failed')", name="state"
        ),
        Index(
            "uq_address_import_under_way",
            "project_id",
            unique=True,
            postgresql_where=text("state in ('waiting', 'walking', 'importing')"),
        ),
    )

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    address: Mapped[str]
    encrypted_token: Mapped[bytes | None]
    """Gone when the import has ended."""
    options: Mapped[dict[str, Any]] = mapped_column(JSONB)
    sender: Mapped[dict[str, Any]] = mapped_column(JSONB)
    state: Mapped[str] = mapped_column(server_default="waiting")
    pages: Mapped[int] = mapped_column(server_default="0")
    known_pages: Mapped[int] = mapped_column(server_default="0")
    bytes: Mapped[int] = mapped_column(server_default="0")
    claim: Mapped[int] = mapped_column(server_default="0")
    """Counts who has taken it: what an earlier one brings late is dropped."""
    claimed_until: Mapped[datetime | None]
    tries: Mapped[int] = mapped_column(server_default="0")
    wait_until: Mapped[datetime | None]
    """The tracker asked to be left alone so long."""
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    error: Mapped[str] = mapped_column(server_default="")
    faults: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    created_at: Mapped[datetime] = created()
    finished_at: Mapped[datetime | None]


class AddressPageRow(Base):
    """A page that was fetched, or will be."""

    __tablename__ = "address_page"
    __table_args__ = (
        ForeignKeyConstraint(
            ["project_id", "import_id"],
            ["address_import.project_id", "address_import.id"],
            name="fk_address_page_import",
            ondelete="CASCADE",
        ),
        UniqueConstraint("project_id", "import_id", "url"),
    )

    project_id: Mapped[int] = mapped_column(primary_key=True)
    import_id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str]
    step: Mapped[str]
    name: Mapped[str]
    is_optional: Mapped[bool]
    fetched_at: Mapped[datetime | None]
    content: Mapped[bytes | None]
    """Compressed; none where the page only led to others."""
