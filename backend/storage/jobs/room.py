"""Agents that may make room for a job, and for which they do already."""

from typing import LiteralString

from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.domain.jobs.choosing import KnownAgent, jobs_at_once
from backend.domain.jobs.making_room import RoomyAgent
from backend.domain.machines.versions import version_trouble
from backend.storage.engine import raw_connection

# one that looks measures its own schedule; one that is idle asks for work by itself, and takes the
# job before anybody has to pause; one that measures a job has no room for another
ROOMY: LiteralString = """
select a.id, m.testbed_id, t.tags, a.name, a.labels, a.state <> 'idle', m.id,
       exists (select from machine_quarantine q
               where q.project_id = a.project_id and q.machine_id = m.id and q.lifted_at is null),
       a.version, coalesce(a.progress_done, 0), waiting.id
from agent a
join machine m on m.project_id = a.project_id and m.id = a.machine_id
join testbed t on t.project_id = m.project_id and t.id = m.testbed_id
left join job waiting
    on waiting.project_id = a.project_id and waiting.id = a.room_for and waiting.state = 'queued'
    and a.room_at > now() - interval '30 minutes'
where a.project_id = %(project)s
  and greatest(a.asked_at, a.last_beat_at) > now() - interval '3 minutes'
  and (waiting.id is not null or a.looks_until > now()
       or (a.state = 'idle' and a.asked_at > now() - interval '2 minutes'))
  and not exists (
      select from job held
      where held.project_id = a.project_id and held.measured_on = m.testbed_id
        and held.state in ('leased', 'running') and held.agent_id = a.id
        and held.due_key is null)
order by a.id
"""
MEASURED: LiteralString = """
select measured_on, count(*) from job
where project_id = %(project)s and state in ('leased', 'running') and due_key is null
group by measured_on
"""
LOOKING: LiteralString = """
update agent set looks_until = now() + make_interval(secs => %(seconds)s)
where project_id = %(project)s and id = %(agent)s
  and (looks_until is null or looks_until < now() + make_interval(secs => %(seconds)s / 2.0))
"""
NO_LOOK: LiteralString = """
update agent set looks_until = null
where project_id = %s and id = %s and looks_until is not null
"""
PROMISE: LiteralString = """
update agent set room_for = %s, room_at = now() where project_id = %s and id = %s
"""
NO_PROMISE: LiteralString = """
update agent set room_for = null, room_at = null where project_id = %s and id = %s
"""
BEYOND_S = 60
"""Beyond its wait, until the next question of an agent."""
_LOCK = 0x726F_6F6D
"""First half of the advisory lock's key; the project is the other half."""


def note_looking(session: Session, project_id: int, agent_id: int, wait_s: int | None) -> None:
    """Remember that an agent measures its own schedule, and looks whether to pause it.

    None: it would pause for nothing that waits now, so nobody counts on it.
    """
    if wait_s is None:
        raw_connection(session).execute(NO_LOOK, (project_id, agent_id))
        return
    asked = {"project": project_id, "agent": agent_id, "seconds": wait_s + BEYOND_S}
    raw_connection(session).execute(LOOKING, asked)


def read_roomy(session: Session, project_id: int) -> tuple[list[RoomyAgent], dict[int, int]]:
    """Return the agents that may take a job soon, and how many more jobs each testbed measures."""
    connection = raw_connection(session)
    measured = dict(connection.execute(MEASURED, {"project": project_id}).fetchall())
    agents, lanes = [], {}
    for row in connection.execute(ROOMY, {"project": project_id}):
        (
            agent_id,
            testbed_id,
            tags,
            name,
            labels,
            is_busy,
            machine_id,
            is_kept,
            version,
            done,
            job,
        ) = row
        trouble = version_trouble(version)
        offer = KnownAgent(name, frozenset(labels), is_busy, machine_id, is_kept, trouble)
        agents.append(RoomyAgent(agent_id, testbed_id, offer, done, job))
        lanes[testbed_id] = jobs_at_once(tags) - measured.get(testbed_id, 0)
    return agents, lanes


def hold_room(session: Session, project_id: int) -> None:
    """Let nobody else promise room until the transaction ends."""
    lock = text("select pg_advisory_xact_lock(:kind, :project)")
    session.execute(lock, {"kind": _LOCK, "project": project_id})


def promise_room(session: Session, project_id: int, agent_id: int, job_id: int) -> None:
    raw_connection(session).execute(PROMISE, (job_id, project_id, agent_id))


def end_promise(session: Session, project_id: int, agent_id: int) -> None:
    """Let others make room for the job that an agent was told of."""
    raw_connection(session).execute(NO_PROMISE, (project_id, agent_id))
