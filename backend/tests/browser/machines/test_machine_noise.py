"""Is this box fit to measure: what a testbed can show, and how often it is wrong."""

import re
from collections.abc import Iterator

import numpy as np
import pytest

from backend.services.machines.compare_with_itself import compare_with_itself
from backend.storage.engine import make_engine, transaction
from backend.testing.browser import Visitor
from backend.testing.builders import Document, a_report, a_result
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

BENCHMARKS = {"search": 0.01, "sort": 0.02, "hash": 0.04}


def runs(count: int) -> Iterator[Document]:
    """Yield runs of one commit after the other, two of each; benchmarks differ in noise."""
    random = np.random.default_rng(5)
    for number in range(count):
        results = [
            a_result(benchmark=name, samples=(0.1 * luck * within).tolist())
            for name, between in BENCHMARKS.items()
            for luck in [np.exp(random.normal(0.0, between))]
            for within in [np.exp(random.normal(0.0, 0.003, 5))]
        ]
        yield a_report(
            commit={"id": f"c{number // 2}", "time": f"2026-01-{1 + number // 2:02d}T00:00:00Z"},
            run={"started_at": f"2026-02-{1 + number // 24:02d}T{number % 24:02d}:00:00Z"},
            testbed="lab",
            machine={"name": "bench-1", "fingerprint": {"cpu_model": "Example", "cores": 8}},
            results=results,
        )


@pytest.fixture(scope="module")
def measured(stack: Stack) -> Stack:
    """Give a testbed with twenty pairs of runs, each of one commit, compared with themselves."""
    with stack.client("noisy") as client:
        for report in runs(40):
            assert client.post("/reports", json=report).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == 40, "all runs are there")
        wait_until(
            lambda: client.get("/noise").json()["rows"][0]["scatter"]["series"] == 3,
            "the noise is known",
        )
    engine = make_engine(stack.database_url, 1)
    is_left = True
    while is_left:
        with transaction(engine) as session:
            is_left = compare_with_itself(session)
    engine.dispose()
    return stack


def test_a_machine_page_says_what_its_testbed_shows_and_how_often_it_errs(
    measured: Stack, person: Visitor
) -> None:
    person.open(f"{measured.url}/p/noisy/machines")
    person.see("Noise of lab")
    person.see(
        re.compile(r"Run-to-run noise: median [\d.]+\s% \(IQR [\d.]+ to [\d.]+\s%\), 3 series")
    )
    rows = person.page.get_by_role("table", name="The noisiest series").get_by_role("row")
    assert rows.nth(1).inner_text().startswith("hash")
    person.see(re.compile(r"\d of \d+ comparisons; within them \d+ of \d+ results"))
    person.see(re.compile("no evidence of more than the 5.% claimed"))
    person.keep("machine-noise")
    rows.nth(1).get_by_role("link").click()
    person.page.get_by_text("Noise and required sample size").click()
    person.see(re.compile("Most of the scatter is new in each run"))
    person.see(re.compile(r"about \d+ pairs of runs"))
    person.keep("series-noise")
