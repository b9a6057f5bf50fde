"""Who opens the pages: one Chromium for all files, and a person in a fresh profile of it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from backend.embedded.stores.services import Services
from backend.testing.browser import Visitor, chromium, visitor
from backend.testing.receivers import Mailbox, mail_server, mailing_stack
from backend.testing.stack import Stack


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def mailing(
    services: Services,
    module_database_url: str,
    mailbox: Mailbox,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Stack]:
    """Run a server that has a mail server and may call this machine."""
    folder = tmp_path_factory.mktemp("stack")
    with mailing_stack(services, module_database_url, mailbox, folder) as made:
        yield made


@pytest.fixture
def person(browser: Browser, stack: Stack) -> Iterator[Visitor]:
    """Give a signed-in administrator who sees no script fail."""
    with visitor(browser) as someone:
        someone.sign_in(stack.sign_in_url())
        yield someone
        assert someone.complaints == []
