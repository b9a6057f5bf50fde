"""Whoever calls too often is told which limit, whom it counts, and when to come again."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from sqlalchemy import Engine
from starlette.types import Message, Receive, Scope, Send

from backend.api.app import create_app
from backend.api.lazy_routes import route_modules
from backend.api.middleware.rate_limits import RateLimits, kind_of
from backend.cli.spool import persist
from backend.client.answers import RefusedError
from backend.client.async_sender import in_process
from backend.client.call import ApiCall
from backend.client.sender import Server
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope as Right
from backend.domain.rates import CallKind
from backend.services.people.set_up import ensure_project
from backend.settings import NO_RATES, Settings
from backend.storage.engine import transaction
from backend.testing.fixtures import MakeKey

PATH = "/api/v1/projects/main/runs"


@contextmanager
def limited(settings: Settings, address: str = "10.0.0.1", **rates: object) -> Iterator[TestClient]:
    """Serve with some limits; yield a client at an address."""
    chosen = settings.model_copy(update={"rates": NO_RATES.model_copy(update=rates)})
    app = create_app(chosen)
    with TestClient(app, raise_server_exceptions=False, client=(address, 5_000)) as client:
        yield client


def statuses(client: TestClient, calls: int, **named: object) -> list[int]:
    return [client.get(PATH, **named).status_code for _ in range(calls)]  # type: ignore[arg-type]


def move(client: TestClient, address: str) -> None:
    """Let further calls come from another address."""
    client._transport.client = (address, 5_000)  # type: ignore[attr-defined]


def test_a_refusal_says_everything_and_no_key_waits_for_another(
    settings: Settings, make_key: MakeKey
) -> None:
    one, other = make_key(Right.READ), make_key(Right.READ)
    with limited(settings, reads="5 per minute") as client:
        # the first call of each is counted for the address: nobody knows the key yet
        assert statuses(client, 6, headers=one) == [200] * 6
        refused = client.get(PATH, headers=one)
        assert refused.status_code == 429
        assert refused.headers["content-type"] == "application/problem+json"
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert "this API key may have 5 in 60 s" in refused.json()["detail"]
        assert refused.headers["ratelimit-policy"] == '"read-key";q=5;w=60'
        assert refused.headers["x-content-type-options"] == "nosniff"
        taken = client.get(PATH, headers=other)
        assert (taken.status_code, client.get(PATH, headers=other).status_code) == (200, 200)
        assert taken.headers["ratelimit"].startswith('"read-address";r=3;')


def test_inventing_keys_does_not_help(settings: Settings, project: Project) -> None:
    assert project.slug == "main"
    with limited(settings, reads="5 per minute") as client:
        found = [
            client.get(PATH, headers={"Authorization": f"Bearer {number}"}).status_code
            for number in range(8)
        ]
    assert found == [401] * 5 + [429] * 3


def test_addresses_are_counted_apart_and_lines_of_ipv6_together(settings: Settings) -> None:
    # hashing takes seconds, and where a window ends the counter forgets a part of a guess
    with limited(settings, guesses="3 per hour") as client:
        tries = count()

        def guess(address: str) -> int:
            # at another account each time: one account makes everybody wait
            sign_in = {"email": f"{address}{next(tries)}@x.org", "password": "wrong horse battery"}
            move(client, address)
            headers = {"X-Tidemark": "1"}
            return client.post("/api/v1/session", json=sign_in, headers=headers).status_code

        assert [guess("10.0.0.1") for _ in range(4)] == [401, 401, 401, 429]
        assert guess("10.0.0.2") == 401
        assert [guess(f"2001:db8::{host}") for host in range(1, 5)] == [401, 401, 401, 429]
        assert guess("2001:db8:0:1::1") == 401


def test_a_project_limits_all_its_visitors_together(settings: Settings, engine: Engine) -> None:
    with transaction(engine) as session:
        ensure_project(session, "main", "Main", "public")
    with limited(settings, reads="3 per minute", of_project=2) as client:
        found = []
        for number in range(9):
            move(client, f"10.0.0.{number // 3}")
            found.append(client.get(PATH))
    assert [answer.status_code for answer in found] == [200] * 6 + [429] * 3
    assert "all visitors of the project “main”" in found[-1].json()["detail"]


def test_health_and_files_are_never_counted(settings: Settings) -> None:
    with limited(settings, reads="1 per hour") as client:
        found = {client.get("/api/v1/health").status_code for _ in range(5)}
        assert found | {client.get("/").status_code for _ in range(5)} == {200, 503}


@pytest.mark.parametrize(
    ("limits", "status"), [({"streams": 2}, 429), ({"streams_in_all": 2}, 503)]
)
def test_streams_are_counted_while_they_are_held(
    settings: Settings, limits: dict[str, int], status: int
) -> None:
    rates = NO_RATES.model_copy(update=limits)
    found: list[int] = []

    async def begin_another(_scope: Scope, _receive: Receive, _send: Send) -> None:
        """Be a stream that is open while the next is asked for."""
        found.append(200)
        if len(found) < 9:
            await ask()

    limit = RateLimits(begin_another, settings.model_copy(update={"rates": rates}))

    async def ask() -> None:
        await limit(STREAM, nothing, note)

    async def nothing() -> Message:
        return {}

    async def note(message: Message) -> None:
        if message["type"] == "http.response.start":
            found.append(message["status"])

    asyncio.run(ask())
    assert found == [200, 200, status]
    asyncio.run(ask())  # the first two have ended
    assert found[3:] == [200, 200, status]


def test_clients_wait_as_long_as_they_are_told(settings: Settings, make_key: MakeKey) -> None:
    secret = make_key(Right.READ)["Authorization"].removeprefix("Bearer ")
    pauses: list[float] = []
    with limited(settings, reads="2 per minute") as client:
        read: ApiCall[bytes] = ApiCall("GET", "/projects/main/runs", answer=bytes)

        async def ask() -> None:
            sender = in_process(client.app, Server("http://in-process", secret), ("10.0.0.1", 1))
            for _ in range(4):  # one or two are counted for the address
                with suppress(RefusedError):
                    await sender.send(read)
            with pytest.raises(RefusedError) as refused:
                await sender.send(read)
            await sender.close()
            pauses.append(refused.value.wait_s or 0)
            with pytest.raises(RefusedError):
                persist(partial(raise_it, refused.value), [0.1], pauses.append)

        client.portal.call(ask)  # type: ignore[union-attr]
    assert 1 <= pauses[0] <= 60
    assert pauses[1] == pauses[0]


def raise_it(error: Exception) -> None:
    raise error


STREAM = {
    "type": "http", "method": "GET", "path": "/api/v1/projects/main/events", "headers": [],
    "client": ("10.0.0.1", 1),
}  # fmt: skip


def test_every_call_is_of_the_kind_that_it_costs() -> None:
    found: defaultdict[CallKind | None, set[str]] = defaultdict(set)
    for module in route_modules():
        for route in module.router.routes:
            assert isinstance(route, APIRoute)
            for method in route.methods or ():
                kind = kind_of(method, f"/api/v1{route.path}")
                found[kind].add(f"{method} {route.path.removeprefix('/projects/{project}')}")
    assert found[None] == {"GET /health", "GET /ready"}
    assert all(call.startswith("GET") for call in found[CallKind.READ])
    assert not any(call.startswith("GET") for call in found[CallKind.WRITE])
    assert found[CallKind.STREAM] == {"GET /events"}
    assert found[CallKind.UPLOAD] == {
        "POST /reports",
        "POST /reports/files",
        "POST /mappings/outlines",
        "POST /imports/{format_name}",
    }
    assert found[CallKind.INVITATION] == {"POST /invitations"}
    assert found[CallKind.TEST] == {
        "POST /channels/{channel_id}/test", "POST /deliveries/{delivery_id}/again",
        "POST /forge/trials", "POST /pull-requests/{pull_id}/again", "POST /imports/addresses",
    }  # fmt: skip
    assert found[CallKind.GUESS] >= {
        "POST /session", "PUT /session/password", "POST /invitations/opened",
        "POST /invitations/accepted", "POST /password-links/requests",
        "POST /password-links/opened", "POST /password-links/used",
    }  # fmt: skip
    assert found[CallKind.EXPENSIVE] >= {
        "GET /comparison", "GET /comparison/row", "GET /search", "GET /formula", "GET /pivot",
        "GET /audit.csv", "GET /archive", "GET /samples.parquet", "POST /dry-runs",
        "POST /threshold-readings", "POST /subscription-previews",
    }  # fmt: skip
