"""Machines, their fingerprints, and the agents on them."""

from http import HTTPStatus

from fastapi import APIRouter, Request

from backend.api.audited import writes
from backend.api.dependencies import ConfiguredProject, CurrentActor, Db, ReadableProject
from backend.api.parameters.filters import Id
from backend.api.schemas.machines.pages import QuarantineWhy
from backend.api.shared_calls import Call
from backend.services.machines.quarantine import let_out, put_in
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


@router.post(
    "/{machine_id}/quarantine",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("put into quarantine", "machine")],
)
def quarantine(
    said: QuarantineWhy,
    request: Request,
    db: Db,
    project: ConfiguredProject,
    machine_id: Id,
    actor: CurrentActor,
) -> None:
    """Put a machine into quarantine: its agents are given A/A jobs only until it is let out."""
    put_in(db, request.app.state.events, project.id, machine_id, (said.why, actor.name))


@router.post(
    "/{machine_id}/quarantine/end",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("let out of quarantine", "machine")],
)
def end_quarantine(
    said: QuarantineWhy,
    request: Request,
    db: Db,
    project: ConfiguredProject,
    machine_id: Id,
    actor: CurrentActor,
) -> None:
    """Let a machine out of quarantine; what was found before counts against it no more."""
    let_out(db, request.app.state.events, project.id, machine_id, (said.why, actor.name))
