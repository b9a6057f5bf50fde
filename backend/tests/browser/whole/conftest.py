"""One server and one filled project for every file of this folder."""

from collections.abc import Iterator

import pytest

from backend.embedded.stores.services import Services
from backend.testing.brokers import fresh_broker
from backend.testing.databases import database_named
from backend.testing.fixtures import empty_database
from backend.testing.stack import Stack, running_stack
from backend.testing.templates import TEMPLATE
from backend.tests.browser.whole.whole_project import addresses_of, fill_whole_project

PROJECT = "full"


@pytest.fixture(scope="package")
def stack(services: Services, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Run a server whose project is full: filling it takes longer than most walks through it."""
    with empty_database(services, "tidemark_whole", TEMPLATE) as name:
        url, broker = database_named(services.database_url, name), fresh_broker(services.redis_url)
        with running_stack(url, broker, tmp_path_factory.mktemp("whole")) as running:
            fill_whole_project(running, PROJECT)
            yield running


@pytest.fixture(scope="package")
def known(stack: Stack) -> dict[str, str]:
    """Give what addresses of the full project need."""
    return addresses_of(stack, PROJECT)
