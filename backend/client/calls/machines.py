"""Calls: machines. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted
from backend.client.models_gen import MachineDetail, MachineList


def machines(project: str) -> Call[MachineList]:
    """List the machines of a project."""
    return Call("GET", f"/projects/{quoted(project)}/machines", MachineList)


def machine(project: str, machine_id: int) -> Call[MachineDetail]:
    """Give one machine: whether it is fit to measure, and what that rests on."""
    return Call("GET", f"/projects/{quoted(project)}/machines/{quoted(machine_id)}", MachineDetail)
