"""Saved views: pages of a project kept under a name."""

from http import HTTPStatus

from fastapi import APIRouter

from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, ReadableProject, TriagedProject
from backend.api.parameters.filters import Id
from backend.api.schemas.views.saved import NewView, SavedView, ViewChange
from backend.api.shared_calls import Call
from backend.domain.views.saved import ViewChange as Change
from backend.services.views.save import change_view, remove_view, save_view
from backend.storage.views.saved import views_of

router = APIRouter(prefix="/projects/{project}/views", tags=["views"], route_class=Call)


@router.get("")
def list_views(db: Db, project: ReadableProject, *, pinned: bool = False) -> list[SavedView]:
    """Return the saved views by name, pinned ones first, or those alone."""
    found = views_of(db, project.id, only_pinned=pinned)
    return [SavedView.of(view, project.slug) for view in found]


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[writes("kept", "view")])
def add_view(wanted: NewView, db: Db, project: TriagedProject, actor: CurrentActor) -> SavedView:
    """Keep a page with its whole state under a name."""
    return SavedView.of(save_view(db, project, actor, **wanted.model_dump()), project.slug)


@router.patch("/{view_id}", dependencies=[writes("changed", "view")])
def alter_view(wanted: ViewChange, db: Db, project: TriagedProject, view_id: Id) -> SavedView:
    """Rename a view, change its note, pin it, or bring it back."""
    change = Change(**wanted.model_dump())
    return SavedView.of(change_view(db, project, view_id, change), project.slug)


@router.delete("/{view_id}", dependencies=[writes("removed", "view")])
def end_view(db: Db, project: TriagedProject, view_id: Id) -> SavedView:
    """Remove a view; for a day it can be brought back with `is_removed: false`."""
    return SavedView.of(remove_view(db, project, view_id), project.slug)
