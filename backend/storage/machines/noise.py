"""The noise of series as detection found it, and the samples of the newest level of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.machines.testbed_noise import GroupColumns, NamedTestbed, RepeatableSuite
from backend.domain.reports.run_pages import CONTROL_SUITE
from backend.domain.series.noise import NewestLevel
from backend.storage.catalogue.counting_runs import COUNTS
from backend.storage.engine import cursor_of, raw_connection
from backend.storage.packed_columns import floats, integers

MOST_SAMPLES = 500
"""Of one run; the noise within a run is known well by so many."""

TESTBEDS: LiteralString = """
select id, name from testbed where project_id = %s and archived_at is null order by name
"""
REPEATABLE: LiteralString = f"""
select distinct on (counted.testbed_id)
       counted.testbed_id, suite.name, counted.runs, counted.by_agent
from (
    select testbed_id, suite_id, count(*) as runs,
           coalesce(bool_or(starts_with(agent, 'tidemark-agent ')), false) as by_agent
    from run where project_id = %(project)s and {COUNTS}
    group by testbed_id, suite_id
) as counted
join suite on suite.project_id = %(project)s and suite.id = counted.suite_id
where suite.name <> %(control)s
order by counted.testbed_id, counted.by_agent desc, counted.runs desc, suite.name
"""  # noqa: S608  a constant condition
# noise is a share only where the analysis worked on logarithms, and hardly known of few points
GROUPS: LiteralString = """
select s.testbed_id, suite.name, metric.name,
       string_agg(int8send(s.id), ''),
       string_agg(float8send(case when state.is_logarithmic and state.n >= %(fewest)s
                                  then state.sigma else 'NaN' end), ''),
       string_agg(float8send(state.rho), ''), string_agg(int8send(state.regime_n), ''),
       string_agg(int8send(state.n), '')
from series_state state
join series s on s.project_id = state.project_id and s.id = state.series_id
join metric on metric.project_id = s.project_id and metric.id = s.metric_id
join suite on suite.project_id = s.project_id and suite.id = s.suite_id
where state.project_id = %(project)s and metric.noise = 'sampled' and not s.is_hidden
group by s.testbed_id, suite.name, metric.name
order by suite.name, metric.name
"""
STATE: LiteralString = """
select sigma, rho, regime_n, n, is_logarithmic
from series_state where project_id = %s and series_id = %s
"""
NEWEST: LiteralString = """
select coalesce(r.samples[:%(samples)s], array[r.value]), r.n, coalesce(machine.name, '')
from (
    select * from result
    where project_id = %(project)s and series_id = %(series)s
    order by position desc, run_id desc
    limit %(runs)s
) as r
left join fingerprint f on f.project_id = r.project_id and f.id = r.fingerprint_id
left join machine on machine.project_id = f.project_id and machine.id = f.machine_id
order by r.position, r.run_id
"""


@dataclass(frozen=True, slots=True)
class NoiseState:
    """What the last analysis of a series says, and how many points it has."""

    sigma: float
    rho: float
    regime_n: int
    n: int
    is_logarithmic: bool


def read_testbeds(session: Session, project_id: int) -> list[NamedTestbed]:
    """Return the testbeds by name, each with the suite that it would best measure twice."""
    suites = read_repeatable(session, project_id)
    rows = raw_connection(session).execute(TESTBEDS, (project_id,))
    return [NamedTestbed(id_, name, suites.get(id_)) for id_, name in rows]


def read_repeatable(session: Session, project_id: int) -> dict[int, RepeatableSuite]:
    """Return by testbed the suite that it would best measure twice; nobody runs the control."""
    asked = {"project": project_id, "control": CONTROL_SUITE}
    rows = raw_connection(session).execute(REPEATABLE, asked)
    return {testbed_id: RepeatableSuite(*suite) for testbed_id, *suite in rows}


def read_groups(session: Session, project_id: int, fewest: int) -> dict[int, list[GroupColumns]]:
    """Return the noise of the series of sampled metrics by testbed, suite and metric.

    It is nan for series of fewer than `fewest` points.
    """
    cursor = raw_connection(session).cursor(binary=True)
    found: dict[int, list[GroupColumns]] = {}
    rows = cursor.execute(GROUPS, {"project": project_id, "fewest": fewest}).fetchall()
    for testbed_id, suite, metric, ids, sigma, rho, points, runs in rows:
        columns = GroupColumns(
            suite,
            metric,
            integers(ids),
            floats(sigma),
            floats(rho),
            integers(points),
            integers(runs),
        )
        found.setdefault(testbed_id, []).append(columns)
    return found


def read_state(session: Session, project_id: int, series_id: int) -> NoiseState | None:
    return cursor_of(session, NoiseState).execute(STATE, (project_id, series_id)).fetchone()


def read_newest_level(session: Session, project_id: int, series_id: int, runs: int) -> NewestLevel:
    """Return the samples of the newest runs of a series, oldest first; summaries count as one."""
    cursor = raw_connection(session).cursor(binary=True)
    asked = {"project": project_id, "series": series_id, "runs": runs, "samples": MOST_SAMPLES}
    rows: Sequence[tuple[list[float], int, str]] = cursor.execute(NEWEST, asked).fetchall()
    return NewestLevel(
        runs=[np.array(samples, np.float64) for samples, _, _ in rows],
        machines=[machine for _, _, machine in rows],
    )
