"""Every part killed, stopped and left without space once, under load: nothing is lost."""

import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx
import pytest

from backend.storage.engine import make_engine
from backend.testing.breaking.killing import say_measured
from backend.testing.breaking.small_disk import MIB, SmallDisk, installation_on_small_disk
from backend.testing.builders import a_history
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.chaos

PARTS = ("api", "worker", "beat", "valkey", "postgres")
TOGETHER = (("worker", "beat", "valkey"), ("api", "postgres"))
"""Parts that are stopped at once: each stop lasts until the supervisor ends it."""
PASSING = {503, 507}


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDisk]:
    with installation_on_small_disk(tmp_path_factory.mktemp("small"), "1600m") as running:
        yield running


@pytest.fixture(scope="module")
def server(disk: SmallDisk, tmp_path_factory: pytest.TempPathFactory) -> Stack:
    return disk.server(tmp_path_factory.mktemp("stack"))


@dataclass
class Load:
    """Somebody who uploads one report after the other, and somebody who reads."""

    uploads: httpx.Client
    reads: httpx.Client
    before: int
    """Reports that were there."""
    acknowledged: int = 0
    answers: set[int] = field(default_factory=set)
    read: int = 0
    ended: threading.Event = field(default_factory=threading.Event)
    threads: list[threading.Thread] = field(default_factory=list)

    def begin(self) -> None:
        self.threads = [threading.Thread(target=one) for one in (self.upload, self.read_on)]
        for thread in self.threads:
            thread.start()

    def end(self) -> None:
        """End both, and wait for what they have asked: a report may still be on its way."""
        self.ended.set()
        for thread in self.threads:
            thread.join()

    def upload(self) -> None:
        for report in a_history([1.0 + self.before / 1_000] * 5_000):
            while not self.ended.is_set() and not self._is_taken(report):
                time.sleep(0.1)
            if self.ended.wait(0.1):
                return

    def _is_taken(self, report: dict[str, object]) -> bool:
        try:
            answer = self.uploads.post("/reports", json=report)
        except httpx.TransportError:
            return False
        self.answers.add(answer.status_code)
        if answer.is_success:
            self.acknowledged += 1
        return answer.is_success

    def read_on(self) -> None:
        while not self.ended.wait(0.1):
            try:
                answer = self.reads.get("/runs")
            except httpx.TransportError:
                continue
            self.answers.add(answer.status_code)
            self.read += answer.is_success


def stored(server: Stack) -> tuple[int, int, int]:
    """Return how many reports are stored, how many of them are ingested, and how many runs."""
    engine = make_engine(server.database_url, 1)
    with engine.connect() as connection:
        row = connection.exec_driver_sql(
            "select (select count(*) from report),"
            " (select count(*) from report where state = 'ingested'), (select count(*) from run)"
        ).one()
    engine.dispose()
    return row[0], row[1], row[2]


@pytest.fixture
def load(server: Stack) -> Iterator[Load]:
    with server.client() as uploads, server.client() as reads:
        running = Load(uploads, reads, stored(server)[0])
        running.begin()
        yield running
        running.end()


def end_and_account(load: Load, server: Stack) -> None:
    load.end()
    wait_until(lambda: stored(server)[0] == stored(server)[1], "all reports are ingested")
    reports, ingested, runs = stored(server)
    # one report may be stored whose answer was cut off; the sender would have sent it again
    new = reports - load.before
    assert load.acknowledged <= new <= load.acknowledged + len(PARTS) + len(TOGETHER)
    assert reports == ingested == runs
    assert load.answers - PASSING <= {200, 201}
    assert load.read


def test_a_disk_that_fills_up_stops_reports_only_and_all_goes_on_by_itself(
    disk: SmallDisk, server: Stack, load: Load
) -> None:
    wait_until(lambda: load.acknowledged > 5, "reports are accepted")
    disk.leave_free(145 * MIB)
    ready = httpx.get(f"{server.url}/api/v1/ready").json()
    assert ready["warnings"] == [ready["warnings"][0]]
    assert ready["warnings"][0].startswith("The disk with the data is nearly full: 14")

    disk.leave_free(0)
    wait_until(lambda: 507 in load.answers, "a report is refused")
    refused = load.uploads.post("/reports", json=a_history([2.0])[0])
    assert refused.status_code == 507
    assert int(refused.headers["retry-after"]) > 0
    assert "the disk of the server is full" in refused.json()["detail"]
    assert set(disk.troubles()) == {"disk"}
    seen = load.read
    wait_until(lambda: load.read > seen + 50, "reading goes on")
    assert load.uploads.get("/overview").is_success
    assert httpx.get(server.url).is_success
    assert "keeps ending" not in disk.said.read_text()

    disk.free()
    accepted = load.acknowledged
    begun = time.monotonic()
    wait_until(lambda: load.acknowledged > accepted, "reports are accepted again")
    say_measured(f"reports accepted {time.monotonic() - begun:.1f} s after there was space")
    say_measured(f"all parts well after {disk.seconds_until_well():.1f} s more")
    end_and_account(load, server)


@pytest.mark.nightly(
    shorter=[
        "embedded/test_killed_children.py::test_all_children_killed_at_once_come_back",
        "chaos/test_hung_components.py::test_a_stopped_loop_is_named_and_forgiven",
        (
            "chaos/test_killed_services.py"
            "::test_a_dead_database_is_said_and_every_acknowledged_report_survives"
        ),
    ]
)
def test_every_part_may_be_killed_and_stopped_under_load(
    disk: SmallDisk, server: Stack, load: Load
) -> None:
    for name in PARTS:
        old = disk.child(name)
        disk.send(name, signal.SIGKILL)
        wait_until(lambda: disk.child(name) != old, f"another {name} runs")  # noqa: B023
        say_measured(f"{name} killed: well after {disk.seconds_until_well():.1f} s")
    for names in TOGETHER:
        olds = {name: disk.child(name) for name in names}
        for name in names:
            disk.send(name, signal.SIGSTOP)
        begun = time.monotonic()
        for name, old in olds.items():
            wait_until(lambda: disk.child(name) != old, f"another {name} runs")  # noqa: B023
        disk.seconds_until_well()
        say_measured(f"{names} stopped: well after {time.monotonic() - begun:.1f} s")
    end_and_account(load, server)
