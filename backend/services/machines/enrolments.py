"""Let agents enrol by a token: made by a person, exchanged once for a key of the agent's own."""

from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.domain.errors import ForbiddenError
from backend.domain.machines.enrolments import (
    GOOD_FOR,
    ROLES_THAT_ADD,
    SCOPES,
    AgentEnrolment,
    EnrolledAgent,
    MadeEnrolment,
    WantedEnrolment,
    refusal_of,
    why_not_withdrawn,
)
from backend.domain.machines.signing import KeyEnrolment
from backend.domain.machines.testbeds import AgentIntroduction
from backend.domain.people.audit import AuditActor, Who
from backend.domain.people.projects import Actor, Key, Project
from backend.domain.people.rights import grantable
from backend.domain.people.tokens import new_enrolment_token, token_hash
from backend.services.machines.agent_keys import enrol_key
from backend.services.machines.register_agent import register_agent, testbed_of_agent
from backend.services.people.audit import account_of, record, record_actor
from backend.services.people.credentials import maker_of
from backend.services.people.hold_to_testbed import bound_names, hold_to_testbed
from backend.services.people.manage_keys import WantedKey, key_of_agent
from backend.storage.machines import enrolments
from backend.storage.people import projects

ANY_TESTBED = "any testbed"


def make_enrolment(
    session: Session, project: Project, actor: Actor, testbed: str | None
) -> MadeEnrolment:
    """Keep a token for one agent; it is returned with the moment it ends, and never again.

    It stops with whoever made it: the account, and the API key.
    """
    if not set(grantable(actor.rights_in(project))) >= SCOPES:
        raise ForbiddenError("to add a machine you need the rights to report and to run jobs")
    bound = testbed or actor.testbed
    if bound is not None:
        hold_to_testbed(session, project.id, actor, bound)
    wanted = WantedEnrolment(
        testbed=bound,
        made_by=maker_of(session, actor),
        asked_by=actor.name,
        api_key_id=actor.key.id if actor.key else None,
        expires_at=datetime.now(UTC) + GOOD_FOR,
    )
    token = new_enrolment_token()
    number = enrolments.add(session, project.id, token_hash(token), wanted)
    minutes = int(GOOD_FOR.total_seconds() // 60)
    record(session, number, bound or ANY_TESTBED, minutes=minutes)
    return MadeEnrolment(number, token, wanted.expires_at)


def open_enrolments(session: Session, project: Project, actor: Actor) -> list[AgentEnrolment]:
    """Return the tokens that would let an agent in, the newest first.

    Whoever is bound to a testbed gets those of that testbed.
    """
    testbeds = bound_names(session, project.id, actor)
    return enrolments.good_ones(session, project.id, ROLES_THAT_ADD, testbeds)


def withdraw_enrolment(session: Session, project: Project, actor: Actor, number: int) -> None:
    """Make a token that nobody used worth nothing."""
    found = enrolments.read(session, project.id, number)
    testbeds = bound_names(session, project.id, actor)
    if found is not None and testbeds is not None and found.testbed not in testbeds:
        raise ForbiddenError(
            f"token {number} is for {found.testbed or ANY_TESTBED}, and whoever withdraws it is"
            f" bound to the testbed “{actor.testbed}”"
        )
    withdrawn = enrolments.withdraw(session, project.id, number)
    if withdrawn is None:
        raise why_not_withdrawn(number, enrolments.read(session, project.id, number))
    record(session, number, withdrawn.testbed or ANY_TESTBED)


def enrol_agent(
    session: Session, token: str, introduction: AgentIntroduction, key: KeyEnrolment
) -> EnrolledAgent:
    """Take in an agent with the key it will sign with; a refusal leaves its token good."""
    hashed = token_hash(token)
    used = enrolments.use(session, hashed, ROLES_THAT_ADD)
    project = projects.get(session, used.project_id) if used is not None else None
    if used is None or project is None:
        raise refusal_of(enrolments.find(session, hashed) if used is None else None)
    agent = replace(introduction, testbed=used.testbed or introduction.testbed)
    _hold_to_token(session, used, agent)
    agent_id = register_agent(session, project.id, agent)
    wanted = WantedKey(f"agent {agent.name}", SCOPES, agent.testbed)
    stored, secret = key_of_agent(session, project.id, wanted, used.made_by)
    enrol_key(session, project.id, agent_id, replace(key, brought_by=stored.id))
    record_actor(session, AuditActor(Who.AGENT, stored.id))
    account = account_of(session)
    account.project_id, account.wrote = project.id, True
    record(session, agent_id, agent.name, enrolment=used.id)
    return EnrolledAgent(agent_id, project.slug, agent.testbed, secret)


def _hold_to_token(session: Session, used: AgentEnrolment, agent: AgentIntroduction) -> None:
    """Refuse to move an agent that measures on another testbed."""
    key = Key(0, "of the token", used.project_id, SCOPES, agent.testbed)
    present = testbed_of_agent(session, used.project_id, agent.name)
    if present is not None:
        hold_to_testbed(session, used.project_id, Actor(key=key), present)
