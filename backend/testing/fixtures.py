"""The pytest plugin: real PostgreSQL and Valkey, a database per test, the API, processes."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from backend.api.app import create_app
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.embedded.stores.services import Services, private_services
from backend.memory import collect_rarely
from backend.services.people.manage_keys import create_key
from backend.services.people.set_up import ensure_project
from backend.settings import NO_RATES, Settings
from backend.storage.engine import make_engine, transaction
from backend.testing.brokers import IN_PROCESS, broker_numbered, fresh_broker
from backend.testing.databases import ROOT, database_named, migrate, quick_directory
from backend.testing.runs.nightly import LEAVE, leave_out, must_be_left
from backend.testing.runs.ordering import put_long_first
from backend.testing.runs.patience import in_time
from backend.testing.stack import CACHE, Stack, running_stack
from backend.testing.templates import TEMPLATE, Templates, copy_database, plain

os.environ.setdefault("TZ", "UTC")
# where the detector is compiled already: a fork server that compiles it again takes two minutes
os.environ.setdefault("NUMBA_CACHE_DIR", str(CACHE))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(LEAVE, action="store_true", help="skip the tests that are marked as nightly")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is asked for, and begin with what takes longest where workers share tests."""
    if must_be_left(config):
        leave_out(items)
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = put_long_first(items, workers)


def pytest_collection_finish() -> None:
    """Leave what is loaded out of all later looks for garbage; tests make little that is."""
    collect_rarely()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with in_time(item):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with in_time(item):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    with in_time(item):
        yield


@pytest.fixture(scope="session")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Run PostgreSQL and Valkey of this test process, with a migrated template database."""
    with (
        quick_directory(tmp_path_factory.mktemp("services")) as directory,
        private_services(directory) as running,
    ):
        with psycopg.connect(plain(running.database_url), autocommit=True) as connection:
            connection.execute(f"create database {TEMPLATE}")
        migrate(database_named(running.database_url, TEMPLATE))
        yield running


@pytest.fixture(scope="session")
def templates(services: Services) -> Templates:
    """Return the filled databases of this test process."""
    return Templates(services.database_url)


@pytest.fixture
def template() -> str:
    """Name the database that a test begins with; files that begin with a history say which."""
    return TEMPLATE


@pytest.fixture
def database_url(services: Services, template: str) -> Iterator[str]:
    """Copy a migrated database for one test, and drop the copy afterwards."""
    yield from _fresh_database(services, template)


@pytest.fixture(scope="module")
def module_database_url(services: Services) -> Iterator[str]:
    yield from _fresh_database(services, TEMPLATE)


_counter = iter(range(1, 1_000_000))


def _fresh_database(services: Services, template: str) -> Iterator[str]:
    with empty_database(services, f"tidemark_{next(_counter)}", template) as name:
        yield database_named(services.database_url, name)


@contextmanager
def empty_database(services: Services, name: str, template: str = "template0") -> Iterator[str]:
    """Make a database for as long as the block runs."""
    copy_database(services.database_url, name, template)
    yield name
    with psycopg.connect(plain(services.database_url), autocommit=True) as connection:
        connection.execute(f"drop database {name} with (force)")


@pytest.fixture
def settings(services: Services, database_url: str, tmp_path: Path) -> Settings:
    return Settings(
        database_url=database_url,
        redis_url=broker_numbered(services.redis_url, IN_PROCESS),
        state_dir=tmp_path,
        web_dist=tmp_path / "no-pages",
        log_level="error",
        secret=SecretStr("a secret of tests"),
        rates=NO_RATES,  # all tests call from one address
    )


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    made = make_engine(database_url)
    yield made
    made.dispose()


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    """Give one transaction, committed at the end of the test."""
    with transaction(engine) as opened:
        yield opened


@pytest.fixture
def project(engine: Engine) -> Project:
    with transaction(engine) as opened:
        return ensure_project(opened, "main", "Main")


@pytest.fixture
def api(settings: Settings) -> Iterator[TestClient]:
    """Serve the real application in this process; a visitor's client."""
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


MakeKey = Callable[..., dict[str, str]]


@pytest.fixture
def make_key(engine: Engine, project: Project) -> MakeKey:
    """Return a maker of authorization headers with a key of given scopes."""

    def make(
        *scopes: Scope, testbed: str | None = None, of: Project | None = None
    ) -> dict[str, str]:
        with transaction(engine) as opened:
            _, secret = create_key(opened, (of or project).id, "test", scopes, testbed)
        return {"Authorization": f"Bearer {secret}"}

    return make


@pytest.fixture
def reporter(make_key: MakeKey) -> dict[str, str]:
    """Headers of a key that may report and read."""
    return make_key(Scope.REPORT, Scope.READ)


@pytest.fixture(scope="module")
def stack(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """Run the API and a Celery worker with beat as processes of their own."""
    with running_stack(
        module_database_url, fresh_broker(services.redis_url), tmp_path_factory.mktemp("stack")
    ) as running:
        yield running


AGENTS = ROOT / "bench-agents"


@pytest.fixture(scope="module")
def program() -> Path:
    """Build the agent as `make up` does."""
    subprocess.run(
        ["cargo", "build", "--release", "--locked", "--quiet", "--bin", "tidemark-agent"],  # noqa: S607 - whichever Rust there is
        cwd=AGENTS,
        check=True,
    )
    return AGENTS / "target" / "release" / "tidemark-agent"
