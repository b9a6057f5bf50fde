"""The calls of the API, module by module: one is imported when its first request comes.

All modules with what they need take seconds of a processor and a hundred megabytes; a server that
was just started is asked for few of them.
"""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

from fastapi import Depends, FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from starlette.routing import BaseRoute

from backend.api.declared_actions import declare_actions
from backend.api.described import described
from backend.api.middleware.odd_values import refuse_odd_values
from backend.api.middleware.router_index import API
from backend.api.parameters.query_names import refuse_unread

PACKAGE = "backend.api.routes"


async def _refuse_odd(request: Request) -> None:
    await refuse_unread(request)
    await refuse_odd_values(request)


ASKED_PLAINLY = [Depends(_refuse_odd)]
"""What every call of the API demands of a request before it looks at it: as one, since FastAPI
spends more on each dependency than these two do."""
MODULES: dict[str, tuple[str, ...]] = {
    "system": ("health", "ready", "receipt-key", "schemas", "server"),
    "people.session": ("invitations", "session"),
    "people.accounts": ("account", "password-links"),
    "people.people": ("people",),
    "people.projects": ("",),
    "people.deleted_projects": ("deleted-projects",),
    "views.searches": ("search",),
    "people.keys": ("keys",),
    "people.ci_rules": ("ci-rules",),
    "people.quotas": ("quotas",),
    "people.members": ("invitations", "members"),
    "people.audit": ("audit", "audit.csv"),
    "views.overview": ("overview", "seen"),
    "series.lists": ("facets", "history", "pivot", "points", "series"),
    "series.formulas": ("formula",),
    "views.badges": ("badge.svg",),
    "changes.points": ("changes",),
    "reports.runs": ("runs",),
    "reports.profiles": ("profiles",),
    "sweeps": ("sweep-bests", "sweep-grids", "sweep-jobs", "sweep-optima", "sweeps"),
    "claims": ("claims",),
    "ladders": ("ladders",),
    "splits": ("splits",),
    "comparisons": ("comparison",),
    "machines.pages": ("machines",),
    "machines.noise": ("noise", "series"),
    "machines.agents": ("agents",),
    "machines.enrolments": ("enrolments",),
    "jobs": ("jobs",),
    "changes.alert_groups": ("alert-groups",),
    "changes.alert_mutes": ("alert-mutes",),
    "views.triage_reports": ("triage-report",),
    "thresholds": (
        "bounds",
        "dry-runs",
        "references",
        "series",
        "threshold-readings",
        "thresholds",
    ),
    "notifications.channels": ("channels", "subscription-previews"),
    "notifications.deliveries": ("deliveries",),
    "notifications.feeds": ("feed-token", "feed.atom"),
    "pulls.forge": ("forge",),
    "pulls.forge_webhooks": ("forges",),
    "pulls.requests": ("pull-requests",),
    "views.catalogue": ("benchmarks", "suites"),
    "reports.uploads": ("reports",),
    "reports.tools": ("formats", "reports"),
    "reports.mappings": ("mappings",),
    "reports.imports": ("imports",),
    "reports.corrections": (
        "commits",
        "deletions",
        "exclusions",
        "inclusions",
        "metrics",
        "names",
        "readings",
    ),
    "events": ("events",),
    "views.saved": ("views",),
    "views.links": ("links",),
    "views.archives": ("archive", "changes.parquet", "results.parquet", "samples.parquet"),
}
"""Modules in the order of the description, and the words of addresses that lead to each."""
BUILT: dict[str, BaseRoute] = {}
"""What answers by module, which no setting changes: built once for all applications of a process.

With its first request FastAPI builds validators for every call of a module, a tenth of a second.
"""


def route_modules() -> list[ModuleType]:
    """Import every module of calls."""
    return [importlib.import_module(f"{PACKAGE}.{name}") for name in MODULES]


@dataclass(slots=True, eq=False)
class LazyRoutes:
    """One module of calls in one application."""

    app: FastAPI
    name: str
    others: Sequence["LazyRoutes"]
    """All of the application, in the order of the description."""
    route: BaseRoute | None = None
    """What answers, once it is loaded."""

    async def load(self) -> None:
        """Import the module beside the loop, which answers others meanwhile."""
        await run_in_threadpool(importlib.import_module, f"{PACKAGE}.{self.name}")
        self.include()

    def include(self) -> None:
        """Put the calls where the order of the description wants them."""
        if self.route is not None:
            return
        router = importlib.import_module(f"{PACKAGE}.{self.name}").router
        declare_actions(router)
        self.app.include_router(router, prefix=API, dependencies=ASKED_PLAINLY)
        routes = self.app.router.routes
        self.route = BUILT.setdefault(self.name, routes.pop())
        routes.insert(self._place(routes), self.route)

    def _place(self, routes: Sequence[BaseRoute]) -> int:
        """Return the place behind those before it; the router index stands in front of all."""
        before = [one.route for one in self.others[: self.others.index(self)] if one.route]
        places = [place for place, route in enumerate(routes) if before and route is before[-1]]
        return (places[0] if places else 0) + 1


def lazy_routes(app: FastAPI) -> list[LazyRoutes]:
    """Return what is not yet loaded of an application: all calls of the API."""
    found: list[LazyRoutes] = []
    found += [LazyRoutes(app, name, found) for name in MODULES]
    return found


class Application(FastAPI):
    """The application, which loads all calls before it describes them and their properties."""

    published: ClassVar[dict[str, Any] | None] = None
    """What no setting changes either: a second of a processor, once for all applications."""

    def openapi(self) -> dict[str, Any]:
        if Application.published is None:
            for one in self.state.lazy_routes:
                one.include()
            routers = [module.router for module in route_modules()]
            Application.published = described(super().openapi(), routers)
        return Application.published
