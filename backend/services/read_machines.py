"""Machines for people: all of a project, or one."""

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.machine_pages import MachineList, ShownMachine
from backend.settings import settings
from backend.storage import machine_pages


def list_machines(session: Session, project_id: int) -> MachineList:
    """Return every machine with its fingerprints and agents."""
    return MachineList(machine_pages.read_machines(session, project_id, settings().beat_seconds))


def read_machine(session: Session, project_id: int, machine_id: int) -> ShownMachine:
    """Return one machine; NotFoundError where the project has none with this id."""
    found = machine_pages.read_machines(session, project_id, settings().beat_seconds, machine_id)
    if not found:
        raise NotFoundError(f"there is no machine {machine_id} in this project")
    return found[0]
