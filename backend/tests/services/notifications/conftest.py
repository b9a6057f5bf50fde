"""Receivers of messages, and who sends to them."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.services.notifications.post_messages import PostOffice, post_office
from backend.settings import Settings
from backend.testing.receivers import Mailbox, Webhooks, mail_server, webhooks
from backend.testing.templates import TEMPLATE, Templates
from backend.tests.api.releasing import release
from backend.tests.services.notifications.posting import tell_of_regression


@pytest.fixture
def template(request: pytest.FixtureRequest, templates: Templates) -> str:
    """Begin with a history that has a regression where a test tells of it."""
    return templates.filled(release) if "regression" in request.fixturenames else TEMPLATE


@pytest.fixture
def regression(engine: Engine, project: Project) -> Callable[[], None]:
    """Return what tells the channels that there are by now, as when its group opened."""
    return partial(tell_of_regression, engine, project)


@pytest.fixture
def hooks() -> Iterator[Webhooks]:
    with webhooks() as running:
        yield running


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as running:
        yield running


@pytest.fixture
def office(settings: Settings, mailbox: Mailbox) -> PostOffice:
    chosen = settings.model_copy(
        update={
            "outgoing_allowed": "127.0.0.0/8",
            "smtp_host": "127.0.0.1",
            "smtp_port": mailbox.port,
            "smtp_security": "none",
            "public_url": "https://tide.example",
        }
    )
    return post_office(chosen)
