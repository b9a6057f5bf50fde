"""Keys of agents: taken in, replaced, revoked; and whether a report is signed as it must be."""

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, Fault, ForbiddenError, InvalidError, NotFoundError
from backend.domain.machines.signing import (
    OF_REPORT,
    AgentKey,
    KeyEnrolment,
    RunSigner,
    is_signed_by,
    signature_in,
    statement_of,
)
from backend.domain.reports.format import Report
from backend.services.people.audit import record, record_nothing_written
from backend.storage.machines import agent_keys

UNSIGNED = "nothing of the report was stored"
REMEDY = "send it by the configuration of that agent, or name another machine"


def enrol_key(session: Session, project_id: int, agent_id: int, sent: KeyEnrolment) -> None:
    """Take in the key of an agent. Another one than it has must be vouched for by that one."""
    name = _locked(session, project_id, agent_id)
    statement = statement_of(name, sent.public_key)
    if not is_signed_by(sent.public_key, sent.proof, statement):
        raise InvalidError("the proof is not by this key, or of another agent; send them again")
    known = agent_keys.keys_of_agent(session, project_id, agent_id)
    current = next((key for key in known if key.is_current), None)
    if current is not None and current.public_key == sent.public_key:
        if sent.brought_by is not None:
            agent_keys.note_bringer(session, project_id, current.id, sent.brought_by)
        record_nothing_written(session)
        return
    if current is not None:
        _demand_word_of(current, sent, statement)
    if not agent_keys.add_key(session, project_id, agent_id, sent):
        raise ForbiddenError(
            "this key was replaced or revoked, or another agent has it;"
            " make a new one: tidemark-agent key --rotate"
        )
    if current is not None:
        agent_keys.mark_replaced(session, project_id, current.id)
    record(session, agent_id, name, key=sent.public_key.hex())


def _demand_word_of(current: AgentKey, sent: KeyEnrolment, statement: bytes) -> None:
    word = sent.replaces
    if word is None or not is_signed_by(current.public_key, word, statement):
        raise ForbiddenError(
            f"agent {current.agent} signs with key {current.shown}, which does not vouch for this"
            " one; rotate it on that machine, or have a maintainer revoke it"
        )


def revoke_key(session: Session, project_id: int, agent_id: int, by: str) -> None:
    """Let the key of an agent sign nothing more; what it signed is shown with that."""
    name = _locked(session, project_id, agent_id)
    keys = agent_keys.keys_of_agent(session, project_id, agent_id)
    current = next((key for key in keys if key.is_current), None)
    if current is None:
        raise ConflictError(f"agent {name} has no key that could be revoked")
    agent_keys.mark_revoked(session, project_id, current.id, by)
    record(session, agent_id, name, key=current.public_key.hex())


def _locked(session: Session, project_id: int, agent_id: int) -> str:
    name = agent_keys.lock_agent(session, project_id, agent_id)
    if name is None:
        raise NotFoundError(f"there is no agent {agent_id} in this project; register it again")
    return name


def signer_of_report(
    session: Session, project_id: int, report: Report, body: bytes, header: str
) -> AgentKey:
    """Return whose key signed a report; refuse one that is not signed as it says."""
    read = signature_in(header)
    key = agent_keys.find_key(session, project_id, read.public_key)
    if key is None:
        raise _unsigned("no agent of this project has the key of the signature")
    if not key.is_current:
        raise _unsigned(f"key {key.shown} of agent {key.agent} was {key.standing}")
    if not is_signed_by(key.public_key, read.signature, OF_REPORT + body):
        raise InvalidError(
            f"the signature of agent {key.agent} does not fit the report: its bytes were changed"
            f" after they were signed; {UNSIGNED}"
        )
    _demand_machine(session, project_id, report, key)
    _demand_holder(session, project_id, report, key)
    return key


def _demand_machine(session: Session, project_id: int, report: Report, key: AgentKey) -> None:
    machine = report.machine.name if report.machine else None
    if machine != key.agent and not _is_of(key, _keys_of_machine(session, project_id, report)):
        raise InvalidError(
            f"agent {key.agent} signed what machine “{machine}” measured; {UNSIGNED}"
        )


def _keys_of_machine(session: Session, project_id: int, report: Report) -> list[AgentKey]:
    if report.machine is None:
        return []
    return agent_keys.keys_of_machine(session, project_id, report.testbed, report.machine.name)


def _is_of(signer: AgentKey, keys: list[AgentKey]) -> bool:
    return any(key.agent_id == signer.agent_id for key in keys)


def demand_machine(session: Session, project_id: int, report: Report, api_key: int) -> None:
    """Refuse a report without signature and machine whose API key is that of an agent that signs.

    It would be of that agent; files of tools and old histories are no exception.
    """
    if report.machine is None:
        remedy = "send it with another API key than that of the agent"
        _demand_none_of(agent_keys.keys_brought_by(session, project_id, api_key), remedy)


def demand_signature(session: Session, project_id: int, report: Report) -> None:
    """Refuse a report without a signature whose agent signs what it measures."""
    _demand_none_of(_keys_of_machine(session, project_id, report))
    _demand_holder(session, project_id, report, None)


def _demand_holder(
    session: Session, project_id: int, report: Report, signer: AgentKey | None
) -> None:
    """Hold a report of a job to the agent that its lease was given to."""
    if report.run.job is None:
        return
    keys = agent_keys.keys_of_holder(session, project_id, report.run.job)
    if signer is None or not _is_of(signer, keys):
        _demand_none_of(keys)


def _demand_none_of(keys: list[AgentKey], remedy: str = REMEDY) -> None:
    if keys:
        reason = f"agent {keys[0].agent} signs its reports, and this one is not signed by it"
        raise _unsigned(reason, remedy)


def _unsigned(reason: str, remedy: str = REMEDY) -> ForbiddenError:
    """Refuse one report for its signature; whoever delivers may go on with the next."""
    fault = Fault("/Tidemark-Signature", reason, remedy)
    return ForbiddenError(f"{reason}; {UNSIGNED} ({remedy})", [fault])


def signer_of_run(session: Session, project_id: int, key_id: int | None) -> RunSigner | None:
    """Return whose key signed the report of a run; None: nobody's."""
    key = agent_keys.read_key(session, project_id, key_id) if key_id is not None else None
    if key is None:
        return None
    since = f" (since {key.standing})" if key.standing else ""
    sentence = f"Signed by agent {key.agent}, key {key.shown}{since}"
    return RunSigner(key.agent, key.public_key.hex(), sentence)
