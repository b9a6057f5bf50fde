"""Tokens by which agents enrol: made by people, exchanged once by an agent."""

from base64 import b64decode
from http import HTTPStatus

from fastapi import APIRouter, Request

from backend.api.audited import writes
from backend.api.dependencies import FOR_EVERYBODY, CurrentActor, Db, KeyedProject
from backend.api.parameters.filters import Id
from backend.api.schemas.machines.enrolments import (
    AgentEnrolmentMade,
    AgentEnrolmentUsed,
    AgentEnrolmentWanted,
    AgentLetIn,
    OpenEnrolment,
)
from backend.api.shared_calls import Call
from backend.domain.machines.signing import KeyEnrolment
from backend.domain.machines.testbeds import AgentIntroduction
from backend.services.machines.enrolments import (
    enrol_agent,
    make_enrolment,
    open_enrolments,
    withdraw_enrolment,
)

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
    made = make_enrolment(db, project, actor, wanted.testbed)
    return AgentEnrolmentMade(id=made.id, token=made.token, expires_at=made.expires_at)


@router.get("/projects/{project}/enrolments")
def list_enrolments(db: Db, project: KeyedProject, actor: CurrentActor) -> list[OpenEnrolment]:
    """List the tokens that would let an agent in, the newest first; 100 at most.

    A key that is bound to a testbed gets those of its testbed.
    """
    found = open_enrolments(db, project, actor)
    return [OpenEnrolment.model_validate(one, from_attributes=True) for one in found]


@router.delete(
    "/projects/{project}/enrolments/{enrolment_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("withdrew", "enrolment token")],
)
def end_enrolment(enrolment_id: Id, db: Db, project: KeyedProject, actor: CurrentActor) -> None:
    """Withdraw a token that nobody used."""
    withdraw_enrolment(db, project, actor, enrolment_id)


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
