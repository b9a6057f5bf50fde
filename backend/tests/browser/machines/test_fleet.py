"""A suspicion becomes a verdict: asked for on a page, measured by a real agent, seen there."""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from backend.domain.people.rights import Scope
from backend.testing.browser import Visitor
from backend.testing.stack import Stack, wait_for, wait_until
from backend.tests.browser.machines.measured_repository import SUITE, MeasuredRepository
from backend.tests.cli.shell import Shell

pytestmark = [pytest.mark.agent, pytest.mark.browser]

PATIENCE_S = 400.0
HALF = 16
Serve = Callable[[MeasuredRepository, str], subprocess.Popen[bytes]]


@pytest.fixture
def serve(stack: Stack) -> Iterator[Serve]:
    """Give what starts an agent as a service, and ends it after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(repository: MeasuredRepository, project: str) -> subprocess.Popen[bytes]:
        started.append(repository.serve(stack, project))
        return started[-1]

    yield start
    for one in started:
        one.terminate()
    for one in started:
        one.wait(timeout=60)


def a_change(client: httpx.Client, reports: Sequence[dict[str, Any]]) -> Any:
    """Send a history, and return the change that is found in it."""
    for report in reports:
        answer = client.post("/reports", json=report)
        assert answer.status_code == 201, answer.text
    wait_until(lambda: client.get("/changes").json()["rows"], "the change", PATIENCE_S)
    return client.get("/changes").json()["rows"][0]


def a_step(folder: Path, program: Path, truth: float) -> tuple[MeasuredRepository, Any]:
    """Return a history that rises by a fifth in its middle, of code that does so or does not."""
    repository = MeasuredRepository.make(folder, program, [1.0] * HALF + [truth] * HALF)
    places = range(2 * HALF)
    told = [(1.0 if place < HALF else 1.2) * (1 + 0.001 * (place % 3)) for place in places]
    return repository, repository.history(places, told)


def decided(client: httpx.Client, change: int) -> Any:
    """Return the job of a change once nothing more is measured for it."""

    def look() -> Any:
        for job in client.get("/jobs", params={"change": change}).json()["over"]:
            is_done = job["verdict"] and job["verdict"]["finding"] != "more pairs"
            if is_done or job["state"] != "finished":
                return job
        return None

    return wait_for(look, "the verdict", PATIENCE_S)


def test_a_change_is_upheld_by_an_agent_that_measures_both_commits_in_turns(
    stack: Stack, person: Visitor, program: Path, tmp_path: Path, serve: Serve
) -> None:
    repository, reports = a_step(tmp_path, program, 1.2)
    with stack.client("upheld") as client:
        change = a_change(client, reports)
        person.open(f"{stack.url}/p/upheld/changes/{change['id']}")
        person.page.get_by_role("button", name="Confirm", exact=True).click()
        serve(repository, "upheld")
        job = decided(client, change["id"])
        assert job["verdict"]["finding"] == "confirmed", job
        assert job["verdict"]["low"] < 1.2 < job["verdict"]["high"]
        assert (job["agent"], job["testbed"]) == ("toy-agent", "table")
        detail = client.get(f"/jobs/{job['id']}").json()
        arms = [(one["arm"], one["commit"]) for one in detail["runs"] if one["is_counted"]]
        good, bad = repository.commits[HALF - 1], repository.commits[HALF]
        assert set(arms) == {(0, good), (1, bad), (2, good)}
        person.see("Confirmed: measured in turns", timeout_s=120)
        person.see(f"job {job['id']}", timeout_s=120)
        person.keep("change-upheld")
        shown = client.get(f"/changes/{change['id']}").json()["change"]
        assert (shown["state"], shown["cause"]) == ("confirmed", "job")


def test_the_commit_of_a_change_is_found_among_commits_that_nobody_measured(
    stack: Stack, person: Visitor, program: Path, tmp_path: Path, serve: Serve
) -> None:
    """Of eight commits in question the third did it, and the one after it cannot be built."""
    steady, culprit, known = 16, 18, 24
    levels: list[float | None] = [1.0 if place < culprit else 1.2 for place in range(known + 16)]
    levels[culprit + 1] = None
    repository = MeasuredRepository.make(tmp_path, program, levels)
    measured = [*range(steady), *range(known, len(levels))]
    told = [(levels[place] or 0.0) * (1 + 0.001 * (place % 3)) for place in measured]
    reports = repository.history(measured, told)
    with stack.client("bisected") as client:
        change = a_change(client, reports)
        person.open(f"{stack.url}/p/bisected/changes/{change['id']}")
        person.page.get_by_role("button", name="Bisect", exact=True).click()
        serve(repository, "bisected")
        job = decided(client, change["id"])
        assert job["verdict"]["finding"] == "found", job
        search = client.get(f"/jobs/{job['id']}").json()["search"]
        assert search["answer"] == [repository.commits[culprit]], search
        assert len(search["steps"]) <= 6
        person.see("made the change", timeout_s=120)
        person.page.get_by_role("link", name=f"Bisection {job['id']}").click()
        person.see("Probability of each commit in question", timeout_s=120)
        person.keep("job-bisected")


def test_a_change_that_the_code_does_not_show_is_closed_and_stays_closed(
    stack: Stack, person: Visitor, program: Path, tmp_path: Path, serve: Serve
) -> None:
    repository, reports = a_step(tmp_path, program, 1.0)
    with stack.client("refuted") as client:
        change = a_change(client, reports)
        person.open(f"{stack.url}/p/refuted/changes/{change['id']}")
        person.page.get_by_role("button", name="Confirm", exact=True).click()
        serve(repository, "refuted")
        job = decided(client, change["id"])
        assert job["verdict"]["finding"] == "refuted", job

        def closed() -> Any:
            groups = client.get("/alert-groups", params={"state": "all"}).json()["rows"]
            return next((one for one in groups if one["state"] == "invalid"), None)

        wait_for(closed, "the group is closed", PATIENCE_S)
        shown = client.get(f"/changes/{change['id']}").json()["change"]
        assert (shown["state"], shown["cause"]) == ("refuted", "job")
        person.see("Refuted: less than half of the suspected effect", timeout_s=120)
        person.keep("change-refuted")
        machine = client.get("/machines").json()["rows"][0]["id"]
        person.open(f"{stack.url}/p/refuted/machines/{machine}")
        person.page.get_by_role("heading", name="Testbed table").scroll_into_view_if_needed()
        person.see(
            "0 of 1 suspicion was upheld by commits measured in turns (0\u202f%, 95\u202f% interval"
            " 0 to 79\u202f%), 1 refuted.",
            timeout_s=120,
        )
        runs = client.get("/runs").json()["total"]
        again = reports[-1] | {"idempotency_key": "one-more"}
        assert client.post("/reports", json=again).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] > runs, "one more run", PATIENCE_S)
        assert client.get(f"/changes/{change['id']}").json()["change"]["state"] == "refuted"


def a_clone(folder: Path, repository: MeasuredRepository, settings: dict[str, str]) -> Shell:
    """Return a developer's shell in a clone with a changed file, a new one and an ignored one."""
    folder.mkdir()
    theirs = Shell(folder, settings)
    theirs.git("clone", "-q", str(repository.folder / "suites"), ".")
    (folder / SUITE / "level").write_text("1.5")
    (folder / SUITE / "new file").write_bytes(b"\xff\x00\n")
    (folder / ".git" / "info" / "exclude").write_text("*.o\n")
    (folder / "left.o").write_text("ignored")
    theirs.git("config", "diff.noprefix", "true")
    theirs.git("config", "i18n.commitEncoding", "ISO-8859-1")
    return theirs


def state_of(theirs: Shell) -> list[str]:
    """Return what git says of a clone, its objects included."""
    return [theirs.git(*words) for words in (("status", "--porcelain"), ("count-objects",))]


def test_what_a_developer_changed_is_measured_beside_its_base_and_nothing_of_theirs_moves(
    stack: Stack, person: Visitor, program: Path, tmp_path: Path, serve: Serve
) -> None:
    """There is no history: rounds in turns are pairs, which decide by themselves."""
    repository = MeasuredRepository.make(tmp_path / "box", program, [1.0, 1.0])
    key = stack.key("tried", Scope.TRIAGE, Scope.READ)
    settings = {"TIDEMARK_URL": stack.url, "TIDEMARK_KEY": key, "TIDEMARK_PROJECT": "tried"}
    theirs = a_clone(tmp_path / "theirs", repository, settings)
    before = state_of(theirs)
    asked = theirs.run("try", SUITE, "--minutes", "0", "-m", "Wait longer", "--rounds", "12")
    assert (asked.code, asked.out.startswith("job ")) == (0, True), asked
    assert asked.err == f"with the new file {SUITE}/new file\n"
    serve(repository, "tried")
    slower = theirs.run("try", SUITE, "--rounds", "12", "--minutes", "8")
    assert (slower.code, "slower" in slower.out) == (1, True), slower
    assert state_of(theirs) == before
    with stack.client("tried") as client:
        job = client.get("/jobs").json()["over"][0]
        base, patch = job["target"]["commits"]
        assert (base["commit"], base["branch"]) == (repository.commits[-1], "main")
        assert patch["branch"] == f"try/{patch['commit'][:8]}"
        run = client.get(f"/jobs/{job['id']}").json()["runs"][-1]
        assert run["commit"] == patch["commit"]
    person.open(f"{stack.url}/p/tried/jobs/{job['id']}")
    person.page.get_by_role("button", name="Show patch").click()
    person.see("new file", timeout_s=60)
    person.keep("job-of-a-patch")
    (theirs.home / SUITE / "level").write_text("1.0")
    same = theirs.run("try", SUITE, "--rounds", "12", "--minutes", "8")
    assert (same.code, "No regression found" in same.out) == (0, True), same


def test_a_patch_of_an_unmerged_commit_stays_out_of_the_history_of_main(
    stack: Stack, program: Path, tmp_path: Path
) -> None:
    repository = MeasuredRepository.make(tmp_path / "box", program, [1.0])
    key = stack.key("unmerged", Scope.TRIAGE, Scope.READ)
    settings = {"TIDEMARK_URL": stack.url, "TIDEMARK_KEY": key, "TIDEMARK_PROJECT": "unmerged"}
    theirs = a_clone(tmp_path / "theirs", repository, settings)
    theirs.git("switch", "-q", "-c", "feature")
    theirs.git("commit", "-q", "-a", "-m", "Not on main")
    (theirs.home / SUITE / "level").write_text("1.1")
    own = theirs.run("try", SUITE, "--base", "HEAD", "--minutes", "0", "--json")
    base, patch = own.json["job"]["target"]["commits"]
    assert (base["branch"], patch["branch"]) == ("feature", f"try/{patch['commit'][:8]}")
    again = {"kind": "run", "suite": SUITE, "why": "x", "commits": [patch]}
    with stack.client("unmerged", Scope.TRIAGE) as client:
        refused = client.post("/jobs", json=again)
    assert (refused.status_code, "it is a patch" in refused.text) == (422, True)
