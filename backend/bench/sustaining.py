"""Results per second from the first accepted report to the last detected change."""

import time
from dataclasses import dataclass

import numpy as np

from backend.bench.documents import RESULTS, SAMPLES, ReportWriter
from backend.bench.filling import POINTS, Filling
from backend.bench.machine import CORES, Use, watched
from backend.bench.stand import is_idle
from backend.bench.wire import Client, upload_all
from backend.testing.stack import wait_until

WRITERS = 4
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
            wait_until(lambda: is_idle(connection), "all work is done", PATIENCE_S)
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
