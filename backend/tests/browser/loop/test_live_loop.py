"""The loop of the demo, closed by an installation that is killed in the middle of it."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator

from backend.domain.jobs.verdicts import FIRST_PAIRS
from backend.domain.people.rights import Scope
from backend.embedded.state import StateDir, read_running
from backend.embedded.stores.ports import free_port
from backend.settings import inherited_environment
from backend.testing.browser import Visitor, visitor
from backend.testing.databases import ROOT
from backend.testing.stack import Stack
from backend.tests.browser.loop import small_checkout
from backend.tests.browser.loop.small_checkout import NEWEST, UNMEASURED
from backend.tests.embedded.installation import Tidemark

pytestmark = [pytest.mark.agent, pytest.mark.browser, pytest.mark.long(seconds=240)]

PROJECT = "main"
CHECKOUT = ROOT / "test-artefacts" / "small-checkout"
"""The same place each time: the compiled detector is kept by the place of its source."""
PATIENCE_S = 600.0
KINDS = {"confirm", "bisect", "sweep"}
WENT_ON = re.compile(r"goes on after \d+ finished rounds|not heard of")
"""The agent came back within its lease, or on a slow machine the job was given out again."""


@pytest.fixture
def installation(program: Path, tmp_path: Path) -> Iterator[Tidemark]:
    """Start everything as `make up` does, with suites that take seconds."""
    checkout = small_checkout.make_checkout(CHECKOUT, program)
    small_checkout.install_releases(tmp_path / "state")
    path = f"{small_checkout.old_cargo(tmp_path / 'bin')}:{inherited_environment()['PATH']}"
    extra = {
        "TIDEMARK_CONTROLS": str(tmp_path / "controls"),
        "TIDEMARK_WEB_DIST": str(ROOT / "frontend" / "dist"),
        "PATH": path,
    }
    state = StateDir(tmp_path / "state")
    made = Tidemark(state, free_port(), extra=extra, has_agent=True, checkout=checkout)
    made.up()
    yield made
    made.end()


@pytest.fixture
def visiting(browser: Browser, installation: Tidemark) -> Iterator[Visitor]:
    with visitor(browser) as someone:
        someone.open(stack_of(installation).sign_in_url())
        yield someone
        assert someone.complaints == []


def stack_of(installation: Tidemark) -> Stack:
    facts = read_running(installation.state)
    addresses = (str(facts["database_url"]), str(facts["redis_url"]))
    return Stack(installation.url, *addresses, installation.state.path, {})


@pytest.mark.nightly(
    shorter=[
        (
            "browser/machines/test_fleet.py"
            "::test_a_change_is_upheld_by_an_agent_that_measures_both_commits_in_turns"
        ),
        (
            "browser/machines/test_fleet.py"
            "::test_the_commit_of_a_change_is_found_among_commits_that_nobody_measured"
        ),
        (
            "embedded/test_supervisor.py"
            "::test_results_survive_a_killed_supervisor_and_nothing_of_it_lives_on"
        ),
        "embedded/test_killed_children.py::test_all_children_killed_at_once_come_back",
    ]
)
def test_the_demo_closes_its_loop_though_everything_is_killed_in_the_middle(
    installation: Tidemark, visiting: Visitor
) -> None:
    person, project = visiting, f"{installation.url}/p/{PROJECT}"
    running = stack_of(installation)
    with running.client(PROJECT, Scope.ADMIN) as client:
        small_checkout.upload_history(installation.state, running.url, running.key(PROJECT))
        person.open(project)
        click(person.page.get_by_role("link", name="1 unconfirmed change"))
        click(person.page.locator("main a[href*='/changes/']").filter(has_text="wide_lines"))
        person.see("suspected")
        person.keep("loop-suspected")
        click(person.page.get_by_role("link", name="Confirmation"))
        person.see(re.compile(r"\d rounds? came in|interval by rounds"), PATIENCE_S)
        person.keep("loop-running")
        cut = int(person.page.url.rsplit("/", 1)[1])
        assert [one["id"] for one in client.get("/jobs").json()["held"]] == [cut]
        installation.kill_everything()
        installation.up()
        person.page.reload()
        person.see(WENT_ON, PATIENCE_S)
        person.wait_for_answer(": finished", PATIENCE_S)
        person.see("confirmed")
        person.keep("loop-went-on")
        installation.seconds_until(
            lambda: kinds_over(client) >= KINDS, "all three jobs are over", PATIENCE_S
        )
        jobs = [look(client, one["id"]) for one in client.get("/jobs").json()["over"]]
        for detail in jobs:
            assert_counted_once(client, detail)
        bisected = next(one["job"] for one in jobs if one["job"]["kind"] == "bisect")
        look_at_the_verdicts(person, project, look(client, cut)["job"], bisected)


def click(link: Locator) -> None:
    """Click what comes to the page by itself, after a while."""
    link.first.click(timeout=PATIENCE_S * 1000)


def kinds_over(client: httpx.Client) -> set[str]:
    over = [one for one in client.get("/jobs").json()["over"] if one["verdict"]]
    return {one["kind"] for one in over if one["verdict"]["finding"] != "more pairs"}


def look(client: httpx.Client, job: int) -> Any:
    return client.get(f"/jobs/{job}").json()


def assert_counted_once(client: httpx.Client, detail: Any) -> None:
    """See that each lease brought one run of each commit, and that no round is there twice."""
    runs = [one for one in detail["runs"] if one["is_counted"]]
    assert set(Counter((one["lease"], one["arm"]) for one in runs).values()) == {1}, detail
    for drawn in detail["narrowings"] if detail["job"]["kind"] == "confirm" else ():
        second = [client.get(f"/runs/{one['run_id']}").json() for one in runs if one["arm"] == 1]
        rows = [row for run in second for row in run["rows"]]
        measured = [row["n"] for row in rows if row["series"]["metric"] == drawn["metric"]]
        assert sum(measured) == drawn["rounds"] >= FIRST_PAIRS


def look_at_the_verdicts(person: Visitor, project: str, confirmed: Any, bisected: Any) -> None:
    """See what each page says that asked the question."""
    person.open(f"{project}/changes/{confirmed['change_id']}")
    person.see("Confirmed: measured in turns, +")
    person.see(NEWEST)
    person.keep("loop-confirmed")
    person.open(f"{project}/changes/{bisected['change_id']}")
    person.see(f"wcwidth-{UNMEASURED} made the change")
    person.keep("loop-bisected")
    person.page.get_by_role("link", name="Bisection").click()
    person.wait_for_answer(": finished")
    person.see("commit found")
    person.keep("loop-bisection")
    person.open(f"{project}/sweeps")
    person.page.get_by_role("link", name="blocking_threads").first.click()
    person.see(re.compile("blocking_max_threads = .* (is|may be) best"))
    person.keep("loop-refined")
    person.open(f"{project}/jobs")
    person.wait_for_answer("No job is waiting or running")
    person.keep("loop-jobs")
