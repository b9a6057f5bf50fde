"""Agents and jobs of one project, made in SQL as registrations and requests would make them."""

from dataclasses import dataclass

import psycopg

from backend.domain.people.projects import Project

ASKERS = 20
LABELS = ("linux", "x86_64")
FIT, FIT_NOBODY = list(LABELS[:1]), ["gpu"]

_AGENTS = """
with beds as (
    insert into testbed (project_id, name)
    select %(project)s, 'bed-' || i from generate_series(1, %(count)s) as i
    returning id, name
), boxes as (
    insert into machine (project_id, testbed_id, name)
    select %(project)s, id, name from beds returning id, name
)
insert into agent (project_id, name, machine_id, version, last_beat_at)
select %(project)s, name, id, '1', now() from boxes
"""
# every second job may be measured anywhere
_JOBS = """
insert into job (project_id, kind, suite, target, testbed_id, labels, budget_minutes, asker,
                 asked_by, why, turn, turn_end, priority)
select %(project)s, 'run', 'runtime',
       jsonb_build_object('suite', 'runtime',
                          'commits', jsonb_build_array(jsonb_build_object(
                              'commit', 'c' || i, 'branch', 'main'))),
       case when i %% 2 = 0 then beds.ids[i / 2 %% cardinality(beds.ids) + 1] end,
       %(labels)s, 30, 'user:' || i %% %(askers)s, 'somebody', 'bench',
       i / %(askers)s * 30.0, i / %(askers)s * 30.0 + 30.0, %(priority)s
from generate_series(1, %(count)s) as i,
     (select array_agg(id order by id) as ids from testbed where project_id = %(project)s) as beds
"""
_COUNTS = """
select count(*) filter (where lease > 0), count(*) filter (where lease > 1),
       count(*) filter (where state = 'queued')
from job where project_id = %s
"""


@dataclass(frozen=True, slots=True)
class JobCounts:
    """What the queue says became of its jobs."""

    leased: int
    leased_again: int
    queued: int


@dataclass(frozen=True, slots=True)
class Crew:
    """The agents of a project, each with a testbed of its own, and the project's jobs."""

    connection: psycopg.Connection[tuple[object, ...]]
    project: Project
    agents: int

    @property
    def names(self) -> list[str]:
        return [f"bed-{place}" for place in range(1, self.agents + 1)]

    def register(self) -> None:
        asked = {"project": self.project.id, "count": self.agents}
        self.connection.execute(_AGENTS, asked)

    def queue(self, count: int, labels: list[str], priority: int = 0) -> None:
        """Put so many jobs into the queue that agents with these labels may measure."""
        self.connection.execute(
            _JOBS,
            {
                "project": self.project.id,
                "count": count,
                "labels": labels,
                "askers": ASKERS,
                "priority": priority,
            },
        )
        self.connection.execute("vacuum analyze job")

    def clear(self) -> None:
        self.connection.execute("delete from job where project_id = %s", (self.project.id,))
        self.connection.execute("vacuum analyze job")

    def counts(self) -> JobCounts:
        (row,) = self.connection.execute(_COUNTS, (self.project.id,))
        return JobCounts(*(int(str(one)) for one in row))
