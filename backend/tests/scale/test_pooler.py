"""Everything through PgBouncer, which lends another connection for each transaction."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
import pytest
from sqlalchemy import text

from backend.domain.errors import InvalidError
from backend.embedded.stores.services import Services, private_services
from backend.services.keeping.backup import back_up
from backend.settings import Settings
from backend.storage.database_urls import driver_url, read_url
from backend.storage.engine import make_engine, transaction
from backend.testing.breaking.replicas import pooler_of, replica_of
from backend.testing.builders import a_history
from backend.testing.databases import migrate
from backend.testing.stack import Stack, make_stack, wait_until


@dataclass
class Pooled:
    services: Services
    address: str
    """Of the pooler."""
    directory: Path

    def count(self, asked: str) -> int:
        with psycopg.connect(driver_url(self.services.database_url)) as connection:
            row = connection.execute(asked.encode()).fetchone()
        return int(row[0]) if row else 0


@pytest.fixture(scope="module")
def pooled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pooled]:
    directory = tmp_path_factory.mktemp("pooled")
    with private_services(directory / "services") as services:
        migrate(services.database_url)
        with pooler_of(services.database_url, directory / "pooler") as address:
            yield Pooled(services, address, directory)


def test_a_history_is_taken_in_judged_and_read_through_pooler_and_replica(
    pooled: Pooled,
) -> None:
    reports = a_history([1.0 + 0.002 * (index % 5) + 0.4 * (index >= 30) for index in range(60)])
    with replica_of(pooled.services.database_url, pooled.directory / "replica") as replica:
        stack = make_stack(pooled.address, pooled.services.redis_url, pooled.directory)
        stack.environment["TIDEMARK_DATABASE_READ_URL"] = replica.url
        try:
            stack.start_api()
            stack.start_worker()
            with stack.client() as client:
                for report in reports:
                    sent = client.post("/reports", json=report)
                    assert sent.status_code == 201, sent.text
                    assert client.get(f"/reports/{sent.json()['id']}").status_code == 200
                wait_until(lambda: _is_done(pooled), "all is judged")
                changes = client.get("/changes").json()["rows"]
                _read_at_once(stack, client)
        finally:
            stack.drop()
    assert pooled.count("select count(*) from result") == len(reports)
    assert [change["commit"]["name"] for change in changes] == ["r30"]


def _is_done(pooled: Pooled) -> bool:
    waiting = "(select count(*) from report where state = 'accepted')"
    return pooled.count(f"select {waiting} + (select count(*) from outbox)") == 0


def _read_at_once(stack: Stack, client: httpx.Client) -> None:
    """Ask more often than the pooler has connections, and often enough to prepare statements."""
    for _ in range(8):
        for page in ("/overview", "/series", "/runs", "/changes", "/alert-groups"):
            assert client.get(page).status_code == 200, page
    assert not httpx.get(f"{stack.url}/api/v1/ready").json().get("faults")


def test_limits_hold_in_each_transaction_and_reach_no_other(pooled: Pooled) -> None:
    short, long = make_engine(pooled.address, 1, 0.2), make_engine(pooled.address, 1, 60.0)
    for _ in range(2):
        with pytest.raises(Exception, match="statement timeout"), transaction(short) as session:
            session.execute(text("select pg_sleep(5)"))
        with transaction(long) as session:
            session.execute(text("select pg_sleep(0.5)"))
    short.dispose()
    long.dispose()


def test_what_needs_a_whole_session_asks_for_the_database_itself(pooled: Pooled) -> None:
    lent = Settings(database_url=pooled.address, state_dir=pooled.directory)
    with pytest.raises(InvalidError, match="TIDEMARK_DATABASE_DIRECT_URL"):
        migrate(pooled.address)
    with pytest.raises(InvalidError, match="TIDEMARK_DATABASE_DIRECT_URL"):
        back_up(lent, "0", pooled.directory / "refused", None)
    direct = lent.model_copy(update={"database_direct_url": pooled.services.database_url})
    assert back_up(direct, "0", pooled.directory / "made", None).rows["run"] >= 0


def test_an_address_says_whether_it_is_a_poolers() -> None:
    assert read_url("postgresql://a:b@c/d?x=1&pooler=transaction") == (
        "postgresql://a:b@c/d?x=1",
        True,
    )
    assert read_url("postgresql://a:b@c/d") == ("postgresql://a:b@c/d", False)
    with pytest.raises(ValueError, match="pooler=transaction"):
        read_url("postgresql://c/d?pooler=session")
