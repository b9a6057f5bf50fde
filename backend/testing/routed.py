"""Every address that the application answers, for tests that look at all of them."""

import re

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Route

from backend.api.pages import sign_in
from backend.api.routes.people import provider_session

PAGES = ("/", "/p/main/explore?series=1", "/embed/main/explore", "/welcome", "/nothing")


def routed_paths(app: FastAPI, project: str = "main") -> list[str]:
    """Return the addresses of all calls and pages, with something in place of each name."""
    alone = [one.path for one in app.router.routes if isinstance(one, Route)]
    hidden = [
        one.path
        for router in (sign_in.pages, provider_session.pages)
        for one in router.routes
        if isinstance(one, APIRoute)
    ]
    found = {*app.openapi()["paths"], *alone, *hidden} - {"/{path:path}"}
    named = {path.replace("{project}", project) for path in found}
    return sorted({re.sub(r"\{[^}]*\}", "1", path) for path in named} | set(PAGES))
