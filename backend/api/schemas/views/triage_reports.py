"""The triage report of a week."""

from collections.abc import Sequence

from pydantic import BaseModel

from backend.domain.changes.group_views import AlertGroup


class TriageReport(BaseModel):
    week: str
    """Such as 2026-W47."""
    markdown: str
    new: Sequence[AlertGroup]
    """Opened this week, worst first."""
    found: Sequence[AlertGroup]
    """Opened this week for old commits, in results that came later."""
    ended: Sequence[AlertGroup]
    """Fixed, accepted, withdrawn or no change."""
    waiting: Sequence[AlertGroup]
    """Opened before this week and still open."""
    better: Sequence[AlertGroup]
    """Improvements that opened this week."""
    muted: Sequence[AlertGroup]
    """Still open, and nobody is alerted of them."""
