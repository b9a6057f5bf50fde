"""Results per second from the first accepted report to the last detected change."""

import threading
import time
from dataclasses import dataclass

import numpy as np

from backend.bench.documents import RESULTS, SAMPLES, ReportWriter
from backend.bench.filling import POINTS, Filling
from backend.bench.machine import CORES, Use, watched
from backend.bench.stand import LOOK_S, Stand, is_idle
from backend.bench.wire import Client, upload_all
from backend.testing.stack import wait_until

WRITERS = 4
FLOOD = 100
"""How many times as much a project sends that must not hold up the others."""
WARM_UP = 64
PATIENCE_S = 600.0


@dataclass(frozen=True, slots=True)
class Sustaining:
    """What ingestion and detection did."""

    points: int
    """Points in the database."""
    reports: int
    accept_s: float
    seconds: float
    use: Use
    copy_rate: float
    """Rows per second that a bare COPY of such results took just before."""

    @property
    def rate(self) -> float:
        """Return results per second."""
        return self.reports * RESULTS / self.seconds

    @property
    def quiet_rate(self) -> float:
        """Return results per second if all cores did nothing but this: from CPU time."""
        return self.reports * RESULTS * CORES / sum(self.use.ours.values())


@dataclass(slots=True)
class Uploads:
    """New commits, one report each, for as long as they are asked for."""

    filling: Filling
    client: Client
    generator: np.random.Generator
    commit: int = POINTS
    """Number of the next commit."""

    def sustain(self, suite: int, reports: int) -> Sustaining:
        """Upload reports of a suite and wait until everything is ingested and looked at."""
        stand = self.filling.stand
        self.warm_up(suite)
        bodies = self._write(suite, reports)
        copy_rate = bare_copy(self.filling)
        with watched(stand.roots) as use, stand.connect() as connection:
            began = time.perf_counter()
            waits = upload_all(self.client, bodies, WRITERS)
            wait_until(lambda: is_idle(connection), "all work is done", PATIENCE_S, LOOK_S)
            seconds = time.perf_counter() - began
        return Sustaining(self.filling.points, reports, waits.total, seconds, use, copy_rate)

    def warm_up(self, suite: int) -> None:
        """Let detection see a suite, and every process of the worker load what it needs."""
        self.filling.look(suite)
        upload_all(self.client, self._write(suite, WARM_UP), WRITERS)
        self.filling.stand.wait_idle(PATIENCE_S)

    def send_one(self, ratio: float) -> None:
        """Upload one report of the first suite with every sample multiplied."""
        upload_all(self.client, self._write(0, 1, ratio), 1)

    def _write(self, suite: int, reports: int, ratio: float = 1.0) -> list[bytes]:
        author = ReportWriter(f"suite-{suite}", self.generator, self.commit)
        self.commit += reports
        return [author.write(ratio) for _ in range(reports)]


@dataclass(frozen=True, slots=True)
class Fairness:
    """How long a small project waits for its report to be judged, in seconds."""

    alone_s: float
    beside_equal_s: float
    beside_flood_s: float
    use: Use


def measure_fairness(stand: Stand, rounds: int) -> Fairness:
    """Send reports of one project alone, beside one that sends as much, and beside a flood."""
    slugs = ("calm", "equal", "flood")
    senders = [Client(stand.address, slug, stand.project(slug)[1]) for slug in slugs]
    writers = [ReportWriter(slug, np.random.default_rng(7), 0) for slug in slugs]

    def wait_of_calm(neighbour: int, reports: int) -> float:
        bodies = [writers[neighbour].write() for _ in range(reports)]
        sending = threading.Thread(target=upload_all, args=(senders[neighbour], bodies, WRITERS))
        if reports:
            sending.start()
        waits = [_judged_after(stand, senders[0], writers[0]) for _ in range(rounds)]
        if reports:
            sending.join()
        stand.wait_idle(PATIENCE_S)
        return float(np.median(waits))

    wait_of_calm(1, 1)  # every process loads what it needs
    with watched(stand.roots) as use:
        alone, equal = wait_of_calm(1, 0), wait_of_calm(1, rounds)
        return Fairness(alone, equal, wait_of_calm(2, rounds * FLOOD), use)


def _judged_after(stand: Stand, client: Client, writer: ReportWriter) -> float:
    began = time.perf_counter()
    upload_all(client, [writer.write()], 1)
    left = """select not exists (
        select from outbox join project on project.id = project_id where slug = %s)"""
    with stand.connect() as connection:
        wait_until(
            lambda: connection.execute(left, (client.project,)).fetchone() == (True,),
            "it is judged", PATIENCE_S,
        )  # fmt: skip
    return time.perf_counter() - began


def bare_copy(filling: Filling, rows: int = 20_000) -> float:
    """Copy as many numbers into a plain table with a key, and nothing else; rows per second."""
    samples = [0.1] * SAMPLES
    with filling.stand.connect() as connection, connection.cursor() as cursor:
        cursor.execute(
            "create temporary table bare_result (series bigint, position bigint, value float8,"
            " samples float8[], primary key (series, position))"
        )
        began = time.perf_counter()
        with cursor.copy("copy bare_result from stdin (format binary)") as copy:
            copy.set_types(["int8", "int8", "float8", "float8[]"])
            for row in range(rows):
                copy.write_row((row % RESULTS, row, 0.1, samples))
        seconds = time.perf_counter() - began
        cursor.execute("drop table bare_result")
    return rows / seconds
