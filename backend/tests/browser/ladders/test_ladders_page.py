"""J5 by clicking: a ladder from a suite's strategies, one from published figures, rungs changed."""

import re
from pathlib import Path

import numpy as np
import pytest

from backend.testing.accessibility import faults_of
from backend.testing.browser import Visitor
from backend.testing.builders import Document, a_report, a_result
from backend.testing.databases import ROOT
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

RATES = {"run-1": 540, "ruc-140": 380, "run": 1_900, "nb": 8_700, "bridge-eager": 11_900}
REFERENCE = ROOT.parent / "shared" / "reference" / "async_bridge.tsv"
OWN = (
    "rung\tstrategy\trequests_per_s\tlatency_p50_ms\tconnections\tverdict\n"
    "0\tnew event loop per request\t543\t92\t50\tbaseline\n"
    "1\tpersistent loop\t447\t111\t50\trejected\n"
    "3\tcached is-async check\t517\t97\t50\tkept\n"
    "4\tloop running on its own OS thread\t626\t80\t50\tkept\n"
    "control\tsync handler\t32323\t3\t100\tcontrol\n"
)


def bridge() -> Document:
    """Return a run of the bridge's suite: strategies in the order of its manifest, in rounds."""
    weather = np.random.default_rng(1).normal(1.0, 0.04, 12)
    own = np.random.default_rng(2)
    strategies = [
        a_result(
            benchmark="ladder",
            metric="requests_per_second",
            parameters={"strategy": name, "handler": "sleep-1ms"},
            samples=(rate * weather * own.normal(1.0, 0.02, 12)).tolist(),
        )
        for name, rate in RATES.items()
    ]
    control = a_result(
        benchmark="no_await",
        metric="requests_per_second",
        parameters={"strategy": "sync"},
        samples=(32_000 * weather * own.normal(1.0, 0.02, 12)).tolist(),
    )
    return a_report(
        suite={"name": "bridge-rust-python"},
        metrics={"requests_per_second": {"unit": "1/s", "direction": "higher"}},
        run={"agent": "tidemark-agent 0.1.0", "started_at": "2026-02-01T00:00:00Z"},
        results=[*strategies, control],
    )


@pytest.fixture(scope="module")
def measured(stack: Stack) -> Stack:
    _measure(stack, "ladders")
    return stack


def _measure(stack: Stack, project: str) -> None:
    with stack.client(project) as client:
        assert client.post("/reports", json=bridge()).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == 1, "the run is there")


def test_the_strategies_of_a_run_become_a_ladder_in_one_click(
    person: Visitor, measured: Stack
) -> None:
    page = person.page
    person.open(f"{measured.url}/p/ladders/ladders")
    person.wait_for_answer("No ladders")
    person.keep("ladders-empty")
    person.see(re.compile("run-1 → ruc-140 → run → nb → bridge-eager"))
    page.get_by_role("button", name="Create ladder").click()
    person.wait_for_answer("3 of 4 rungs kept; the best, bridge-eager: ")
    rejected = page.get_by_role("listitem", name="ruc-140")
    assert "rejected" in rejected.inner_text()
    page.get_by_role("button", name="Add a rung").click()
    page.get_by_role("searchbox").fill("no_await sync")
    page.get_by_role("button", name=re.compile("Add no_await .* as a control")).click()
    person.see(re.compile("of the gap closed"))
    page.get_by_role("button", name="Close").click()
    person.keep("ladder-live")
    assert faults_of(page) == []
    page.get_by_role("button", name="Table").click()
    page.get_by_role("row", name=re.compile("bridge-eager")).wait_for()


def test_a_patch_for_a_suite_and_a_ladder_is_proposed_by_a_command(
    person: Visitor, stack: Stack
) -> None:
    _measure(stack, "proposing")
    page = person.page
    command = "tidemark propose --project=proposing --aim=requests_per_second"
    with stack.client("proposing") as client:
        number = client.get("/series").json()["rows"][0]["series"]["suite_id"]
    person.open(f"{stack.url}/p/proposing/suites/{number}")
    page.get_by_role("button", name="Propose a patch").click()
    person.see(f"{command} bridge-rust-python")
    person.keep("propose-suite")
    assert faults_of(page) == []
    page.get_by_role("button", name="Close").click()
    person.open(f"{stack.url}/p/proposing/ladders")
    page.get_by_role("button", name="Create ladder").click()
    page.get_by_role("button", name="Propose a patch").click()
    person.see(re.compile(f"{command} --ladder=[0-9]+ bridge-rust-python"))
    person.keep("propose-ladder")


def test_a_rung_is_decided_removed_and_brought_back(person: Visitor, stack: Stack) -> None:
    _measure(stack, "rungs")
    page = person.page
    person.open(f"{stack.url}/p/rungs/ladders")
    page.get_by_role("button", name="Create ladder").click()
    page.get_by_role("button", name="Edit ruc-140").click()
    form = page.get_by_role("form", name="Edit ruc-140")
    form.get_by_label("Decision").select_option("kept")
    form.get_by_label("Reason").fill("the next rung builds on it")
    form.get_by_role("button", name="Save").click()
    person.see("Kept by decision")
    page.get_by_role("button", name="More for ruc-140").click()
    page.get_by_role("menuitem", name="Remove").click()
    page.get_by_role("listitem", name="ruc-140").wait_for(state="detached")
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("listitem", name="ruc-140").wait_for()


def test_published_figures_become_a_ladder_that_says_so(
    person: Visitor, measured: Stack, tmp_path: Path
) -> None:
    table = tmp_path / "async_bridge.tsv"
    table.write_text(REFERENCE.read_text() if REFERENCE.exists() else OWN)
    page = person.page
    person.open(f"{measured.url}/p/ladders/ladders")
    page.get_by_role("button", name="New from a table").click()
    page.get_by_label("Table as a file").set_input_files(table)
    person.see(re.compile("They carry summaries only"))
    person.keep("ladder-published-form")
    page.get_by_role("button", name="Create ladder").click()
    person.wait_for_answer("15.3 % higher throughput than the baseline.")
    assert "2 of" in person.answer()
    person.see("published figures, summaries only")
    person.see(re.compile(r"sync handler \(control\) is at 59\.5. the baseline, 51\.6"))
    cached = page.get_by_role("listitem", name="cached is-async check")
    assert "kept by decision" in cached.inner_text()
    person.keep("ladder-published")
    assert faults_of(page) == []
