"""The action that every call declares, and what it writes, in the API's description.

A call without a declaration, or with several, keeps the server from starting.
"""

from collections.abc import Iterator

from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from backend.api.audited import READING, words_of
from backend.api.dependencies import Needs, NeedsAdministrator, NeedsNobody, NeedsPerson
from backend.domain.people.rights import Action

IN_DESCRIPTION = "x-action"
IN_TRAIL = "x-audit"


def declare_actions(router: APIRouter) -> None:
    """Write beside each call its action, and what it tells the audit trail."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            said = {IN_DESCRIPTION: action_of(route).value}
            if not (route.methods or set()) <= READING:
                said[IN_TRAIL] = words_of(route)
            route.openapi_extra = (route.openapi_extra or {}) | said


def action_of(route: APIRoute) -> Action:
    """Return the one action that a call needs."""
    found = set(_declared(route.dependant))
    if len(found) != 1:
        named = ", ".join(sorted(found)) or "none"
        raise LookupError(f"{route.name} ({route.path}) must declare one action; it has: {named}")
    return found.pop()


def _declared(dependant: Dependant) -> Iterator[Action]:
    if isinstance(dependant.call, Needs | NeedsAdministrator | NeedsNobody | NeedsPerson):
        yield dependant.call.action
    for inner in dependant.dependencies:
        yield from _declared(inner)
