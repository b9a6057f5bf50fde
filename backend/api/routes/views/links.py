"""Short links: made here, followed by `api/pages/built.py`."""

from http import HTTPStatus

from fastapi import APIRouter

from backend.api.audited import writes
from backend.api.dependencies import Db, SharedProject
from backend.api.schemas.views.saved import NewLink, ShortLink
from backend.api.shared_calls import Call
from backend.services.views.shorten_address import shorten_address

router = APIRouter(prefix="/projects/{project}/links", tags=["views"], route_class=Call)


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[writes("made", "short link")])
def make_link(wanted: NewLink, db: Db, project: SharedProject) -> ShortLink:
    """Give a page a short address; the same page always gets the same one."""
    return ShortLink(path=f"/l/{shorten_address(db, project, wanted.address)}")
