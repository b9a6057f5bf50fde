"""A backup taken while reports arrive, brought back into another installation, and read again."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.api.app import create_app
from backend.domain.people.rights import Scope
from backend.embedded.stores.services import Services
from backend.services.keeping.backup import too_old_for
from backend.services.people.set_up import ensure_project
from backend.services.reports.accept import Upload, accept_report
from backend.services.task_queue import TaskQueue
from backend.settings import Settings, inherited_environment, limits
from backend.storage.engine import transaction
from backend.storage.operation import revisions
from backend.testing.builders import a_report
from backend.testing.databases import database_named, migrate
from backend.testing.draining import RecordingRelay
from backend.testing.filling import OPERATOR
from backend.testing.fixtures import MakeKey, empty_database
from backend.testing.fork_server import run_admin
from backend.testing.stack import wait_until
from backend.testing.templates import TEMPLATE, Templates, plain
from backend.tests.api.releasing import MAIN, release

PAGES = (
    "overview", "runs", "changes", "series", "suites/1", "benchmarks/1", "facets", "machines",
    "alert-groups", "claims", "ladders", "splits", "sweeps", "thresholds", "pull-requests",
)  # fmt: skip
PASSPHRASE = "correct horse battery staple"  # noqa: S105  of backups that last a minute


@pytest.fixture
def template(templates: Templates) -> str:
    """Begin with a history that has changes, alerts and several series."""
    return templates.filled(release)


@dataclass
class Shell:
    """Commands of an operator on one installation."""

    database_url: str
    directory: Path
    secret: str = "a secret of tests"  # noqa: S105  of databases that last a minute

    def admin(self, *words: str) -> tuple[int, str]:
        environment = inherited_environment(
            TIDEMARK_DATABASE_URL=self.database_url,
            TIDEMARK_STATE_DIR=str(self.directory),
            TIDEMARK_SECRET=self.secret,
        )
        return run_admin(environment, *words)


@pytest.fixture
def shell(database_url: str, tmp_path: Path) -> Shell:
    return Shell(database_url, tmp_path)


def answers(settings: Settings, headers: dict[str, str]) -> dict[str, Any]:
    """Return what the main pages are made of, and each raw report."""
    with TestClient(create_app(settings)) as client:
        found = {page: client.get(f"{MAIN}/{page}", headers=headers) for page in PAGES}
        runs = found["runs"].json()["rows"]
        for run in runs[:3]:
            path = f"runs/{run['id']}"
            found[path] = client.get(f"{MAIN}/{path}", headers=headers)
    assert {path: answer.status_code for path, answer in found.items()} == dict.fromkeys(found, 200)
    # the time of the answer itself
    return {
        path: {name: value for name, value in answer.json().items() if name != "as_of"}
        for path, answer in found.items()
    }


@contextmanager
def arriving(engine: Engine) -> Iterator[list[str]]:
    """Let reports of another project arrive; gives the keys of those that were acknowledged."""
    acknowledged: list[str] = []
    is_over = threading.Event()
    with transaction(engine) as session:
        busy = ensure_project(session, "busy", "Busy")

    def send() -> None:
        while not is_over.is_set():
            document = a_report()
            with transaction(engine) as session:
                upload = Upload(msgspec.json.encode(document), OPERATOR)
                queue = TaskQueue(session, RecordingRelay())
                stored = accept_report(session, queue, busy, upload, limits())
            acknowledged.append(str(stored.report.public_id))

    sender = threading.Thread(target=send)
    sender.start()
    try:
        wait_until(lambda: acknowledged, "the first arrived")
        yield acknowledged
    finally:
        is_over.set()
        sender.join()


def test_a_backup_taken_under_load_gives_the_same_pages_elsewhere(
    services: Services, settings: Settings, engine: Engine, make_key: MakeKey, shell: Shell
) -> None:
    tmp_path = shell.directory
    headers = make_key(Scope.READ)
    before = answers(settings, headers)
    assert before["changes"]["rows"], "the history has changes"
    file = tmp_path / "tidemark.backup"
    with arriving(engine) as acknowledged:
        sure = list(acknowledged)
        code, said = shell.admin("backup", str(file))
        assert (code, "The secret of the installation is not in it" in said) == (0, True), said
        wait_until(lambda: len(acknowledged) > len(sure), "reports went on arriving")
    assert file.stat().st_mode & 0o077 == 0
    assert [one.name for one in tmp_path.glob(".tidemark-*")] == [], "no scratch is left"
    assert shell.admin("verify", str(file))[0] == 0
    absent = str(tmp_path / "absent")
    assert shell.admin("verify", absent)[1] == f"tidemark: {absent}: No such file or directory\n"
    code, said = shell.admin("restore", str(file))
    assert (code, "stop the server first" in said or "it holds results" in said) == (2, True), said

    with empty_database(services, "restored", TEMPLATE) as name:
        url = database_named(services.database_url, name)
        code, said = Shell(url, tmp_path).admin("restore", str(file))
        assert code == 0, said
        assert answers(settings.model_copy(update={"database_url": url}), headers) == before
        with psycopg.connect(plain(url)) as connection:
            held = {
                str(id_)
                for (id_,) in connection.execute(
                    "select public_id from report join project on project.id = project_id"
                    " where slug = 'busy'"
                )
            }
            waiting = connection.execute(
                "select count(*) from outbox where task = 'ingestion.ingest_reports'"
            ).fetchone()
        assert set(sure) <= held <= set(acknowledged)
        assert waiting == (len(held),), "each has the request to ingest it"
        again = Shell(url, tmp_path).admin("restore", str(file))
        assert again[0] == 2
        assert "it holds results" in again[1]


def test_a_backup_of_an_older_release_gets_this_schema_and_one_of_a_newer_is_refused(
    services: Services, tmp_path: Path
) -> None:
    known, newest = revisions()
    with (
        empty_database(services, "of_older_release") as older,
        empty_database(services, "of_this_release", TEMPLATE) as ours,
    ):
        shells = [
            Shell(database_named(services.database_url, name), tmp_path) for name in (older, ours)
        ]
        migrate(shells[0].database_url, "0050")
        file = str(tmp_path / "older.backup")
        assert shells[0].admin("backup", file)[0] == 0
        code, said = shells[1].admin("restore", file)
        assert code == 0, said
        with psycopg.connect(plain(shells[1].database_url)) as connection:
            applied = connection.execute("select version_num from alembic_version").fetchone()
            assert applied == (newest,)
        with psycopg.connect(plain(shells[0].database_url)) as connection:
            assert "9999" not in known
            connection.execute("update alembic_version set version_num = '9999'")
        file = str(tmp_path / "newer.backup")
        assert shells[0].admin("backup", file)[0] == 0
        code, said = shells[1].admin("restore", file)
        assert (code, f"this release knows up to {newest}" in said) == (2, True), said


def test_a_backup_that_was_changed_or_cut_off_is_refused(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "tidemark.backup"
    assert shell.admin("backup", str(file))[0] == 0
    whole = file.read_bytes()
    assert shell.admin("backup", str(file))[0] == 2, "nothing is written over"
    file.write_bytes(whole[: len(whole) // 2])
    code, said = shell.admin("verify", str(file))
    assert (code, "cut off" in said) == (2, True), said
    middle = len(whole) // 2
    file.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    code, said = shell.admin("verify", str(file))
    assert (code, "is damaged: database.dump" in said) == (2, True), said
    file.write_bytes(b"a shopping list")
    assert shell.admin("verify", str(file))[0] == 2


def test_an_encrypted_backup_opens_with_its_passphrase_alone(
    services: Services, shell: Shell, tmp_path: Path
) -> None:
    file, key, wrong = (tmp_path / name for name in ("tidemark.backup", "key", "wrong"))
    key.write_text(f"{PASSPHRASE}\n")
    wrong.write_text("another passphrase\n")
    assert shell.admin("backup", str(file), "--passphrase-file", str(key))[0] == 0
    whole = file.read_bytes()
    assert b"manifest" not in whole
    assert b"a secret of tests" not in whole
    for words in ((), ("--passphrase-file", str(wrong))):
        code, said = shell.admin("verify", str(file), *words)
        assert (code, "passphrase" in said) == (2, True), said
    assert shell.admin("verify", str(file), "--passphrase-file", str(key))[0] == 0
    file.write_bytes(whole[:-1024])
    assert shell.admin("verify", str(file), "--passphrase-file", str(key))[0] == 2
    file.write_bytes(whole)
    kept = tmp_path / "secrets" / "application"
    kept.parent.mkdir()
    kept.write_text("the secret of a new installation")
    with empty_database(services, "decrypted", TEMPLATE) as name:
        url = database_named(services.database_url, name)
        there = Shell(url, tmp_path, "the secret of a new installation")
        assert there.admin("restore", str(file), "--passphrase-file", str(key))[0] == 0
    assert kept.read_text() == shell.secret, "addresses of webhooks can be decrypted"
    kept.unlink()
    with empty_database(services, "on_a_new_disk", TEMPLATE) as name:
        there = Shell(database_named(services.database_url, name), tmp_path, "")
        assert there.admin("restore", str(file), "--passphrase-file", str(key))[0] == 0
    assert kept.read_text() == shell.secret, "the secret was lost with the disk"


def test_a_server_that_does_not_know_what_the_dump_sets_is_named_first() -> None:
    assert "PostgreSQL 15.18 and the backup of 18.1" in too_old_for("18.1", "15.18")
    assert too_old_for("18.1", "17.2") == too_old_for("16.4", "15.18") == ""
