"""Machines, their fingerprints, and the agents on them."""

from fastapi import APIRouter

from backend.api.dependencies import Db, ReadableProject
from backend.api.parameters.filters import Id
from backend.api.shared_calls import Call
from backend.services.machines.read import MachineDetail, MachineList, list_machines, read_machine

router = APIRouter(prefix="/projects/{project}/machines", tags=["machines"], route_class=Call)


@router.get("")
def machines(db: Db, project: ReadableProject) -> MachineList:
    """List the machines of a project."""
    return list_machines(db, project.id)


@router.get("/{machine_id}")
def machine(db: Db, project: ReadableProject, machine_id: Id) -> MachineDetail:
    """Give one machine: whether it is fit to measure, and what that rests on."""
    return read_machine(db, project.id, machine_id)
