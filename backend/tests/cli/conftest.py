"""A server with a history, and a shell of somebody who uses it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.domain.people.rights import Scope
from backend.embedded.stores.services import Services
from backend.testing.brokers import fresh_broker
from backend.testing.databases import database_named
from backend.testing.fixtures import empty_database
from backend.testing.stack import Stack, make_stack
from backend.testing.templates import Templates
from backend.tests.api.releasing import release
from backend.tests.cli.shell import CHANNEL, RELEASE_KEY, Shell


@pytest.fixture(scope="module")
def server(
    services: Services, templates: Templates, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """Run the API over a project in which one commit made one engine slower, another faster.

    One per file of tests, since some write: what they see is the same in whichever order.
    """
    with empty_database(services, "tidemark_of_shells", templates.filled(release)) as name:
        url = database_named(services.database_url, name)
        stack = make_stack(url, fresh_broker(services.redis_url), tmp_path_factory.mktemp("server"))
        stack.environment["TIDEMARK_PUBLIC_URL"] = stack.url
        stack.environment["TIDEMARK_OUTGOING_ALLOWED"] = "127.0.0.1"  # issuers of tests run here
        stack.environment["TIDEMARK_AGENT_RELEASE_KEY"] = RELEASE_KEY
        stack.environment["TIDEMARK_AGENT_CHANNEL"] = CHANNEL
        try:
            stack.start_api()
            yield stack
        finally:
            stack.drop()


@pytest.fixture(scope="module")
def key(server: Stack) -> str:
    return server.key("main", Scope.ADMIN)


@pytest.fixture
def shell(server: Stack, key: str, tmp_path: Path) -> Shell:
    """Return a shell in which address and key stand in the environment, as in CI."""
    return Shell(tmp_path, {"TIDEMARK_URL": server.url, "TIDEMARK_KEY": key})
