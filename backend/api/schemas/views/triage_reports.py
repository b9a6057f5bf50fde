"""The triage report of a week."""

from pydantic import BaseModel


class TriageReport(BaseModel):
    week: str
    """Such as 2026-W47."""
    markdown: str
