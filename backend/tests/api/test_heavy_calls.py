"""Many large answers at once: all are given, in turn, and memory does not grow with the askers."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from backend.domain.people.projects import Project
from backend.embedded.identity import resident_bytes
from backend.embedded.stores.services import Services
from backend.storage.engine import make_engine
from backend.testing.brokers import fresh_broker
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill
from backend.testing.stack import Stack, make_stack

RESULTS, ASKERS = 3_000, 20
MOST_GROWTH = 1.35
"""Twenty at once may take so much more than the process holds after two, one after the other."""


@pytest.fixture(scope="module")
def server(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    stack = make_stack(
        module_database_url, fresh_broker(services.redis_url), tmp_path_factory.mktemp("heavy")
    )
    engine = make_engine(module_database_url, 1)
    for number in (1, 2):
        fill(engine, _project(stack), _report(number))
    engine.dispose()
    try:
        stack.start_api()
        yield stack
    finally:
        stack.drop()


def _project(stack: Stack) -> Project:
    return stack.project("main")


def _report(number: int) -> dict[str, object]:
    results = [
        a_result(benchmark=f"b{at}", samples=[1.0 + (at * n * number % 7) / 100 for n in range(10)])
        for at in range(RESULTS)
    ]
    report = a_report(results=results)
    report["commit"]["id"] = f"c{number}"
    return report


@contextmanager
def _largest(pid: int) -> Iterator[list[int]]:
    """Note the most memory that a process has held meanwhile."""
    most, is_over = [0], threading.Event()

    def look() -> None:
        while not is_over.wait(0.02):
            most[0] = max(most[0], resident_bytes(pid))

    looking = threading.Thread(target=look)
    looking.start()
    yield most
    is_over.set()
    looking.join()


def test_twenty_comparisons_at_once_are_answered_and_take_little_more_than_two(
    server: Stack,
) -> None:
    pid = server.processes["api"].pid
    with server.client() as client:
        client.timeout = 120

        def compare(number: int) -> int:
            sides = {"baseline": "commit:c1", "contender": "commit:c2"}
            asked = client.get("/comparison", params={**sides, "threshold": 0.01 + number / 1000})
            assert len(asked.json()["rows"]) == RESULTS
            return asked.status_code

        assert [compare(100), compare(101)] == [200, 200]
        time.sleep(4)  # until it has given back what it does not need
        before = resident_bytes(pid)
        with _largest(pid) as most, ThreadPoolExecutor(ASKERS) as askers:
            assert set(askers.map(compare, range(ASKERS))) == {200}
    assert most[0] < MOST_GROWTH * before, f"{before} bytes, then {most[0]}"
