"""What a short link says of itself to whoever may see where it leads."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.people.projects import Actor, Project
from backend.domain.views.page_addresses import PageAddress, parameters_of
from backend.services.views.shorten_address import follow_code
from backend.storage.changes.views import changes_of_series, read_changes
from backend.storage.series.lists import read_listings
from backend.wording.previews import (
    ShortLinkPreview,
    change_preview,
    page_preview,
    series_preview,
)

DIGITS = 18
"""Of the largest number that is looked up as an id."""


@dataclass(frozen=True, slots=True)
class LinkPreview:
    preview: ShortLinkPreview
    address: str


def preview_link(session: Session, actor: Actor, code: str) -> LinkPreview:
    """Return title, sentence and picture of the page behind a code; NotFoundError for strangers."""
    project, page = follow_code(session, actor, code)
    return LinkPreview(_preview(session, project, page), page.within(project.slug))


def _preview(session: Session, project: Project, page: PageAddress) -> ShortLinkPreview:
    found = None
    if page.page == "Change":
        found = _of_change(session, project, page.tail.split("?")[0].rsplit("/", 1)[-1])
    elif page.page == "Explore":
        found = _of_series(session, project, page)
    return found or page_preview(page.page, project.name)


def _of_change(session: Session, project: Project, text: str) -> ShortLinkPreview | None:
    changes = read_changes(session, project.id, _ids([text]))
    if not changes:
        return None
    listings = read_listings(session, project.id, [changes[0].series.id])
    return change_preview(changes[0], listings[0] if listings else None, project.name)


def _of_series(session: Session, project: Project, page: PageAddress) -> ShortLinkPreview | None:
    texts = [
        part
        for name, value in parameters_of(page.tail)
        if name == "series"
        for part in value.split(",")
    ]
    ids = _ids(texts)
    listings = read_listings(session, project.id, ids)
    if not listings:
        return None
    first = listings[0]
    changes = changes_of_series(session, project.id, {first.series.id: first.series})
    others = len(listings) - 1
    return series_preview(first, changes.get(first.series.id, []), others, project.name)


def _ids(texts: list[str]) -> list[int]:
    """Return what may be ids, each once, in their order."""
    numbers = (text for text in texts if text.isascii() and text.isdigit() and len(text) <= DIGITS)
    return list(dict.fromkeys(map(int, numbers)))
