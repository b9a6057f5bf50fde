"""J3 by clicking: the best setting of one parameter, several metrics, two parameters, over time."""

import re

import numpy as np
import pytest

from backend.testing.accessibility import faults_of
from backend.testing.browser import Visitor
from backend.testing.builders import Document, a_report, a_result
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

ROUNDS = 15
SMOL = {1: 0.400, 4: 0.240, 8: 0.202, 12: 0.201, 500: 0.260}
TOKIO = {n: time * (1.3 if n < 8 else 0.8) for n, time in SMOL.items()}
MOVED = {1: 1.0, 4: 0.7, 8: 1.2, 12: 1.2, 500: 1.0}
"""What the newest commit does to smol: from then on 4 threads are best."""
DAYS = (1, 2, 3)


def a_sweep(day: int) -> Document:
    """Return a run of two engines over the number of threads, with time and memory."""
    weather = np.random.default_rng(day)
    shared = weather.normal(1.0, 0.05, ROUNDS)
    results = [
        a_result(
            benchmark="search",
            parameters={"engine": engine, "threads": threads},
            metric=metric,
            samples=(level * shared * weather.normal(1.0, 0.008, ROUNDS)).tolist(),
        )
        for engine, times in (("smol", SMOL), ("tokio", TOKIO))
        for threads, time in times.items()
        for metric, level in (
            ("time", time * (MOVED[threads] if engine == "smol" and day == DAYS[-1] else 1.0)),
            ("memory", 1e6 * (4 + threads)),
        )
    ]
    return a_report(
        commit={"id": f"{day}" * 40, "time": f"2026-01-0{day}T00:00:00Z", "subject": "Wake one"},
        run={"agent": "tidemark-agent 0.1.0", "started_at": f"2026-01-0{day}T01:00:00Z"},
        machine={"name": "box", "fingerprint": {"cores": 8}},
        metrics={
            "time": {"unit": "s", "direction": "lower"},
            "memory": {"unit": "B", "direction": "lower"},
        },
        benchmarks={"search": {"sweep": ["threads"], "metrics": ["time", "memory"]}},
        results=results,
    )


def a_grid() -> Document:
    """Return pool sizes by connections: a pool of 4 is best, one cell failed, one is missing."""
    weather = np.random.default_rng(3).normal(1.0, 0.03, ROUNDS)
    cells = [(p, c) for p in (2, 4, 8) for c in (10, 50, 100) if (p, c) not in ((8, 100), (2, 100))]
    results = [
        a_result(
            benchmark="clients",
            parameters={"pool": pool, "connections": connections},
            samples=(
                0.01
                * (1 + abs(pool - 4) / 8)
                * connections**0.1
                * weather
                * np.random.default_rng([pool, connections]).normal(1.0, 0.004, ROUNDS)
            ).tolist(),
        )
        for pool, connections in cells
    ]
    lost = {"benchmark": "clients", "parameters": {"pool": 8, "connections": 100}}
    return a_report(
        suite={"name": "clients"},
        run={"agent": "tidemark-agent 0.1.0", "started_at": "2026-01-03T02:00:00Z"},
        benchmarks={"clients": {"sweep": ["pool", "connections"]}},
        results=[*results, lost | {"failure": {"kind": "timeout", "message": "no answer"}}],
    )


@pytest.fixture(scope="module")
def measured(stack: Stack) -> Stack:
    with stack.client("sweeping") as client:
        for report in (*(a_sweep(day) for day in DAYS), a_grid()):
            assert client.post("/reports", json=report).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == len(DAYS) + 1, "all runs", 300)
    return stack


def test_one_parameter_shows_where_curves_cross_and_the_best_set_of_each(
    person: Visitor, measured: Stack
) -> None:
    page = person.page
    person.open(f"{measured.url}/p/sweeping/sweeps")
    person.wait_for_answer("3 parameter sweeps")
    person.keep("sweeps")
    page.get_by_role("link", name="search over threads").click()
    person.wait_for_answer("engine=smol is faster up to threads 4, engine=tokio from 8")
    person.see("cores = 8")
    person.keep("sweep-crossing")
    assert faults_of(page) == []

    page.get_by_role("button", name="engine=tokio").click()
    person.wait_for_answer("threads 8 and 12 tie")
    person.see(re.compile("Either of 8 and 12, around the core count of 8, will do"))
    person.see("Shaded, filled: not distinguishable from the best")
    page.get_by_role("combobox", name="Treat as equal within").select_option("0.1")
    page.wait_for_url(re.compile(r"margin=0\.1"))
    person.keep("sweep-best-set")
    page.go_back()
    page.wait_for_url(lambda url: "margin" not in url)

    figure = page.get_by_role("group", name=re.compile("^time in ms"))
    figure.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    opened = page.get_by_role("region", name="Opened value")
    opened.get_by_role("heading", name="threads = 1").wait_for()
    opened.get_by_role("link", name="Samples").click()
    page.wait_for_url(re.compile(r"/runs/\d+\?result="))
    page.go_back()
    page.get_by_role("button", name="Table").first.click()
    page.get_by_role("columnheader", name="threads").first.wait_for()


def test_several_metrics_stand_together_and_the_optimum_is_followed_over_commits(
    person: Visitor, measured: Stack
) -> None:
    page = person.page
    person.open(f"{measured.url}/p/sweeping/sweeps")
    page.get_by_role("link", name="search over threads").click()
    page.get_by_role("checkbox", name="memory").check()
    page.get_by_role("figure", name=re.compile("^memory in MiB")).wait_for()
    person.see(re.compile("No value is best for all of them: time .*; memory 1"))
    history = page.get_by_role("region", name="The optimum over commits")
    history.get_by_text(
        re.compile(r"The optimum of threads moved from (8|12) to 4 between")
    ).wait_for()
    person.keep("sweep-metrics")
    assert faults_of(page) == []
    page.get_by_role("combobox", name="Curve").select_option("engine=tokio")
    history.get_by_text(
        re.compile("No significant move.*: .*12 .* in the best set of all 3 commits measured.")
    ).wait_for()
    history.get_by_role("button", name="Table").click()
    history.get_by_role("row").nth(1).get_by_role("button").click()
    page.wait_for_url(re.compile(r"run=\d+"))


def test_two_parameters_are_a_heat_map_that_names_its_best_and_what_is_missing(
    person: Visitor, measured: Stack
) -> None:
    page = person.page
    person.open(f"{measured.url}/p/sweeping/sweeps")
    page.get_by_role("link", name="clients over pool").click()
    page.get_by_role("combobox", name="Second parameter").select_option("connections")
    page.wait_for_url(re.compile("second=connections"))
    person.wait_for_answer("pool 4 with connections 10 is fastest")
    assert "Of 9 cells 1 failed and 1 was not measured." in person.answer()
    person.see("Failed: pool 8 with connections 100. Not measured: pool 2 with connections 100.")
    person.see("pool 4 is among the best whatever connections is.")
    person.see(re.compile("act together by .* in a cell at most: each may be chosen alone"))
    person.keep("sweep-grid")
    assert faults_of(page) == []
    page.get_by_role("button", name="Table").click()
    page.get_by_role("table", name="Results over pool and connections").wait_for()
    page.go_back()
    page.get_by_role("button", name=re.compile("^pool = 4, connections = 10: ")).click()
    page.wait_for_url(re.compile(r"/runs/\d+\?result="))
