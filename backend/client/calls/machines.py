"""Calls: machines. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import MachineDetail, MachineList, QuarantineWhy


def machines(project: str) -> ApiCall[MachineList]:
    """List the machines of a project."""
    return ApiCall("GET", f"/projects/{quoted(project)}/machines", MachineList)


def machine(project: str, machine_id: int) -> ApiCall[MachineDetail]:
    """Give one machine: whether it is fit to measure, and what that rests on."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/machines/{quoted(machine_id)}", MachineDetail
    )


def quarantine(project: str, machine_id: int, *, body: QuarantineWhy) -> ApiCall[None]:
    """Put a machine into quarantine: its agents are given A/A jobs only until it is let out."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/machines/{quoted(machine_id)}/quarantine",
        None,
        body=body,
    )


def end_quarantine(project: str, machine_id: int, *, body: QuarantineWhy) -> ApiCall[None]:
    """Let a machine out of quarantine; what was found before counts against it no more."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/machines/{quoted(machine_id)}/quarantine/end",
        None,
        body=body,
    )
