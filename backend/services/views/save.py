"""Keep a page under a name, change that, take it away and bring it back."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.people.projects import Actor, Project
from backend.domain.views.page_addresses import read_address
from backend.domain.views.saved import MOST_VIEWS, SavedView, ViewChange
from backend.services.people.audit import record, record_change
from backend.storage.views import saved as views

Stored = TypeVar("Stored", SavedView, SavedView | None)


def save_view(  # noqa: PLR0913  a view is exactly these facts
    session: Session,
    project: Project,
    actor: Actor,
    *,
    name: str,
    note: str,
    address: str,
    is_pinned: bool,
) -> SavedView:
    """Store a view of a page of this project; addresses of anything else are refused."""
    page = read_address(project.slug, address)
    if views.count(session, project.id) >= MOST_VIEWS:
        raise ConflictError(f"the project has {MOST_VIEWS} views; remove some first")
    kept = _named(
        name,
        lambda: views.add(
            session,
            project.id,
            name=name,
            note=note,
            address=page,
            is_pinned=is_pinned,
            author=actor.name,
        ),
    )
    record(session, kept.id, name, page=page.page, is_pinned=is_pinned)
    return kept


def change_view(session: Session, project: Project, view_id: int, wanted: ViewChange) -> SavedView:
    """Rename, annotate, pin, remove or bring back a view."""
    if wanted == ViewChange():
        reason = "nothing is to be changed"
        raise InvalidError(reason, [Fault("", reason, "send name, note, is_pinned or is_removed")])
    before = views.find(session, project.id, view_id)
    changed = _named(wanted.name, lambda: views.change(session, project.id, view_id, wanted))
    if changed is None or before is None:
        raise NotFoundError(f"there is no view {view_id} in this project")
    record(session, view_id, before.name)
    record_change(session, _said(before), _said(changed))
    return changed


def _said(view: SavedView) -> dict[str, str | bool]:
    return {
        "name": view.name,
        "note": view.note,
        "is_pinned": view.is_pinned,
        "is_removed": view.is_removed,
    }


def remove_view(session: Session, project: Project, view_id: int) -> SavedView:
    """Take a view away; it can be brought back for a day."""
    views.forget_removed(session, project.id)
    return change_view(session, project, view_id, ViewChange(is_removed=True))


def _named(name: str | None, store: Callable[[], Stored]) -> Stored:
    try:
        return store()
    except views.NameTakenError as error:
        what = "of its name" if name is None else f"“{name}”"
        raise ConflictError(
            f"there is a view {what} already",
            [Fault("/name", "it is taken", "choose another name")],
        ) from error
