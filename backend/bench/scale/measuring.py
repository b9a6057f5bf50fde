"""What is asked at each size of the database, and how long each answer takes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from backend.bench.documents import ReportWriter
from backend.bench.machine import watched
from backend.bench.scale.asking import REPEATS, WARM_UP, Asker, median_ms
from backend.bench.scale.shapes import CopiedProject, Shapes
from backend.bench.stand import Stand
from backend.bench.sustaining import WRITERS
from backend.bench.wire import Client, upload_all
from backend.domain.people.projects import Project
from backend.domain.reports.corrections import RunChoice
from backend.services.reports.correct_runs import delete_runs
from backend.services.reports.forget_samples import FORGOTTEN_AT_ONCE, forget_samples
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.testing.draining import RecordingRelay
from backend.testing.filling import OPERATOR

SENT, SENT_ALONE = 80, 40
STEADY_ROWS = 200 * 100 * 2
SENDER_ROWS = 200 * 600
OLD_DAYS = 30
_SIZES = """
select pg_database_size(current_database()), (select sum(pg_total_relation_size(inhrelid))
       from pg_inherits where inhparent = 'report'::regclass)
"""
_COUNTS = """
select (select count(*) from result), (select count(*) from series),
       (select count(*) from project where slug like 'p%')
"""
_COMMITS = "select count(*) from commit where project_id = %s"


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the table at one size."""

    what: str
    value: float
    unit: str
    is_page: bool = False
    """A page's request, which has a bar for how it may grow."""


@dataclass(slots=True)
class GrowthMeasuring:
    """Who asks and sends: of a project that stays as it is, of the largest, and a sender."""

    shapes: Shapes
    steady: Project
    sender: Project
    clients: dict[str, Client]
    commits: int = 600
    """Those of the sender."""

    @property
    def stand(self) -> Stand:
        return self.shapes.stand

    @property
    def asked(self) -> dict[str, Project]:
        return {"steady": self.steady, "largest": self.shapes.largest}

    def measure(self) -> Iterator[Figure]:
        """Measure everything once: sizes first, before anything is taken away."""
        yield from self.sizes()
        with watched(self.stand.roots) as use:
            for name, project in self.asked.items():
                yield from self._pages(name, project)
            yield from self._uploads()
            yield from self._removal()
        yield Figure("the machine taken by others meanwhile", use.foreign * 100, "%")

    def sizes(self) -> Iterator[Figure]:
        """Count what the database holds, and the bytes of it."""
        with self.stand.connect() as connection:
            counts = [int(str(one)) for one in connection.execute(_COUNTS).fetchall()[0]]
            total, raw = (int(str(one)) for one in connection.execute(_SIZES).fetchall()[0])
        yield Figure("results", counts[0], "")
        yield Figure("series", counts[1], "")
        yield Figure("projects", counts[2], "")
        yield Figure("database, each result", total / counts[0], "bytes")
        yield Figure("raw reports, each result", raw / counts[0], "bytes")
        yield Figure("database, each stored sample", total / counts[0] / 10, "bytes")

    def _pages(self, name: str, project: Project) -> Iterator[Figure]:
        with self.asker(project) as asker:
            for what, paths in asker.questions().items():
                waits = [asker.wait(what, paths, turn) for turn in range(WARM_UP + REPEATS)]
                yield Figure(f"{what}, {name} project", median_ms(waits), "ms", is_page=True)

    @contextmanager
    def asker(self, project: Project) -> Iterator[Asker]:
        """Open the connections over which a project is asked."""
        client = self._client(project)
        connection = client.open()
        with self.stand.connect() as sql:
            yield Asker(client, connection, sql, project.id)
        connection.close()

    def _client(self, project: Project) -> Client:
        if project.slug not in self.clients:
            secret = self.stand.stack.key(project.slug)
            self.clients[project.slug] = Client(self.stand.address, project.slug, secret)
        return self.clients[project.slug]

    def _uploads(self) -> Iterator[Figure]:
        self.warm_up()
        alone = self._send(SENT_ALONE, 1)
        self.stand.wait_idle()
        yield Figure("accept, 1 writer, worker at work", alone[0], "ms")
        accepted, judged = self.ingest()
        yield Figure(f"accept, {WRITERS} writers, worker at work", accepted, "reports/s")
        yield Figure("ingest and judge", judged, "results/s")

    def warm_up(self) -> None:
        """Send so much that every process has loaded what it needs."""
        self._send(20, 1)
        self.stand.wait_idle()

    def ingest(self) -> tuple[float, float]:
        """Send from several writers; returns reports accepted, and results judged, per second."""
        began = time.perf_counter()
        _, accepted = self._send(SENT, WRITERS)
        self.stand.wait_idle()
        return accepted, SENT * 200 / (time.perf_counter() - began)

    def _send(self, count: int, writers: int) -> tuple[float, float]:
        """Send new commits; returns the median in milliseconds, and reports per second."""
        author = ReportWriter("suite-0", np.random.default_rng(self.commits), self.commits)
        bodies = [author.write() for _ in range(count)]
        self.commits += count
        waits = upload_all(self._client(self.sender), bodies, writers)
        return waits.quantile(0.5), waits.rate

    def _removal(self) -> Iterator[Figure]:
        """Delete ten runs and forget the samples of some; then bring the tables to rest."""
        with self.stand.connect() as sql:
            found = sql.execute(
                "select id from run where project_id = %s order by id desc limit 10",
                (self.sender.id,),
            ).fetchall()
        runs = tuple(int(str(row[0])) for row in found)
        began = time.perf_counter()
        with transaction(self.stand.engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            chosen = RunChoice(runs, reason="measured by make bench-scale")
            delete_runs(session, queue, self.sender, OPERATOR, chosen)
        yield Figure("delete 10 runs of 200 results", (time.perf_counter() - began) * 1e3, "ms")
        self.stand.wait_idle()
        began = time.perf_counter()
        with transaction(self.stand.engine) as session:
            forget_samples(session, OLD_DAYS)
        seconds = time.perf_counter() - began
        yield Figure(f"retention, {FORGOTTEN_AT_ONCE} runs", seconds * 1e3, "ms")
        began = time.perf_counter()
        with self.stand.connect() as sql:
            sql.execute("vacuum (analyze)")
        yield Figure("vacuum of everything", time.perf_counter() - began, "s")


def begin(shapes: Shapes) -> GrowthMeasuring:
    """Make what is copied, and the two projects that have one size from the beginning."""
    shapes.prepare()
    steady = CopiedProject(shapes.stand.stack.project("steady"), 100)
    sender = CopiedProject(shapes.stand.stack.project("sender"), 600)
    shapes.copy([(steady, STEADY_ROWS), (sender, SENDER_ROWS)])
    return GrowthMeasuring(shapes, steady.project, sender.project, {})


def resume(shapes: Shapes) -> GrowthMeasuring:
    """Find the projects of a database that was filled before."""
    stack = shapes.stand.stack
    shapes.projects = [CopiedProject(stack.project("p0"), 0)]
    steady, sender = stack.project("steady"), stack.project("sender")
    with shapes.stand.connect() as sql:
        ((commits,),) = sql.execute(_COMMITS, (sender.id,)).fetchall()
    return GrowthMeasuring(shapes, steady, sender, {}, int(str(commits)))
