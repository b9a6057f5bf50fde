"""J6 by clicking: is this box fit to measure, from the machine to a run, its suite, a benchmark."""

import re
from typing import Any

import numpy as np
import pytest

from backend.testing.browser import Visitor
from backend.testing.builders import Document, a_histogram, a_report, a_result
from backend.testing.databases import ROOT
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
VIOLATIONS = """async () => (await axe.run('main')).violations
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)"""
RUNS = 16
ENGINES = {"smol": 1.0, "tokio": 1.04, "rayon": 1.3}


def nothing_hinders(person: Visitor) -> None:
    """Refuse what axe finds on the page as it stands."""
    person.page.evaluate(AXE.read_text())
    found = person.page.evaluate(VIOLATIONS)
    assert found == []


def conditions(number: int, luck: float) -> dict[str, Any]:
    works = [
        {"work": work, "before_s": level, "after_s": level * luck, "ratio": luck,
         "low": luck * 0.98, "high": luck * 1.02, "limit": 0.1}
        for work, level in (("integer", 0.0101), ("memory", 0.0203))
    ]  # fmt: skip
    checks = [
        {"name": "governor", "state": "warning", "found": "powersave",
         "means": "The clock changes with the load.", "remedy": "cpupower -g performance"},
        {"name": "swap", "state": "ok", "found": "none"},
        {"name": "turbo", "state": "unknown", "found": "the kernel does not say"},
    ]  # fmt: skip
    goal = {
        "goal": "smol against rayon", "metric": "throughput", "verdict": "above", "pairs": 20,
        "contender": {"benchmark": "search", "parameters": {"engine": "smol"}},
        "baseline": {"benchmark": "search", "parameters": {"engine": "rayon"}},
        "ratio": 1.3, "low": 1.28, "high": 1.32,
    }  # fmt: skip
    score = 78.0 + 4 * np.sin(number)
    return {
        "noise": {"score": score, "low": score - 4, "high": score + 3, "sentence": "Quiet."},
        "control": {"verdict": "moved" if luck > 1.05 else "steady", "works": works},
        "preflight": {"checks": checks},
        "goals": [goal],
    }


def a_run(number: int, weather: np.random.Generator) -> Document:
    rounds = weather.normal(1.0, 0.05, 20)
    results = []
    for engine, level in ENGINES.items():
        parameters = {"engine": engine}
        times = (0.1 * level * rounds * weather.normal(1.0, 0.004, 20)).tolist()
        far = 4 if engine == "tokio" else 1
        counts = {10: 5_000, 12: 3_000, 15: 1_900, 30 * far: 95, 60 * far: 10}
        results += [
            a_result(parameters=parameters, metric="cpu_time", samples=times),
            a_result(parameters=parameters, metric="throughput",
                     samples=[1e6 * 0.1 / time for time in times]),
            a_result(parameters=parameters, metric="latency", samples=None,
                     histogram=a_histogram(counts, 1e-4)),
        ]  # fmt: skip
    failure = {"kind": "timeout", "message": "no answer within 60 s"}
    results.append(a_result(parameters={"engine": "glommio"}, metric=None, samples=None)
                   | {"failure": failure})  # fmt: skip
    for result in results:
        if result["samples"] is None:
            del result["samples"]
    seconds = np.linspace(0.0, 6.0, 61)
    course = {
        "benchmark": "search", "parameters": {"engine": "smol"}, "metric": "resident", "round": 3,
        "seconds": seconds.tolist(), "values": (40.0 * (1 - np.exp(-4 * seconds)) + 12).tolist(),
    }  # fmt: skip
    return a_report(
        suite={"name": "engines", "summary": "The same search on three engines"},
        commit={"id": f"{number:040d}", "time": f"2026-02-01T{number:02d}:00:00Z",
                "subject": f"Change {number}"},
        testbed="lab",
        machine={"name": "bench-1", "fingerprint": {
            "cpu_model": "Example 9000", "cores": 8, "memory_bytes": 34_359_738_368,
            "cpu_max_khz": 3_600_000, "kernel": "6.1" if number < 9 else "6.12"}},
        environment={"rustc": "1.95.0", "foreign_cpu_median": 0.0123},
        metrics={
            "cpu_time": {"unit": "s", "direction": "lower"},
            "latency": {"unit": "s", "direction": "lower", "summary": "of one request"},
            "throughput": {"unit": "req/s", "direction": "higher"},
            "resident": {"unit": "MiB", "direction": "lower"},
        },
        benchmarks={"search": {"summary": "Search a tree", "metrics": ["throughput", "latency"],
                               "version_hash": "a1b2c3d4e5f6" if number < 12 else "ffee00112233"}},
        results=results,
        courses=[course],
        run={"started_at": f"2026-02-01T{number:02d}:00:00Z",
             "finished_at": f"2026-02-01T{number:02d}:09:00Z", "mode": "full",
             "conditions": conditions(number, 1.08 if number == 11 else 1.004)},
    )  # fmt: skip


@pytest.fixture(scope="module")
def measured(stack: Stack) -> Stack:
    weather = np.random.default_rng(3)
    with stack.client("fit") as client:
        for number in range(RUNS):
            assert client.post("/reports", json=a_run(number, weather)).status_code == 201
        control = a_report(suite={"name": "machine-control"}, testbed="lab")
        assert client.post("/reports", json=control).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == RUNS + 1, "all runs are there")
    return stack


def test_a_machine_answers_whether_it_is_fit_and_leads_on(person: Visitor, measured: Stack) -> None:
    page = person.page
    person.open(f"{measured.url}/p/fit/machines")
    history = re.compile("bench-1: Noise score, 0 to 100, of .* runs")
    page.get_by_role("img", name=history).wait_for()
    nothing_hinders(person)
    person.keep("machines-history")
    page.get_by_role("link", name="bench-1").first.click()
    person.wait_for_answer(
        "bench-1 measures, with reservations: the control benchmark drifted in 1"
    )
    person.see("cpupower -g performance")
    person.see(re.compile("kernel: 6.1 → 6.12"))
    chart = page.get_by_role("slider", name=re.compile("Noise score"))
    chart.focus()
    page.keyboard.press("End")
    person.see(re.compile(r"2026-02-01 15:00.*run \d+: 80\.\d"))
    nothing_hinders(person)
    person.keep("machine")
    page.get_by_role("link", name="engines").first.click()
    person.wait_for_answer("engines: ")
    person.see("higher throughput than the baseline")
    person.see("no answer within 60 s")
    nothing_hinders(person)
    person.keep("suite")
    page.get_by_role("table", name="Benchmarks").get_by_role("link", name="search").click()
    person.wait_for_answer("search: ")
    person.see("The definition changed 1 time")
    nothing_hinders(person)
    person.keep("benchmark")


def test_a_run_shows_its_tails_its_courses_and_its_variants_by_rounds(
    person: Visitor, measured: Stack
) -> None:
    page = person.page
    person.open(f"{measured.url}/p/fit/runs")
    person.see(re.compile("1 run of the control benchmark apart"))
    person.keep("runs-apart")
    page.get_by_role("table").get_by_role("link", name=re.compile(r"^\d+$")).first.click()
    page.get_by_role("tab", name="Tail latency").click()
    person.see(re.compile("Only the tail differs: tokio has the median, and 4 times the p99.9"))
    nothing_hinders(person)
    person.keep("run-tails")
    page.get_by_role("tab", name=re.compile("Over time")).click()
    person.see(re.compile(r"search engine=smol, round 3: Steady from \d"))
    nothing_hinders(person)
    person.keep("run-courses")
    page.get_by_role("tab", name="Variants side by side").click()
    person.see(re.compile("in the rounds that both have"))
    assert page.get_by_role("combobox", name="Metric").input_value() == "throughput"
    person.see(re.compile("lower throughput .*20 pairs"))
    person.keep("run-variants")
    page.get_by_role("tab", name=re.compile("Environment")).click()
    person.see("3.60\u202fGHz")
    person.keep("run-environment")
    page.get_by_role("tab", name=re.compile("Goals")).click()
    person.see("higher throughput than the baseline")
    nothing_hinders(person)
    person.keep("run-goal-signs")


def test_pages_of_what_is_not_there_say_so(person: Visitor, measured: Stack) -> None:
    for path, what in (
        ("machines/99", "Machine 99"),
        ("suites/99", "Suite 99"),
        ("benchmarks/99", "Benchmark 99"),
    ):
        person.open(f"{measured.url}/p/fit/{path}")
        person.see(f"{what}: not found, or you do not have access.")
    nothing_hinders(person)
    person.keep("benchmark-failing")
