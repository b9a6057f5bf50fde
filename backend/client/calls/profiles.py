"""Calls: profiles. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import FunctionHistories, ProfileDetail, ProfilePeers


def profile(
    project: str, profile_id: int, *, functions: int | None = None
) -> ApiCall[ProfileDetail]:
    """Give one profile with its functions, those with most time of their own first."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/profiles/{quoted(profile_id)}",
        ProfileDetail,
        query={
            "functions": functions,
        },
    )


def function_histories(
    project: str, profile_id: int, *, name: list[str] | None = None
) -> ApiCall[FunctionHistories]:
    """Give what functions and modules of a variant took, profiled commit by commit."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/profiles/{quoted(profile_id)}/function-histories",
        FunctionHistories,
        query={
            "name": name,
        },
    )


def peers(project: str, profile_id: int) -> ApiCall[ProfilePeers]:
    """Say where a profile comes from, and which others it can be compared with."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/profiles/{quoted(profile_id)}/peers", ProfilePeers
    )


def stacks(project: str, profile_id: int) -> ApiCall[None]:
    """Give the folded stacks, root first, as a file in gzip that flame graph tools read."""
    return ApiCall("GET", f"/projects/{quoted(project)}/profiles/{quoted(profile_id)}/stacks", None)
