"""Machines with their fingerprints, runs and agents."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

import msgspec
from psycopg.rows import dict_row
from sqlalchemy.orm import Session

from backend.domain.catalogue.parameters import Scalar
from backend.domain.machines.pages import (
    MISSED_BEATS,
    Agent,
    FingerprintRevision,
    MeasuredSuite,
    PlannedRun,
    Progress,
    ShownMachine,
    changed_names,
    full_name,
)
from backend.domain.machines.versions import version_trouble
from backend.storage.engine import cursor_of, raw_connection

MACHINES: LiteralString = """
select machine.id, machine.name, testbed.name as testbed, machine.fingerprint_id,
       exists (
           select from machine other
           where other.project_id = machine.project_id and other.name = machine.name
             and other.id <> machine.id
       ) as shares_name,
       count(run.id) as runs, newest.last_run_at, newest.imported_at
from machine
join testbed on testbed.project_id = machine.project_id and testbed.id = machine.testbed_id
cross join lateral (
    select max(started_at) filter (where trigger <> 'import') as last_run_at,
           max(received_at) filter (where trigger = 'import') as imported_at
    from (
        select started_at, received_at, trigger from run
        where run.project_id = machine.project_id and run.machine_id = machine.id
        order by started_at desc
        limit 300
    ) as these
) as newest
left join run on run.project_id = machine.project_id and run.machine_id = machine.id
where machine.project_id = %s
  and (%s::bigint is null and machine.archived_at is null or machine.id = %s)
group by machine.project_id, machine.id, testbed.name, newest.last_run_at, newest.imported_at
order by testbed.name, machine.name
"""
SUITES: LiteralString = """
select suite.id, suite.name, counted.runs, newest.id, newest.started_at,
       newest.trigger = 'import'
from (
    select suite_id, count(*) as runs
    from run where project_id = %(project)s and machine_id = %(machine)s group by suite_id
) as counted
join suite on suite.project_id = %(project)s and suite.id = counted.suite_id
cross join lateral (
    select run.id, run.started_at, run.trigger
    from run
    where run.project_id = %(project)s and run.machine_id = %(machine)s
      and run.suite_id = counted.suite_id
    order by run.started_at desc, run.id desc
    limit 1
) as newest
order by newest.started_at desc
"""
RECENT: LiteralString = """
select id from run where project_id = %s and machine_id = %s
order by started_at desc, id desc
limit %s
"""
TESTBEDS: LiteralString = "select id, testbed_id from machine where project_id = %s"
REVISIONS: LiteralString = """
select machine_id, id, revision, encode(hash, 'hex') as hash, first_seen_at, newest.last_run_at,
       attributes
from fingerprint
left join (
    select fingerprint_id, max(started_at) as last_run_at
    from run where project_id = %(project)s and machine_id = any(%(machines)s)
    group by fingerprint_id
) as newest on newest.fingerprint_id = fingerprint.id
where project_id = %(project)s and machine_id = any(%(machines)s)
order by machine_id, first_seen_at, revision
"""
AGENTS: LiteralString = """
select machine_id, id, name, version, state, suite, progress_done, progress_total, message, spooled,
       planned, last_beat_at,
       last_beat_at is null or last_beat_at < now() - make_interval(secs => %s) as is_silent,
       (select encode(k.public_key, 'hex') from agent_key k
        where k.project_id = agent.project_id and k.agent_id = agent.id
          and k.replaced_at is null and k.revoked_at is null) as key
from agent
where project_id = %s
order by name
"""


@dataclass(frozen=True, slots=True)
class _Machine:
    id: int
    name: str
    testbed: str
    fingerprint_id: int | None
    shares_name: bool
    runs: int
    last_run_at: datetime | None
    imported_at: datetime | None


def read_machines(
    session: Session, project_id: int, beat_seconds: int, machine_id: int | None = None
) -> list[ShownMachine]:
    """Return the machines of a project, or one of them, by testbed and name."""
    cursor = cursor_of(session, _Machine)
    machines = cursor.execute(MACHINES, (project_id, machine_id, machine_id)).fetchall()
    revisions = _revisions(session, project_id, [machine.id for machine in machines])
    agents = _agents(session, project_id, beat_seconds)
    return [_shown(machine, revisions[machine.id], agents[machine.id]) for machine in machines]


def read_suites(session: Session, project_id: int, machine_id: int) -> list[MeasuredSuite]:
    """Return the suites that a machine measured, the newest first."""
    cursor = cursor_of(session, MeasuredSuite)
    return cursor.execute(SUITES, {"project": project_id, "machine": machine_id}).fetchall()


def find_recent_runs(session: Session, project_id: int, machine_id: int, most: int) -> list[int]:
    """Return the newest runs of a machine, the newest first."""
    rows = raw_connection(session).execute(RECENT, (project_id, machine_id, most))
    return [row[0] for row in rows]


def find_testbeds(session: Session, project_id: int) -> dict[int, int]:
    """Return the testbed of each machine."""
    return dict(raw_connection(session).execute(TESTBEDS, (project_id,)).fetchall())


def read_agents(session: Session, project_id: int, beat_seconds: int) -> list[Agent]:
    """Return all agents of a project by name."""
    agents = _agents(session, project_id, beat_seconds)
    return sorted((agent for found in agents.values() for agent in found), key=lambda a: a.name)


def _shown(
    machine: _Machine, revisions: Sequence[FingerprintRevision], agents: Sequence[Agent]
) -> ShownMachine:
    return ShownMachine(
        id=machine.id,
        name=machine.name,
        full_name=full_name(machine.name, machine.testbed, is_shared=machine.shares_name),
        testbed=machine.testbed,
        runs=machine.runs,
        last_run_at=machine.last_run_at,
        imported_at=machine.imported_at,
        fingerprint=next((one for one in revisions if one.id == machine.fingerprint_id), None),
        revisions=revisions[::-1],
        agents=agents,
    )


def _revisions(
    session: Session, project_id: int, machine_ids: Sequence[int]
) -> Mapping[int, list[FingerprintRevision]]:
    """Return the fingerprints of each machine, oldest first, with what changed in each."""
    cursor = raw_connection(session).cursor(row_factory=dict_row)
    revisions: dict[int, list[FingerprintRevision]] = defaultdict(list)
    asked = {"project": project_id, "machines": list(machine_ids)}
    for row in cursor.execute(REVISIONS, asked):
        known = revisions[row.pop("machine_id")]
        before: Mapping[str, Scalar] | None = known[-1].attributes if known else None
        changed = [] if before is None else changed_names(before, row["attributes"])
        known.append(FingerprintRevision(changed=changed, **row))
    return revisions


def _agents(session: Session, project_id: int, beat_seconds: int) -> Mapping[int, list[Agent]]:
    cursor = raw_connection(session).cursor(row_factory=dict_row)
    agents: dict[int, list[Agent]] = defaultdict(list)
    for row in cursor.execute(AGENTS, (MISSED_BEATS * beat_seconds, project_id)):
        agents[row["machine_id"]].append(_agent(row))
    return agents


def _agent(row: dict[str, Any]) -> Agent:
    done, total = row.pop("progress_done"), row.pop("progress_total")
    progress = None if done is None or total is None else Progress(done, total)
    planned = msgspec.convert(row.pop("planned"), list[PlannedRun])
    trouble = version_trouble(row["version"])
    return Agent(progress=progress, planned=planned, version_trouble=trouble, **row)
