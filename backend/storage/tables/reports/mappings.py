"""Declared mappings of a project."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class ReportMappingRow(InProject, Base):
    """What the columns of a table, or the places of a JSON file, mean."""

    __tablename__ = "report_mapping"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    name: Mapped[str]
    mapping: Mapped[dict[str, Any]] = mapped_column(JSONB)
    author: Mapped[str]
    created_at: Mapped[datetime] = created()
    updated_at: Mapped[datetime] = created()
