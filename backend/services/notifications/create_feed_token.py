"""The token that opens the feed of a project for a program, which cannot sign in."""

from sqlalchemy.orm import Session

from backend.domain.people.projects import Project, User
from backend.domain.people.tokens import new_token, token_hash
from backend.services.people.audit import record
from backend.services.people.credentials import hold_person
from backend.storage.notifications import feed_tokens
from backend.storage.notifications.feed_tokens import FeedAccess


def is_feed_opened(session: Session, project: Project, token: str) -> bool:
    """Tell whether a token opens the feed of this project, and note its use."""
    hashed = token_hash(token)
    is_good = feed_tokens.opens(session, project.id, hashed)
    if is_good:
        feed_tokens.note_use(session, hashed)
    return is_good


def make_feed_token(session: Session, project: Project, user: User) -> str:
    """Return a new token in place of the one the person had; it is shown this once."""
    hold_person(session, user)
    token = new_token()
    feed_tokens.put(session, project.id, user.id, token_hash(token))
    record(session, user.id, user.name)
    return token


def find_feed_token(session: Session, project: Project, user: User) -> FeedAccess | None:
    return feed_tokens.find(session, project.id, user.id)


def end_feed_token(session: Session, project: Project, user: User) -> None:
    """Make a person's token worth nothing."""
    feed_tokens.remove(session, project.id, user.id)
    record(session, user.id, user.name)
