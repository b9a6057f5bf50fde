"""How fast reports are accepted: one writer, eight writers, and with the worker at work."""

import time
import zlib
from dataclasses import dataclass

import numpy as np

from backend.bench.documents import ReportWriter
from backend.bench.machine import Use, watched
from backend.bench.stand import Stand
from backend.bench.wire import Client, Waits, upload_all

WRITERS = 8
WARM_UP = 20


@dataclass(frozen=True, slots=True)
class Accepting:
    """What one load showed."""

    writers: int
    waits: Waits
    use: Use
    commit_ms: float
    """What PostgreSQL itself took, in the median, to commit the same bytes just before."""


def measure_accepting(stand: Stand, client: Client, writers: int, reports: int) -> Accepting:
    """Upload so many reports of 200 results x 10 samples."""
    author = ReportWriter(f"accept-{writers}", np.random.default_rng(writers), 0)
    bodies = [author.write() for _ in range(reports + WARM_UP)]
    upload_all(client, bodies[:WARM_UP], writers)
    commit_ms = _bare_commits(stand, bodies[:WARM_UP])
    with watched(stand.roots) as use:
        waits = upload_all(client, bodies[WARM_UP:], writers)
    return Accepting(writers, waits, use, commit_ms)


def _bare_commits(stand: Stand, bodies: list[bytes]) -> float:
    """Insert the same documents into a plain table, one durable commit each."""
    waits = []
    with stand.connect() as connection:
        connection.execute("create table if not exists bare (id bigserial primary key, body bytea)")
        for body in bodies:
            packed = zlib.compress(body, 1)
            began = time.perf_counter()
            connection.execute("insert into bare (body) values (%s)", (packed,))
            waits.append(time.perf_counter() - began)
    return float(np.median(waits)) * 1e3
