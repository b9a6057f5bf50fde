"""What monitoring asks: `/metrics` in Prometheus's text, `/live`, `/ready`."""

import ipaddress
import secrets

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool

from backend.api.routes.system import ReadyAnswer, health, ready
from backend.domain.errors import ForbiddenError, UnauthenticatedError
from backend.services.read_operation import OperationNow, read_operation
from backend.settings import Settings

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Whoever comes through a proxy is not on this machine, though the proxy is."""


def install(app: FastAPI, settings: Settings) -> None:
    app.get("/live", include_in_schema=False)(health)
    app.get("/ready", include_in_schema=False, response_model=ReadyAnswer)(ready)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        _demand_reader(request, settings)
        signs = request.app.state.components.signs()
        await run_in_threadpool(request.app.state.tally.hand_over)
        now = await run_in_threadpool(read_operation, settings, signs, app.version)
        text, kind = await run_in_threadpool(_written, now)
        return Response(text, media_type=kind)


def _demand_reader(request: Request, settings: Settings) -> None:
    token = settings.metrics_token.get_secret_value()
    if token:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not secrets.compare_digest(given.encode(), token.encode()):
            raise UnauthenticatedError("send the token of TIDEMARK_METRICS_TOKEN as Bearer")
        return
    is_forwarded = any(name in request.headers for name in FORWARDED)
    if is_forwarded or not _is_loopback(request.client.host if request.client else ""):
        raise ForbiddenError(
            "only this machine may read the metrics; set TIDEMARK_METRICS_TOKEN to let others"
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _written(now: OperationNow) -> tuple[bytes, str]:
    # here, since only who is asked for metrics needs the client
    from backend.api.pages.exposition import KIND, written  # noqa: PLC0415

    return written(now), KIND
