"""The states of alert groups as people ask for them; history is what the server calls open."""

from typing import Literal

from backend.client.models_gen import AlertGroup

_ServerState = Literal[
    "open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected", "all"
]
GroupStateName = Literal[
    "open", "history", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected",
    "all",
]  # fmt: skip


def asked_state(state: GroupStateName) -> tuple[_ServerState, Literal["", "only", "none"]]:
    """Return the state to ask for, and whether history is meant, left out, or included."""
    if state == "history":
        return "open", "only"
    return state, "none" if state == "open" else ""


def asked_pulls(
    state: GroupStateName, *, is_branch_named: bool, on_pulls: bool
) -> Literal["", "only", "none"]:
    """Return whether branches of pull requests are meant, left out, or included, as on pages."""
    if on_pulls:
        return "only"
    return "" if state == "all" or is_branch_named else "none"


def state_of(group: AlertGroup) -> str:
    """Name the state; what is open and was old when its results were imported is history."""
    return "history" if group.state == "open" and group.is_history else group.state
