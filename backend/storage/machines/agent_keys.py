"""Keys that agents sign their reports with."""

from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.machines.signing import AgentKey
from backend.storage.engine import cursor_of, raw_connection

KEYS: LiteralString = """
select k.id, k.agent_id, agent.name as agent, k.public_key, k.enrolled_at, k.replaced_at,
       k.revoked_at
from agent_key k
join agent on agent.project_id = k.project_id and agent.id = k.agent_id
where k.project_id = %(project)s
"""
OF_AGENT: LiteralString = f"{KEYS} and k.agent_id = %(agent)s order by k.id"
OF_MACHINE: LiteralString = f"{KEYS} and agent.name = %(machine)s order by k.id"
OF_HOLDER: LiteralString = f"""{KEYS} and k.agent_id = (
    select job.agent_id from job where job.project_id = %(project)s and job.id = %(job)s
) order by k.id"""  # noqa: S608  of literals alone
BY_PUBLIC: LiteralString = f"{KEYS} and k.public_key = %(public)s"
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


def keys_of_machine(session: Session, project_id: int, machine: str) -> list[AgentKey]:
    """Return the keys of the agent that a report's machine is named after."""
    return _read(session, OF_MACHINE, project=project_id, machine=machine)


def keys_of_holder(session: Session, project_id: int, job_id: int) -> list[AgentKey]:
    """Return the keys of the agent that a job was given to last."""
    return _read(session, OF_HOLDER, project=project_id, job=job_id)


def find_key(session: Session, project_id: int, public_key: bytes) -> AgentKey | None:
    found = _read(session, BY_PUBLIC, project=project_id, public=public_key)
    return found[0] if found else None


def read_key(session: Session, project_id: int, key_id: int) -> AgentKey | None:
    found = _read(session, BY_ID, project=project_id, id=key_id)
    return found[0] if found else None


def add_key(session: Session, project_id: int, agent_id: int, public_key: bytes) -> bool:
    """Keep a key; False where somebody has it already."""
    query = """
    insert into agent_key (project_id, agent_id, public_key) values (%s, %s, %s)
    on conflict (project_id, public_key) do nothing returning id
    """
    row = raw_connection(session).execute(query, (project_id, agent_id, public_key)).fetchone()
    return row is not None


def mark_replaced(session: Session, project_id: int, key_id: int) -> None:
    query = "update agent_key set replaced_at = now() where project_id = %s and id = %s"
    raw_connection(session).execute(query, (project_id, key_id))


def mark_revoked(session: Session, project_id: int, key_id: int, by: str) -> None:
    query = """
    update agent_key set revoked_at = now(), revoked_by = %s where project_id = %s and id = %s
    """
    raw_connection(session).execute(query, (by, project_id, key_id))
