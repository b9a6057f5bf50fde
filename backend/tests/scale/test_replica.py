"""Pages read from a streaming replica: near enough, never behind what the reader wrote."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr
from sqlalchemy import Engine, event, text

from backend.api.app import create_app
from backend.domain.events import EventKind, LiveEvent
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.domain.readiness import Signs
from backend.embedded.stores.services import private_services
from backend.services.keeping.doctor import examine
from backend.services.people.manage_keys import create_key
from backend.services.people.set_up import ensure_project
from backend.services.people.sign_in import issue_sign_in_link
from backend.services.read_operation import read_operation
from backend.settings import NO_RATES, Settings
from backend.storage.database_urls import driver_url
from backend.storage.engine import make_engine, transaction
from backend.storage.replica import ReplicaStanding, standing
from backend.testing.breaking.replicas import ReplicaServer, replica_of
from backend.testing.builders import a_report
from backend.testing.databases import migrate
from backend.testing.stack import wait_until

LAG_S = 600.0
"""Longer than a test may take on a slow machine: a replica that is held still counts as near."""
SHORT_LAG_S = 1.0
REPLICA = {"tidemark_replica_behind_seconds", "tidemark_replica_behind_bytes"}
PAGE = {"X-Tidemark": "1"}
LOOKED = """
select count(*) > 0 from pg_stat_activity
where application_name = 'tidemark replica watch' and state = 'idle'
"""


@dataclass
class Pair:
    """A primary, its replica, and the API that reads from both."""

    engine: Engine
    project: Project
    replica: ReplicaServer
    settings: Settings
    api: TestClient

    def key(self) -> dict[str, str]:
        with transaction(self.engine) as session:
            scopes = (Scope.REPORT, Scope.READ)
            _, secret = create_key(session, self.project.id, "test", scopes)
        return {"Authorization": f"Bearer {secret}"}

    def rename(self, name: str) -> None:
        """Write as somebody would of whom the API knows nothing."""
        with self.engine.begin() as connection:
            connection.execute(text("update project set name = :name"), {"name": name})

    def name_read_by(self, headers: dict[str, str]) -> str:
        answer = self.api.get("/api/v1/projects/main", headers=headers)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["name"])

    def wait_for_replica(self) -> None:
        """Wait until the replica has everything, and the API knows it."""
        address = self.settings.database_url
        wait_until(lambda: self.replica.has_all_of(address), "the replica has everything")
        wait_until(self.api.app.state.replica.watch.is_near, "it is near")  # type: ignore[attr-defined]

    def freeze_replica(self, *readers: dict[str, str]) -> None:
        """Hold the replica once it has everything; readers note the use of their keys before."""
        for reader in readers:
            self.name_read_by(reader)
        self.wait_for_replica()
        self.replica.hold()


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    directory = tmp_path_factory.mktemp("pair")
    with private_services(directory / "services") as services:
        migrate(services.database_url)
        engine = make_engine(services.database_url, 2)
        with transaction(engine) as session:
            project = ensure_project(session, "main", "Main")
        with replica_of(services.database_url, directory / "replica") as replica:
            chosen = Settings(
                database_url=services.database_url,
                database_read_url=replica.url,
                read_lag_s=LAG_S,
                redis_url=services.redis_url,
                state_dir=directory,
                web_dist=directory / "no-pages",
                log_level="error",
                secret=SecretStr("a secret of tests"),
                rates=NO_RATES,
            )
            with TestClient(create_app(chosen), raise_server_exceptions=False) as api:
                yield Pair(engine, project, replica, chosen, api)
        engine.dispose()


@pytest.fixture(autouse=True)
def moving(pair: Pair) -> Iterator[None]:
    """Let each test begin with a replica that follows."""
    pair.rename("Main")
    pair.wait_for_replica()
    yield
    pair.replica.go_on()


def test_pages_are_read_from_the_replica_and_are_never_older_than_allowed(pair: Pair) -> None:
    reader = pair.key()
    pair.freeze_replica(reader)
    pair.rename("Renamed")
    assert pair.name_read_by(reader) == "Main"
    strict = pair.settings.model_copy(update={"read_lag_s": SHORT_LAG_S})
    with TestClient(create_app(strict), raise_server_exceptions=False) as api:
        pair.api, lax = api, pair.api
        wait_until(lambda: pair.name_read_by(reader) == "Renamed", "the primary answers")
    pair.api = lax
    pair.replica.go_on()
    wait_until(lambda: pair.name_read_by(reader) == "Renamed", "the replica has it")


def test_who_wrote_and_who_reads_the_same_project_sees_it_at_once(pair: Pair) -> None:
    writer, reader = pair.key(), pair.key()
    pair.freeze_replica(writer, reader)
    pair.rename("Renamed")
    assert pair.name_read_by(writer) == "Main"
    sent = pair.api.post("/api/v1/projects/main/reports", json=a_report(), headers=writer)
    assert sent.status_code == 201
    assert pair.name_read_by(writer) == "Renamed"
    assert pair.name_read_by(reader) == "Renamed"


def test_what_an_event_tells_of_is_found(pair: Pair) -> None:
    from workers.process import Process  # noqa: PLC0415  it reads the settings of its module

    reader = pair.key()
    pair.freeze_replica(reader)
    pair.rename("Renamed")
    assert pair.name_read_by(reader) == "Main"
    worker = Process(pair.settings)
    worker.events.publish(pair.project.id, LiveEvent(EventKind.RUN))
    worker.close()
    assert pair.name_read_by(reader) == "Renamed"


def test_what_the_replica_does_not_know_yet_the_primary_is_asked_for(pair: Pair) -> None:
    pair.freeze_replica(pair.key())
    late = pair.key()
    assert pair.name_read_by(late) == "Main"
    with transaction(pair.engine) as session:
        token = issue_sign_in_link(session, "a@b", "Admin", 60)
    pair.api.get(f"/sign-in?token={token}")
    assert pair.api.get("/api/v1/session").json()["user"]["name"] == "Admin"
    pair.api.cookies.clear()


def test_a_replica_that_dies_is_not_missed(pair: Pair, tmp_path: Path) -> None:
    reader = pair.key()
    pair.name_read_by(reader)
    with replica_of(pair.settings.database_url, tmp_path) as other:
        chosen = pair.settings.model_copy(update={"database_read_url": other.url})
        with TestClient(create_app(chosen), raise_server_exceptions=False) as api:
            watch = api.app.state.replica.watch  # type: ignore[attr-defined]
            wait_until(watch.is_near, "the second replica is near")
            asked = ("/api/v1/projects/main", "/api/v1/projects/main/overview")
            for _ in range(3):
                assert {api.get(one, headers=reader).status_code for one in asked} == {200}
            other.kill()
            for _ in range(20):
                assert {api.get(one, headers=reader).status_code for one in asked} == {200}
            assert not watch.is_near()


def test_a_replica_that_stays_behind_is_measured_and_named(pair: Pair) -> None:
    chosen = pair.settings.model_copy(update={"read_lag_s": 0.01})

    def gauges() -> dict[str, float]:
        found = read_operation(chosen, Signs(0.0, 0.0), "1").gauges
        return {one.family.name: one.value for one in found if one.family.name in REPLICA}

    def named() -> list[str]:
        return [one.reason for one in examine(chosen) if one.part == "replica"]

    wait_until(lambda: not any(gauges().values()), "it has all")
    pair.freeze_replica()
    try:
        pair.rename("Written while the replica stands still")
        wait_until(lambda: all(gauges().values()), "it is behind")
        assert " behind" in named()[0]
    finally:
        pair.replica.go_on()
    wait_until(lambda: not any(gauges().values()), "it has all again")
    alone = chosen.model_copy(update={"database_read_url": chosen.database_url})
    assert "names no replica" in next(one.reason for one in examine(alone) if one.part == "replica")


def test_a_replica_of_another_database_answers_nothing(pair: Pair, tmp_path: Path) -> None:
    """Its log is longer than that of the primary, so by places alone it would have everything."""
    address = driver_url(pair.settings.database_url)
    with (
        private_services(tmp_path / "others") as services,
        replica_of(services.database_url, tmp_path / "replica") as other,
    ):
        with psycopg.connect(driver_url(services.database_url), autocommit=True) as connection:
            while not other.has_all_of(address):
                connection.execute("select pg_logical_emit_message(false, 'longer', 'x')")
                connection.execute("select pg_switch_wal()")
        chosen = pair.settings.model_copy(update={"database_read_url": other.url})
        with TestClient(create_app(chosen)) as api:
            watch = api.app.state.replica.watch  # type: ignore[attr-defined]
            wait_until(lambda: other.execute(LOOKED) == "True", "the replica was looked at")
            assert not watch.is_near()
        found = [one.reason for one in examine(chosen) if one.part == "replica"]
    assert found == ["TIDEMARK_DATABASE_READ_URL names no replica of this database"]


def test_a_replica_that_takes_in_at_once_what_was_just_written_is_not_behind(pair: Pair) -> None:
    pair.freeze_replica()
    pair.rename("Written a moment ago")
    engine = make_engine(pair.replica.url, 1)

    @event.listens_for(engine, "after_cursor_execute")
    def go_on_after_the_first_look(*_: object) -> None:
        pair.replica.go_on()
        pair.wait_for_replica()

    with transaction(pair.engine) as primary, transaction(engine) as replica:
        assert standing(primary, replica) == ReplicaStanding(0, 0.0)
    engine.dispose()
