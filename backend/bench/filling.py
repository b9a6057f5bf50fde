"""Fill the database with histories as years of uploads would, in SQL, and let detection see them.

The first report of each suite goes the product's own way and makes every name; its later runs
are written in their order of arrival, so that pages hold what they would hold.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
import psycopg

from backend.bench.documents import POINT_NOISE, RESULTS, START, STEP_RATIO, STEPPED, first_report
from backend.bench.stand import Stand
from backend.domain.commits.order import STEP
from backend.domain.people.projects import Project
from backend.services.changes.detect import detect_changes
from backend.storage.engine import transaction
from backend.testing.filling import fill

POINTS = 1_000
"""Points of every series."""
CHUNK = 50
"""Series looked at in one transaction."""

_COMMITS = """
with made as (
    insert into commit (project_id, name, time, subject, is_reported)
    select %(project)s, 'c' || i, %(start)s + i * interval '1 minute', 'Change number ' || i, true
    from generate_series(1, %(last)s) as i
    returning id, name
), placed as (
    insert into branch_commit (project_id, branch_id, commit_id, position)
    select %(project)s, branch.id, made.id, (substr(made.name, 2)::bigint + 1) * %(step)s
    from made join branch on branch.project_id = %(project)s and branch.name = 'main'
)
insert into commit_parent (project_id, commit_id, place, parent_id)
select %(project)s, made.id, 0, parent.id
from made join (select id, name from made union all
                select id, name from commit where project_id = %(project)s) as parent
  on parent.name = 'c' || (substr(made.name, 2)::bigint - 1)
"""
_RUNS = """
insert into run (project_id, report_id, suite_id, testbed_id, machine_id, fingerprint_id,
                 environment_id, commit_id, branch_id, started_at, finished_at, received_at,
                 trigger, mode, suite_version, result_count, failure_count)
select first.project_id, first.report_id, first.suite_id, first.testbed_id, first.machine_id,
       first.fingerprint_id, first.environment_id, commit.id, first.branch_id, commit.time,
       commit.time, commit.time, first.trigger, first.mode, first.suite_version,
       first.result_count, 0
from run as first
join commit on commit.project_id = first.project_id and commit.id <> first.commit_id
where first.project_id = %(project)s and first.suite_id = any(%(suites)s)
      -- commits that measured uploads have added since are no part of a filled history
      and substr(commit.name, 2)::bigint < %(points)s
order by commit.id, first.suite_id
"""
_RESULTS = """
insert into result (project_id, series_id, position, run_id, commit_id, fingerprint_id,
                    measured_at, value, low, high, sd, n, basis, samples)
select %(project)s, series_id, position, run_id, commit_id, fingerprint_id, measured_at,
       value, value * 0.992, value * 1.008, value * 0.01, 10, 0,
       array[value * 0.985, value * 0.99, value * 0.992, value * 0.995, value * 0.999,
             value * 1.001, value * 1.004, value * 1.006, value * 1.008, value * 1.02]
from (
    select first.series_id, place.position, run.id as run_id, run.commit_id, run.fingerprint_id,
           run.started_at as measured_at,
           first.value * exp(%(noise)s * random_normal())
           * case when first.place %% %(stepped)s = 0 and place.position > %(unstepped)s
                  then %(ratio)s else 1.0 end as value
    from run
    join branch_commit as place
      on place.project_id = run.project_id and place.branch_id = run.branch_id
     and place.commit_id = run.commit_id
    join lateral (
        select series_id, value, row_number() over (order by series_id) - 1 as place
        from result where project_id = %(project)s and run_id = (
            select id from run where project_id = %(project)s and suite_id = %(suite)s
            order by id limit 1)
    ) as first on true
    where run.project_id = %(project)s and run.suite_id = %(suite)s and place.position > %(step)s
) as drawn
"""
INDEXES = """
select 'alter table result add constraint pk_result ' || pg_get_constraintdef(c.oid),
       replace(pg_get_indexdef('ix_result_run'::regclass), ' ON ONLY ', ' ON ')
from pg_constraint c where c.conname = 'pk_result' and c.conrelid = 'result'::regclass
"""
Connection = psycopg.Connection[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class FilledHistory:
    """What each suite of a filled project holds."""

    first: Callable[[str], bytes] = first_report
    """The report that names every series of a suite; its commit is c0."""
    series: int = RESULTS
    points: int = POINTS
    stepped_from: int = POINTS // 2
    """The first run in which every tenth series is slower."""


@dataclass(slots=True)
class Filling:
    """A project that grows suite by suite, each with the same history."""

    stand: Stand
    project: Project
    history: FilledHistory = field(default_factory=FilledHistory)
    suites: int = 0

    @property
    def points(self) -> int:
        return self.suites * self.history.series * self.history.points

    def grow(self, suites: int) -> None:
        """Add suites until there are so many, and bring the tables to rest."""
        if suites <= self.suites:
            return
        names = [f"suite-{index}" for index in range(self.suites, suites)]
        documents = [msgspec.json.decode(self.history.first(name)) for name in names]
        fill(self.stand.engine, self.project, *documents)
        with self.stand.connect() as connection:
            connection.execute("set synchronous_commit = off")
            connection.execute("set maintenance_work_mem = '512MB'")
            if not self.suites:
                connection.execute(_COMMITS, self._facts(last=self.history.points - 1))
            self._add_points(connection, names)
            connection.execute("vacuum (analyze)")
            connection.execute("checkpoint")
        self.suites = suites

    def _add_points(self, connection: Connection, names: list[str]) -> None:
        """Write the later runs without indexes, then make those again."""
        found = connection.execute(
            "select id from suite where project_id = %s and name = any(%s) order by id",
            (self.project.id, names),
        ).fetchall()
        suites = [row[0] for row in found]
        connection.execute("analyze")
        ((key, index),) = connection.execute(INDEXES).fetchall()
        connection.execute(_RUNS, self._facts(suites=suites))
        # to sort once is faster than to insert millions of times in random places
        connection.execute("alter table result drop constraint pk_result")
        connection.execute("drop index ix_result_run")
        for suite in suites:
            connection.execute(_RESULTS, self._facts(suite=suite))
        connection.execute(str(key).encode())
        connection.execute(str(index).encode())

    def _facts(self, **more: object) -> dict[str, object]:
        return {
            "project": self.project.id, "start": START, "step": STEP, "noise": POINT_NOISE,
            "stepped": STEPPED, "ratio": STEP_RATIO, "points": self.history.points,
            "unstepped": STEP * self.history.stepped_from,
        } | more  # fmt: skip

    def series_of(self, suite: int) -> list[int]:
        """Return the ids of the series of a suite."""
        with self.stand.connect() as connection:
            found = connection.execute(
                "select series.id from series join suite on suite.project_id = series.project_id"
                " and suite.id = series.suite_id where series.project_id = %s and suite.name = %s"
                " order by series.id",
                (self.project.id, f"suite-{suite}"),
            ).fetchall()
        return [int(str(row[0])) for row in found]

    def look(self, suite: int) -> list[int]:
        """Let detection read the series of a suite, as it would have done; returns its changes."""
        series, touched = self.series_of(suite), list[int]()
        for start in range(0, len(series), CHUNK):
            with transaction(self.stand.engine) as session:
                touched += detect_changes(session, self.project.id, series[start : start + CHUNK])
        return touched
