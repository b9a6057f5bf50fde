"""What a crowd gets: five hundred readers, two hundred open pages, a thousand streams.

Everybody is a visitor of a public project, on a connection of their own. The crowd runs in this
process and shares the cores with the server; health is asked by a process of its own.
"""

import asyncio
import multiprocessing
import re
import time
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection

import numpy as np

from backend.bench import show
from backend.bench.machine import Use, family, memory_of, watched
from backend.bench.stand import Stand
from backend.bench.sustaining import Uploads
from backend.bench.verdicts import BudgetVerdict
from backend.bench.wire import Client

QUESTIONS = (
    "/overview",
    "/runs?limit=20",
    "/series?limit=50",
    "/alert-groups?limit=25",
    "/facets?most=20",
)
OF_PAGES = QUESTIONS[:4]
"""What an open page asks again when something happened; the runs say how new it is."""
FEW, MANY = 10, 500
PAGES = 200
STREAMS = 1_000
GATHER_S = 0.4
"""How long a page waits for further events, as ours do."""
BETWEEN_S = 1.0
PULSE_S = 0.05
NEWEST = re.compile(rb'"name":"c(\d+)"')


@dataclass(frozen=True, slots=True)
class Readers:
    """What so many readers got who ask one thing after another."""

    readers: int
    seconds: float
    waits: list[float]
    errors: int

    @property
    def rate(self) -> float:
        """Return answers per second."""
        return len(self.waits) / self.seconds

    @property
    def p99_s(self) -> float:
        return float(np.quantile(self.waits, 0.99)) if self.waits else float("inf")


@dataclass(slots=True)
class Watching:
    """What open pages saw of reports that came once a second."""

    reports: int = 0
    seen_s: list[float] = field(default_factory=list)
    """Per page and report: from the begin of the upload until the page showed it."""
    errors: int = 0
    health_s: list[float] = field(default_factory=list)
    use: Use = field(default_factory=Use)

    @property
    def is_complete(self) -> bool:
        return len(self.seen_s) == self.reports * PAGES


@dataclass(slots=True)
class Connection:
    """One keep-alive connection that asks one thing at a time."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def to(cls, client: Client) -> "Connection":
        return cls(*await asyncio.open_connection(*client.address, limit=2**22))

    def ask(self, path: str) -> None:
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())

    async def head(self) -> tuple[int, int]:
        """Return status and length of the answer."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        return int(head[9:12]), int(length[1]) if length else 0

    async def get(self, path: str) -> tuple[int, bytes]:
        self.ask(path)
        status, length = await self.head()
        return status, await self.reader.readexactly(length)

    def close(self) -> None:
        self.writer.close()


def measure_readers(client: Client, readers: int, seconds: float) -> Readers:
    """Let so many readers ask the five questions in turn for so long."""
    return asyncio.run(_read(client, readers, seconds))


async def _read(client: Client, readers: int, seconds: float) -> Readers:
    waits: list[float] = []
    errors = 0
    until = time.perf_counter() + seconds

    async def one(place: int) -> None:
        nonlocal errors
        connection = await Connection.to(client)
        while (began := time.perf_counter()) < until:
            place = (place + 1) % len(QUESTIONS)
            status, _ = await connection.get(client.root + QUESTIONS[place])
            waits.append(time.perf_counter() - began)
            errors += status != 200  # noqa: PLR2004  ok
        connection.close()

    began = time.perf_counter()
    await asyncio.gather(*(one(place) for place in range(readers)))
    return Readers(readers, time.perf_counter() - began, waits, errors)


def measure_pages(stand: Stand, client: Client, uploads: Uploads, reports: int) -> Watching:
    """Hold pages open while a report comes every second, and ask for health all the time."""
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, spawned) as pool, watched(stand.roots) as use:
        pulse = pool.submit(measure_health, client.address, reports * BETWEEN_S + 2.0)
        found = asyncio.run(_watch(client, uploads, reports, pulse))
    found.use = use
    return found


async def _watch(
    client: Client, uploads: Uploads, reports: int, pulse: "Future[list[float]]"
) -> Watching:
    found = Watching(reports)
    began: dict[int, float] = {}
    streams = [await _opened(client) for _ in range(PAGES)]
    pages = [
        asyncio.create_task(_page(client, stream, found, began, uploads.commit))
        for stream in streams
    ]
    for _ in range(reports):
        due = time.perf_counter() + BETWEEN_S
        began[uploads.commit] = time.perf_counter()
        await asyncio.to_thread(uploads.send_one, 1.0)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    await asyncio.wait(pages, timeout=10.0)
    for page in pages:
        page.cancel()
    ends = await asyncio.gather(*pages, return_exceptions=True)
    found.errors += sum(isinstance(end, Exception) for end in ends)
    if failure := next((end for end in ends if isinstance(end, Exception)), None):
        show.say(f"  a page broke: {failure!r}")
    found.health_s = await asyncio.wrap_future(pulse)
    return found


async def _opened(client: Client) -> Connection:
    """Return a connection on which events come."""
    stream = await Connection.to(client)
    stream.ask(f"{client.root}/events")
    await stream.head()
    await stream.reader.readuntil(b"connected")
    return stream


async def _page(
    client: Client, stream: Connection, found: Watching, began: dict[int, float], first: int
) -> None:
    """Ask again after every burst of events, until the page has shown every report."""
    asking, shown, last = await Connection.to(client), first - 1, first + found.reports - 1
    while shown < last:
        await stream.reader.readuntil(b"event: ")
        await asyncio.sleep(GATHER_S)
        _skip(stream.reader)
        newest = shown
        for question in OF_PAGES:
            status, body = await asking.get(client.root + question)
            found.errors += status != 200  # noqa: PLR2004  ok
            if question.startswith("/runs") and (match := NEWEST.search(body)):
                newest = int(match[1])
        now = time.perf_counter()
        found.seen_s += [now - began[commit] for commit in range(shown + 1, newest + 1)]
        shown = max(shown, newest)


def _skip(reader: asyncio.StreamReader) -> None:
    """Forget the events that came while the page gathered them."""
    reader._buffer.clear()  # type: ignore[attr-defined]  # noqa: SLF001  nothing public does


def measure_health(address: tuple[str, int], seconds: float) -> list[float]:
    """Ask for health twenty times a second; seconds that each answer took."""
    connection, waits = HTTPConnection(*address, timeout=60), []
    until = time.perf_counter() + seconds
    while (began := time.perf_counter()) < until:
        connection.request("GET", "/api/v1/health")
        connection.getresponse().read()
        waits.append(time.perf_counter() - began)
        time.sleep(max(0.0, PULSE_S - waits[-1]))
    connection.close()
    return waits


def measure_streams(stand: Stand, client: Client) -> float:
    """Return the kilobytes of the API's memory that each of a thousand event streams holds."""
    return asyncio.run(_hold(stand, client))


async def _hold(stand: Stand, client: Client) -> float:
    before = _resident(stand)
    streams = [await _opened(client) for _ in range(STREAMS)]
    after = _resident(stand)
    for stream in streams:
        stream.close()
    return (after - before) / STREAMS / 1e3


def _resident(stand: Stand) -> float:
    return float(sum(memory_of(pid)[0] for pid in family(stand.roots["api"])))


def of_crowd(few: Readers, many: Readers) -> list[BudgetVerdict]:
    """Judge what the readers got."""
    share = many.rate / few.rate
    figure = (
        f"{many.errors} errors, p99 {many.p99_s:.2f} s, {many.rate:,.0f} answers/s,"
        f" {share:.2f} of {few.readers} readers' {few.rate:,.0f}"
    )
    is_met = many.errors == 0 and many.p99_s <= 2.0 and share >= 0.8  # noqa: PLR2004  the design's
    what = f"crowd, {many.readers} readers"
    return [BudgetVerdict(what, f"0 errors, p99 ≤ 2 s, ≥ 0.8 of {few.readers}", figure, is_met)]


def of_pages(found: Watching) -> list[BudgetVerdict]:
    """Judge how fresh the pages were, and whether health answered all the time."""
    worst, slowest = max(found.seen_s, default=float("inf")), max(found.health_s)
    p99 = float(np.quantile(found.health_s, 0.99))
    seen = f"{len(found.seen_s)} of {found.reports * PAGES} seen, worst {worst:.2f} s"
    fresh = found.is_complete and found.errors == 0 and worst <= 2.0  # noqa: PLR2004  the design's
    foreign = found.use.foreign
    return [
        BudgetVerdict(
            f"crowd, {PAGES} open pages", "0 errors, fresh ≤ 2 s",
            f"{found.errors} errors, {seen}", fresh, foreign,
        ),
        BudgetVerdict(
            "health meanwhile", "≤ 50 ms all the time",
            f"p99 {p99 * 1e3:.0f} ms, worst {slowest * 1e3:.0f} ms",
            slowest <= 0.05, foreign,  # noqa: PLR2004  the design's
        ),
    ]  # fmt: skip


def of_streams(kilobytes: float) -> list[BudgetVerdict]:
    """Judge what an event stream takes."""
    figure = f"{kilobytes:.0f} kB"
    return [BudgetVerdict(f"each of {STREAMS:,} streams", "≤ 40 kB", figure, kilobytes <= 40.0)]  # noqa: PLR2004
