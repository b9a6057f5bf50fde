"""J1 by clicking: two runs compared, a row opened, variants compared, a run's conditions read."""

import gzip
import re
from base64 import b64encode

import numpy as np
import pytest

from backend.testing.accessibility import faults_of
from backend.testing.browser import Visitor
from backend.testing.builders import Document, a_report, a_result
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

ROUNDS = 24
WIDE = 5_000
SLOWER = ("bench_3", 64)
STACKS = b"main;blocking::unblock;parse 60\nmain;blocking::unblock;read 30\nmain;free 10\n"


def a_run(number: int, weather: np.random.Generator) -> Document:
    """Return a run of 80 variants in rounds; the last one has a variant that takes 30 % more."""
    base = [(f"bench_{i}", ring) for i in range(40) for ring in (16, 64)]
    results = [
        a_result(
            benchmark=name,
            parameters={"ring": ring},
            samples=(
                0.001
                * (1 + i)
                * (1.3 if number == 9 and (name, ring) == SLOWER else 1.0)
                * weather.normal(1.0, 0.004)
                * weather.normal(1.0, 0.01, ROUNDS)
            ).tolist(),
        )
        for i, (name, ring) in enumerate(base)
    ]
    return a_report(
        commit={"id": f"{number:040d}", "time": f"2026-02-01T0{number}:00:00Z"},
        results=results,
        run={
            "started_at": f"2026-02-01T0{number}:00:00Z",
            "agent": "tidemark-agent 0.1.0",
            "conditions": {
                "control": {"verdict": "moved", "reason": "Memory took 6 % longer."},
                "goals": [
                    {
                        "goal": "no slower than ring 16",
                        "metric": "time",
                        "contender": {"benchmark": "bench_3", "parameters": {"ring": 64}},
                        "baseline": {"benchmark": "bench_3", "parameters": {"ring": 16}},
                        "at_most": 1.0,
                        "ratio": 1.31,
                        "low": 1.29,
                        "high": 1.33,
                        "pairs": ROUNDS,
                        "verdict": "not_met",
                    }
                ],
            },
        },
        profiles=[
            {
                "benchmark": "bench_3",
                "parameters": {"ring": 64},
                "kind": "cpu",
                "tool": "perf",
                "samples": 100,
                "folded": {
                    "encoding": "gzip",
                    "data": b64encode(gzip.compress(STACKS, mtime=0)).decode(),
                },
            }
        ],
    )


@pytest.fixture(scope="module")
def measured(stack: Stack) -> Stack:
    """Give a project with nine runs alike and a tenth in which one variant got slower."""
    weather = np.random.default_rng(11)
    with stack.client("compared") as client:
        for number in range(10):
            assert client.post("/reports", json=a_run(number, weather)).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == 10, "all runs are there")
    return stack


def a_wide_run() -> Document:
    """Return a run of 5,000 workloads at two ring sizes, of which every hundredth pays."""
    weather = np.random.default_rng(4)
    results = [
        a_result(
            benchmark=f"bench_{number}",
            parameters={"ring": ring},
            samples=(
                0.001
                * (1.3 if ring == 64 and number % 100 == 0 else 1.0)
                * weather.normal(1.0, 0.01, 8)
            ).tolist(),
        )
        for number in range(WIDE)
        for ring in (16, 64)
    ]
    benchmarks = {
        f"bench_{number}": {"tags": {"area": "io" if number % 2 else "cpu"}}
        for number in range(WIDE)
    }
    return a_report(benchmarks=benchmarks, results=results, run={"agent": "tidemark-agent 0.1.0"})


@pytest.fixture(scope="module")
def wide(stack: Stack) -> str:
    """Give the address of a comparison of 5,000 rows."""
    with stack.client("wide") as client:
        assert client.post("/reports", json=a_wide_run()).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == 1, "the run is there", 300)
        run = client.get("/runs").json()["rows"][0]["id"]
    sides = f"baseline=run:{run}&contender=run:{run}"
    return f"{stack.url}/p/wide/compare?{sides}&baseline.param.ring=16&contender.param.ring=64"


def test_five_thousand_rows_are_filtered_grouped_and_scrolled_while_few_are_drawn(
    person: Visitor, wide: str
) -> None:
    page = person.page
    person.open(wide)
    person.wait_for_answer(" regressions", 60)
    results = page.get_by_role("region", name="Results")
    results.get_by_text(re.compile(r"^5.000 rows$")).wait_for()
    assert page.get_by_role("row").count() < 100
    person.keep("compare-wide")
    assert faults_of(page) == []

    assert page.get_by_role("searchbox", name="Search").count() == 0
    page.get_by_role("button", name="Filter, search or group all rows").click()
    page.get_by_role("searchbox", name="Search").wait_for()
    assert faults_of(page) == []
    last = page.get_by_role("row", name=re.compile("bench_4999"))
    page.get_by_role("searchbox", name="Search").fill("bench_4999")
    last.wait_for()
    page.get_by_role("searchbox", name="Search").fill("")
    results.get_by_text(re.compile(r"^5.000 rows$")).wait_for()
    page.get_by_role("combobox", name="Effect").select_option("0.05")
    page.wait_for_url(re.compile(r"least=0\.05"))
    results.get_by_text(re.compile(r"^50 of 5.000 rows$")).wait_for()
    page.get_by_role("combobox", name="Effect").select_option("0")

    page.get_by_role("combobox", name="Group by").select_option(label="Area")
    groups = page.get_by_role("row", name=re.compile("(io|cpu) 2.500 rows"))
    groups.first.wait_for()
    assert groups.count() == 2
    groups.first.get_by_text(re.compile(r"average of 2.500")).wait_for()
    person.keep("compare-groups")
    page.get_by_role("button", name="Open all groups").click()
    page.get_by_role("row", name=re.compile(r"time of bench_0\b")).wait_for()
    assert page.get_by_role("row").count() < 100


def test_what_cannot_be_compared_says_why(person: Visitor, wide: str, measured: Stack) -> None:
    page = person.page
    person.open(f"{wide}&text=no+such+row")
    person.see("No row passes the filters.", 60)
    person.open(f"{measured.url}/p/wide/compare")
    person.see("There are no two runs to compare yet.")
    person.keep("compare-empty")
    assert faults_of(page) == []
    with measured.client("compared") as client:
        run = client.get("/runs").json()["rows"][0]["id"]
    person.open(f"{measured.url}/p/compared/compare?baseline=run:{run}&contender=run:987654321")
    alert = page.get_by_role("alert")
    alert.get_by_text("The comparison: not found, or you do not have access.").wait_for()
    assert "987654321" in alert.inner_text()
    person.keep("compare-failing")
    assert faults_of(page) == []


def test_two_runs_are_compared_by_clicking_and_a_row_tells_its_samples(
    person: Visitor, measured: Stack
) -> None:
    person.open(f"{measured.url}/p/compared/compare")
    # without a choice it opens on the newest run and the one before it
    person.page.get_by_role("searchbox", name="Search").fill("bench_3 ring=64")
    row = person.page.get_by_role("row", name=re.compile(r"time of bench_3\b"))
    row.get_by_text(re.compile(r"(29|30|31)[.\d]*\s% slower")).wait_for()
    person.page.get_by_role("searchbox", name="Search").fill("")
    # what differs not is folded
    person.page.get_by_role("row", name=re.compile("bench_20")).wait_for(state="detached")
    person.page.get_by_role("button", name=re.compile("inconclusive or unchanged")).click()
    person.page.get_by_role("row", name=re.compile("bench_20")).first.wait_for()
    person.keep("compare")
    person.page.get_by_role("button", name=re.compile(r"time of bench_3 +ring=64")).click()
    person.page.get_by_role("region", name="Samples").wait_for()
    person.keep("compare-row")
    assert "row=" in person.page.url
    # newer browsers answer scrolling with a promise, which once broke every page that came next
    person.page.get_by_role("link", name="Changes", exact=True).first.click()
    person.page.wait_for_url(re.compile("/changes"))
    person.page.get_by_role("heading", level=1, name=re.compile("change")).wait_for()
    person.page.go_back()
    person.page.get_by_role("region", name="Samples").wait_for()
    person.page.get_by_role("button", name="Close").click()
    person.page.get_by_role("row", name=re.compile("bench_20")).first.wait_for()
    assert "row=" not in person.page.url
    person.page.get_by_role("button", name="← Earlier").click()
    person.wait_for_answer("Cannot be judged yet")
    assert person.page.get_by_role("button", name="Later →").is_enabled()


def test_variants_of_one_run_are_compared_in_turns(person: Visitor, measured: Stack) -> None:
    with measured.client("compared") as client:
        run = client.get("/runs").json()["rows"][0]["id"]
    person.open(f"{measured.url}/p/compared/compare?baseline=run:{run}&contender=run:{run}")
    person.page.get_by_role("combobox", name="Parameter").select_option("ring")
    person.see(re.compile("Both sides were measured in paired rounds."))
    person.see(re.compile("24 pairs"))
    person.page.get_by_role("checkbox", name=re.compile("^worse")).check()
    person.page.wait_for_url(re.compile("verdict=regression"))
    person.keep("compare-variants")


def test_a_run_tells_how_it_was_measured_its_goals_and_its_profile(
    person: Visitor, measured: Stack
) -> None:
    with measured.client("compared") as client:
        run = client.get("/runs").json()["rows"][0]["id"]
    person.open(f"{measured.url}/p/compared/runs/{run}?section=goals")
    person.see(re.compile("1 row: 1 not met"))
    person.keep("run-goals")
    person.page.get_by_role("tab", name=re.compile("How it was measured")).click()
    person.see(re.compile("Memory took 6 % longer"))
    person.page.get_by_role("tab", name=re.compile("Profiles")).click()
    person.see("blocking::unblock")
    person.keep("run-profiles")


def test_a_tail_that_grew_alone_stands_first_and_is_named(person: Visitor, stack: Stack) -> None:
    with stack.client("tails") as client:
        for number in range(26):
            report = a_report(
                commit={"id": f"{number:040d}", "time": f"2026-03-{1 + number:02d}T00:00:00Z"},
                results=[
                    a_result(
                        benchmark=name,
                        samples=with_tail(number, 3.0 if (number, name) == (25, "b") else 1.0),
                    )
                    for name in "abc"
                ],
                run={"started_at": f"2026-03-{1 + number:02d}T01:00:00Z"},
            )
            assert client.post("/reports", json=report).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == 26, "all runs are there")
    person.open(f"{stack.url}/p/tails/compare")
    row = person.page.get_by_role("row", name=re.compile(r"time p99 of b\b"))
    row.get_by_text(re.compile(r"2\.9[.\d]*. slower")).wait_for()
    row.get_by_text("worse").wait_for()
    person.keep("compare-tail")
    row.get_by_role("button").first.click()
    person.page.get_by_role("region", name="Samples").wait_for()
    person.see("Contender p99")
    person.keep("compare-tail-row")
    assert faults_of(person.page) == []


def with_tail(number: int, slow: float) -> list[float]:
    """Return 200 samples, three in a hundred of them slower by a factor."""
    draw = np.random.default_rng(number)
    samples = 0.001 * np.exp(0.005 * draw.standard_normal(200) + 0.003 * draw.standard_normal())
    samples[:6] *= slow
    return [float(one) for one in draw.permutation(samples)]
