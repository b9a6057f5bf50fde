"""`make bench-peers` speaks the documented forms of others; stand-ins refuse the rest."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.bench.peers.__main__ import PeerFigures, main, measure, named_servers, table
from backend.bench.peers.__main__ import _parser as parser
from backend.bench.peers.reports import reports
from backend.bench.peers.servers import TidemarkServer
from backend.domain.people.projects import Project
from backend.testing.draining import drain

WANTED = [*reports(4, 3, 5, datetime(2026, 1, 2, tzinfo=UTC))]
Answer = tuple[int, Any]
Take = Callable[[str, str, dict[str, list[str]], dict[str, str], Any], Answer]


@contextmanager
def peer(take: Take) -> Iterator[str]:
    """Run a server that answers as `take` says; what it does not know is 404."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer("GET")

        def do_POST(self) -> None:
            self._answer("POST")

        def _answer(self, method: str) -> None:
            parts = urlsplit(self.path)
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or "{}")
            head = {name.lower(): value for name, value in self.headers.items()}
            status, told = take(method, parts.path, parse_qs(parts.query), head, body)
            said = json.dumps(told).encode()
            self.send_response(status)
            if parts.path == "/api/login/":
                self.send_header("Set-Cookie", "session=of-a-person; Path=/")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def bencher(
    method: str, path: str, query: dict[str, list[str]], head: dict[str, str], body: Any
) -> Answer:
    if head.get("authorization") != "Bearer word":
        return 401, {}
    _, _, rest = path.partition("/v0/projects/theirs/")
    if (method, rest) == ("POST", "reports"):
        needed = {"branch", "testbed", "start_time", "end_time", "results"}
        metrics = json.loads(body["results"][0])
        is_good = needed <= body.keys() and metrics["b0"]["latency"]["value"] > 0
        return (201 if is_good and len(body["hash"]) == 40 else 400), {"uuid": "r"}
    if rest in ("branches", "testbeds", "benchmarks"):
        return 200, [{"uuid": rest, "name": query["name"][0]}]
    if rest == "measures":
        return 200, [{"uuid": rest, "slug": "latency", "name": "Latency"}]
    if rest == "perf":
        wanted = {one: [one] for one in ("branches", "testbeds", "benchmarks", "measures")}
        return (200 if query == wanted else 400), {"results": []}
    return (200, []) if rest == "alerts" else (404, {})


def conbench(
    method: str, path: str, _query: dict[str, list[str]], head: dict[str, str], body: Any
) -> Answer:
    if path == "/api/login/":
        return (204 if body == {"email": "a@b.c", "password": "word"} else 400), {}
    if head.get("cookie") != "session=of-a-person":
        return 401, {}
    if (method, path) == ("POST", "/api/benchmark-results/"):
        needed = {"run_id", "batch_id", "timestamp", "context", "info", "tags", "machine_info"}
        is_good = needed <= body.keys() and len(body["stats"]["data"]) == 5
        is_good &= body["machine_info"]["gpu_product_names"] == []
        id_ = f"{body['tags']['name']}-{body['run_id']}"
        return (201 if is_good else 400), {"id": id_}
    older, newer = (f"b0-{one.commit}" for one in WANTED[-2:])
    known = {f"/api/history/{newer}/", f"/api/compare/benchmark-results/{older}...{newer}/"}
    return (200 if path in known else 404), {"data": [{"mean": 1.0}]}


def conbench_without_a_forge(
    method: str, path: str, query: dict[str, list[str]], head: dict[str, str], body: Any
) -> Answer:
    status, told = conbench(method, path, query, head, body)
    return status, {"data": []} if path.startswith("/api/history/") else told


def lnt(
    method: str, path: str, query: dict[str, list[str]], head: dict[str, str], body: Any
) -> Answer:
    if (method, path) == ("POST", "/api/db_default/v4/nts/runs"):
        is_good = body["format_version"] == "2" and body["tests"][0]["name"] == "peers/b0"
        number = body["run"]["llvm_project_revision"]
        return (200 if is_good and head["authtoken"] == "word" else 400), {"run_id": int(number)}
    if path == "/api/db_default/v4/nts/samples":
        return (200 if query == {"runid": ["0", "1", "2", "3"]} else 400), {"samples": []}
    if path == "/db_default/v4/nts/3":
        return (200 if query == {"compare_to": ["2"]} else 400), {}
    return (200 if path == "/db_default/v4/nts/regressions/" else 404), {}


ASKED = {"history of one series", "comparison", "list of alerts"}


@pytest.mark.parametrize(
    ("take", "named", "without"),
    [
        (bencher, ("bencher", "--bencher-project=theirs", "--bencher-token=word"), {"comparison"}),
        (conbench, ("conbench", "--conbench-email=a@b.c", "--conbench-password=word"),
         {"list of alerts"}),
        (conbench_without_a_forge,
         ("conbench", "--conbench-email=a@b.c", "--conbench-password=word"),
         {"list of alerts", "history of one series"}),
        (lnt, ("lnt", "--lnt-token=word"), set()),
    ],
)  # fmt: skip
def test_each_peer_is_sent_and_asked_what_its_api_takes(
    take: Take, named: tuple[str, ...], without: set[str]
) -> None:
    with peer(take) as address:
        kind, *rest = named
        (server,) = named_servers(parser().parse_args([f"--{kind}={address}", *rest]))
        found = measure(server, WANTED).ms
    assert found.keys() == {"send one report", *ASKED}
    assert {what for what, ms in found.items() if ms is None} == without


def test_our_own_server_is_sent_and_asked_the_same(
    api: TestClient, engine: Engine, project: Project, reporter: dict[str, str]
) -> None:
    api.base_url = "http://testserver/api/v1/projects/main"
    api.headers.update(reporter)
    ours = TidemarkServer(api)  # type: ignore[arg-type]  # a client of another make
    found = measure(ours, WANTED, lambda: drain(engine, project.id)).ms
    assert None not in found.values()
    assert found.keys() == {"send one report", *ASKED}


def test_ratios_are_ours_against_theirs() -> None:
    ours = PeerFigures("Tidemark", {"comparison": 2.0, "list of alerts": 1.0})
    theirs = PeerFigures("Other", {"comparison": 5.0, "list of alerts": None})
    assert table([ours, theirs])[2:] == [
        "| comparison | 2.0 ms | 5.0 ms (2.5x) |",
        "| list of alerts | 1.0 ms | - |",
    ]


def test_without_addresses_it_says_how_to_give_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "BENCHER=http://" in capsys.readouterr().out
