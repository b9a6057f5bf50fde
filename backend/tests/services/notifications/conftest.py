"""Receivers of messages, and who sends to them."""

from collections.abc import Iterator

import pytest

from backend.services.notifications.post_messages import PostOffice, post_office
from backend.settings import Settings
from backend.testing.receivers import Mailbox, Webhooks, mail_server, webhooks


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
