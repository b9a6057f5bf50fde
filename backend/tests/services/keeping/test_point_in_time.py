"""A filled database is destroyed, and comes back as it was at a moment: a base and the log.

The commands are those of docs/operations.md.
"""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from backend.api.app import create_app
from backend.domain.people.rights import Scope
from backend.embedded.state import open_state
from backend.embedded.stores.postgres import PostgreSQL, embedded_postgres
from backend.embedded.stores.valkey import embedded_valkey
from backend.services.people.manage_keys import create_key
from backend.services.people.set_up import ensure_project
from backend.settings import NO_RATES, Settings, inherited_environment
from backend.storage.database_urls import driver_url
from backend.storage.engine import make_engine, transaction
from backend.testing.databases import migrate
from backend.testing.filling import fill
from backend.testing.stack import wait_until
from backend.tests.api.releasing import MAIN, a_release_history

pytestmark = pytest.mark.chaos
PAGES = (
    "overview", "runs", "changes", "series", "benchmarks/1", "facets", "machines", "alert-groups",
)  # fmt: skip
ARCHIVE = "test ! -f {kept}/%f && cp %p {kept}/%f"


def answers(settings: Settings, headers: dict[str, str]) -> dict[str, Any]:
    with TestClient(create_app(settings)) as client:
        found = {page: client.get(f"{MAIN}/{page}", headers=headers) for page in PAGES}
    assert {answer.status_code for answer in found.values()} == {200}
    # the time of the answer itself
    return {
        page: {name: value for name, value in answer.json().items() if name != "as_of"}
        for page, answer in found.items()
    }


def say(database: PostgreSQL, statement: str) -> str:
    with psycopg.connect(driver_url(database.url), autocommit=True) as connection:
        done = connection.execute(statement.encode())
        row = done.fetchone() if done.description else None
    return str(row[0]) if row else ""


def stop(database: PostgreSQL) -> None:
    assert database.child is not None
    database.child.ask_to_stop()
    database.child.wait_stopped()


def run_program(database: PostgreSQL, name: str, *words: str) -> None:
    """Run one of PostgreSQL's programs as the account of the database."""
    subprocess.run(
        [*database.place.prefix, str(database.place.programs / name), *words],
        env=inherited_environment(PGPASSWORD=database.password), cwd="/", check=True,
    )  # fmt: skip


def take_base(database: PostgreSQL, to: Path, *since: str) -> None:
    """Take a base, or with `--incremental=…` what changed since another one."""
    run_program(
        database, "pg_basebackup", f"--pgdata={to}", "--checkpoint=fast", "--wal-method=none",
        *since, "-h", "127.0.0.1", "-p", str(database.port), "-U", "tidemark",
    )  # fmt: skip


@dataclass
class Archiving:
    """A running database that keeps its log, and where to."""

    database: PostgreSQL
    redis_url: str
    kept: Path

    @property
    def base(self) -> Path:
        return self.kept.with_name("base")

    def keep_log(self) -> None:
        """Wait until everything that was written is kept."""
        last = say(self.database, "select pg_walfile_name(pg_switch_wal())")
        wait_until((self.kept / last).exists, "the log is kept")

    def destroy_and_recover(self, moment: str) -> None:
        stop(self.database)
        shutil.rmtree(self.database.files)
        shutil.copytree(self.base, self.database.files, symlinks=True)
        with (self.database.files / "postgresql.auto.conf").open("a") as options:
            options.write(f"restore_command = 'cp {self.kept}/%f %p'\n")
            options.write(f"recovery_target_time = '{moment}'\n")
            options.write("recovery_target_action = 'promote'\n")
        (self.database.files / "recovery.signal").touch()
        self.database.start()
        ask = "select pg_is_in_recovery()"
        wait_until(lambda: say(self.database, ask) == "False", "recovery is over")


@pytest.fixture
def archiving(tmp_path: Path) -> Iterator[Archiving]:
    state = open_state(tmp_path / "state")
    database, broker = embedded_postgres(state), embedded_valkey(state)
    kept = database.place.directory / "kept-log"
    kept.mkdir()
    broker.start()
    database.start()
    try:
        say(database, "alter system set archive_mode = 'on'")
        say(database, "alter system set summarize_wal = 'on'")
        say(database, f"alter system set archive_command = '{ARCHIVE.format(kept=kept)}'")
        stop(database)
        database.start()
        migrate(database.url)
        yield Archiving(database, broker.url, kept)
    finally:
        stop(database)
        if broker.child is not None:
            broker.child.ask_to_stop()
            broker.child.wait_stopped()


@pytest.mark.nightly(
    shorter=[
        (
            "services/keeping/test_point_in_time.py"
            "::test_a_base_and_an_increment_lead_back_to_a_moment_after_both"
        ),
    ]
)
def test_a_destroyed_database_comes_back_as_it_was_at_a_moment(
    archiving: Archiving, tmp_path: Path
) -> None:
    database = archiving.database
    headers, chosen = filled(database, archiving.redis_url, tmp_path)
    take_base(database, archiving.base)
    fill_the_rest(database)
    before = answers(chosen, headers)
    moment = say(database, "select clock_timestamp()")
    delete_all_runs(database)
    assert answers(chosen, headers) != before
    archiving.keep_log()
    archiving.destroy_and_recover(moment)
    assert answers(chosen.model_copy(update={"database_url": database.url}), headers) == before


def test_a_base_and_an_increment_lead_back_to_a_moment_after_both(
    archiving: Archiving, tmp_path: Path
) -> None:
    database = archiving.database
    headers, chosen = filled(database, archiving.redis_url, tmp_path)
    first, increment = archiving.kept.with_name("first"), archiving.kept.with_name("increment")
    take_base(database, first)
    fill_the_rest(database)
    take_base(database, increment, f"--incremental={first / 'backup_manifest'}")
    assert size_of(increment) < size_of(first), "most of it did not change"
    before = answers(chosen, headers)
    moment = say(database, "select clock_timestamp()")
    delete_all_runs(database)
    archiving.keep_log()
    run_program(database, "pg_combinebackup", str(first), str(increment), "-o", str(archiving.base))
    archiving.destroy_and_recover(moment)
    assert answers(chosen.model_copy(update={"database_url": database.url}), headers) == before


def fill_the_rest(database: PostgreSQL) -> None:
    engine = make_engine(database.url, 1)
    with transaction(engine) as session:
        project = ensure_project(session, "main", "Main")
    fill(engine, project, *a_release_history()[40:])
    engine.dispose()


def delete_all_runs(database: PostgreSQL) -> None:
    say(database, "delete from run")


def size_of(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def filled(
    database: PostgreSQL, redis_url: str, directory: Path
) -> tuple[dict[str, str], Settings]:
    """Fill the database with the beginning of a history; return a key and how to ask."""
    engine = make_engine(database.url, 1)
    with transaction(engine) as session:
        project = ensure_project(session, "main", "Main")
        _, secret = create_key(session, project.id, "test", [Scope.READ])
    fill(engine, project, *a_release_history()[:40])
    engine.dispose()
    settings = Settings(
        database_url=database.url,
        redis_url=redis_url,
        state_dir=directory,
        web_dist=directory / "no-pages",
        log_level="error",
        secret=SecretStr("a secret of tests"),
        rates=NO_RATES,
    )
    return {"Authorization": f"Bearer {secret}"}, settings
