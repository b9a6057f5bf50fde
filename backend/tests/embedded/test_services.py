"""The embedded services themselves: crashes, damage, a full disk, and every way to run them."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer

import psycopg
import pytest
import redis

from backend.embedded.application import ROOT
from backend.embedded.errors import CannotStartError
from backend.embedded.state import StateDir, open_state
from backend.embedded.stores.ports import free_port
from backend.embedded.stores.postgres import PostgreSQL, embedded_postgres
from backend.embedded.stores.privilege import NOBODY, nobody_directory, unprivileged
from backend.embedded.stores.services import Services, private_services
from backend.settings import inherited_environment

pytestmark = pytest.mark.chaos

IN_A_SMALL_DISK = (
    "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
    'mount -t tmpfs -o "$1" tmpfs "$2" && exec "$3" -m backend.embedded up --no-agent',
    "sh",
)  # fmt: skip


def query(services: Services, statement: str) -> list[tuple[object, ...]]:
    url = services.database_url.replace("+psycopg", "")
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def test_both_services_keep_what_they_acknowledged_when_killed(tmp_path: Path) -> None:
    with private_services(tmp_path) as services:
        query(services, "create table kept (number integer)")
        query(services, "insert into kept select generate_series(1, 1000)")
        broker = redis.Redis.from_url(services.redis_url)
        broker.rpush("queue", "task")
        broker.close()
        for child in services.children.values():
            os.kill(child.pid, signal.SIGKILL)
    with private_services(tmp_path) as services:
        assert query(services, "select count(*) from kept") == [(1000,)]
        broker = redis.Redis.from_url(services.redis_url)
        assert broker.lrange("queue", 0, -1) == [b"task"]
        broker.close()


def test_a_killed_database_starts_again_before_the_system_has_forgotten_it(tmp_path: Path) -> None:
    with private_services(tmp_path):
        pass
    killed = subprocess.Popen(["true"])
    os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)
    (tmp_path / "postgres" / "postmaster.pid").write_text(f"{killed.pid}\n{tmp_path}\n")
    forgetting = Timer(1.0, killed.wait)
    forgetting.start()
    with private_services(tmp_path) as services:
        assert query(services, "select 1") == [(1,)]
    forgetting.join()


def test_a_service_wants_its_password(tmp_path: Path) -> None:
    with private_services(tmp_path) as services:
        wrong = services.database_url.replace("+psycopg", "").split("@")[1]
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(f"postgresql://tidemark:wrong@{wrong}")
        broker = redis.Redis(port=int(services.redis_url.split(":")[-1].split("/")[0]))
        with pytest.raises(redis.AuthenticationError):
            broker.ping()
        broker.close()


def test_damage_to_the_database_is_said_and_nothing_is_overwritten(tmp_path: Path) -> None:
    with private_services(tmp_path):
        pass
    control = tmp_path / "postgres" / "global" / "pg_control"
    control.write_bytes(b"\xff" * 8192)
    with pytest.raises(CannotStartError) as refusal, private_services(tmp_path):
        pass
    sentence = str(refusal.value)
    assert "damaged" in sentence
    assert str(tmp_path / "postgres") in sentence
    assert str(tmp_path / "logs" / "postgres.log") in sentence
    assert "make reset" in sentence
    assert control.read_bytes() == b"\xff" * 8192


def test_a_database_directory_without_its_version_is_never_made_anew(tmp_path: Path) -> None:
    (tmp_path / "postgres" / "base").mkdir(parents=True)
    with pytest.raises(CannotStartError, match="PG_VERSION cannot be read"):
        embedded_postgres(open_state(tmp_path)).start()
    assert (tmp_path / "postgres" / "base").is_dir()


def test_a_database_of_another_major_release_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "PG_VERSION").write_text("17\n")
    with pytest.raises(CannotStartError, match=r"PostgreSQL 17 and .* admin backup"):
        embedded_postgres(open_state(tmp_path)).start()
    assert [one.name for one in (tmp_path / "postgres").iterdir()] == ["PG_VERSION"]


def test_an_interrupted_first_start_is_done_anew(tmp_path: Path) -> None:
    (tmp_path / "postgres.part" / "base").mkdir(parents=True)
    with private_services(tmp_path) as services:
        assert query(services, "select 1") == [(1,)]
    assert not (tmp_path / "postgres.part").exists()


def test_a_damaged_broker_file_is_set_aside_since_it_holds_no_result(tmp_path: Path) -> None:
    with private_services(tmp_path):
        pass
    log = next((tmp_path / "valkey" / "appendonlydir").glob("*.incr.aof"))
    log.write_bytes(b"*1\r\n$nonsense\r\n" * 100)
    with private_services(tmp_path) as services:
        broker = redis.Redis.from_url(services.redis_url)
        assert broker.dbsize() == 0
        broker.close()
    assert len(list(tmp_path.glob("valkey.damaged-*"))) == 1


@pytest.mark.parametrize(
    ("disk", "sentence"),
    [
        ("size=64m", "MiB free and Tidemark needs 256 MiB to start"),
        ("size=1g,nr_inodes=120", "is full, so PostgreSQL cannot run"),
    ],
    ids=["too little space", "full while it starts"],
)
def test_a_full_disk_is_said_in_one_sentence(tmp_path: Path, disk: str, sentence: str) -> None:
    done = subprocess.run(
        [*IN_A_SMALL_DISK, disk, str(tmp_path), sys.executable], cwd=ROOT, check=False,
        env=inherited_environment(
            TIDEMARK_STATE_DIR=str(tmp_path / "state"), TIDEMARK_PORT=str(free_port())
        ),
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.strip().count("\n") == 0
    assert sentence in done.stderr
    assert str(tmp_path / "state") in done.stderr


def ways(state: StateDir) -> list[PostgreSQL]:
    """Every way in which this account can run PostgreSQL."""
    chosen = [unprivileged(state)]
    if os.geteuid() == 0:
        chosen.append(unprivileged(state, namespaces=False))
    return [PostgreSQL(state, way, "a-password", is_durable=False) for way in chosen]


def test_postgres_runs_in_every_way_that_this_account_has(tmp_path: Path) -> None:
    state = open_state(tmp_path)
    home = Path.home().stat().st_mode
    for database in ways(state):
        child = database.start()
        try:
            with psycopg.connect(database.url.replace("+psycopg", "")) as connection:
                assert connection.execute("show data_checksums").fetchone() == ("on",)
            owner = Path(f"/proc/{child.pid}").stat().st_uid
            assert owner in (os.geteuid(), NOBODY)
        finally:
            child.ask_to_stop()
            child.wait_stopped()
        database.files.rename(database.files.with_name("set aside"))
    assert Path.home().stat().st_mode == home
    shutil.rmtree(nobody_directory(state), ignore_errors=True)
