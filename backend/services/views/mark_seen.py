"""A person says that they have seen what happened in a project so far."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.domain.errors import InvalidError, UnauthenticatedError
from backend.domain.people.projects import Actor, Project
from backend.storage.views import seen_marks


def mark_seen(session: Session, project: Project, actor: Actor, at: datetime | None) -> None:
    """Keep the mark of a signed-in person; None takes it away. Visitors keep their own."""
    if actor.user is None:
        raise UnauthenticatedError("only a signed-in person has a mark; a browser keeps its own")
    if at is not None and at > datetime.now(UTC):
        raise InvalidError("what has not happened yet cannot have been seen")
    seen_marks.set_mark(session, project.id, actor.user.id, at)
