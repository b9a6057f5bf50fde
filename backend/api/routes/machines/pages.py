"""Machines, their fingerprints, and the agents on them."""

from typing import Any

from fastapi import APIRouter

from backend.api.dependencies import Db, ReadableProject
from backend.api.parameters.filters import Id
from backend.api.schemas.machines.pages import MachineDetail, MachineList
from backend.api.shared_calls import Call
from backend.services.machines.read import list_machines, read_machine

router = APIRouter(prefix="/projects/{project}/machines", tags=["machines"], route_class=Call)


@router.get("", response_model=MachineList)
def machines(db: Db, project: ReadableProject) -> Any:  # noqa: ANN401
    """List the machines of a project."""
    return list_machines(db, project.id)


@router.get("/{machine_id}", response_model=MachineDetail)
def machine(db: Db, project: ReadableProject, machine_id: Id) -> Any:  # noqa: ANN401
    """Give one machine: whether it is fit to measure, and what that rests on."""
    return read_machine(db, project.id, machine_id)
