"""Every address leads where it led before there was a router index in front of the routes."""

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Match

from backend.api.app import create_app
from backend.api.lazy_routes import route_modules
from backend.api.middleware.router_index import API, RouterIndex
from backend.settings import Settings


def test_every_call_is_found_behind_its_signpost(settings: Settings) -> None:
    app = create_app(settings)
    calls = [
        (min(route.methods or ()), API + route.path.replace("{", "").replace("}", ""))
        for module in route_modules()
        for route in module.router.routes
        if isinstance(route, APIRoute)
    ]
    lost = [call for call in calls if not isinstance(_first(app, *call), RouterIndex)]
    assert len(calls) > 100
    assert lost == []


def _first(app: FastAPI, method: str, path: str) -> object:
    path = path.replace(":path", "").replace("_id", "").replace(":int", "")
    scope = {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}
    return next(one for one in app.router.routes if one.matches(scope)[0] == Match.FULL)
