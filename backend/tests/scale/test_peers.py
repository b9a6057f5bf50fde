"""`make bench-peers` speaks the documented forms of others; stand-ins refuse the rest.

The stand-ins keep what they are sent and answer with it, as the servers do: an answer that lacks
what was sent is an error, however fast it is.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine
from sqlalchemy.engine import make_url

from backend.bench.peers.__main__ import _parser as parser
from backend.bench.peers.__main__ import main, named_servers
from backend.bench.peers.measuring import (
    PeerFigures,
    WrongAnswerError,
    measure,
    reports_needed,
)
from backend.bench.peers.ours import TidemarkServer
from backend.bench.peers.questions import ALERTS, COMPARISON, HISTORY, QUESTIONS
from backend.bench.peers.record import BEGIN, END, table, write
from backend.bench.peers.reports import PeerWork, work
from backend.domain.people.projects import Project
from backend.testing.draining import drain

SAMPLES = 5
Answer = tuple[int, Any]


def some_work(reports: int = 4) -> PeerWork:
    newest = datetime(2026, 1, 2, tzinfo=UTC)
    return work(reports, 12, SAMPLES, newest, reports_needed(len(QUESTIONS)))


@dataclass(frozen=True)
class PeerRequest:
    method: str
    path: str
    query: Mapping[str, list[str]]
    head: Mapping[str, str]
    body: Any


class PeerStandIn(Protocol):
    def take(self, asked: PeerRequest) -> Answer: ...


@contextmanager
def peer(stand_in: PeerStandIn) -> Iterator[str]:
    """Run a server that answers as the stand-in says; what it does not know is 404."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer("GET")

        def do_POST(self) -> None:
            self._answer("POST")

        def _answer(self, method: str) -> None:
            parts = urlsplit(self.path)
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or "{}")
            head = {name.lower(): value for name, value in self.headers.items()}
            asked = PeerRequest(method, parts.path, parse_qs(parts.query), head, body)
            status, told = stand_in.take(asked)
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


@dataclass
class Bencher:
    """Keeps the value of each benchmark and report, and an alert for what a threshold judges."""

    values: list[dict[str, float]] = field(default_factory=list)
    alerts: set[str] = field(default_factory=set)

    def take(self, asked: PeerRequest) -> Answer:
        if asked.path == "/v0/server/version":
            return 200, {"version": "1.2.3"}
        if asked.head.get("authorization") != "Bearer word":
            return 401, {}
        rest = asked.path.removeprefix("/v0/projects/theirs/")
        if (asked.method, rest) == ("POST", "reports"):
            return self._report(asked.body)
        return self._perf(asked.query) if rest == "perf" else self._list(rest, asked.query)

    def _list(self, kind: str, query: Mapping[str, list[str]]) -> Answer:
        if kind in ("branches", "testbeds", "benchmarks"):
            (name,) = query["name"]
            return 200, [{"uuid": f"{kind}-{name}", "name": name}]
        alerts = [{"benchmark": {"name": name}} for name in sorted(self.alerts)]
        measures = [{"uuid": "measures", "slug": "latency", "name": "Latency"}]
        told = {"alerts": alerts, "measures": measures}
        return (200, told[kind]) if kind in told else (404, {})

    def _report(self, body: Any) -> Answer:
        needed = {"branch", "testbed", "start_time", "end_time", "results"}
        if not needed <= body.keys() or len(body["hash"]) != 40:
            return 400, {}
        metrics = json.loads(body["results"][0])
        now = {name: one["latency"]["value"] for name, one in metrics.items()}
        if body["thresholds"]["models"]["latency"]["test"] == "t_test" and self.values:
            first = self.values[0]
            self.alerts |= {name for name, value in now.items() if value > 1.1 * first[name]}
        self.values.append(now)
        return 201, {"uuid": "r"}

    def _perf(self, query: Mapping[str, list[str]]) -> Answer:
        if query.keys() != {"branches", "testbeds", "benchmarks", "measures"}:
            return 400, {}
        name = query["benchmarks"][0].removeprefix("benchmarks-")
        found = [{"metric": {"value": one[name]}} for one in self.values]
        return 200, {"results": [{"metrics": found}]}


@dataclass
class Conbench:
    """Keeps results; those whose commit it does not know are in no history."""

    known: Callable[[str], bool] = lambda _: False
    results: list[Any] = field(default_factory=list)

    def take(self, asked: PeerRequest) -> Answer:
        if asked.path == "/api/login/":
            return (204 if asked.body == {"email": "a@b.c", "password": "word"} else 400), {}
        if asked.path == "/api/ping/":
            return 200, {"commit": "0123456789abcdef"}
        if asked.head.get("cookie") != "session=of-a-person":
            return 401, {}
        if asked.method == "POST":
            return (
                self._result(asked.body) if asked.path == "/api/benchmark-results/" else (404, {})
            )
        *_, kind, which, _end = asked.path.split("/")
        told = {"history": self._history, "runs": self._compared}
        return (200, {"data": [*told[kind](which)]}) if kind in told else (404, {})

    def _result(self, body: Any) -> Answer:
        needed = {"run_id", "batch_id", "timestamp", "context", "info", "tags", "machine_info"}
        is_good = needed <= body.keys() and len(body["stats"]["data"]) == SAMPLES
        is_good &= body["machine_info"]["gpu_product_names"] == []
        self.results.append(body)
        return (201 if is_good else 400), {"id": str(len(self.results) - 1)}

    def _history(self, which: str) -> Iterator[Any]:
        for one in self.results:
            is_same = one["tags"] == self.results[int(which)]["tags"]
            if is_same and self.known(one["github"].get("commit", "")):
                yield {"mean": _mean(one)}

    def _compared(self, which: str) -> Iterator[Any]:
        baseline, contender = which.split("...")
        runs = {one["run_id"] for one in self.results}
        for one in self.results:
            if one["run_id"] == contender and baseline in runs:
                yield {"contender": {"tags": one["tags"]}, "analysis": {"pairwise": {"p": 1.0}}}


@dataclass
class Lnt:
    """Keeps runs; detected regressions are listed with all states only."""

    runs: list[Any] = field(default_factory=list)

    def take(self, asked: PeerRequest) -> Answer:
        api, pages = "/api/db_default/v4/nts", "/db_default/v4/nts"
        if (asked.method, asked.path) == ("POST", f"{api}/runs"):
            if asked.head["authtoken"] != "word" or asked.body["format_version"] != "2":
                return 400, {}
            self.runs.append(asked.body)
            return 301, {"run_id": len(self.runs)}
        told = {
            f"{api}/machines": {"machines": [{"id": 7, "name": "box"}]},
            f"{api}/tests": {"tests": [
                {"id": place, "name": one["name"]} for place, one in enumerate(self._tests)
            ]},
            f"{api}/fields": {
                "fields": [{"column_id": 0, "column_name": "compile_time"},
                           {"column_id": 1, "column_name": "execution_time"}],
                "generated_by": "LNT Server v0.4",
            },
            f"{api}/graph/7/0/1": [
                [run["run"]["llvm_project_revision"], value, {}]
                for run in self.runs
                for value in run["tests"][0]["execution_time"]
            ],
            f"{pages}/regressions/": "no regression is active",
        }  # fmt: skip
        if asked.path == f"{pages}/regressions/" and asked.query == {"state": ["-1"]}:
            return 200, "Regression of 1 benchmarks: bench000"
        if asked.path == f"{pages}/3" and asked.query == {"compare_to": ["2"]}:
            return 200, "<b>peers/bench000</b> <b>peers/bench010</b>"
        return (200, told[asked.path]) if asked.path in told else (404, {})

    @property
    def _tests(self) -> Any:
        return self.runs[0]["tests"] if self.runs else []


def _mean(result: Any) -> float:
    return float(sum(result["stats"]["data"])) / SAMPLES


BENCHER = ("bencher", "--bencher-project=theirs", "--bencher-token=word")
CONBENCH = ("conbench", "--conbench-email=a@b.c", "--conbench-password=word")
LNT = ("lnt", "--lnt-token=word")


def measured(stand_in: PeerStandIn, named: tuple[str, ...]) -> PeerFigures:
    """Measure a stand-in."""
    with peer(stand_in) as address:
        kind, *rest = named
        (server,) = named_servers(parser().parse_args([f"--{kind}={address}", *rest]))
        assert server.version()
        return measure(server, some_work())


def without(found: PeerFigures) -> set[str]:
    """Return which questions a server was not asked."""
    assert len(found.ms) == 2 + 2 * len(QUESTIONS)
    return {what.partition(",")[0] for what, ms in found.ms.items() if ms is None}


@pytest.mark.parametrize(
    ("stand_in", "named", "not_asked"),
    [
        (Bencher(), BENCHER, {COMPARISON}),
        (Conbench(), CONBENCH, {HISTORY, ALERTS}),
        (Lnt(), LNT, set[str]()),
    ],
    ids=["bencher", "conbench", "lnt"],
)
def test_each_peer_is_sent_and_asked_what_its_api_takes(
    stand_in: PeerStandIn, named: tuple[str, ...], not_asked: set[str]
) -> None:
    assert without(measured(stand_in, named)) == not_asked


def test_conbench_has_a_history_of_the_commits_in_its_database(engine: Engine) -> None:
    address = make_url(engine.url.render_as_string(hide_password=False)).set(
        drivername="postgresql", query={"options": "-csearch_path=conbench"}
    )
    theirs = address.render_as_string(hide_password=False)
    with psycopg.connect(theirs, autocommit=True) as connection:
        connection.execute("create schema conbench")
        connection.execute(
            "create table conbench.commit (id text primary key, sha text not null, branch text,"
            " fork_point_sha text, parent text, repository text not null, message text not null,"
            " author_name text not null, timestamp timestamp, unique (sha, repository))"
        )

        def is_known(sha: str) -> bool:
            found = connection.execute(
                "select from commit where sha = %s and fork_point_sha = sha", [sha]
            )
            return found.fetchone() is not None

        named = (*CONBENCH, f"--conbench-database={theirs}")
        assert without(measured(Conbench(is_known), named)) == {ALERTS}
        # a second run, on a server that knows the commits already
        assert without(measured(Conbench(is_known), named)) == {ALERTS}
        connection.execute("drop schema conbench cascade")


class EmptyBencher(Bencher):
    def _perf(self, query: Mapping[str, list[str]]) -> Answer:
        return super()._perf(query)[0], {"results": []}


class RoundingBencher(Bencher):
    def _report(self, body: Any) -> Answer:
        answer = super()._report(body)
        self.values[-1] = {name: round(value, -6) for name, value in self.values[-1].items()}
        return answer


class SilentLnt(Lnt):
    def take(self, asked: PeerRequest) -> Answer:
        return super().take(PeerRequest(asked.method, asked.path, {}, asked.head, asked.body))


class HalfConbench(Conbench):
    def _compared(self, which: str) -> Iterator[Any]:
        yield from [*super()._compared(which)][1:]


@pytest.mark.parametrize(
    ("stand_in", "named", "said"),
    [
        (EmptyBencher(), BENCHER, "Bencher, history of one benchmark: it shows 0 points of 4"),
        (RoundingBencher(), BENCHER, r"it shows 0\.01.* instead of 0\.0"),
        (HalfConbench(), CONBENCH, "comparison of two commits: rows are missing: bench000"),
        (SilentLnt(), LNT, "answered 404"),
    ],
    ids=["no points", "other numbers", "rows missing", "error"],
)
def test_an_answer_without_what_was_sent_is_no_time(
    stand_in: PeerStandIn, named: tuple[str, ...], said: str
) -> None:
    with pytest.raises(WrongAnswerError, match=said):
        measured(stand_in, named)


def test_our_own_server_is_sent_and_asked_the_same(
    api: TestClient, engine: Engine, project: Project, reporter: dict[str, str]
) -> None:
    api.base_url = "http://testserver/api/v1/projects/main"
    api.headers.update(reporter)
    ours = TidemarkServer(api)  # type: ignore[arg-type]  # a client of another make
    found = measure(ours, some_work(20), lambda: drain(engine, project.id))
    assert without(found) == set()


def test_ratios_are_ours_against_theirs() -> None:
    ours = PeerFigures("Tidemark", {"comparison": 2.0, "alerts": 1.0, "history": 4.0})
    theirs = PeerFigures("Other", {"comparison": 5.0, "alerts": None, "history": 1.0})
    assert [*table([ours, theirs])][2:] == [
        "| comparison | 2.0 ms | 5.0 ms (2.5x) |",
        "| alerts | 1.0 ms | - |",
        "| history | 4.0 ms | 1.0 ms (0.25x) |",
    ]


def test_a_record_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "peers.md"
    file.write_text(f"# Peers\n\n{BEGIN}\n\nold\n\n{END}\n\nAfter.\n")
    write(["a machine", "", "| a | b |"], file)
    assert file.read_text() == f"# Peers\n\n{BEGIN}\n\na machine\n\n| a | b |\n\n{END}\n\nAfter.\n"


def test_without_addresses_it_says_how_to_give_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "BENCHER=http://" in capsys.readouterr().out
