"""Take in what agents say: who they are, and what they are doing."""

from sqlalchemy.orm import Session

from backend.domain.catalogue.corrections import NamedKind
from backend.domain.errors import NotFoundError
from backend.domain.machines.testbeds import AgentBeat, AgentIntroduction
from backend.domain.machines.versions import version_trouble
from backend.services.people.audit import record
from backend.storage.catalogue import testbeds
from backend.storage.catalogue.names import read_aliases
from backend.storage.machines import agents


def register_agent(session: Session, project_id: int, agent: AgentIntroduction) -> int:
    """Store an agent and its machine; returns the agent's id, the same for the same name."""
    aliases = read_aliases(session, project_id)
    renamed = aliases.get((NamedKind.TESTBED, 0, agent.testbed))
    testbed_id = renamed or testbeds.ensure_testbed(session, project_id, agent.testbed)
    known = aliases.get((NamedKind.MACHINE, testbed_id, agent.machine))
    ids = testbeds.ensure_machine(
        session, project_id, testbed_id, agent.machine, agent.fingerprint, known
    )
    if ids.fingerprint_id is not None:
        testbeds.set_fingerprint(session, project_id, ids.machine_id, ids.fingerprint_id)
    agent_id = agents.register(session, project_id, agent.name, ids.machine_id, agent.version)
    record(session, agent_id, agent.name, testbed=agent.testbed, version=agent.version)
    return agent_id


def testbed_of_agent(session: Session, project_id: int, agent: int | str) -> str | None:
    """Return where an agent measures, by its id or name; None where it is not known yet."""
    return agents.testbed_of(session, project_id, agent)


def record_heartbeat(session: Session, project_id: int, agent_id: int, beat: AgentBeat) -> str:
    """Store what an agent does; says why its version gets it no new jobs, or nothing."""
    version = agents.beat(session, project_id, agent_id, beat)
    if version is None:
        raise NotFoundError(f"there is no agent {agent_id} in this project; register it again")
    return version_trouble(version)
