"""`tidemark import https://…`: the server fetches, the command waits, answers and exits as ever."""

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from backend.domain.people.rights import Scope
from backend.storage.engine import make_engine
from backend.testing.stack import Stack, wait_for, wait_until
from backend.tests.adapters import tracker_samples as samples
from backend.tests.adapters.tracker_server import Given, TrackerServer, tracker_server
from backend.tests.cli.shell import Shell

PAGE = "/v0/projects/demo/reports?expand=results&sort=date_time&direction=asc&per_page=100&page={}"


@pytest.fixture(scope="module")
def tracker() -> Iterator[TrackerServer]:
    with tracker_server() as running:
        yield running


@pytest.fixture(scope="module")
def busy(server: Stack) -> Stack:
    """Return the server with a worker."""
    server.start_worker()
    return server


def test_a_history_comes_from_its_address_with_a_token_that_no_command_line_shows(
    busy: Stack, shell: Shell, tracker: TrackerServer
) -> None:
    busy.project("fetched")
    shell.settings["TIDEMARK_KEY"] = busy.key("fetched", Scope.REPORT)
    empty = Given([], wants="s3cr3t")
    for number in (1, 2):
        report = samples.bencher_report(f"{number:040x}", number, float(number))
        tracker.give(PAGE.format(number), Given([report], wants="s3cr3t"))
    tracker.give(PAGE.format(3), empty)
    command = ("import", f"{tracker.url}/v0/projects/demo", "-p", "fetched", "--testbed", "ci")
    refused = shell.run(*command)
    assert refused.code == 2
    assert "--token-env" in refused.err
    assert "holds no token" in shell.run(*command, "--token-env", "BENCHER_API").err
    shell.settings["BENCHER_API"] = "s3cr3t"
    dry = shell.run(*command, "--token-env", "BENCHER_API", "--dry-run")
    assert "nothing was stored" in dry.out
    done = shell.run(*command, "--token-env", "BENCHER_API")
    assert (done.code, "2 reports" in done.out) == (0, True), done
    assert "3 of 3 pages" in done.err
    again = shell.run(*command, "--token-env", "BENCHER_API", "--json")
    assert (again.json["accepted"], again.json["duplicates"]) == (0, 2)
    for asked in (("init", "-q"), ("commit", "-q", "--allow-empty", "-m", "Begin")):
        shell.git(*asked)
    beside = ("--token-env", "BENCHER_API", "--git", str(shell.home), "--json")
    assert shell.run(*command, *beside).json["duplicates"] == 2
    assert "s3cr3t" not in again.out
    log = (busy.directory / "worker.log").read_text() + (busy.directory / "api.log").read_text()
    assert "s3cr3t" not in log


def test_a_direction_is_asked_and_answered_as_with_a_file(
    busy: Stack, shell: Shell, tracker: TrackerServer
) -> None:
    busy.project("asked")
    shell.settings["TIDEMARK_KEY"] = busy.key("asked", Scope.REPORT)
    table = f"commit,benchmark,value,unit,testbed\n{'a' * 40},parse,3,widgets,ci\n".encode()
    address = tracker.give("/table.csv", table)
    asked = shell.run("import", address, "-p", "asked")
    assert asked.code == 2
    assert "--direction '*|widgets=lower|higher'" in asked.err
    done = shell.run("import", address, "-p", "asked", "--direction", "*|widgets=higher")
    assert done.code == 0, done
    assert tracker.paths().count("/table.csv") == 1


def test_ctrl_c_stops_the_import_on_the_server_too(
    busy: Stack, shell: Shell, tracker: TrackerServer
) -> None:
    busy.project("stopped")
    shell.settings["TIDEMARK_KEY"] = busy.key("stopped", Scope.REPORT)
    address = f"{tracker.url}/held/api/v4/nts/stopped.csv"
    # what runs in the background may have been started with Ctrl-C ignored
    command = ["env", "--default-signal=INT", sys.executable, "-P", "-m", "backend.cli"]
    command += ["import", address, "-p", "stopped"]
    running = subprocess.Popen(
        command, cwd=shell.home, env=shell.environment(), stderr=subprocess.PIPE, text=True
    )
    wait_until(lambda: tracker.waiting, "the worker asks")
    running.send_signal(signal.SIGINT)
    said = running.communicate(timeout=300)[1]
    tracker.held.set()
    assert (running.returncode, "it was cancelled" in said) == (2, True), said
    with busy.client("stopped", Scope.REPORT) as client:
        (listed,) = client.get("/imports/addresses").json()
    assert (listed["state"], listed["results"]) == ("failed", 0)
    tracker.held.clear()
    tracker.waiting = 0


def test_a_worker_killed_in_the_middle_leaves_an_import_that_another_one_ends(
    busy: Stack, tracker: TrackerServer
) -> None:
    tracker.held.clear()  # another test may have let those who ask go
    tracker.waiting = 0
    api = "/held/api/db_default/v4/nts"
    tracker.give(f"{api}/machines/", {"machines": [{"id": 1}]})
    tracker.give(f"{api}/machines/1", {"runs": [{"id": 1}, {"id": 2}]})
    tracker.give(f"{api}/runs/1", samples.lnt_run(1, "r100"))
    tracker.give(f"{api}/runs/2", samples.lnt_run(2, "r200"))
    busy.project("killed")
    with busy.client("killed", Scope.REPORT) as client:
        begun = client.post(
            "/imports/addresses", json={"address": f"{tracker.url}/held/db_default/v4/nts/"}
        )
        assert begun.status_code == 202, begun.text
        wait_until(lambda: tracker.waiting, "the worker asks")
        busy.kill("worker")
        tracker.held.set()
        forget_who_holds_imports(busy)
        busy.start_worker()

        def ended() -> dict[str, object] | None:
            found = client.get(f"/imports/addresses/{begun.json()['id']}").json()
            return found if found["finished_at"] else None

        found = wait_for(ended, "the import ends", patience_s=400)
    assert found["error"] == ""
    outcome = found["outcome"]
    assert isinstance(outcome, dict)
    assert (outcome["accepted"], outcome["duplicates"]) == (2, 0)
    assert found["pages"] == 4


def forget_who_holds_imports(stack: Stack) -> None:
    """Do what time does in a minute and a half: the worker that took a page counts as gone."""
    engine = make_engine(stack.database_url)
    with engine.begin() as connection:
        gone = connection.execute(
            text("update address_import set claimed_until = now() where claimed_until is not null")
        ).rowcount
    engine.dispose()
    assert gone == 1
