"""Tokens by which agents enrol."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.machines.enrolments import AgentEnrolment
from backend.storage.engine import cursor_of, raw_connection

COLUMNS: LiteralString = "id, project_id, testbed, made_by, expires_at, used_at"


def add(
    session: Session,
    project_id: int,
    token_hash: bytes,
    told: tuple[str | None, int | None],
    until: datetime,
) -> int:
    """Keep a token with its testbed and maker; those that ended a day ago are forgotten."""
    connection = raw_connection(session)
    old = "delete from agent_enrolment where project_id = %s and expires_at < now() - interval '1d'"
    connection.execute(old, (project_id,))
    query = """
    insert into agent_enrolment (project_id, token_hash, testbed, made_by, expires_at)
    values (%s, %s, %s, %s, %s) returning id
    """
    row = connection.execute(query, (project_id, token_hash, *told, until)).fetchone()
    assert row is not None  # noqa: S101  an insert returns its row
    return int(row[0])


def use(session: Session, token_hash: bytes, roles: Sequence[str]) -> AgentEnrolment | None:
    """Return a token that is good, and make it good no more; of two who use it, one waits.

    Whoever made it must still be there, as an administrator or a member of one of the roles.
    """
    query: LiteralString = f"""
    update agent_enrolment set used_at = now()
    where token_hash = %s and used_at is null and expires_at > now()
      and (made_by is null or exists (
        select from user_account maker
        where maker.id = made_by and maker.disabled_at is null
          and (maker.is_admin or exists (
            select from membership
            where membership.project_id = agent_enrolment.project_id
              and membership.user_id = maker.id and membership.role = any(%s)))))
    returning {COLUMNS}
    """  # noqa: S608  of literals alone
    return cursor_of(session, AgentEnrolment).execute(query, (token_hash, list(roles))).fetchone()


def find(session: Session, token_hash: bytes) -> AgentEnrolment | None:
    query: LiteralString = f"select {COLUMNS} from agent_enrolment where token_hash = %s"  # noqa: S608
    return cursor_of(session, AgentEnrolment).execute(query, (token_hash,)).fetchone()
