"""J1 to J7 from the overview of one project, in three clicks at most each."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import numpy as np
import pytest
from playwright.sync_api import Locator

from backend.domain.people.rights import Scope
from backend.testing.browser import Visitor
from backend.testing.builders import Document, a_history, a_report, a_result, dated
from backend.testing.stack import Stack, wait_until
from backend.tests.api.splits.splitting import a_ring_run
from backend.tests.services.pulls.pulling import main_history, pull_report

pytestmark = pytest.mark.browser

PATIENCE_S = 300.0
MOST_CLICKS = 3
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001)
THREADS = {"1": 0.30, "2": 0.21, "4": 0.190, "8": 0.180, "64": 0.22, "500": 0.25}
SUITES = {
    "runtime",
    "engine",
    "runtime-rust",
    "bridge",
    "allocator-c",
    "import-a suite",
    "import-b suite",
}
STRATEGIES = {"run": 0.543, "thread": 0.626, "cached": 0.417}


class Clicks:
    """A person at the overview who counts what it takes to an answer."""

    def __init__(self, person: Visitor, stack: Stack) -> None:
        self.person, self.count = person, 0
        person.open(f"{stack.url}/p/all")
        person.see("Open regressions")

    def on(self, target: Locator) -> None:
        target.first.click()
        self.count += 1

    def to(self, place: str) -> None:
        """Click a page of the rail."""
        rail = self.person.page.get_by_role("navigation", name="Pages")
        self.on(rail.get_by_role("link", name=place, exact=True))

    def link(self, name: str) -> None:
        main = self.person.page.get_by_role("main")
        self.on(main.get_by_role("link", name=re.compile(name)))

    def answer(self, text: str) -> None:
        """See the answer as the first line of the page, and a picture of it."""
        self.person.wait_for_answer(text)
        self.person.page.locator("main figure, main [role=img]").first.wait_for()
        assert self.count <= MOST_CLICKS


def a_suite(name: str, benchmark: str, levels: Mapping[str, float], **changes: Any) -> Document:
    """Return a run of one benchmark over the values of a parameter, measured in turns."""
    weather = np.random.default_rng(7)
    shared = weather.normal(1.0, 0.01, 20)
    parameter = changes.pop("parameter")
    return a_report(
        suite={"name": name},
        testbed="box",
        machine={"name": "bench-1", "fingerprint": {"cpu_model": "Example 9000", "cores": 8}},
        results=[
            a_result(
                benchmark=benchmark,
                parameters={parameter: int(value) if value.isdigit() else value},
                samples=(level * shared * weather.normal(1.0, 0.003, 20)).tolist(),
            )
            for value, level in levels.items()
        ],
        **changes,
    )


def a_sweep() -> Document:
    benchmarks = {"blocking": {"sweep": ["threads"]}}
    work = {"work": "integer", "before_s": 0.01, "after_s": 0.01, "ratio": 1.0, "low": 0.98,
            "high": 1.02, "limit": 0.1}  # fmt: skip
    conditions = {
        "noise": {"score": 82.0, "low": 78.0, "high": 85.0, "sentence": "Quiet."},
        "control": {"verdict": "steady", "works": [work]},
        "preflight": {"checks": [{"name": "swap", "state": "ok", "found": "none"}]},
    }
    return a_suite(
        "runtime-rust", "blocking", THREADS, parameter="threads", benchmarks=benchmarks,
        commit={"id": "f" * 40, "time": "2026-03-01T00:00:00Z"}, run={"conditions": conditions},
    )  # fmt: skip


def a_bridge() -> Document:
    return a_suite(
        "bridge", "ladder", STRATEGIES, parameter="strategy",
        commit={"id": "e" * 40, "time": "2026-03-02T00:00:00Z"},
    )  # fmt: skip


def a_tracker(name: str, newest: datetime) -> bytes:
    """Return two years of a benchmark as github-action-benchmark keeps them."""
    entries = [
        {
            "commit": {
                "id": f"{index:038x}{name[-1] * 2}",
                "message": f"Change {index}",
                "timestamp": (newest - timedelta(days=12 * (60 - index))).isoformat(),
            },
            "date": int((newest - timedelta(days=12 * (60 - index))).timestamp() * 1000),
            "tool": "cargo",
            "benches": [{"name": "parse", "value": 100 + NOISE[index % 7], "unit": "ns/iter"}],
        }
        for index in range(60)
    ]
    return json.dumps({"entries": {f"{name} suite": entries}}).encode()


def suites_of(client: httpx.Client) -> set[str]:
    return {suite["name"] for suite in client.get("/overview").json()["suites"]}


@pytest.fixture(scope="module")
def everything(stack: Stack) -> Stack:
    """Fill a project: a history with a pull request, suites, two imports, a ladder."""
    now = datetime.now(UTC)
    slower = [(1.0 if i < 20 else 1.3) * (1 + NOISE[i % 7]) for i in range(40)]
    recent = dated([*a_history(slower, suite={"name": "engine"}), a_sweep(), a_bridge()], now)
    with stack.client("all") as client:
        for report in (*main_history(), pull_report(search=1.4), *recent, a_ring_run()):
            assert client.post("/reports", json=report).status_code == 201
        for name in ("import-a", "import-b"):
            asked = {"testbed": "ci", "branch": name}
            client.post(
                "/imports/github-action-benchmark", content=a_tracker(name, now), params=asked
            ).raise_for_status()
        for path in ("/splits", "/sweeps", "/ladders/sources", "/alert-groups"):
            wait_until(lambda: client.get(path).json()["rows"], path, PATIENCE_S)  # noqa: B023
        wait_until(lambda: suites_of(client) >= SUITES, "every suite is there", PATIENCE_S)
        sources = client.get("/ladders/sources").json()["rows"]
    (source,) = [one for one in sources if one["parameter"] == "strategy"]
    with stack.client("all", Scope.ADMIN) as client:
        ladder = {
            "kind": "parameter",
            "name": "",
            "benchmark_id": source["benchmark_id"],
            "parameter": "strategy",
            "metric": "time",
            "run_id": source["run"]["id"],
            "others": {},
        }
        client.post("/ladders", json=ladder).raise_for_status()
    return stack


def test_did_my_pull_request_slow_it_down(person: Visitor, everything: Stack) -> None:
    clicks = Clicks(person, everything)
    clicks.to("Pull requests")
    clicks.link("^#7 against its merge base")
    clicks.answer("1 regression")


def test_what_regressed_and_since_when(person: Visitor, everything: Stack) -> None:
    clicks = Clicks(person, everything)
    clicks.link("slower")
    clicks.answer("slower [")
    person.see(re.compile("r20"))


def test_which_setting_is_best_on_this_machine(person: Visitor, everything: Stack) -> None:
    clicks = Clicks(person, everything)
    clicks.to("Sweeps")
    clicks.link("blocking over threads")
    clicks.answer("threads")


def test_who_gains_and_who_loses_by_a_setting(person: Visitor, everything: Stack) -> None:
    clicks = Clicks(person, everything)
    clicks.to("Splits")
    clicks.link("rings = 64")
    clicks.answer("rings = 64/64 against 16/16")


def test_the_split_of_a_suite_is_two_clicks_from_the_overview(
    person: Visitor, everything: Stack
) -> None:
    clicks = Clicks(person, everything)
    clicks.link("^allocator-c$")
    clicks.link("rings = 64")
    clicks.answer("rings = 64/64 against 16/16")


def test_what_was_tried_and_what_stuck(person: Visitor, everything: Stack) -> None:
    clicks = Clicks(person, everything)
    clicks.to("Ladders")
    person.page.get_by_role("img", name=re.compile("2 rungs")).wait_for()
    clicks.link("bridge: ladder by strategy")
    clicks.answer("rungs kept")


def test_is_this_box_fit_to_measure(person: Visitor, everything: Stack) -> None:
    clicks = Clicks(person, everything)
    clicks.to("Machines")
    clicks.link("^bench-1$")
    clicks.answer("bench-1 is fit to measure")


def test_how_it_did_over_two_years(person: Visitor, everything: Stack) -> None:
    clicks = Clicks(person, everything)
    clicks.link("^import-a suite$")
    clicks.link("Open in the explorer")
    clicks.answer("parse")
