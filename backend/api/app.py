"""The application: routers, error handlers, and the built pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import Depends, FastAPI
from fastapi.routing import APIRoute

from backend import log
from backend.api import assistants as assistant_tools
from backend.api import errors
from backend.api.declared_actions import declare_actions
from backend.api.middleware.body_limit import BodyLimit
from backend.api.middleware.compression import RemoteGZip
from backend.api.middleware.odd_addresses import OddAddresses
from backend.api.middleware.odd_values import refuse_odd_values
from backend.api.middleware.rate_limits import RateLimits
from backend.api.middleware.security_headers import SecurityHeaders
from backend.api.middleware.senders import Senders
from backend.api.middleware.signposts import API, Signpost
from backend.api.pages import built as pages
from backend.api.pages import description as description_page
from backend.api.pages import well_known
from backend.api.parameters.query_names import refuse_unread
from backend.api.process_parts import process_parts
from backend.api.routes import comparisons, events, ladders, splits, sweeps, system, thresholds
from backend.api.routes.changes import alert_groups, alert_mutes
from backend.api.routes.changes import points as changes
from backend.api.routes.machines import agents, noise
from backend.api.routes.machines import pages as machines
from backend.api.routes.notifications import channels, deliveries, feeds
from backend.api.routes.people import (
    audit,
    ci_rules,
    keys,
    members,
    projects,
    provider_session,
    session,
)
from backend.api.routes.pulls import forge, forge_webhooks
from backend.api.routes.pulls import requests as pulls
from backend.api.routes.reports import imports, profiles, runs
from backend.api.routes.reports import uploads as reports
from backend.api.routes.series import formulas
from backend.api.routes.series import lists as series
from backend.api.routes.views import badges, catalogue, links, overview, searches, triage_reports
from backend.api.routes.views import saved as views
from backend.domain.proxies import read_proxies
from backend.memory import keep_freed
from backend.settings import Settings, settings

VERSION = "0.1.0"
ROUTES = (
    system,
    session,
    projects,
    searches,
    keys,
    ci_rules,
    members,
    audit,
    overview,
    series,
    formulas,
    badges,
    changes,
    runs,
    profiles,
    sweeps,
    ladders,
    splits,
    comparisons,
    machines,
    noise,
    agents,
    alert_groups,
    alert_mutes,
    triage_reports,
    thresholds,
    channels,
    deliveries,
    feeds,
    forge,
    forge_webhooks,
    pulls,
    catalogue,
    reports,
    imports,
    events,
    views,
    links,
)
SMALLEST_GZIP = 2_000
ASKED_PLAINLY = [Depends(refuse_unread), Depends(refuse_odd_values)]
"""What every call of the API demands of a request before it looks at it."""


def create_app(given: Settings | None = None) -> FastAPI:
    """Build the application; every process has its own engine, relay and event bus."""
    chosen = given or settings()
    log.configure(chosen.log_level)
    keep_freed()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with process_parts(app, chosen), assistants:
            yield

    app = FastAPI(
        title="Tidemark",
        version=VERSION,
        summary="Continuous benchmarking: every sample kept, every verdict explained",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = chosen
    _add_middleware(app, chosen)
    errors.install(app)
    signpost = _include_calls(app)
    app.include_router(session.pages)
    app.include_router(provider_session.pages)
    assistants = assistant_tools.install(app, chosen)
    _install_pages(app, chosen)
    signpost.stand_before(app.router.routes)
    return app


def _add_middleware(app: FastAPI, chosen: Settings) -> None:
    app.add_middleware(OddAddresses)
    app.add_middleware(RemoteGZip, minimum_size=SMALLEST_GZIP, compresslevel=1)
    app.add_middleware(BodyLimit, patience_s=chosen.body_patience_s)
    app.add_middleware(RateLimits, settings=chosen)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Senders, trusted=read_proxies(chosen.trusted_proxies))


def _install_pages(app: FastAPI, chosen: Settings) -> None:
    description_page.install(app)
    well_known.install(app, chosen)
    pages.install(app, Path(chosen.web_dist))


def _include_calls(app: FastAPI) -> Signpost:
    """Include all calls of the API, and return what finds them."""
    signpost = Signpost()
    for module in ROUTES:
        declare_actions(module.router)
        app.include_router(module.router, prefix=API, dependencies=ASKED_PLAINLY)
        paths = (one.path for one in module.router.routes if isinstance(one, APIRoute))
        signpost.add(app.router.routes[-1], paths)
    return signpost
