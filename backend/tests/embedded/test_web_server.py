"""nginx as we ship it, in front of the API: every path, every header, every client's address."""

import re
import threading
import time
from collections.abc import Iterator
from itertools import islice

import httpx
import pytest

from backend.api.app import create_app
from backend.api.middleware.slow_client_timeout import LARGEST_HEAD
from backend.domain.events import EventKind, LiveEvent
from backend.domain.people.passwords import FREE_FAILURES_OF_ADDRESS
from backend.domain.people.rights import Role, Scope
from backend.embedded.stores.services import Services
from backend.services.events import EventBus
from backend.services.people.passwords import hash_password
from backend.settings import Settings
from backend.storage.engine import make_engine, transaction
from backend.storage.people import members
from backend.testing.brokers import fresh_broker
from backend.testing.builders import a_report
from backend.testing.filling import an_account
from backend.testing.routed import routed_paths
from backend.testing.stack import Stack, make_stack
from backend.testing.web_server import ADDRESS, SHIPPED, WebServer, web_server

ONE, OTHER = "127.0.0.2", "127.0.0.3"
MAIN = "/api/v1/projects/main"
PAGE = {"X-Tidemark": "1"}
ANNE = {"email": "anne@example.org", "password": "seven slow green turtles"}
STREAM = f"{MAIN}/events"
ENDLESS = {STREAM, "/mcp"}
OF_THIS_MACHINE = {"/metrics"}
"""Answered to this machine alone, and never through a proxy."""
"""Answers that go on until somebody leaves."""
COMPARED = (
    "content-type",
    "content-security-policy",
    "cache-control",
    "vary",
    "x-content-type-options",
    "referrer-policy",
    "location",
    "www-authenticate",
    "content-disposition",
)
SCRIPT = "console.log(1);\n" * 200


@pytest.fixture(scope="module")
def server(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """Run the API as behind the shipped nginx: it believes the address that nginx has here."""
    directory = tmp_path_factory.mktemp("behind-nginx")
    dist = directory / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("<!doctype html><title>Tidemark</title>")
    (dist / "assets" / "index-3c4d.js").write_text("console.log(2)")
    stack = make_stack(
        module_database_url, fresh_broker(services.redis_url), directory, web_dist=dist
    )
    stack.environment["TIDEMARK_TRUSTED_PROXIES"] = ADDRESS
    _add_anne(stack)
    try:
        stack.start_api()
        yield stack
    finally:
        stack.drop()


def _add_anne(stack: Stack) -> None:
    project = stack.project()
    engine = make_engine(stack.database_url, 1)
    with transaction(engine) as opened:
        stored = hash_password(ANNE["password"], ANNE["email"])
        user = an_account(opened, ANNE["email"], "Anne", stored)
        members.set_role(opened, project.id, user, Role.OWNER)
    engine.dispose()


@pytest.fixture(scope="module")
def web(server: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    directory = tmp_path_factory.mktemp("nginx")
    # other files than the API has, so that it shows which of the two sent one
    (directory / "root" / "assets").mkdir(parents=True)
    (directory / "root" / "assets" / "index-1a2b.js").write_text(SCRIPT)
    with web_server(server.url, directory / "root", directory) as running:
        yield running


@pytest.fixture
def anne(web: WebServer) -> Iterator[httpx.Client]:
    """Give a signed-in owner at one address."""
    with web.visitor(ONE) as client:
        signed_in = client.post("/api/v1/session", json=ANNE, headers=PAGE)
        assert signed_in.status_code == 204, signed_in.text
        yield client


def test_every_path_of_the_server_answers_through_nginx_as_it_answers_itself(
    server: Stack, anne: httpx.Client
) -> None:
    way = httpx.HTTPTransport(local_address=ONE)
    paths = [path for path in routed_paths(create_app(Settings())) if path not in ENDLESS]
    assert len(paths) > 100
    with httpx.Client(base_url=server.url, transport=way, cookies=anne.cookies, timeout=60) as own:
        for path in paths:
            straight, through = own.get(path), anne.get(path)
            if path in OF_THIS_MACHINE:
                assert (straight.status_code, through.status_code) == (200, 403), path
                continue
            assert through.status_code == straight.status_code, path
            for name in COMPARED:
                assert through.headers.get(name) == straight.headers.get(name), (path, name)


def test_assistants_reach_their_tools_through_nginx(server: Stack, web: WebServer) -> None:
    key = {"Authorization": f"Bearer {server.key('main', Scope.READ)}"}
    accepted = {"Accept": "application/json, text/event-stream"}
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    with web.visitor(ONE) as assistant:
        answer = assistant.post("/mcp", json=hello, headers=key | accepted)
    assert answer.status_code == 200, answer.text
    assert "serverInfo" in answer.text


def test_a_held_question_for_work_says_through_nginx_at_once_that_it_is_held(
    server: Stack, web: WebServer
) -> None:
    key = {"Authorization": f"Bearer {server.key('main', Scope.AGENT)}"}
    said = {"name": "a", "testbed": "a", "version": "1", "machine": {"name": "a"}}
    with web.visitor(ONE) as agent:
        assert agent.post(f"{MAIN}/agents", json=said, headers=key).is_success
        sought = {"agent": "a", "wait_seconds": 600}
        with agent.stream("POST", f"{MAIN}/jobs/leases", json=sought, headers=key) as held:
            assert next(held.iter_raw()) == b"\n"


def test_charts_may_be_framed_by_others_and_nothing_else(web: WebServer) -> None:
    with web.visitor(ONE) as visitor:
        embedded = visitor.get("/embed/main/explore?series=1").headers
        page = visitor.get("/p/main").headers
    assert embedded["content-security-policy"].endswith("frame-ancestors *")
    assert page["content-security-policy"].endswith("frame-ancestors 'self'")


def test_a_short_link_leads_members_on_and_shows_strangers_that_it_leads_nowhere(
    web: WebServer, anne: httpx.Client
) -> None:
    made = anne.post(f"{MAIN}/links", json={"address": "/p/main/runs"}, headers=PAGE)
    path = made.json()["path"]
    followed = anne.get(path)
    assert (followed.status_code, followed.headers["location"]) == (302, "/p/main/runs")
    with web.visitor(OTHER) as stranger:
        assert stranger.get(path).status_code == 404


def test_files_named_by_their_content_come_from_nginx_and_are_kept(web: WebServer) -> None:
    with web.visitor(ONE) as visitor:
        kept = visitor.get("/assets/index-1a2b.js")
        other = visitor.get("/assets/index-3c4d.js")
        gone = visitor.get("/assets/index-old.js")
    assert kept.text == SCRIPT
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.headers["content-encoding"] == "gzip"
    assert kept.headers["x-content-type-options"] == "nosniff"
    assert other.text == "console.log(2)", "what nginx lacks, the server may have"
    assert gone.status_code == 404
    assert "immutable" not in gone.headers.get("cache-control", "")


def test_events_arrive_when_they_happen(server: Stack, anne: httpx.Client) -> None:
    bus, project = EventBus(server.redis_url), server.project()
    has_arrived = threading.Event()

    def happen() -> None:
        """Publish until the page listens, which it does a moment after the stream begins."""
        while not has_arrived.wait(0.2):
            bus.publish(project.id, LiveEvent(EventKind.REPORT))

    with anne.stream("GET", STREAM) as stream:
        lines = islice(stream.iter_lines(), 20)
        assert next(lines) == ": connected"
        publisher = threading.Thread(target=happen)
        publisher.start()
        try:
            assert "event: report" in lines
        finally:
            has_arrived.set()
            publisher.join()
    bus.close()


def test_the_server_itself_refuses_a_body_that_is_too_large(web: WebServer) -> None:
    with web.visitor(ONE) as visitor:
        answer = visitor.post("/api/v1/session", content=b" " * 3_000_000, headers=PAGE)
    assert answer.status_code == 413
    assert answer.headers["content-type"] == "application/problem+json"
    assert "1000000 bytes" in answer.json()["detail"]


def test_addresses_as_long_as_the_server_takes_them_get_through(
    server: Stack, web: WebServer
) -> None:
    long = f"/p/main/explore?series={'1,' * 15_000}"
    with web.visitor(ONE) as visitor:
        assert visitor.get(long).status_code == httpx.get(f"{server.url}{long}").status_code == 200


def test_uploads_as_large_as_the_server_takes_them_get_through(
    server: Stack, web: WebServer
) -> None:
    key = {"Authorization": f"Bearer {server.key('main', Scope.REPORT)}"}
    padded = a_report(idempotency_key="a large one")
    with web.visitor(ONE) as agent:
        text = httpx.Request("POST", "http://any", json=padded).content + b" " * 20_000_000
        headers = key | {"Content-Type": "application/json"}
        sent = agent.post(f"{MAIN}/reports", content=text, headers=headers)
        beyond = agent.post(f"{MAIN}/reports", content=text * 2, headers=headers)
    assert sent.status_code == 201, sent.text
    assert beyond.status_code == 413
    assert "32 MiB" in beyond.json()["detail"]


def test_the_description_of_all_calls_comes_whole(server: Stack, web: WebServer) -> None:
    with web.visitor(ONE) as visitor:
        through = visitor.get("/api/openapi.json")
    assert through.json() == httpx.get(f"{server.url}/api/openapi.json").json()
    assert len(through.content) > 100_000


def newest_addresses(client: httpx.Client) -> list[str]:
    rows = client.get(f"{MAIN}/audit").json()["rows"]
    return [str(row["address"]) for row in rows]


def test_the_audit_trail_names_the_client_whatever_it_says_of_itself(
    server: Stack, anne: httpx.Client
) -> None:
    claims = ("203.0.113.9", "203.0.113.9, 203.0.113.10", "127.0.0.1", "", "nonsense")
    for number, claim in enumerate(claims):
        wanted = {"address": f"/p/main/runs/{number}"}
        headers = PAGE | {"X-Forwarded-For": claim}
        assert anne.post(f"{MAIN}/links", json=wanted, headers=headers).status_code == 201
    assert newest_addresses(anne)[: len(claims)] == [ONE] * len(claims)
    # past nginx nobody is believed but who has its address
    for source, expected in ((OTHER, OTHER), (ADDRESS, "203.0.113.9")):
        way = httpx.HTTPTransport(local_address=source)
        with httpx.Client(base_url=server.url, transport=way, cookies=anne.cookies) as past:
            wanted = {"address": f"/p/main/runs/past-{expected}"}
            headers = PAGE | {"X-Forwarded-For": "203.0.113.9"}
            assert past.post(f"{MAIN}/links", json=wanted, headers=headers).status_code == 201
        assert newest_addresses(anne)[0] == expected


def guess_until_it_must_wait(client: httpx.Client, seconds: int) -> None:
    """Guess at another account each time, with a new lie about where it is."""
    for number in range(3 * FREE_FAILURES_OF_ADDRESS):
        wrong = {"email": f"nobody{number}@example.org", "password": "a guess"}
        headers = PAGE | {"X-Forwarded-For": f"203.0.113.{number}"}
        answer = client.post("/api/v1/session", json=wrong, headers=headers)
        wait_s = int(answer.headers.get("retry-after", "0"))
        if wait_s >= seconds:
            return
        time.sleep(wait_s)
    raise AssertionError("nobody slows it down")


def test_whoever_guesses_passwords_slows_nobody_at_another_address(web: WebServer) -> None:
    with web.visitor(OTHER) as source:
        guess_until_it_must_wait(source, 8)
        assert source.post("/api/v1/session", json=ANNE, headers=PAGE).status_code == 429
    with web.visitor(ONE) as owner:
        assert owner.post("/api/v1/session", json=ANNE, headers=PAGE).status_code == 204


def test_one_time_tokens_stay_out_of_the_log(web: WebServer) -> None:
    with web.visitor(ONE) as visitor:
        visitor.get("/sign-in?token=a-secret-of-somebody")
    said = web.log.read_text()
    assert '"GET /sign-in"' in said
    assert "a-secret-of-somebody" not in said


def test_limits_of_nginx_are_those_of_the_server() -> None:
    told = dict(re.findall(r"^\s*(\w+) ([^;{]+);", SHIPPED.read_text(), re.MULTILINE))
    defaults = Settings.model_fields
    assert told["client_header_timeout"] == f"{defaults['head_patience_s'].default:.0f}s"
    assert told["client_body_timeout"] == f"{defaults['body_patience_s'].default:.0f}s"
    assert told["large_client_header_buffers"] == f"1 {LARGEST_HEAD // 1024}k"
    assert (told["client_max_body_size"], told["proxy_request_buffering"]) == ("0", "off")
