"""Tokens by which agents enrol: made by people, exchanged once by an agent."""

from base64 import b64decode
from http import HTTPStatus

from fastapi import APIRouter, Request

from backend.api.audited import writes
from backend.api.dependencies import FOR_EVERYBODY, CurrentActor, Db, KeyedProject
from backend.api.schemas.machines.enrolments import (
    AgentEnrolmentMade,
    AgentEnrolmentUsed,
    AgentEnrolmentWanted,
    AgentLetIn,
)
from backend.api.shared_calls import Call
from backend.domain.machines.signing import KeyEnrolment
from backend.domain.machines.testbeds import AgentIntroduction
from backend.services.machines.enrolments import enrol_agent, make_enrolment

router = APIRouter(tags=["enrolments"], route_class=Call)


@router.post(
    "/projects/{project}/enrolments",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("made", "enrolment token")],
)
def add_enrolment(
    wanted: AgentEnrolmentWanted, db: Db, project: KeyedProject, actor: CurrentActor
) -> AgentEnrolmentMade:
    """Make a token by which one agent enrols, once and soon. It is never shown again."""
    token, until = make_enrolment(db, project, actor, wanted.testbed)
    return AgentEnrolmentMade(token=token, expires_at=until)


@router.post(
    "/enrolments",
    status_code=HTTPStatus.CREATED,
    dependencies=[FOR_EVERYBODY, writes("enrolled", "agent")],
)
def use_enrolment(sent: AgentEnrolmentUsed, request: Request, db: Db) -> AgentLetIn:
    """Exchange a token for an API key of the agent's own; its signing key is taken in with it."""
    agent = AgentIntroduction(
        name=sent.name,
        testbed=sent.testbed,
        version=sent.version,
        machine=sent.machine.name,
        fingerprint=sent.machine.fingerprint,
    )
    public, proof = bytes.fromhex(sent.public_key), b64decode(sent.proof)
    enrolled = enrol_agent(db, sent.token, agent, KeyEnrolment(public, proof, None, None))
    return AgentLetIn(
        id=str(enrolled.id),
        project=enrolled.project,
        testbed=enrolled.testbed,
        secret=enrolled.secret,
        version=request.app.version,
    )
