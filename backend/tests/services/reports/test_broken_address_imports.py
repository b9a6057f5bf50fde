"""Imports from addresses that break, wait, lead elsewhere, or lose their workers."""

from dataclasses import replace

import pytest
from sqlalchemy.orm import Session

from backend.adapters.addresses.registry import MOST_PAGES
from backend.domain.errors import ConflictError, InvalidError
from backend.services.reports.addresses.fetch import MOST_TRIES
from backend.services.reports.addresses.walk import MOST_IMPORTS, WalkStep
from backend.services.task_queue import TaskQueue
from backend.settings import UploadLimits
from backend.tests.adapters import tracker_samples as samples
from backend.tests.adapters.tracker_server import Given, TrackerServer, tracker_server
from backend.tests.services.reports.test_address_imports import (
    BENCHER,
    TABLE,
    Desk,
    accepted,
    bencher_page,
    desk,
    reports,
    tracker,
)

__all__ = ["desk", "tracker"]


def test_a_tracker_that_asks_to_wait_is_left_alone_so_long_and_then_asked_again(
    desk: Desk, tracker: TrackerServer
) -> None:
    busy = Given(b"", 429, {"Retry-After": "120"})
    tracker.give(bencher_page(1), busy, Given(reports(1, 1), headers={"X-Total-Count": "1"}))
    id_ = desk.begin(f"{tracker.url}{BENCHER}")
    row = desk.query("select id from outbox")
    assert desk.walker.go_on(desk.project.id, row) is WalkStep.LATER
    wait = desk.query("select wait_until - now() > interval '100 seconds' from address_import")
    assert wait
    assert desk.walker.go_on(desk.project.id, row) is WalkStep.LATER
    assert len(tracker.asked) == 1
    assert accepted(desk.walk(id_)) == (1, 0)
    tracker.give(bencher_page(1), Given(b"", 503, {"Retry-After": "7200"}))
    assert "asks to wait 120 minutes" in desk.bring(f"{tracker.url}{BENCHER}").error


def test_a_page_that_stays_broken_ends_the_import_and_nothing_is_stored(
    desk: Desk, tracker: TrackerServer
) -> None:
    tracker.give(bencher_page(1), reports(1, 2))
    tracker.give(bencher_page(2), Given(b'[{"uuid": ', promises=0))
    found = desk.bring(f"{tracker.url}{BENCHER}")
    assert "is no complete JSON" in found.error
    assert bencher_page(2) in found.error
    assert tracker.paths().count(bencher_page(2)) == 5
    stored = "select count(*) from report where project_id = :project"
    assert desk.query(stored, project=desk.project.id) == 0
    tracker.give(bencher_page(2), [])
    assert accepted(desk.bring(f"{tracker.url}{BENCHER}")) == (2, 0)
    assert tracker.paths().count(bencher_page(1)) == 1


def test_a_page_that_fails_for_good_is_named_and_alone_asked_for_again(
    desk: Desk, tracker: TrackerServer
) -> None:
    api = "/api/db_default/v4/nts"
    tracker.give(f"{api}/machines/", {"machines": [{"id": 1, "name": "m"}]})
    tracker.give(f"{api}/machines/1", {"runs": [{"id": number} for number in (1, 2, 3, 4)]})
    tracker.give(f"{api}/runs/1", samples.lnt_run(1, "r100"))
    tracker.give(f"{api}/runs/2", Given(b"", 500))
    tracker.give(f"{api}/runs/3", Given(b"", 410))
    tracker.give(f"{api}/runs/4", samples.lnt_run(4, "r400"))
    address = f"{tracker.url}/db_default/v4/nts/"
    found = desk.bring(address)
    assert accepted(found) == (2, 0)
    assert found.outcome is not None
    named = [one["pointer"] for one in found.outcome["rejected"]]
    assert named == [f"{tracker.url}{api}/runs/2", f"{tracker.url}{api}/runs/3"]
    assert "500" in found.outcome["rejected"][0]["reason"]
    assert "2 of 6 pages did not come" in found.outcome["notes"][-1]
    assert tracker.paths().count(f"{api}/runs/2") == MOST_TRIES
    tracker.give(f"{api}/runs/2", samples.lnt_run(2, "r200"))
    tracker.give(f"{api}/runs/3", samples.lnt_run(3, "r300"))
    asked = len(tracker.asked)
    again = desk.bring(address)
    assert accepted(again) == (2, 2)
    assert tracker.paths()[asked:] == [f"{api}/runs/2", f"{api}/runs/3"]
    assert again.outcome is not None
    assert again.outcome["rejected"] == []
    assert desk.query("select count(*) from address_page") == 0


def test_a_page_that_is_a_part_of_commits_ends_the_import_and_the_others_are_kept(
    desk: Desk, tracker: TrackerServer
) -> None:
    result = [{"timestamp": 1_700_000_000, "metrics": [{"name": "t", "value": 1, "unit": "ms"}],
               "attributes": {"git_commit": samples.HASHES[0], "branch": "main"}}]  # fmt: skip
    tracker.give("/api/v0/results", [{"test_name": "a"}, {"test_name": "b"}])
    tracker.give("/api/v0/result/a", result)
    tracker.give("/api/v0/result/b", Given(b"", 410))
    address = f"{tracker.url}/api/v0/results"
    found = desk.bring(address)
    assert f"{tracker.url}/api/v0/result/b" in found.error
    assert "nothing was stored" in found.error
    assert found.faults[0]["remedy"]
    stored = "select count(*) from report where project_id = :project"
    assert desk.query(stored, project=desk.project.id) == 0
    tracker.give("/api/v0/result/b", result)
    asked = len(tracker.asked)
    assert accepted(desk.bring(address)) == (1, 0)
    assert tracker.paths()[asked:] == ["/api/v0/result/b"]


@pytest.mark.parametrize("git_log", [b"", b"a log of git"])
def test_an_import_of_which_no_page_comes_says_why_and_goes_on_there(
    desk: Desk, tracker: TrackerServer, git_log: bytes
) -> None:
    api = "/api/db_default/v4/nts"
    tracker.give(f"{api}/machines/1", {"runs": [{"id": 1}]})
    tracker.give(f"{api}/runs/1", Given(b"", 410))
    address = f"{tracker.url}/db_default/v4/nts/machine/1"
    found = desk.walk(desk.begin(address, git_log=git_log))
    assert f"{tracker.url}{api}/runs/1" in found.error
    assert [one["pointer"] for one in found.faults] == [f"{tracker.url}{api}/runs/1"]
    assert "410" in found.faults[0]["reason"]
    tracker.give(f"{api}/runs/1", samples.lnt_run(1, "r100"))
    asked = len(tracker.asked)
    assert accepted(desk.bring(address)) == (1, 0)
    assert tracker.paths()[asked:] == [f"{api}/runs/1"]


def test_pages_do_not_get_young_by_imports_that_take_them_over(
    desk: Desk, tracker: TrackerServer
) -> None:
    api = "/api/db_default/v4/nts"
    tracker.give(f"{api}/machines/1", {"runs": [{"id": 1}, {"id": 2}]})
    tracker.give(f"{api}/runs/1", samples.lnt_run(1, "r100"))
    tracker.give(f"{api}/runs/2", Given(b"", 410))
    address = f"{tracker.url}/db_default/v4/nts/machine/1"

    def asked() -> int:
        before = len(tracker.asked)
        assert desk.bring(address).outcome is not None
        return len(tracker.asked) - before

    def pass_minutes(count: int, *columns: str) -> None:
        for column in columns:
            moved = f"{column} = {column} - interval '{count} minutes'"
            table = "address_page" if column == "fetched_at" else "address_import"
            desk.query(f"update {table} set {moved} returning 1")

    assert asked() == 3
    pass_minutes(20, "created_at", "finished_at", "fetched_at")
    assert asked() == 1
    pass_minutes(20, "created_at", "finished_at", "fetched_at")
    assert asked() == 3, "its pages are 40 minutes old"
    pass_minutes(50, "created_at", "fetched_at")
    assert asked() == 1, "an import of 50 minutes that ended just now fetched them itself"


def test_a_connection_that_is_cut_is_asked_again(desk: Desk, tracker: TrackerServer) -> None:
    whole = Given(reports(1, 1), headers={"X-Total-Count": "1"})
    tracker.give(bencher_page(1), replace(whole, promises=100), whole)
    assert accepted(desk.bring(f"{tracker.url}{BENCHER}")) == (1, 0)


def test_a_history_without_end_and_a_huge_page_stop_at_the_limit(
    desk: Desk, tracker: TrackerServer
) -> None:
    desk.walker = replace(desk.walker, limits=UploadLimits(import_bytes=3_000))
    for number in range(1, 50):
        tracker.give(bencher_page(number), reports(number, 1))
    endless = desk.bring(f"{tracker.url}{BENCHER}")
    assert "TIDEMARK_MAX_IMPORT_BYTES" in endless.faults[0]["remedy"]
    assert len(tracker.asked) < 20
    huge = desk.bring(tracker.give("/huge.csv", b"x" * 5_000))
    assert "larger than 3000 bytes" in huge.error
    machines = {"machines": [{"id": number} for number in range(MOST_PAGES)]}
    tracker.give("/api/db_default/v4/nts/machines/", machines)
    desk.walker = replace(desk.walker, limits=UploadLimits())
    many = desk.bring(f"{tracker.url}/db_default/v4/nts/")
    assert "more than 20,000 pages" in many.error


def test_redirects_pass_the_guard_again_and_take_no_token_elsewhere(
    desk: Desk, tracker: TrackerServer
) -> None:
    inside = "http://10.0.0.9/secrets"
    moved = tracker.give("/moved.csv", Given(status=302, headers={"Location": inside}))
    refused = desk.bring(moved)
    assert f"leads to {inside}" in refused.error
    assert "TIDEMARK_OUTGOING_ALLOWED" in refused.faults[0]["remedy"]
    with tracker_server() as other:
        there = other.give("/table.csv", TABLE)
        moved = tracker.give("/gone.csv", Given(status=307, headers={"Location": there}))
        assert accepted(desk.bring(moved, "s3cr3t"))[0] > 0
        assert [token for _, token in tracker.asked[-1:]] == ["s3cr3t"]
        assert [token for _, token in other.asked] == [""]
    round_ = tracker.give("/round.csv", Given(status=302, headers={"Location": "/round.csv"}))
    assert "leads on and on" in desk.bring(round_).error


def test_pages_behind_a_redirect_are_asked_without_the_token(
    desk: Desk, tracker: TrackerServer
) -> None:
    api = "/api/db_default/v4/nts"
    with tracker_server() as other:
        there = other.give(f"{api}/machines/", {"machines": [{"id": 1, "name": "m"}]})
        tracker.give(f"{api}/machines/", Given(status=302, headers={"Location": there}))
        other.give(f"{api}/machines/1", Given({"runs": []}, wants="s3cr3t"))
        found = desk.bring(f"{tracker.url}/db_default/v4/nts/", "s3cr3t")
        assert [token for _, token in tracker.asked] == ["s3cr3t"]
        assert [token for _, token in other.asked] == ["", ""]
    assert "goes to the host of the address alone" in found.faults[0]["remedy"]


def test_an_import_that_kills_its_workers_is_given_up_and_another_may_begin(
    desk: Desk, tracker: TrackerServer
) -> None:
    address = tracker.give("/table.csv", TABLE)
    id_ = desk.begin(address)
    row = desk.query("select id from outbox")
    assert desk.walker.go_on(desk.project.id, row) is WalkStep.MORE

    def die(_session: Session) -> TaskQueue:
        raise KeyboardInterrupt

    for _ in range(MOST_IMPORTS):
        with pytest.raises(KeyboardInterrupt):
            replace(desk.walker, queue=die).go_on(desk.project.id, row)
    assert "no worker came to its end; nothing was stored" in desk.walk(id_).error
    assert accepted(desk.bring(address))[0] > 0


def test_a_page_that_kills_its_workers_is_given_up(desk: Desk, tracker: TrackerServer) -> None:
    address = tracker.give("/table.csv", TABLE)
    id_ = desk.begin(address)
    row = desk.query("select id from outbox")
    before = lambda: (_ for _ in ()).throw(KeyboardInterrupt)  # noqa: E731
    dying = replace(desk.walker, outgoing=replace(desk.walker.outgoing, before=before))
    for _ in range(MOST_TRIES):
        with pytest.raises(KeyboardInterrupt):
            dying.go_on(desk.project.id, row)
        desk.query("update address_import set claimed_until = now() returning 1")
    found = desk.walk(id_)
    assert found.error.startswith(address)
    assert "no worker came to its end" in found.error


def test_a_host_is_looked_up_once_however_many_pages_it_has(
    desk: Desk, tracker: TrackerServer
) -> None:
    asked: list[str] = []

    def resolve(host: str, _port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    outgoing = replace(desk.walker.outgoing, resolve=resolve)
    desk.walker = replace(desk.walker, outgoing=outgoing)
    series = "&".join(f"series=central,{number},1,1" for number in range(1, 20))
    desk.begin(f"{tracker.url}/perfherder/graphs?{series}")
    assert desk.query("select count(*) from address_page") == 19
    assert asked == ["127.0.0.1"]


def test_private_addresses_are_refused_when_asked_with_the_way_to_allow_them(desk: Desk) -> None:
    with pytest.raises(InvalidError) as refused:
        desk.begin("http://10.1.2.3/data.js")
    (fault,) = refused.value.faults
    assert fault.pointer == "/address"
    assert "TIDEMARK_OUTGOING_ALLOWED" in fault.remedy
    with pytest.raises(InvalidError, match="does not begin with http"):
        desk.begin("ftp://example.org/data.js")


def test_one_import_runs_at_a_time_and_a_dry_run_is_not_fetched_twice(
    desk: Desk, tracker: TrackerServer
) -> None:
    address = tracker.give("/table.csv", TABLE)
    first = desk.begin(address, is_dry=True)
    with pytest.raises(ConflictError, match="under way"):
        desk.begin(address)
    dry = desk.walk(first)
    assert dry.outcome is not None
    assert (dry.outcome["accepted"], dry.outcome["is_dry"]) == (0, True)
    real = desk.bring(address)
    assert accepted(real)[0] == dry.outcome["reports"]
    assert len(tracker.asked) == 1


def test_a_worker_that_was_killed_at_a_page_is_replaced_and_what_it_brings_late_is_dropped(
    desk: Desk, tracker: TrackerServer
) -> None:
    tracker.give(bencher_page(1), reports(1, 2))
    tracker.give(bencher_page(2), [])
    id_ = desk.begin(f"{tracker.url}{BENCHER}")
    row = desk.query("select id from outbox")
    desk.query(
        "update address_import set claim = 1, claimed_until = now() + interval '60 s' returning 1"
    )
    assert desk.walker.go_on(desk.project.id, row) is WalkStep.LATER
    desk.query("update address_import set claimed_until = now() returning 1")
    assert accepted(desk.walk(id_)) == (2, 0)
