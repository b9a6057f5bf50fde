"""Saved views and short links."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from backend.api.schemas.inputs import Name, Sent, Text
from backend.domain.views.page_addresses import LONGEST
from backend.domain.views.saved import SavedView as Stored


def _trimmed(text: str) -> str:
    if not (trimmed := text.strip()):
        raise ValueError("it is empty")
    return trimmed


ViewName = Annotated[Name, AfterValidator(_trimmed)]
Note = Annotated[Text, Field(max_length=2_000)]
Address = Annotated[Text, Field(min_length=1, max_length=LONGEST)]
"""A page of the project with its query string: `/p/<project>/explore?series=1`."""


class SavedView(BaseModel):
    id: int
    name: str
    note: str
    address: str
    page: str
    """What the page is called: Explore, Compare, …"""
    is_pinned: bool
    """Shown on the overview."""
    author: str
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, view: Stored, slug: str) -> "SavedView":
        return cls(
            id=view.id,
            name=view.name,
            note=view.note,
            address=view.address.within(slug),
            page=view.address.page,
            is_pinned=view.is_pinned,
            author=view.author,
            created_at=view.created_at,
            updated_at=view.updated_at,
        )


class NewView(Sent):
    name: ViewName
    note: Note = ""
    address: Address
    is_pinned: bool = False


class ViewChange(Sent):
    """What to change; what is left out stays."""

    name: ViewName | None = None
    note: Note | None = None
    is_pinned: bool | None = None
    is_removed: bool | None = None
    """False brings back a view that was removed less than a day ago."""


class NewLink(Sent):
    address: Address


class ShortLink(BaseModel):
    path: str
    """`/l/<code>`, to be put behind the address of the server."""
