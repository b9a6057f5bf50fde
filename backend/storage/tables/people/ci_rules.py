"""Rules by which CI systems upload without a secret."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class CiRuleRow(InProject, Base):
    __tablename__ = "ci_rule"
    __table_args__ = (Index("ix_ci_rule_project_id", "project_id", "issuer"),)

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    name: Mapped[str]
    issuer: Mapped[str]
    audience: Mapped[str]
    claims: Mapped[dict[str, str]] = mapped_column(JSONB)
    testbed: Mapped[str]
    created_by: Mapped[str]
    created_at: Mapped[datetime] = created()
    last_used_at: Mapped[datetime | None]
