"""Two thousand projects of very different size, with series long and short.

Three suites of each length go the product's own way: taken in, judged and grouped. What they
stored is copied into the projects, with ids of their own, so that every row is one that the
product wrote.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import psycopg

from backend.bench.documents import SAMPLE_NOISE, SAMPLES, encoded, levels
from backend.bench.filling import INDEXES, Connection, FilledHistory, Filling
from backend.bench.stand import Stand
from backend.domain.people.projects import Project
from backend.services.people.set_up import ensure_project
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.storage.reports.deletions import NO_BODY
from backend.testing.draining import RecordingRelay, do_what_waits

LENGTHS = (600, 20, 100, 60)
"""Points of the series of a project, by its rank."""
WIDTHS = (200, 20, 2)
"""Series of a suite."""
MOST_PROJECTS, ROWS_OF_A_PROJECT = 2_000, 500
"""So many projects, and in small databases fewer, of so many results on the average."""
LARGE = 100
"""Projects of which every fourth has long series."""
PLACE = 2**32
"""What the ids of one copy of a suite differ by from those of the next."""
WITH_DOCUMENTS = 10**7
"""Up to so many results reports keep their documents. Beyond them copies have none, as a rule
of retention leaves them."""
MANY = 100
"""From so many suites on, indexes of results are made after the copies."""

_KEPT_APART = {"api_key", "outbox", "audit_event", "series_write", "change_write"}
"""Tables that a copy has nothing of."""
_OF_COMMITS = {
    "commit_id", "parent_id", "previous_commit_id", "first_commit_id", "last_commit_id",
    "culprit_commit_id", "fixed_commit_id",
}  # fmt: skip
_SINGLE = {
    "branch_id", "testbed_id", "machine_id", "fingerprint_id", "last_fingerprint_id",
    "environment_id",
}  # fmt: skip
_OF_THE_SUITE = {
    "id", "suite_id", "benchmark_id", "variant_id", "metric_id", "series_id", "run_id",
    "last_run_id", "before_run_id", "after_run_id", "report_id", "change_id", "group_id", "lead_id",
    "base_branch_id", "fork_commit_id", "assignee_id", "key_id", "user_id", "ci_rule_id", "job_id",
    "agent_key_id",
}  # fmt: skip
"""The last eight are empty in what is copied."""
_ONCE = {
    "commit": "id - {first} + 1", "commit_parent": "", "branch_commit": "", "branch": "1",
    "testbed": "1", "machine": "1", "fingerprint": "1", "environment": "1",
}  # fmt: skip
"""Tables that a project has once, and what becomes of their ids."""
_OWN = {
    ("report", "public_id"): "gen_random_uuid()",
    ("report", "idempotency_key"): "idempotency_key || '-' || block.place",
    ("report", "body"): f"case when block.has_documents then body else '\\x{NO_BODY.hex()}' end",
    ("suite", "name"): "'suite-' || block.place",
    ("alert_group", "number"): "number + block.place",
}
_REPORTS_OF_RUNS = """
with made as (
    insert into report (project_id, idempotency_key, body_hash, body, source, state, received_at,
                        ingested_at, run_id)
    select run.project_id, 'filled-' || run.id, body_hash, body, source, report.state,
           run.received_at, run.received_at, run.id
    from run join report on report.project_id = run.project_id and report.id = run.report_id
    where run.project_id = %(project)s and report.run_id <> run.id
    returning id, run_id
)
update run set report_id = made.id from made
where run.project_id = %(project)s and run.id = made.run_id
"""
_WRITTEN = """
insert into series_write (project_id, backend, stamp)
select project_id, pg_backend_pid(), gen_random_uuid()
from (select distinct project_id from block) as copied
on conflict (project_id, backend) do update set stamp = excluded.stamp
"""
_TABLES = """
select c.relname, array_agg(a.attname::text order by a.attnum)
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
group by c.relname having bool_or(a.attname = 'project_id') order by c.relname
"""
_MADE = sum(LENGTHS) * sum(WIDTHS)
"""Results of the suites that are copied."""


@dataclass(frozen=True, slots=True)
class CopiedSuite:
    """A project with one suite that the product stored, of which copies are made."""

    project: Project
    first_commit: int


@dataclass(slots=True)
class CopiedProject:
    """A project made of copies: so many suites of so many series of so many points."""

    project: Project
    length: int
    rows: int = 0
    suites: int = 0

    def take(self, rows: int) -> Iterator[tuple[int, int]]:
        """Plan suites until it has about so many results; returns width and place of each."""
        while self.rows == 0 or self.rows + WIDTHS[-1] * self.length <= rows:
            fits = [one for one in WIDTHS if self.rows + one * self.length <= rows]
            width = fits[0] if fits else WIDTHS[-1]
            yield width, self.suites
            self.rows += width * self.length
            self.suites += 1


@dataclass(slots=True)
class Shapes:
    """The database that grows, from one size to the next."""

    stand: Stand
    samples: dict[tuple[int, int], CopiedSuite] = field(default_factory=dict)
    projects: list[CopiedProject] = field(default_factory=list)
    tables: list[tuple[str, list[str]]] = field(default_factory=list)
    """What samples have rows in, with the columns: known before a worker adds what is its own."""

    @property
    def rows(self) -> int:
        return sum(one.rows for one in self.projects)

    @property
    def largest(self) -> Project:
        return self.projects[0].project

    def prepare(self) -> None:
        """Make the suites that are copied."""
        for length, width in product(LENGTHS, WIDTHS):
            self.samples[length, width] = _make_sample(self.stand, length, width)
        with self.stand.connect() as connection:
            self.tables = [
                (str(table), list(columns))  # type: ignore[call-overload]
                for table, columns in connection.execute(_TABLES).fetchall()
                if table not in _KEPT_APART and _has_rows(connection, str(table))
            ]

    def grow(self, rows: int) -> None:
        """Add projects and suites until there are about so many results in all."""
        rows = max(rows - _MADE, rows // 10)
        count = min(MOST_PROJECTS, rows // ROWS_OF_A_PROJECT)
        shares = 1.0 / np.arange(1, count + 1)
        wanted = [int(one) for one in rows * shares / shares.sum()]
        with transaction(self.stand.engine) as session:
            for rank in range(len(self.projects), count):
                made = ensure_project(session, f"p{rank}", f"Project {rank}")
                self.projects.append(CopiedProject(made, _length(rank)))
        has_documents = rows <= WITH_DOCUMENTS
        self.copy(list(zip(self.projects, wanted, strict=True)), has_documents=has_documents)

    def copy(self, wanted: list[tuple[CopiedProject, int]], *, has_documents: bool = True) -> None:
        """Bring each of these projects to so many results."""
        blocks = [
            (one.project.id, self.samples[one.length, width], place, has_documents)
            for one, rows in wanted
            for width, place in one.take(rows)
        ]
        with self.stand.connect() as connection:
            connection.execute("set synchronous_commit = off")
            connection.execute("set maintenance_work_mem = '512MB'")
            # in what order the tables come does not matter: what is copied was whole
            connection.execute("set session_replication_role = replica")
            _copy(connection, blocks, self.tables)
            connection.execute("vacuum (analyze)")
            connection.execute("checkpoint")


def _length(rank: int) -> int:
    return LENGTHS[rank % len(LENGTHS)] if rank < LARGE else LENGTHS[1 + rank % 3]


def _make_sample(stand: Stand, length: int, width: int) -> CopiedSuite:
    project = stand.stack.project(f"sample-{length}-{width}")
    history = FilledHistory(lambda suite: _first(suite, width), width, length, length // 2)
    filling = Filling(stand, project, history)
    filling.grow(1)
    touched = filling.look(0)
    with transaction(stand.engine) as session:
        TaskQueue(session, RecordingRelay()).request_alert_grouping(project.id, touched)
    do_what_waits(stand.engine)
    with stand.connect() as connection:
        connection.execute(_REPORTS_OF_RUNS, {"project": project.id})
        row = connection.execute(
            "select min(id), max(id) - min(id) + 1 from commit where project_id = %s", (project.id,)
        ).fetchone()
    first, span = (int(str(one)) for one in row or (0, 0))
    if span != length:
        raise RuntimeError(f"the commits of {project.slug} have gaps between their ids")
    return CopiedSuite(project, first)


def _first(suite: str, width: int) -> bytes:
    generator = np.random.default_rng(width)
    noise = SAMPLE_NOISE * generator.standard_normal((width, SAMPLES))
    return encoded(suite, 0, levels()[:width, None] * np.exp(noise))


def _copy(
    connection: Connection,
    blocks: list[tuple[int, CopiedSuite, int, bool]],
    tables: list[tuple[str, list[str]]],
) -> None:
    """Copy the rows of samples into projects: one statement per table."""
    connection.execute(
        "create temporary table block"
        " (project_id bigint, sample bigint, place bigint, first_commit bigint,"
        " has_documents boolean)"
    )
    with connection.cursor().copy("copy block from stdin") as rows:
        for project, sample, place, has_documents in blocks:
            rows.write_row((project, sample.project.id, place, sample.first_commit, has_documents))
    connection.execute("analyze block")
    is_bulk = len(blocks) > MANY
    indexes = connection.execute(INDEXES).fetchall()[0] if is_bulk else ()
    if is_bulk:
        # to sort once is faster than to insert millions of times in random places
        connection.execute("alter table result drop constraint pk_result")
        connection.execute("drop index ix_result_run")
    for table, columns in tables:
        connection.execute(_statement(table, columns).encode())
    for index in indexes:
        connection.execute(str(index).encode())
    connection.execute(_WRITTEN)
    connection.execute("drop table block")


def _has_rows(connection: Connection, table: str) -> bool:
    asked = f"select exists (select from {table})"  # noqa: S608
    return connection.execute(asked.encode()).fetchone() == (True,)


def _statement(table: str, columns: list[str]) -> str:
    """Return what copies a table; a column with ids that nobody mapped is an error."""
    named = [one for one in columns if one != "project_id"]
    values = ", ".join(_value(table, one) for one in named)
    quoted = ", ".join(f'"{one}"' for one in named)
    once = " where block.place = 0" if table in _ONCE else ""
    return (
        f"insert into {table} (project_id, {quoted})"  # noqa: S608  names of our own schema
        f" select block.project_id, {values} from block"
        f" join {table} as t on t.project_id = block.sample{once}"
    )


def _value(table: str, column: str) -> str:
    if (table, column) in _OWN:
        return _OWN[table, column]
    if column == "id" and table in _ONCE:
        return _ONCE[table].format(first="block.first_commit")
    if column in _OF_COMMITS:
        return f't."{column}" - block.first_commit + 1'
    if column in _SINGLE:
        return f't."{column}" / greatest(t."{column}", 1)'
    if column in _OF_THE_SUITE:
        return f't."{column}" + block.place * {PLACE}'
    if column.endswith("_id"):
        raise psycopg.DataError(f"nobody says what {table}.{column} becomes in a copy")
    return f't."{column}"'
