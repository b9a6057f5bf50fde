"""A streaming replica of the embedded PostgreSQL, and PgBouncer in front of it, for tests."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

from backend.embedded.children import Child, ChildSpec
from backend.embedded.state import open_state
from backend.embedded.stores.ports import free_port
from backend.embedded.stores.privilege import unprivileged
from backend.storage.database_urls import driver_url
from backend.testing.stack import wait_until

POOLER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
CONNECTIONS = 3
"""That the pooler has to the server: fewer than there are clients, so that they change hands."""


@dataclass(slots=True)
class ReplicaServer:
    """A second PostgreSQL, which follows the first."""

    url: str
    child: Child

    def execute(self, statement: str) -> str:
        with psycopg.connect(driver_url(self.url), autocommit=True) as connection:
            row = connection.execute(statement.encode()).fetchone()
        return str(row[0]) if row else ""

    def hold(self) -> None:
        """Keep it as it is, whatever the primary writes."""
        self.execute("select pg_wal_replay_pause()")
        wait_until(lambda: self.execute("select pg_get_wal_replay_pause_state()") == "paused", "it")

    def go_on(self) -> None:
        self.execute("select pg_wal_replay_resume()")

    def kill(self) -> None:
        _end(self.child)

    def has_all_of(self, primary_url: str) -> bool:
        with psycopg.connect(driver_url(primary_url)) as connection:
            row = connection.execute("select pg_current_wal_flush_lsn()").fetchone()
        written = str(row[0]) if row else "0/0"
        return self.execute(f"select pg_last_wal_replay_lsn() >= '{written}'::pg_lsn") == "True"


@contextmanager
def replica_of(primary_url: str, directory: Path) -> Iterator[ReplicaServer]:
    """Copy a running server and let the copy follow it."""
    state = open_state(directory)
    place, files = unprivileged(state), state.path / "replica"
    url = make_url(primary_url)
    environment = {"PATH": os.environ["PATH"], "PGPASSWORD": str(url.password), "LC_ALL": "C.UTF-8"}
    subprocess.run(
        [
            *place.prefix, str(place.programs / "pg_basebackup"), "-D", str(files), "-R",
            "-h", str(url.host), "-p", str(url.port), "-U", str(url.username), "-c", "fast",
        ],
        env=environment, check=True, cwd="/", capture_output=True,
    )  # fmt: skip
    port = free_port()
    child = Child(_spec("replica", state.log("replica"), files, [
        *place.prefix, str(place.programs / "postgres"), "-D", str(files), f"-cport={port}",
        "-clisten_addresses=127.0.0.1", "-cunix_socket_directories=", "-cmax_connections=60",
    ]))  # fmt: skip
    child.start()
    address = url.set(port=port).render_as_string(hide_password=False)
    server = ReplicaServer(address, child)
    try:
        wait_until(lambda: _answers(address), "the replica answers")
        yield server
    finally:
        server.kill()


@contextmanager
def pooler_of(database_url: str, directory: Path) -> Iterator[str]:
    """Put PgBouncer in front of a server, which lends a connection per transaction."""
    state = open_state(directory)
    url, port = make_url(database_url), free_port()
    users = state.path / "users"
    users.write_text(f'"{url.username}" "{url.password}"\n')
    (state.path / "pgbouncer.ini").write_text(f"""[databases]
{url.database} = host={url.host} port={url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {users}
pool_mode = transaction
default_pool_size = {CONNECTIONS}
max_client_conn = 200
""")
    place = unprivileged(state)
    command = [*place.prefix, str(POOLER), str(state.path / "pgbouncer.ini")]
    child = Child(_spec("pgbouncer", state.log("pgbouncer"), None, command))
    child.start()
    lent = url.set(port=port).update_query_dict({"pooler": "transaction"})
    address = lent.render_as_string(hide_password=False)
    try:
        wait_until(lambda: _answers(address), "the pooler answers")
        yield address
    finally:
        _end(child)


def _end(child: Child) -> None:
    child.end_family()
    if child.process is not None:
        child.process.wait()


def _spec(name: str, log: Path, home: Path | None, command: list[str]) -> ChildSpec:
    return ChildSpec(
        name, command, {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}, Path("/"), log,
        log.with_suffix(".json"), home=home,
    )  # fmt: skip


def _answers(url: str) -> bool:
    try:
        psycopg.connect(driver_url(url), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
