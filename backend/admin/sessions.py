"""A transaction of the database that the settings name, and who acts in it."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from backend.domain.people.projects import Actor, User
from backend.settings import settings
from backend.storage.engine import make_engine, transaction

OPERATOR = Actor(User(0, "shell", "", is_admin=True))


@contextmanager
def one_transaction() -> Iterator[Session]:
    engine = make_engine(settings().database_url)
    try:
        with transaction(engine) as session:
            yield session
    finally:
        engine.dispose()
