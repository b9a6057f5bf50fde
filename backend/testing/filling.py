"""Fill a project as its users do: documents accepted, ingested and judged by the real services."""

import msgspec
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from backend.domain.people.projects import Actor, Project, User
from backend.services.reports.accept import Upload, accept_report
from backend.services.task_queue import TaskQueue
from backend.settings import limits
from backend.storage.engine import transaction
from backend.storage.people import accounts
from backend.testing.builders import Document
from backend.testing.draining import RecordingRelay, drain

OPERATOR = Actor(User(0, "test", "", is_admin=True))


def fill(engine: Engine, project: Project, *documents: Document) -> None:
    """Accept the documents in their order and do all the work that they ask for."""
    for document in documents:
        with transaction(engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            upload = Upload(msgspec.json.encode(document), OPERATOR)
            accept_report(session, queue, project, upload, limits())
    drain(engine, project.id)


def an_account(
    session: Session, email: str, name: str, password_hash: str | None = None
) -> int:  # fmt: skip
    """Make an account whose address nobody has proven; returns its id."""
    made = accounts.add(session, email, name, password_hash)
    assert made is not None, f"{email} has an account already"
    return made
