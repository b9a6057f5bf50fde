"""Agents: they introduce their machine, and beat."""

from base64 import b64decode
from http import HTTPStatus

from fastapi import APIRouter, Request

from backend.api.audited import writes, writes_nothing
from backend.api.dependencies import AgentProject, ConfiguredProject, CurrentActor, Db
from backend.api.parameters.filters import Id
from backend.api.schemas.machines.pages import (
    AgentBeatAnswer,
    AgentKeySent,
    AgentRegistration,
    Beat,
    RegisteredAgent,
)
from backend.api.shared_calls import Call
from backend.domain.events import EventKind, LiveEvent
from backend.domain.filled import filled
from backend.domain.machines.signing import KeyEnrolment
from backend.domain.machines.testbeds import AgentBeat, AgentIntroduction
from backend.domain.machines.versions import version_trouble
from backend.services.events import publish_after_commit
from backend.services.machines.agent_keys import enrol_key, revoke_key
from backend.services.machines.quarantine import why_quarantined
from backend.services.machines.register_agent import (
    record_heartbeat,
    register_agent,
    testbed_of_agent,
)
from backend.services.people.hold_to_testbed import hold_to_testbed

router = APIRouter(prefix="/projects/{project}/agents", tags=["agents"], route_class=Call)
HEARD = writes_nothing("a beat every few seconds, of which only the last is kept")


@router.post("", dependencies=[writes("introduced", "agent")])
def register(
    introduction: AgentRegistration,
    request: Request,
    project: AgentProject,
    actor: CurrentActor,
    db: Db,
) -> RegisteredAgent:
    """Introduce an agent and its machine; the same name again is the same agent."""
    hold_to_testbed(db, project.id, actor, introduction.testbed)
    present = testbed_of_agent(db, project.id, introduction.name)
    if present is not None:
        hold_to_testbed(db, project.id, actor, present)
    agent = AgentIntroduction(
        name=introduction.name,
        testbed=introduction.testbed,
        version=introduction.version,
        machine=introduction.machine.name,
        fingerprint=introduction.machine.fingerprint,
    )
    agent_id = register_agent(db, project.id, agent)
    return RegisteredAgent(
        id=str(agent_id),
        beat_seconds=request.app.state.settings.beat_seconds,
        version=request.app.version,
        version_trouble=version_trouble(introduction.version) or None,
    )


@router.post("/{agent_id}/beats", dependencies=[HEARD])
def beat(
    agent_id: Id, heard: Beat, request: Request, project: AgentProject, actor: CurrentActor, db: Db
) -> AgentBeatAnswer:
    """Say what an agent is doing; it is told what keeps it from measuring."""
    present = testbed_of_agent(db, project.id, agent_id)
    if present is not None:
        hold_to_testbed(db, project.id, actor, present)
    progress = heard.progress
    trouble = record_heartbeat(
        db,
        project.id,
        agent_id,
        filled(
            AgentBeat,
            heard,
            progress_done=progress.done if progress else None,
            progress_total=progress.total if progress else None,
            planned=[run.model_dump(mode="json") for run in heard.planned],
        ),
    )
    news = LiveEvent(EventKind.AGENT, (agent_id,))
    publish_after_commit(db, request.app.state.events, project.id, news)
    why = why_quarantined(db, project.id, agent_id)
    return AgentBeatAnswer(quarantine=why, version_trouble=trouble or None)


@router.post(
    "/{agent_id}/key", status_code=HTTPStatus.NO_CONTENT, dependencies=[writes("enrolled", "key")]
)
def enrol(
    agent_id: Id, sent: AgentKeySent, project: AgentProject, actor: CurrentActor, db: Db
) -> None:
    """Have reports of an agent believed only with the signature of this key from now on."""
    present = testbed_of_agent(db, project.id, agent_id)
    if present is not None:
        hold_to_testbed(db, project.id, actor, present)
    replaces = b64decode(sent.replaces) if sent.replaces else None
    bringer = actor.key.id if actor.key else None
    public, proof = bytes.fromhex(sent.public_key), b64decode(sent.proof)
    enrol_key(db, project.id, agent_id, KeyEnrolment(public, proof, replaces, bringer))


@router.delete(
    "/{agent_id}/key", status_code=HTTPStatus.NO_CONTENT, dependencies=[writes("revoked", "key")]
)
def revoke(agent_id: Id, project: ConfiguredProject, actor: CurrentActor, db: Db) -> None:
    """Let the key of an agent sign nothing more; its next one is taken without its word."""
    revoke_key(db, project.id, agent_id, actor.name)
