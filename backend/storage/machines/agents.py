"""Agents in the database."""

from dataclasses import asdict

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.machines.testbeds import AgentBeat
from backend.storage.tables.machines.testbeds import AgentRow, MachineRow, TestbedRow


def register(session: Session, project_id: int, name: str, machine_id: int, version: str) -> int:
    facts = {"machine_id": machine_id, "version": version, "last_beat_at": func.now()}
    return session.execute(
        insert(AgentRow)
        .values(project_id=project_id, name=name, **facts)
        .on_conflict_do_update(index_elements=["project_id", "name"], set_=facts)
        .returning(AgentRow.id)
    ).scalar_one()


def testbed_of(session: Session, project_id: int, agent: int | str) -> str | None:
    """Return the testbed of an agent's machine, by the agent's id or name."""
    is_it = AgentRow.id == agent if isinstance(agent, int) else AgentRow.name == agent
    return session.scalars(
        select(TestbedRow.name)
        .join(
            MachineRow,
            (MachineRow.project_id == TestbedRow.project_id)
            & (MachineRow.testbed_id == TestbedRow.id),
        )
        .join(
            AgentRow,
            (AgentRow.project_id == MachineRow.project_id) & (AgentRow.machine_id == MachineRow.id),
        )
        .where(AgentRow.project_id == project_id, is_it)
    ).one_or_none()


def beat(session: Session, project_id: int, agent_id: int, heard: AgentBeat) -> str | None:
    """Note a beat and return the version of its agent; None where there is no such agent."""
    return session.execute(
        update(AgentRow)
        .where(AgentRow.project_id == project_id, AgentRow.id == agent_id)
        .values(**asdict(heard), last_beat_at=func.now())
        .returning(AgentRow.version)
    ).scalar_one_or_none()
