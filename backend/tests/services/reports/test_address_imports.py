"""Histories from addresses: walked at the wire, page by page, and imported as a file is."""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import Engine, text

from backend.domain.errors import InvalidError
from backend.domain.outgoing_addresses import read_allowed
from backend.domain.people.projects import Actor, Project, User
from backend.domain.reports.address_imports import AddressImport, AddressOptions
from backend.outgoing.guarded_http import Outgoing
from backend.services.encryption import SecretCipher
from backend.services.people.set_up import ensure_project
from backend.services.reports.addresses.begin import begin_address_import, show_address_import
from backend.services.reports.addresses.walk import AddressWalker, WalkStep
from backend.services.task_queue import TaskName, TaskQueue
from backend.settings import UploadLimits
from backend.storage.engine import transaction
from backend.storage.people import access
from backend.testing.draining import RecordingRelay, drain
from backend.tests.adapters import tracker_samples as samples
from backend.tests.adapters.tracker_samples import HASHES
from backend.tests.adapters.tracker_server import Given, TrackerServer, tracker_server

CIPHER = SecretCipher(SecretStr("a secret of tests"))
ALLOWED = "127.0.0.1"
TABLE = f"""commit,commit_time,benchmark,value,unit,testbed
{HASHES[0]},2026-01-01T00:00:00Z,parse,1.5,ms,ci
{HASHES[1]},2026-01-02T00:00:00Z,parse,1.6,ms,ci
""".encode()


@pytest.fixture
def tracker() -> Iterator[TrackerServer]:
    with tracker_server() as running:
        yield running


@dataclass
class Desk:
    """Somebody who imports, and the worker that does it."""

    engine: Engine
    project: Project
    actor: Actor
    walker: AddressWalker

    def begin(self, address: str, token: str = "", git_log: bytes = b"", **said: Any) -> int:
        told = (address, AddressOptions(**{"testbed": "ci", **said}), token, git_log)
        tools = (CIPHER, self.walker.outgoing)
        with transaction(self.engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            return begin_address_import(session, queue, self.project.id, self.actor, told, tools)

    def see(self, id_: int) -> AddressImport:
        with transaction(self.engine) as session:
            return show_address_import(session, self.project.id, id_)

    def walk(self, id_: int) -> AddressImport:
        """Walk to the end; what has to wait is let go on at once."""
        row = self.query("select id from outbox where task = :task", task=TaskName.IMPORT_ADDRESSES)
        while (step := self.walker.go_on(self.project.id, row)) is not WalkStep.ENDED:
            if step is WalkStep.LATER:
                assert self.see(id_).wait_until is not None
                self.query("update address_import set wait_until = null returning 1")
        return self.see(id_)

    def bring(self, address: str, token: str = "", **said: Any) -> AddressImport:
        return self.walk(self.begin(address, token, **said))

    def query(self, statement: str, **named: Any) -> Any:
        with self.engine.begin() as connection:
            return connection.execute(text(statement), named).scalars().first()


@pytest.fixture
def desk(engine: Engine) -> Desk:
    with transaction(engine) as session:
        project = ensure_project(session, "brought", "Brought")
        user: User = access.ensure_user(session, "ada@example.org", "Ada", is_admin=True)
    walker = AddressWalker(
        engine, Outgoing(read_allowed(ALLOWED)), CIPHER, UploadLimits(),
        lambda session: TaskQueue(session, RecordingRelay()),
    )  # fmt: skip
    return Desk(engine, project, Actor(user=user), walker)


def accepted(found: AddressImport) -> tuple[int, int]:
    assert found.outcome is not None, found.error
    return found.outcome["accepted"], found.outcome["duplicates"]


def reports(first: int, count: int) -> list[Any]:
    return [
        samples.bencher_report(f"{number:040x}", 1 + number, float(number))
        for number in range(first, first + count)
    ]


BENCHER = "/v0/projects/demo/reports"


def bencher_page(number: int) -> str:
    return f"{BENCHER}?expand=results&sort=date_time&direction=asc&per_page=100&page={number}"


def test_bencher_is_walked_page_by_page_with_its_token_and_again_adds_the_rest(
    desk: Desk, tracker: TrackerServer
) -> None:
    empty = Given([], wants="s3cr3t")
    tracker.give(bencher_page(1), replace(empty, body=reports(1, 2)))
    tracker.give(bencher_page(2), replace(empty, body=reports(3, 1)))
    tracker.give(bencher_page(3), empty)
    address = f"{tracker.url}/v0/projects/demo"
    refused = desk.bring(address)
    assert "lets nobody in without permission (401)" in refused.error
    assert "--token-env" in refused.faults[0]["remedy"]
    first = desk.bring(address, "s3cr3t")
    assert accepted(first) == (3, 0)
    assert (first.pages, first.known_pages) == (3, 3)
    assert first.bytes > 500
    assert (
        desk.query("select encrypted_token from address_import where id = :id", id=first.id) is None
    )
    assert desk.query("select count(*) from address_page") == 0
    tracker.give(bencher_page(3), replace(empty, body=reports(4, 2)))
    tracker.give(bencher_page(4), empty)
    assert accepted(desk.bring(address, "s3cr3t")) == (2, 3)
    did = desk.query(
        "select count(*) from audit_event where noun = 'history' and verb = 'imported'"
    )
    assert did == 2


def test_a_total_in_the_head_saves_the_empty_page(desk: Desk, tracker: TrackerServer) -> None:
    tracker.give(bencher_page(1), Given(reports(1, 2), headers={"X-Total-Count": "2"}))
    assert accepted(desk.bring(f"{tracker.url}{BENCHER}")) == (2, 0)
    assert tracker.paths() == [bencher_page(1)]


def test_conbench_is_walked_by_its_cursor_and_one_that_comes_again_ends_it(
    desk: Desk, tracker: TrackerServer
) -> None:
    base = "/api/benchmark-results/?page_size=1000"
    one, other = (
        samples.conbench_result(sha, day) for sha, day in ((HASHES[0], 1), (HASHES[1], 2))
    )
    tracker.give(base, {"data": [one], "metadata": {"next_page_cursor": "abc"}})
    tracker.give(f"{base}&cursor=abc", {"data": [other], "metadata": {"next_page_cursor": "abc"}})
    found = desk.bring(f"{tracker.url}/api/benchmark-results/")
    assert accepted(found) == (2, 0)
    assert len(tracker.asked) == 2


def test_lnt_is_walked_from_its_page_by_machine_and_run(desk: Desk, tracker: TrackerServer) -> None:
    api = "/perf/api/db_default/v4/nts"
    tracker.give(f"{api}/machines/", {"machines": [{"id": 1, "name": "m"}]})
    tracker.give(f"{api}/machines/1", {"runs": [{"id": 1}, {"id": 2}]})
    tracker.give(f"{api}/runs/1", samples.lnt_run(1, "r100"))
    tracker.give(f"{api}/runs/2", samples.lnt_run(2, "r200"))
    found = desk.bring(f"{tracker.url}/perf/db_default/v4/nts/recent_activity")
    assert accepted(found) == (2, 0)
    assert found.pages == 4


def test_nyrkio_keeps_the_whole_names_of_its_tests(desk: Desk, tracker: TrackerServer) -> None:
    result = [{"timestamp": 1_700_000_000, "metrics": [{"name": "t", "value": 1, "unit": "ms"}],
               "attributes": {"git_commit": HASHES[0], "branch": "main"}}]  # fmt: skip
    tracker.give("/api/v0/results", [{"test_name": "a/fast.v2"}, {"test_name": "b/fast.v2"}])
    tracker.give("/api/v0/result/a/fast.v2", result)
    tracker.give("/api/v0/result/b/fast.v2", result)
    assert accepted(desk.bring(f"{tracker.url}/api/v0/results")) == (1, 0)
    drain(desk.engine, desk.project.id)
    names = "select string_agg(name, ' ' order by name) from benchmark where name like '%fast.v2'"
    assert desk.query(names) == "a/fast.v2 b/fast.v2"


def test_perfherder_gives_the_series_of_a_list_and_of_a_graph(
    desk: Desk, tracker: TrackerServer
) -> None:
    base = "/api/performance/summary/"
    list_ = f"{base}?interval=31536000&repository=central&framework=1"
    tracker.give(list_, [{"signature_id": 7, "framework_id": 1, "repository_name": "central"}])
    tracker.give(f"{base}?repository=central&interval=31536000&signature=7&framework=1&all_data=true",
                 samples.PERFHERDER)  # fmt: skip
    first = desk.bring(f"{tracker.url}{base}?repository=central&framework=1")
    assert accepted(first)[0] > 0
    tracker.give(f"{base}?repository=central&signature=7&interval=31536000&all_data=true&framework=1",
                 samples.PERFHERDER)  # fmt: skip
    graph = f"{tracker.url}/perfherder/graphs?series=central,7,1,1&timerange=1209600"
    assert accepted(desk.bring(graph))[1] == accepted(first)[0]


def test_codespeed_is_asked_for_each_benchmark_of_its_grid(
    desk: Desk, tracker: TrackerServer
) -> None:
    tail = "&base=none&revs=100000"
    tracker.give(f"/timeline/json/?exe=1%2C2&env=1&ben=grid{tail}",
                 {"timelines": [{"benchmark": "richards"}]})  # fmt: skip
    tracker.give(f"/timeline/json/?exe=1%2C2&env=1&ben=richards{tail}", samples.CODESPEED)
    found = desk.bring(f"{tracker.url}/timeline/#/?exe=1,2&ben=grid&env=1&revs=50")
    assert accepted(found)[0] > 0
    with pytest.raises(InvalidError, match="says no executables"):
        desk.begin(f"{tracker.url}/timeline/")


def test_a_published_site_of_asv_is_found_from_its_page_and_graphs_may_be_missing(
    desk: Desk, tracker: TrackerServer
) -> None:
    tracker.give("/speed/", b"<!DOCTYPE html><script src='asv.js'></script>")
    tracker.give("/speed", Given(status=301, headers={"Location": "/speed/"}))
    tracker.give("/speed/index.json", samples.ASV_INDEX)
    for path, points in samples.ASV_GRAPHS.items():
        tracker.give(f"/speed/{path}", points)
    found = desk.bring(f"{tracker.url}/speed#/summary")
    assert accepted(found) == (3, 0)
    assert found.pages == 6
    assert found.outcome is not None
    assert found.outcome["format"] == "asv-html"


def test_a_site_of_github_action_benchmark_and_a_table_are_files_at_an_address(
    desk: Desk, tracker: TrackerServer
) -> None:
    page = b'<!doctype html><script src="data.js"></script><script>window.BENCHMARK_DATA</script>'
    entry = {"commit": {"id": HASHES[0], "timestamp": "2026-01-01T00:00:00Z"}, "tool": "cargo",
             "date": 1_767_225_600_000,
             "benches": [{"name": "p", "value": 1, "unit": "ns/iter"}]}  # fmt: skip
    tracker.give("/dev/bench/", page)
    data = Given({"entries": {"Rust": [entry]}})
    tracker.give("/dev/bench/data.js", data)
    assert accepted(desk.bring(f"{tracker.url}/dev/bench/")) == (1, 0)
    assert accepted(desk.bring(f"{tracker.url}/dev/bench/data.js")) == (0, 1)
    address = tracker.give("/table.csv", TABLE)
    assert accepted(desk.bring(address))[0] > 0
    log = gzip.compress(f"{HASHES[1]} 1767312000 {HASHES[0]}\n{HASHES[0]} 1767225600\n".encode())
    entry["commit"] = {"id": HASHES[1][:12], "timestamp": "2026-01-01T00:00:00Z"}
    tracker.give("/dev/bench/data.js", data)
    ordered = desk.bring(f"{tracker.url}/dev/bench/", suite="Ordered", git_log=log)
    assert accepted(ordered) == (1, 0)
    drain(desk.engine, desk.project.id)
    parents = "select count(*) from commit_parent where project_id = :id"
    assert desk.query(parents, id=desk.project.id) == 1
    with pytest.raises(InvalidError, match="git log cannot be read"):
        desk.begin(f"{tracker.url}/dev/bench/", git_log=b"\x1f\x8bno gzip")
    address = tracker.give("/other.html", b"<html>nothing</html>")
    found = desk.bring(address)
    assert "the history of no tracker that is known" in found.error
