"""Keys that agents sign their reports with."""

from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.machines.signing import AgentKey, KeyEnrolment
from backend.domain.reports.format import ReportJob
from backend.storage.engine import cursor_of, raw_connection

KEYS: LiteralString = """
select k.id, k.agent_id, agent.name as agent, k.public_key, k.enrolled_at, k.replaced_at,
       k.revoked_at
from agent_key k
join agent on agent.project_id = k.project_id and agent.id = k.agent_id
where k.project_id = %(project)s
"""
OF_AGENT: LiteralString = f"{KEYS} and k.agent_id = %(agent)s order by k.id"
BED: LiteralString = """coalesce(
    (select target_id from name_alias where project_id = %(project)s and kind = 'testbed'
     and suite_id = 0 and name = %(testbed)s),
    (select id from testbed where project_id = %(project)s and name = %(testbed)s))"""
MACHINE: LiteralString = f"""coalesce(
    (select target_id from name_alias where project_id = %(project)s and kind = 'machine'
     and suite_id = {BED} and name = %(machine)s),
    (select id from machine where project_id = %(project)s and testbed_id = {BED}
     and name = %(machine)s))"""  # noqa: S608  of literals alone
OF_MACHINE: LiteralString = f"""{KEYS} and (
    agent.name = %(machine)s or agent.machine_id = {MACHINE}
) order by k.id"""
HOLDER: LiteralString = """coalesce(
    (select max(agent_id) from job_event where project_id = %(project)s and job_id = %(job)s
     and lease = %(lease)s),
    (select agent_id from job where project_id = %(project)s and id = %(job)s
     and lease = %(lease)s))"""
OF_HOLDER: LiteralString = f"{KEYS} and k.agent_id = {HOLDER} order by k.id"
OF_LEASE: LiteralString = f"""
select not exists (select from agent_key k
                   where k.project_id = %(project)s and k.agent_id = {HOLDER}
                     and k.enrolled_at <= report.received_at)
    or exists (select from agent_key k
               where k.project_id = %(project)s and k.id = report.agent_key_id
                 and k.agent_id = {HOLDER})
from run
join report on report.project_id = run.project_id and report.id = run.report_id
where run.project_id = %(project)s and run.id = %(run)s
"""  # noqa: S608  of literals alone
BY_PUBLIC: LiteralString = f"{KEYS} and k.public_key = %(public)s"
BROUGHT: LiteralString = f"{KEYS} and k.api_key_id = %(bringer)s order by k.id"
BY_ID: LiteralString = f"{KEYS} and k.id = %(id)s"


def _read(session: Session, query: LiteralString, **values: object) -> list[AgentKey]:
    return cursor_of(session, AgentKey).execute(query, values).fetchall()


def lock_agent(session: Session, project_id: int, agent_id: int) -> str | None:
    """Return the name of an agent, whose keys are this transaction's alone until it ends."""
    query = "select name from agent where project_id = %s and id = %s for update"
    row = raw_connection(session).execute(query, (project_id, agent_id)).fetchone()
    return row[0] if row else None


def keys_of_agent(session: Session, project_id: int, agent_id: int) -> list[AgentKey]:
    """Return all keys of an agent, the oldest first."""
    return _read(session, OF_AGENT, project=project_id, agent=agent_id)


def keys_of_machine(
    session: Session, project_id: int, testbed: str, machine: str
) -> list[AgentKey]:
    """Return the keys of the agents that a report's machine is of, by whichever name it goes."""
    return _read(session, OF_MACHINE, project=project_id, testbed=testbed, machine=machine)


def keys_of_holder(session: Session, project_id: int, job: ReportJob) -> list[AgentKey]:
    """Return the keys of the agent that a lease of a job was given to."""
    return _read(session, OF_HOLDER, project=project_id, job=job.id, lease=job.lease)


def is_of_lease(session: Session, project_id: int, run_id: int, job: ReportJob) -> bool:
    """Tell whether a run is of the agent of the lease it names, as far as that agent signs."""
    asked = {"project": project_id, "run": run_id, "job": job.id, "lease": job.lease}
    row = raw_connection(session).execute(OF_LEASE, asked).fetchone()
    return row is not None and bool(row[0])


def find_key(session: Session, project_id: int, public_key: bytes) -> AgentKey | None:
    found = _read(session, BY_PUBLIC, project=project_id, public=public_key)
    return found[0] if found else None


def read_key(session: Session, project_id: int, key_id: int) -> AgentKey | None:
    found = _read(session, BY_ID, project=project_id, id=key_id)
    return found[0] if found else None


def keys_brought_by(session: Session, project_id: int, api_key: int) -> list[AgentKey]:
    """Return the keys that agents sent with an API key."""
    return _read(session, BROUGHT, project=project_id, bringer=api_key)


def add_key(session: Session, project_id: int, agent_id: int, sent: KeyEnrolment) -> bool:
    """Keep a key; False where somebody has it already."""
    query = """
    insert into agent_key (project_id, agent_id, public_key, api_key_id) values (%s, %s, %s, %s)
    on conflict (project_id, public_key) do nothing returning id
    """
    told = (project_id, agent_id, sent.public_key, sent.brought_by)
    return raw_connection(session).execute(query, told).fetchone() is not None


def note_bringer(session: Session, project_id: int, key_id: int, api_key: int) -> None:
    """Keep with which API key an agent showed its key again, where that is another one."""
    query = """
    update agent_key set api_key_id = %(by)s
    where project_id = %(project)s and id = %(key)s and api_key_id is distinct from %(by)s
    """
    told = {"project": project_id, "key": key_id, "by": api_key}
    raw_connection(session).execute(query, told)


def mark_replaced(session: Session, project_id: int, key_id: int) -> None:
    query = "update agent_key set replaced_at = now() where project_id = %s and id = %s"
    raw_connection(session).execute(query, (project_id, key_id))


def mark_revoked(session: Session, project_id: int, key_id: int, by: str) -> None:
    query = """
    update agent_key set revoked_at = now(), revoked_by = %s where project_id = %s and id = %s
    """
    raw_connection(session).execute(query, (by, project_id, key_id))
