"""End sessions of one's own."""

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.people.projects import User
from backend.services.people.audit import record, record_nothing_written
from backend.services.people.credentials import hold_person
from backend.storage.people import browser_sessions


def end_session_of(session: Session, user: User, session_id: int) -> None:
    """End one session of who asks; NotFoundError where it is nobody's, or somebody else's."""
    hold_person(session, user)
    agent = browser_sessions.end_one(session, user.id, session_id)
    if agent is None:
        raise NotFoundError(f"you have no session {session_id}: it has ended, or is not yours")
    record(session, session_id, agent)


def end_other_sessions(session: Session, user: User) -> int:
    """End every session of who asks but the one that asks; returns how many."""
    hold_person(session, user)
    ended = browser_sessions.end_all(session, user.id, but=user.session_id)
    record(session, user.id, user.email, ended=ended)
    if not ended:
        record_nothing_written(session)
    return ended
