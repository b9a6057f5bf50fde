"""Search over everything of a project that has a page."""

from typing import Annotated

from fastapi import APIRouter, Query

from backend.api.dependencies import Db, ReadableProject
from backend.api.shared_calls import Call
from backend.domain.views.searches import SearchHits
from backend.services.views.search_project import search_project

router = APIRouter(prefix="/projects/{project}/search", tags=["search"], route_class=Call)

Text = Annotated[str, Query(max_length=200, pattern=r"^[^\x00]*$")]
PerKind = Annotated[int, Query(ge=1, le=20)]


@router.get("")
def search(db: Db, project: ReadableProject, text: Text = "", limit: PerKind = 5) -> SearchHits:
    """Find what has all these words in its name, at most `limit` of each kind.

    A word alone also finds commits that begin with it, and a number the run of that number.
    """
    return SearchHits(search_project(db, project.id, text, limit))
