"""The application: routers, error handlers, and the built pages."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool

from backend import log, tracing
from backend.api import assistants as assistant_tools
from backend.api import errors
from backend.api.lazy_routes import MODULES, Application, lazy_routes
from backend.api.middleware.body_limit import BodyLimit
from backend.api.middleware.compression import RemoteGZip
from backend.api.middleware.measuring import Measuring
from backend.api.middleware.odd_addresses import OddAddresses
from backend.api.middleware.rate_limits import RateLimits
from backend.api.middleware.router_index import RouterIndex
from backend.api.middleware.security_headers import SecurityHeaders
from backend.api.middleware.senders import Senders
from backend.api.pages import built as pages
from backend.api.pages import description as description_page
from backend.api.pages import operator as operator_pages
from backend.api.pages import sign_in as sign_in_pages
from backend.api.pages import well_known
from backend.api.process_parts import process_parts
from backend.api.routes.people import provider_session
from backend.domain.proxies import read_proxies
from backend.memory import reuse_freed
from backend.services.tallies import DurationTally
from backend.settings import Settings, settings
from backend.version import VERSION

SMALLEST_GZIP = 2_000


def create_app(given: Settings | None = None) -> FastAPI:
    """Build the application; every process has its own engine, relay and event bus."""
    chosen = given or settings()
    log.configure(chosen.log_level)
    tracing.begin("api")
    reuse_freed()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[Mapping[str, object]]:
        async with process_parts(app, chosen), assistants:
            yield {"hub": app.state.hub}  # for each connection, whatever is wrapped around it
        await run_in_threadpool(tracing.end)

    app = Application(
        title="Tidemark",
        version=VERSION,
        summary="Continuous benchmarking: every sample kept, every verdict explained",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = chosen
    app.state.tally = DurationTally(chosen.redis_url)
    _add_middleware(app, chosen)
    errors.install(app)
    app.include_router(sign_in_pages.pages)
    app.include_router(provider_session.pages)
    assistants = assistant_tools.install(app, chosen)
    _install_pages(app, chosen)
    _find_calls(app)
    return app


def _add_middleware(app: FastAPI, chosen: Settings) -> None:
    app.add_middleware(OddAddresses)
    app.add_middleware(RemoteGZip, minimum_size=SMALLEST_GZIP, compresslevel=1)
    app.add_middleware(BodyLimit, patience_s=chosen.body_patience_s)
    app.add_middleware(RateLimits, settings=chosen)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Measuring, tally=app.state.tally)
    app.add_middleware(Senders, trusted=read_proxies(chosen.trusted_proxies))
    tracing.trace_requests(app)


def _install_pages(app: FastAPI, chosen: Settings) -> None:
    description_page.install(app)
    well_known.install(app, chosen)
    operator_pages.install(app, chosen)
    pages.install(app, Path(chosen.web_dist))


def _find_calls(app: FastAPI) -> None:
    """Let requests find all calls of the API; their modules are imported when one comes."""
    app.state.lazy_routes = lazy_routes(app)
    router_index = RouterIndex()
    for calls in app.state.lazy_routes:
        router_index.add(calls, MODULES[calls.name])
    router_index.stand_before(app.router.routes)
