"""A private PostgreSQL: made once, started as a child, reached over loopback with a password."""

import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from backend.embedded.children import Child, ChildSpec
from backend.embedded.environment import service_environment
from backend.embedded.errors import CannotStartError
from backend.embedded.faults import explain
from backend.embedded.identity import is_unreaped
from backend.embedded.state import StateDir, secret_of
from backend.embedded.stores.ports import free_port
from backend.embedded.stores.privilege import (
    DATABASE_FILES,
    MOVING_FILES,
    Unprivileged,
    unprivileged,
)
from backend.storage.connections.keepalive import is_there

NAME = "PostgreSQL"
ROLE = "tidemark"
DATABASE = "tidemark"
ATTEMPTS_AT_A_PORT = 3
LONGEST_REAPING_S = 30.0
"""Whoever started a process that was killed may be busy, or never ask what became of it."""

OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] ",
    "max_connections": "60",
    # Sized for one machine that also measures; the operating system's cache does the rest.
    "shared_buffers": "256MB",
    "work_mem": "16MB",
    "maintenance_work_mem": "128MB",
    "effective_cache_size": "1GB",
    "random_page_cost": "1.1",
    # Short queries over many partitions: compiling each would cost more than running it.
    "jit": "off",
    # A 201 is a promise, so a commit waits for the disk; fewer, smaller and evener writes pay.
    "synchronous_commit": "on",
    "fsync": "on",
    "wal_compression": "on",
    "max_wal_size": "2GB",
    "checkpoint_timeout": "15min",
    "checkpoint_completion_target": "0.9",
    # Tables only ever grow; visit them by what was added, often and little.
    "autovacuum_naptime": "20s",
    "autovacuum_vacuum_insert_scale_factor": "0.05",
    "autovacuum_analyze_scale_factor": "0.02",
}


@dataclass(slots=True)
class PostgreSQL:
    """The embedded database of one state directory."""

    state: StateDir
    place: Unprivileged
    password: str
    is_durable: bool = True
    """Whether it survives a loss of power; without, it survives only the death of processes."""
    name: str = DATABASE_FILES
    child: Child | None = None
    port: int = 0

    @property
    def files(self) -> Path:
        return self.place.directory / self.name

    @property
    def moved(self) -> Path:
        """A whole database that a move brought here, until it is in its place."""
        return self.place.directory / "postgres.moved"

    @property
    def is_made(self) -> bool:
        """Whether there is a database that a start would serve."""
        return self.files.exists() or self.moved.exists()

    def filling(self) -> "PostgreSQL":
        """Return an empty database that is filled while the files of this one stay."""
        made = PostgreSQL(self.state, self.place, self.password, self.is_durable, MOVING_FILES)
        shutil.rmtree(made.files, ignore_errors=True)  # a move that was killed left them
        return made

    def take(self, other: "PostgreSQL", before: Path) -> None:
        """Put another database, stopped and whole, in the place of this one, which is kept.

        Who is killed on the way finds the one or the other in its place at the next start.
        """
        shutil.rmtree(self.moved, ignore_errors=True)
        other.files.rename(self.moved)
        if self.files.exists():
            self.files.rename(before)
        self.moved.rename(self.files)

    @property
    def log(self) -> Path:
        return self.state.log("postgres")

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://{ROLE}:{self.password}@127.0.0.1:{self.port}/{DATABASE}"

    def start(self) -> Child:
        """Make the cluster if there is none, start it, wait until it answers; return the child."""
        if not self.files.exists() and self.name == DATABASE_FILES and self.moved.exists():
            self.moved.rename(self.files)
        if self.files.exists():
            self._demand_same_major()
        else:
            self._make_cluster()
        self._outwait_killed_one()
        child = self._launch()
        for _ in range(1, ATTEMPTS_AT_A_PORT):
            if self._is_ready(child, is_last=False):
                break
            child = self._launch()
        self._is_ready(child, is_last=True)
        self._make_database()
        return child

    def is_there(self) -> bool:
        """Tell whether the server answers, be it that it still recovers."""
        return is_there("127.0.0.1", self.port)

    def _outwait_killed_one(self) -> None:
        """Wait until a killed server has lost its number: until then it counts as one that runs."""
        try:
            before = int((self.files / "postmaster.pid").read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return
        until = time.monotonic() + LONGEST_REAPING_S
        while is_unreaped(before) and time.monotonic() < until:
            time.sleep(0.03)

    def _launch(self) -> Child:
        self.port = free_port()
        self.child = Child(self._spec())
        self.child.start()
        return self.child

    def _make_cluster(self) -> None:
        """Run initdb beside the final place, then rename, so that half a cluster never counts."""
        part = self.place.directory / "postgres.part"
        shutil.rmtree(part, ignore_errors=True)
        reader, writer = os.pipe()
        os.fchown(reader, self.place.owner, -1)
        os.write(writer, self.password.encode())
        os.close(writer)
        with os.fdopen(reader, "rb") as password, self.log.open("ab") as log:
            begun = log.tell()
            done = subprocess.run(
                [
                    *self.place.prefix, str(self.place.programs / "initdb"), "-D", str(part),
                    "-U", ROLE, "--auth=scram-sha-256", "--pwfile=/dev/stdin", "-E", "UTF8",
                    "--locale=C.UTF-8", *([] if self.is_durable else ["--no-sync"]),
                ],
                env=service_environment(self.state), stdin=password, stdout=log, stderr=log,
                cwd="/", check=False,
            )  # fmt: skip
        if done.returncode:
            said = self.log.read_bytes()[begun:].decode(errors="replace")
            shutil.rmtree(part, ignore_errors=True)
            raise CannotStartError(explain(NAME, said, self.files, self.log).sentence)
        part.rename(self.files)

    def _demand_same_major(self) -> None:
        ours = self._program_major()
        try:
            theirs = (self.files / "PG_VERSION").read_text().strip()
        except OSError as error:
            raise CannotStartError(
                f"The files of {NAME} in {self.files} are damaged (PG_VERSION cannot be read). "
                "Restore the directory from a backup, or delete all results with make reset."
            ) from error
        if theirs != ours:
            raise CannotStartError(
                f"The database in {self.files} was written by {NAME} {theirs or 'unknown'} and "
                f"this release brings {ours}: back it up with the release that wrote it (tidemark "
                "admin backup) and restore that here (docs/operations.md, Another PostgreSQL). "
                "Nothing was changed."
            )

    def _program_major(self) -> str:
        said = subprocess.run(
            [str(self.place.programs / "postgres"), "--version"],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        return said.split()[-1].partition(".")[0]

    def _spec(self) -> ChildSpec:
        chosen = OPTIONS if self.is_durable else OPTIONS | {"fsync": "off"}
        options = [f"-c{name}={choice}" for name, choice in chosen.items()]
        return ChildSpec(
            name="postgres",
            command=[
                *self.place.prefix, str(self.place.programs / "postgres"), "-D", str(self.files),
                *options, f"-cport={self.port}",
            ],
            environment=service_environment(self.state),
            directory=Path("/"),
            log=self.log,
            pid_file=self.state.pids / "postgres.json",
            stop_signal=signal.SIGINT,
            patience_s=60.0,
            home=self.files,
        )  # fmt: skip

    def _is_ready(self, child: Child, *, is_last: bool) -> bool:
        """Wait until the server takes connections; False if it lost a race for its port."""
        while True:
            try:
                self._connect().close()
            except psycopg.OperationalError:
                if child.exit_code() is None:
                    time.sleep(0.03)
                    continue
                fault = explain(NAME, child.last_words(), self.files, self.log)
                if fault.kind == "port" and not is_last:
                    return False
                raise CannotStartError(fault.sentence) from None
            return True

    def _make_database(self) -> None:
        with self._connect() as connection:
            found = connection.execute(
                "select 1 from pg_database where datname = %s", [DATABASE]
            ).fetchone()
            if not found:
                connection.execute(sql.SQL("create database {}").format(sql.Identifier(DATABASE)))

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user=ROLE, password=self.password,
            dbname="postgres", connect_timeout=5, autocommit=True,
        )  # fmt: skip


def embedded_postgres(state: StateDir, *, is_durable: bool = True) -> PostgreSQL:
    """Return the database of a state directory, not yet started."""
    return PostgreSQL(state, unprivileged(state), secret_of(state, "postgres"), is_durable)
