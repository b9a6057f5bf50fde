"""A team's first day: own suite, real agent, a step found, told, gated, accepted, fixed, told."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.domain.pulls.forge_events import ForgeKind
from backend.testing.browser import Visitor
from backend.testing.forges.running import forge
from backend.testing.forges.server import StandIn
from backend.testing.forges.webhooks import pull_request_webhook
from backend.testing.forges.world import BOT
from backend.testing.receivers import Mailbox
from backend.testing.stack import Stack, wait_until
from backend.tests.browser.days import (
    AFTER,
    BEFORE,
    LAST,
    PATIENCE_S,
    PULLED,
    STEP,
    accept_on_the_page,
    is_found,
    size_in,
    told_alike,
    wait_for_mail,
    wait_for_quiet,
)
from backend.tests.browser.pulls.test_pulls_page import connected, send, states_of
from backend.tests.cli.shell import Shell
from backend.tests.cli.test_correcting import key_of_the_installation

pytestmark = [pytest.mark.agent, pytest.mark.browser, pytest.mark.long]

MANIFEST = """
name = "engine"
summary = "Sorting"
language = "python"
[version]
command = ["python3", "--version"]
[metrics.sort_time]
unit = "s"
direction = "lower"
noise = "sampled"
summary = "the sort alone"
[modes.quick]
rounds = 5
warmup = 0
max_seconds = 600
[[benchmark]]
name = "sort"
command = ["python3", "bench.py"]
metrics = ["sort_time"]
check = "true"
timeout_seconds = 120
"""
PROGRAM = """
import json, pathlib
level = float(pathlib.Path("../level.txt").read_text())
print(json.dumps({"answer": True, "metrics": {"sort_time": level}}))
"""


ADDRESS = "team@example.org"


class Team(Shell):
    """A repository with a suite of its own, outside the checkout of Tidemark."""

    agent: Path

    def begin(self) -> None:
        suite = self.home / "bench"
        suite.mkdir()
        (suite / "suite.toml").write_text(MANIFEST)
        (suite / "bench.py").write_text(PROGRAM)
        self.git("init", "-q", "-b", "main")

    def commit(self, subject: str, level: float) -> str:
        (self.home / "level.txt").write_text(str(level))
        (self.home / "notes.txt").write_text(subject)
        self.git("add", ".")
        self.git("commit", "-q", "-m", subject)
        return self.git("rev-parse", "HEAD")

    def measure(self, subject: str, level: float) -> str:
        """Commit, measure with the agent, and send the report."""
        made = self.commit(subject, level)
        spool = str(self.home.parent / "spool")
        command = [str(self.agent), "run", "bench", "--upload", "--spool", spool]
        environment = self.environment(TIDEMARK_SERVER=self.settings["TIDEMARK_URL"])
        done = subprocess.run(
            command, cwd=self.home, env=environment, capture_output=True, check=False, text=True,
            timeout=PATIENCE_S,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
        return made


@pytest.fixture(scope="module")
def there() -> Iterator[StandIn]:
    with forge(ForgeKind.GITHUB) as running:
        yield running


@pytest.fixture(scope="module")
def stack(mailing: Stack) -> Stack:
    return mailing


@pytest.fixture
def team(stack: Stack, program: Path, tmp_path: Path) -> Team:
    home = tmp_path / "engine"
    home.mkdir()
    settings = {
        "TIDEMARK_URL": stack.url,
        "TIDEMARK_KEY": key_of_the_installation(stack),
        "TIDEMARK_PROJECT": "gated",
        "TIDEMARK_TESTBED": "box",
    }
    made = Team(home, settings)
    made.agent = program
    return made


@pytest.mark.nightly(
    shorter=[
        (
            "browser/test_journeys.py"
            "::test_a_regression_reaches_everybody_once_and_is_triaged_until_it_is_fixed"
        ),
        (
            "browser/pulls/test_pulls_page.py"
            "::test_a_slower_pull_request_has_one_comment_and_a_check_that_turns_green_when_accepted"
        ),
        (
            "browser/machines/test_fleet.py"
            "::test_a_change_is_upheld_by_an_agent_that_measures_both_commits_in_turns"
        ),
    ]
)
def test_a_team_adopts_it_in_a_day(
    person: Visitor, stack: Stack, team: Team, mailbox: Mailbox, there: StandIn
) -> None:
    assert team.run("project", "create", "Gated").code == 0
    assert team.run("channels", "add", "Team", "mail", ADDRESS).code == 0
    team.begin()
    names = _measure_until_found(team, stack)
    size = told_alike(person, stack, team, mailbox, (ADDRESS, names[STEP]))
    assert team.run("alerts", "assign", "1", "--to", "Administrator").code == 0
    names += [team.measure(f"Change {index}", AFTER) for index in range(len(names), LAST)]
    _compared(team, names, size)
    _gated_and_accepted(person, stack, team, there, names)
    _fixed_and_told(team, mailbox)


def _measure_until_found(team: Team, stack: Stack) -> list[str]:
    """Measure 12 commits with one step; return those until it is found, once all is judged."""
    names: list[str] = []
    for index in range(LAST):
        names.append(team.measure(f"Change {index}", BEFORE if index < STEP else AFTER))
        wait_for_quiet(stack)
        if index >= STEP and is_found(team):
            return names
    raise AssertionError("the step is not found")


def _compared(team: Team, names: list[str], size: str) -> None:
    said = team.run("compare", f"commit:{names[STEP - 1]}", f"commit:{names[STEP]}")
    assert (said.code, size_in(said.out)) == (1, size), said
    assert team.run("compare").code in {0, 3}, "the newest commit changed nothing"


def _gated_and_accepted(
    person: Visitor, stack: Stack, team: Team, there: StandIn, names: list[str]
) -> None:
    """Have a slower pull request stopped by its check and by the command, then accept it."""
    address, secret = connected(person, stack, there)
    for before, name in zip(["", *names], names, strict=False):
        there.world.parents[name] = (before,) if before else ()
    there.world.branches["main"] = names[-1]
    team.git("checkout", "-q", "-b", "topic-7")
    head = team.measure("Sort twice", PULLED)
    there.world.parents[head] = (names[-1],)
    there.world.branches["topic-7"] = head
    there.world.pull(7, head, author="ada")
    assert send(address, secret, pull_request_webhook(there, 7)).status_code == 202
    wait_until(lambda: "failure" in states_of(there, head), "the check fails", PATIENCE_S)
    gate = team.run("compare")
    assert gate.code == 1, gate
    size = size_in(gate.out)
    (comment,) = there.world.comments_of(7, BOT)
    assert size_in(comment.body) == size
    accept_on_the_page(person, stack, "gated", size)
    wait_until(lambda: states_of(there, head)[-1:] == ["success"], "it is green", PATIENCE_S)
    team.git("checkout", "-q", "--force", "main")


def _fixed_and_told(team: Team, mailbox: Mailbox) -> None:
    """Bring the level back, and wait until that is found and told."""
    for index in range(LAST, 18):
        team.measure(f"Change {index}", BEFORE)
    wait_for_mail(mailbox, ADDRESS, "Fixed: sort sort_time ")
    assert team.run("alerts", "show", "1", "--json").json["group"]["state"] == "fixed"
