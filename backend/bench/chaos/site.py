"""An installation whose supervisor is the product's, on services and links that can be broken.

PostgreSQL and Valkey run beside it, as servers of others do; everything between the parts goes
through links. All of it lies on one small disk.
"""

import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import psycopg

from backend.bench.machine import family
from backend.embedded.children import Child, send
from backend.embedded.identity import inhabitants, read_pid, session_members
from backend.embedded.state import StateDir, open_state
from backend.embedded.stores.ports import free_port
from backend.embedded.stores.postgres import PostgreSQL, embedded_postgres
from backend.embedded.stores.valkey import Valkey, embedded_valkey
from backend.settings import inherited_environment
from backend.storage.database_urls import driver_url
from backend.testing.breaking.links import Link, Network, holder_of, network
from backend.testing.breaking.replicas import ReplicaServer, replica_of
from backend.testing.databases import ROOT, database_named
from backend.testing.receivers import Webhooks, webhooks
from backend.testing.stack import CACHE, NO_RATES_IN_ENVIRONMENT, Stack, wait_until

SECRET = "of an installation that lasts an hour"  # noqa: S105  nobody else reaches it
PIECE = 32 * 1024 * 1024
PARTS = ("api", "worker", "beat")
CLOCK_SOURCE = Path(__file__).with_name("clock.c")


@dataclass
class Site:
    """The running installation and ways to break it."""

    directory: Path
    net: Network
    database: PostgreSQL
    broker: Valkey
    hooks: Webhooks
    postgres: Child
    valkey: Child
    clients: Link = field(init=False)
    to_database: Link = field(init=False)
    to_redis: Link = field(init=False)
    to_receiver: Link = field(init=False)
    supervisor: subprocess.Popen[bytes] | None = None
    api_port: int = field(default_factory=free_port)
    made: int = 0
    """Servers that took the place of others."""
    shim: Path | None = None
    """Makes the clock of the supervisor and its children wrong; None without a C compiler."""
    followers: list[AbstractContextManager[ReplicaServer]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shim = compiled_clock(self.directory)
        self.clients = self.net.link("api", self.api_port, lambda _: "")
        self.to_database = self.net.link("postgres", self.database.port, self.holder)
        self.to_redis = self.net.link("redis", self.broker.port, self.holder)
        self.to_receiver = self.net.link("receiver", self.hooks.port, lambda _: "")

    @property
    def links(self) -> tuple[Link, ...]:
        return (self.clients, self.to_database, self.to_redis, self.to_receiver)

    @property
    def state(self) -> StateDir:
        return StateDir(self.directory / "state")

    @property
    def clock(self) -> Path:
        return self.directory / "clock"

    def set_clock(self, ahead_s: int) -> None:
        """Set the clock of the machine with api, worker and scheduler wrong, or right with 0."""
        with self.clock.open("r+b") as file:
            file.write(struct.pack("q", ahead_s))

    @property
    def said(self) -> Path:
        return self.directory / "supervisor.log"

    def start(self) -> None:
        """Start the supervisor; it may find what a killed one left."""
        self.clock.touch()
        os.truncate(self.clock, 8)
        with self.said.open("ab") as sink:
            self.supervisor = subprocess.Popen(
                [sys.executable, "-m", "backend.embedded", "up", "--no-agent"],
                cwd=ROOT, env=self._environment(), stdin=subprocess.DEVNULL, stdout=sink,
                stderr=sink, start_new_session=True,
            )  # fmt: skip

    def _environment(self) -> dict[str, str]:
        url = self.database.url.replace(f":{self.database.port}/", f":{self.to_database.port}/")
        broker = self.broker.url.replace(f":{self.broker.port}/", f":{self.to_redis.port}/")
        shifted = {"LD_PRELOAD": str(self.shim), "CHAOS_CLOCK": str(self.clock)}
        return inherited_environment(
            TIDEMARK_STATE_DIR=str(self.state.path), TIDEMARK_PORT=str(self.api_port),
            TIDEMARK_DATABASE_URL=url, TIDEMARK_REDIS_URL=broker, TIDEMARK_API_WORKERS="2",
            TIDEMARK_OUTGOING_ALLOWED="127.0.0.0/8", TIDEMARK_SECRET=SECRET,
            NUMBA_CACHE_DIR=str(CACHE), **NO_RATES_IN_ENVIRONMENT,
            **(shifted if self.shim else {}),
        )  # fmt: skip

    @property
    def stack(self) -> Stack:
        """Ways in for whoever makes keys; they go past the links."""
        url = f"http://127.0.0.1:{self.clients.port}"
        return Stack(url, self.database_url, "", self.directory, {})

    @property
    def database_url(self) -> str:
        """Of the server that is the primary now."""
        return self.database.url.replace(f":{self.database.port}/", f":{self.to_database.target}/")

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(driver_url(self.database_url), autocommit=True, connect_timeout=5)

    def ask(self, query: str, *values: str) -> list[tuple[object, ...]]:
        with self.connect() as connection:
            return connection.execute(query.encode(), values or None).fetchall()

    def pids(self, part: str) -> list[int]:
        """Return the processes of a part, its leader first; none while it is not there."""
        if part in ("postgres", "valkey"):
            child = getattr(self, part)
            home = child.spec.home
            return [
                child.pid, *session_members(child.pid), *(inhabitants(home) if home else ())
            ]  # fmt: skip
        known = read_pid(self.state.pids / f"{part}.json")
        return family(known.pid) if known else []

    def families(self) -> dict[str, list[int]]:
        return {part: self.pids(part) for part in PARTS}

    def holder(self, port: int) -> str:
        return holder_of(port, self.families)

    def send(self, part: str, which: signal.Signals) -> None:
        for pid in dict.fromkeys(self.pids(part)):
            send(pid, which)

    def see_to(self, part: str) -> None:
        """Wait until a server of others answers; start it where it ended, as its machine would."""
        if not self._comes_up(getattr(self, part), part):
            self.restart(part)

    def restart(self, part: str) -> None:
        """Start a killed server of others again."""
        child: Child = getattr(self, part)
        child.end_family()
        if child.process is not None:
            child.process.wait()
        while True:
            child.start()
            if self._comes_up(child, part):
                return

    def _comes_up(self, child: Child, part: str) -> bool:
        while child.exit_code() is None:
            if part == "valkey" and self.broker.is_there():
                return True
            if part == "postgres":
                with suppress(psycopg.OperationalError):
                    self.connect().close()
                    return True
            time.sleep(0.05)
        time.sleep(0.5)
        return False

    def replace_valkey(self) -> None:
        """Put an empty server in the place of the one that is there."""
        self.valkey.end_family()
        self.made += 1
        self.broker = replace(self.broker, state=open_state(self.directory / f"redis{self.made}"))
        self.valkey = self.broker.start()
        self.to_redis.target = self.broker.port
        self.to_redis.cut()

    def fail_over(self) -> None:
        """Let a synchronous replica follow, kill the primary, promote the replica."""
        self.made += 1
        place = self.directory / f"replica{self.made}"
        place.mkdir()
        follower = replica_of(database_named(self.database_url, "postgres"), place)
        replica = follower.__enter__()
        self.followers.append(follower)  # it goes on: the next one follows it
        self._set_synchronous("*")
        wait_until(self._is_followed, "the replica follows in step", 60)
        time.sleep(1)
        old, files = self.postgres, self.postgres.spec.home
        old.end_family()
        if old.process is not None:
            old.process.wait()
        replica.execute("select pg_promote()")
        self.postgres = replica.child
        self.to_database.target = int(replica.url.rpartition(":")[2].partition("/")[0])
        self._set_synchronous("")
        self.to_database.cut()
        if files is not None:
            shutil.rmtree(files, ignore_errors=True)

    def _is_followed(self) -> bool:
        return self.ask("select 1 from pg_stat_replication where sync_state = 'sync'") != []

    def _set_synchronous(self, names: str) -> None:
        with self.connect() as connection:
            connection.execute(f"alter system set synchronous_standby_names = '{names}'".encode())
            connection.execute("select pg_reload_conf()")

    def fill_disk(self, leave: int) -> None:
        """Fill it piece by piece: others write meanwhile, and what finds no room is undone."""
        ballast = self.directory / "ballast"
        with ballast.open("ab") as file:
            while (more := free_bytes(self.directory) - leave) > 0:
                with suppress(OSError):
                    piece = min(more, PIECE)
                    os.posix_fallocate(file.fileno(), ballast.stat().st_size, piece)

    def free_disk(self) -> None:
        (self.directory / "ballast").unlink(missing_ok=True)

    def is_up(self) -> bool:
        """Tell whether all do their work, while the supervisor lives."""
        if self.supervisor is None or self.supervisor.poll() is not None:
            raise ChildProcessError(self.said.read_text())
        return not self.troubles()

    def troubles(self) -> list[str]:
        """Return what the API names as out of order; that it does not answer is one."""
        try:
            answer = httpx.get(f"http://127.0.0.1:{self.api_port}/api/v1/ready", timeout=5).json()
        except (httpx.HTTPError, ValueError):
            return ["api"]
        return [fault["pointer"].strip("/") for fault in answer.get("faults", [])]


def free_bytes(place: Path) -> int:
    told = os.statvfs(place)
    return told.f_bavail * told.f_frsize


def compiled_clock(directory: Path) -> Path | None:
    """Return what makes the clock of a program wrong that preloads it; None without a compiler."""
    compiler, made = shutil.which("cc"), directory / "clock.so"
    if compiler is None:
        return None
    command = [compiler, "-shared", "-fPIC", "-O1", str(CLOCK_SOURCE), "-o", str(made)]
    subprocess.run(command, check=True)  # noqa: S603  the compiler of this machine
    return made


@contextmanager
def installation(directory: Path) -> Iterator[Site]:
    """Run everything for as long as the block runs."""
    state = open_state(directory / "services")
    database, broker = embedded_postgres(state), embedded_valkey(state)
    with webhooks() as hooks, network() as net:
        postgres = valkey = None
        try:
            postgres, valkey = database.start(), broker.start()
            site = Site(directory, net, database, broker, hooks, postgres, valkey)
            site.start()
            try:
                wait_until(site.is_up, "all parts do their work", 180)
                yield site
            finally:
                _stop(site)
                postgres, valkey = site.postgres, site.valkey
        finally:
            for child in (postgres, valkey):
                if child is not None:
                    child.end_family()


def _stop(site: Site) -> None:
    if site.supervisor is None:
        return
    site.supervisor.send_signal(signal.SIGTERM)
    try:
        site.supervisor.wait(60)
    except subprocess.TimeoutExpired:
        for pid in family(site.supervisor.pid):
            send(pid, signal.SIGKILL)
