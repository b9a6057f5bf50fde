"""What the pages are measured on: long histories, two runs of 5,000 results, 10,000 benchmarks."""

import gzip
from base64 import b64encode
from dataclasses import dataclass

from backend.bench import show
from backend.bench.comparing_runs import SIDES, fill_runs
from backend.bench.filling import Filling
from backend.bench.stand import Stand
from backend.domain.people.projects import Project
from backend.testing.builders import Document
from backend.testing.filling import fill

SERIES = 10
BENCHMARKS = 10_000
PER_REPORT = 2_500
TESTBEDS = 4
"""Each benchmark was measured on so many: 40,000 series."""
LEAVES = 70_000
"""Stacks of the profile; with their callers they are more than 100,000 frames."""

_TESTBED = """
insert into testbed (project_id, name) values (%(project)s, %(name)s) returning id
"""
_TWINS = """
create temporary table twin as
with made as (
    insert into series (project_id, variant_id, metric_id, testbed_id, branch_id, suite_id,
                        benchmark_id)
    select project_id, variant_id, metric_id, %(testbed)s, branch_id, suite_id, benchmark_id
    from series where project_id = %(project)s and testbed_id = %(first)s
    returning id, variant_id, metric_id, branch_id
)
select series.id as original, made.id as copy
from made join series using (variant_id, metric_id, branch_id)
where series.project_id = %(project)s and series.testbed_id = %(first)s
"""
_COPY = """
create temporary table copied as
select {table}.*, twin.copy
from {table} join twin on {table}.series_id = twin.original
where {table}.project_id = %(project)s;
update copied set series_id = copy;
alter table copied drop column copy;
insert into {table} select * from copied;
drop table copied
"""


@dataclass(frozen=True, slots=True)
class Data:
    """Addresses of the pages that are measured, and how much lies behind them."""

    chart: str
    comparison: str
    explorer: str
    overview: str
    profile: str
    points: int


def fill_all(stand: Stand, suites: int) -> Data:
    """Fill four projects; `suites` of 200 series with 1,000 points each hold the histories."""
    compared, _ = stand.project("comparing")
    with show.step("fill 8 runs of 5,000 results"):
        fill_runs(stand, compared)
    wide, _ = stand.project("wide")
    with show.step("fill 10,000 benchmarks on 4 testbeds"):
        _fill_wide(stand, wide)
    with show.step("fill a profile of 100,000 frames"):
        profile = _fill_profile(stand)
    # the longest histories last, since filling brings all tables to rest
    project, _ = stand.project("bench")
    filling = Filling(stand, project)
    with show.step(f"fill {suites} suites of 200 series of 1,000 points"):
        filling.grow(suites)
    with show.step("let detection see the series of one"):
        filling.look(0)
    with stand.connect() as connection:
        connection.execute("vacuum (analyze)")
    chosen = "&".join(f"series={one}" for one in filling.series_of(0)[:SERIES])
    return Data(
        chart=f"/p/bench/explore?{chosen}",
        comparison=f"/p/comparing/compare?baseline={SIDES[0]}&contender={SIDES[1]}&rows=all",
        explorer="/p/wide/explore",
        overview="/p/bench",
        profile=profile,
        points=filling.points,
    )


def _fill_wide(stand: Stand, project: Project) -> None:
    """Name all benchmarks as the product does; the further testbeds are copies of the first."""
    for first in range(0, BENCHMARKS, PER_REPORT):
        fill(stand.engine, project, _many(first))
    with stand.connect() as connection:
        row = connection.execute(
            "select id from testbed where project_id = %s", (project.id,)
        ).fetchone()
        facts: dict[str, object] = {"project": project.id, "first": row and row[0]}
        for number in range(1, TESTBEDS):
            made = connection.execute(_TESTBED, facts | {"name": f"bench-{number}"}).fetchone()
            connection.execute(_TWINS, facts | {"testbed": made and made[0]})
            for table in ("series_state", "result"):
                for statement in _COPY.format(table=table).split(";"):
                    connection.execute(statement.encode(), facts if "%(" in statement else None)
            connection.execute("drop table twin")


def _many(first: int) -> Document:
    """Return one run of many benchmarks, each in one variant."""
    return {
        "version": 1,
        "idempotency_key": f"bench-wide-{first}",
        "suite": {"name": f"wide-{first}"},
        "commit": {"id": "w1", "time": "2024-01-01T00:00:00Z"},
        "branch": "main",
        "testbed": "bench",
        "metrics": {"wall_time": {"unit": "s", "direction": "lower", "noise": "sampled"}},
        "results": [
            {
                "benchmark": f"group_{number % 97}/case_{number}",
                "parameters": {"size": number % 13},
                "metric": "wall_time",
                "samples": [0.1, 0.101, 0.102],
            }
            for number in range(first, first + PER_REPORT)
        ],
    }


def _fill_profile(stand: Stand) -> str:
    """Store one run with a profile; returns the address of its flame graph."""
    project, _ = stand.project("profiled")
    fill(stand.engine, project, _profiled())
    with stand.connect() as connection:
        row = connection.execute(
            "select id from profile where project_id = %s", (project.id,)
        ).fetchone()
    return f"/p/profiled/profiles/{row and row[0]}"


def _profiled() -> Document:
    """Return a run with a profile of half the stacks one call deeper than the other half."""
    stacks = "".join(
        f"main;run;w{place % 41};c{place % 23};f{place:x};g{place:x}{tail} 1\n"
        for place in range(LEAVES // 2)
        for tail in ("", f";h{place:x}_[i]")
    )
    return {
        "version": 1,
        "idempotency_key": "bench-profiled",
        "suite": {"name": "profiled"},
        "commit": {"id": "p1", "time": "2024-01-01T00:00:00Z"},
        "branch": "main",
        "testbed": "bench",
        "metrics": {"wall_time": {"unit": "s", "direction": "lower", "noise": "sampled"}},
        "results": [{"benchmark": "deep", "metric": "wall_time", "samples": [0.1, 0.101, 0.102]}],
        "profiles": [
            {
                "benchmark": "deep",
                "kind": "cpu",
                "tool": "perf",
                "samples": LEAVES,
                "cpu_s": LEAVES / 1000,
                "repetitions": 10,
                "folded": {
                    "encoding": "gzip",
                    "data": b64encode(gzip.compress(stacks.encode())).decode(),
                },
            }
        ],
    }
