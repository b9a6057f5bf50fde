"""Tokens by which agents enrol."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.machines.enrolments import AgentEnrolment, WantedEnrolment
from backend.storage.engine import cursor_of, raw_connection
from backend.storage.people.access import GOOD_KEY

MOST_SHOWN = 100
OF_GOOD_KEY: LiteralString = f"""(agent_enrolment.api_key_id is null or exists (
    select from api_key where api_key.id = agent_enrolment.api_key_id and {GOOD_KEY}))"""
"""The API key that made it, if one did, still opens something."""
COLUMNS: LiteralString = f"""
id, project_id, testbed, made_by, asked_by, created_at, expires_at, used_at, withdrawn_at,
{OF_GOOD_KEY} as is_of_good_key
"""
OPEN: LiteralString = "used_at is null and withdrawn_at is null and expires_at > now()"
OF_MAKER: LiteralString = """(made_by is null or exists (
    select from user_account maker
    where maker.id = agent_enrolment.made_by and maker.disabled_at is null
      and (maker.is_admin or exists (
        select from membership
        where membership.project_id = agent_enrolment.project_id
          and membership.user_id = maker.id and membership.role = any(%(roles)s)))))"""
"""Whoever made it is still there, as an administrator or a member of one of the roles."""
GOOD: LiteralString = f"{OPEN} and {OF_GOOD_KEY} and {OF_MAKER}"


def add(session: Session, project_id: int, token_hash: bytes, wanted: WantedEnrolment) -> int:
    """Keep a token; those that ended a day ago are forgotten."""
    connection = raw_connection(session)
    old = "delete from agent_enrolment where project_id = %s and expires_at < now() - interval '1d'"
    connection.execute(old, (project_id,))
    query = """
    insert into agent_enrolment
        (project_id, token_hash, testbed, made_by, asked_by, api_key_id, expires_at)
    values (%s, %s, %s, %s, %s, %s, %s) returning id
    """
    told = (wanted.testbed, wanted.made_by, wanted.asked_by, wanted.api_key_id, wanted.expires_at)
    row = connection.execute(query, (project_id, token_hash, *told)).fetchone()
    assert row is not None  # noqa: S101  an insert returns its row
    return int(row[0])


def use(session: Session, token_hash: bytes, roles: Sequence[str]) -> AgentEnrolment | None:
    """Return a token that is good, and make it good no more; of two who use it, one waits."""
    query: LiteralString = f"""
    update agent_enrolment set used_at = now()
    where token_hash = %(hash)s and {GOOD} returning {COLUMNS}
    """  # noqa: S608  of literals alone
    told = {"hash": token_hash, "roles": list(roles)}
    return cursor_of(session, AgentEnrolment).execute(query, told).fetchone()


def good_ones(
    session: Session, project_id: int, roles: Sequence[str], testbeds: Sequence[str] | None
) -> list[AgentEnrolment]:
    """Return the tokens that would let an agent in, the newest first; of some testbeds, or all."""
    query: LiteralString = f"""
    select {COLUMNS} from agent_enrolment where project_id = %(project)s and {GOOD}
      and (%(testbeds)s::text[] is null or testbed = any(%(testbeds)s::text[]))
    order by id desc limit {MOST_SHOWN}
    """  # noqa: S608  of literals alone
    told = {"project": project_id, "roles": list(roles), "testbeds": testbeds}
    return cursor_of(session, AgentEnrolment).execute(query, told).fetchall()


def withdraw(session: Session, project_id: int, number: int) -> AgentEnrolment | None:
    """Make a token worth nothing; None where it was already."""
    query: LiteralString = f"""
    update agent_enrolment set withdrawn_at = now()
    where project_id = %s and id = %s and {OPEN} returning {COLUMNS}
    """  # noqa: S608  of literals alone
    cursor = cursor_of(session, AgentEnrolment)
    return cursor.execute(query, (project_id, number)).fetchone()


def find(session: Session, token_hash: bytes) -> AgentEnrolment | None:
    query: LiteralString = f"select {COLUMNS} from agent_enrolment where token_hash = %s"  # noqa: S608
    return cursor_of(session, AgentEnrolment).execute(query, (token_hash,)).fetchone()


def read(session: Session, project_id: int, number: int) -> AgentEnrolment | None:
    query: LiteralString = f"""
    select {COLUMNS} from agent_enrolment where project_id = %s and id = %s
    """  # noqa: S608  of literals alone
    cursor = cursor_of(session, AgentEnrolment)
    return cursor.execute(query, (project_id, number)).fetchone()
