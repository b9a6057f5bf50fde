"""Finding anything in a project by words of its name."""

from sqlalchemy.orm import Session

from backend.domain.views.searches import SearchHit, words_of
from backend.storage.views import searches


def search_project(session: Session, project_id: int, text: str, limit: int) -> list[SearchHit]:
    """Return the best few hits of every kind; nothing for no words."""
    words = words_of(text)
    return searches.search(session, project_id, words, limit) if words else []
