"""How fast reports are accepted: one writer, eight writers, the worker at work, and traced."""

import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np

from backend.bench.documents import ReportWriter
from backend.bench.machine import Use, watched
from backend.bench.stand import Stand, another_api
from backend.bench.wire import Client, Waits, upload_all

WRITERS = 8
WARM_UP = 20
TURNS = 6


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


@dataclass(frozen=True, slots=True)
class Tracing:
    """What it costs a report to be traced: the same uploads in turns, without and with."""

    plain_ms: float
    traced_ms: float
    sent_bytes: float
    """To the collector, for one report."""
    use: Use


def measure_tracing(stand: Stand, client: Client, reports: int) -> Tracing:
    """Upload to an API that traces nothing and to one that traces all, in turns, by one writer."""
    author = ReportWriter("traced", np.random.default_rng(3), 0)
    waits: dict[bool, list[float]] = {False: [], True: []}
    with (
        _collecting() as collector,
        another_api(stand, OTEL_EXPORTER_OTLP_ENDPOINT=collector.url) as address,
        watched(stand.roots) as use,
    ):
        clients = {False: client, True: replace(client, address=address)}
        for turn in range(TURNS + 1):
            for is_traced, one in clients.items():
                bodies = [author.write() for _ in range(reports // TURNS)]
                took = upload_all(one, bodies, 1).each
                waits[is_traced] += took if turn else []  # the first is for warming up
    plain, traced = (float(np.median(waits[is_traced])) * 1e3 for is_traced in (False, True))
    return Tracing(plain, traced, collector.taken / (len(waits[True]) * (1 + 1 / TURNS)), use)


class _Collector(ThreadingHTTPServer):
    """Takes traces and forgets them."""

    taken = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _TraceTaking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if isinstance(self.server, _Collector):
            self.server.taken += len(body)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def _collecting() -> Iterator[_Collector]:
    with _Collector(("127.0.0.1", 0), _TraceTaking) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


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
