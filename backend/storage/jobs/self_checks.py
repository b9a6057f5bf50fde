"""What jobs said of the machines that measured them: the same code twice, in turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.domain.jobs.targets import JobCommit
from backend.domain.machines.quarantine import NEWEST, MachineQuarantine, SeenInTurns
from backend.domain.machines.self_comparisons import SelfComparisonTally
from backend.domain.machines.versions import version_trouble
from backend.domain.reports.run_pages import CONTROL_SUITE
from backend.storage.engine import cursor_of, raw_connection

# a confirmation measures its last good commit twice
TOLD: LiteralString = """
select m.id, left_last.at,
       coalesce((
           select array_agg(newest.is_unsteady order by newest.ended_at desc)
           from (
               select j.ended_at, j.verdict ->> 'finding' = 'unsteady' as is_unsteady
               from job j
               join agent a on a.project_id = j.project_id and a.id = j.agent_id
               where j.project_id = %(project)s and a.machine_id = m.id
                 and j.kind in ('aa', 'confirm') and j.state = 'finished'
                 and j.verdict ->> 'finding' <> all(%(untold)s)
                 and j.leased_at > coalesce(left_last.at, '-infinity')
               order by j.ended_at desc limit %(newest)s) as newest), '{}'),
       checks.compared, checks.alarms
from unnest(%(machines)s::bigint[]) as m (id)
cross join lateral (
    select max(lifted_at) as at from machine_quarantine q
    where q.project_id = %(project)s and q.machine_id = m.id) as left_last
cross join lateral (
    select count(*) filter (where j.verdict ->> 'finding' <> 'not measured') as compared,
           count(*) filter (where j.verdict ->> 'finding' = 'unsteady') as alarms
    from job j
    join agent a on a.project_id = j.project_id and a.id = j.agent_id
    where j.project_id = %(project)s and j.kind = 'aa' and j.state = 'finished'
      and a.machine_id = m.id and j.leased_at > coalesce(left_last.at, '-infinity')) as checks
"""
UNTOLD = ("not measured", "more pairs")
"""Findings that say nothing of the machine."""
TALLY: LiteralString = """
select m.testbed_id, count(*) filter (where (j.verdict ->> 'compared')::int > 0),
       count(*) filter (where (j.verdict ->> 'alarms')::int > 0),
       count(*) filter (where (j.verdict ->> 'compared')::int = 0),
       coalesce(sum((j.verdict ->> 'compared')::int), 0)::bigint,
       coalesce(sum((j.verdict ->> 'alarms')::int), 0)::bigint, max(j.ended_at)
from machine m
left join agent a on a.project_id = m.project_id and a.machine_id = m.id
left join job j
  on j.project_id = m.project_id and j.agent_id = a.id and j.kind = 'aa' and j.state = 'finished'
where m.project_id = %s and m.id = %s
group by m.testbed_id
"""
ATTENDED: LiteralString = """
select distinct a.project_id
from agent a
join project p on p.id = a.project_id and p.deleted_at is null
where a.asked_at > now() - interval '1 day'
"""
SERVED: LiteralString = """
select distinct machine_id, version from agent
where project_id = %s and asked_at > now() - interval '1 day'
"""
# code of others is run by nobody unasked, and what no repository has by nobody again
MEASURED: LiteralString = """
select m.testbed_id, m.name, s.name, c.name, b.name
from run r
join machine m on m.project_id = r.project_id and m.id = r.machine_id
join suite s on s.project_id = r.project_id and s.id = r.suite_id
join commit c on c.project_id = r.project_id and c.id = r.commit_id
join branch b on b.project_id = r.project_id and b.id = r.branch_id
where r.project_id = %(project)s and r.machine_id = %(machine)s and r.agent is not null
  and s.name <> %(control)s and b.pull_request is null and not starts_with(b.name, 'try/')
  and not exists (
      select from pull_request q
      where q.project_id = r.project_id and q.head = c.name and q.is_from_fork
        and q.merged_as is null)
order by r.started_at desc, r.id desc
limit 1
"""
# one that began before a quarantine does not end it
NEWEST_CHECK: LiteralString = """
select count(*) filter (where ended_at is null),
       max(ended_at) filter (where coalesce(leased_at, ended_at) >= %s)
from job
where project_id = %s and kind = 'aa' and machine_id = %s
"""
MACHINES: LiteralString = """
select distinct machine_id from run
where project_id = %s and id = any(%s) and machine_id is not null
"""


@dataclass(frozen=True, slots=True)
class CheckableCode:
    """What a machine measured last: what it is best checked with."""

    testbed_id: int
    machine: str
    suite: str
    commit: JobCommit


def seen_in_turns(
    session: Session, project_id: int, machine_ids: Sequence[int]
) -> dict[int, SeenInTurns]:
    """Return what jobs said of each machine since it left quarantine last."""
    asked: dict[str, Any] = {
        "project": project_id, "machines": list(machine_ids), "untold": list(UNTOLD),
        "newest": NEWEST,
    }  # fmt: skip
    rows = raw_connection(session).execute(TOLD, asked)
    return {machine: SeenInTurns(*told) for machine, *told in rows}


def tally_of(session: Session, project_id: int, machine_id: int) -> SelfComparisonTally:
    """Count the A/A jobs of a machine, and those that raised alarm."""
    cursor = cursor_of(session, SelfComparisonTally)
    found = cursor.execute(TALLY, (project_id, machine_id)).fetchone()
    return found or SelfComparisonTally(0, 0, 0, 0, 0, 0, None)


def projects_with_agents(session: Session) -> list[int]:
    """Return the projects of agents that asked for work lately."""
    return [row[0] for row in raw_connection(session).execute(ATTENDED)]


def served_machines(session: Session, project_id: int) -> list[int]:
    """Return the machines with an agent that asked for work lately and would be given some."""
    asked = raw_connection(session).execute(SERVED, (project_id,))
    return sorted({machine for machine, version in asked if not version_trouble(version)})


def checkable_code(session: Session, project_id: int, machine_id: int) -> CheckableCode | None:
    """Return what an agent measured last on a machine; None where that was nothing."""
    asked = {"project": project_id, "machine": machine_id, "control": CONTROL_SUITE}
    row = raw_connection(session).execute(MEASURED, asked).fetchone()
    if row is None:
        return None
    testbed_id, machine, suite, commit, branch = row
    return CheckableCode(testbed_id, machine, suite, JobCommit(commit, branch))


def newest_check(
    session: Session, project_id: int, stay: MachineQuarantine
) -> tuple[bool, datetime | None]:
    """Tell whether a check of a machine is open, and when the last one of its stay ended."""
    asked = stay.since, project_id, stay.machine_id
    found = raw_connection(session).execute(NEWEST_CHECK, asked).fetchone()
    return (bool(found[0]), found[1]) if found else (False, None)


def machines_of(session: Session, project_id: int, run_ids: Sequence[int]) -> list[int]:
    """Return the machines that measured some runs."""
    rows = raw_connection(session).execute(MACHINES, (project_id, list(run_ids)))
    return [row[0] for row in rows]


def has_machine(session: Session, project_id: int, machine_id: int) -> bool:
    """Tell whether a project has a machine."""
    known = "select 1 from machine where project_id = %s and id = %s"
    found = raw_connection(session).execute(known, (project_id, machine_id)).fetchone()
    return found is not None
