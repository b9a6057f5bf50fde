"""Views: pages kept under a name, with everything that was set on them."""

from dataclasses import dataclass
from datetime import datetime

from backend.domain.views.page_addresses import PageAddress

MOST_VIEWS = 500
"""Views of one project; more of them nobody finds again."""
UNDO_DAYS = 1
"""How long a removed view can be brought back."""


@dataclass(frozen=True, slots=True)
class SavedView:
    id: int
    name: str
    note: str
    address: PageAddress
    is_pinned: bool
    author: str
    created_at: datetime
    updated_at: datetime
    is_removed: bool


@dataclass(frozen=True, slots=True)
class ViewChange:
    """What to change of a view; None leaves it as it is."""

    name: str | None = None
    note: str | None = None
    is_pinned: bool | None = None
    is_removed: bool | None = None
