"""A team's first day: own suite, real agent, a step found, told, gated, accepted, fixed, told."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.domain.pulls.forge_events import ForgeKind
from backend.embedded.stores.services import Services
from backend.testing.browser import Visitor
from backend.testing.forges.running import forge
from backend.testing.forges.server import StandIn
from backend.testing.forges.webhooks import pull_request_webhook
from backend.testing.forges.world import BOT
from backend.testing.receivers import Mailbox, mail_server
from backend.testing.stack import Stack, make_stack, wait_until
from backend.tests.browser.pulls.test_pulls_page import connected, send, states_of
from backend.tests.cli.shell import Shell
from backend.tests.cli.test_correcting import key_of_the_installation

pytestmark = [pytest.mark.agent, pytest.mark.browser]

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
import json, pathlib, random
level = float(pathlib.Path("../level.txt").read_text())
took = level * random.gauss(1.0, 0.0004)
print(json.dumps({"answer": True, "metrics": {"sort_time": took}}))
"""
"""Made numbers: what the machine does meanwhile changes nothing."""
BEFORE, AFTER, PULLED = 0.00175, 0.001929, 0.0022
MEASURE_S = 900.0
SLOWER = re.compile(r"(1\d\.\d+) % slower")
ALIKE = 0.2
"""Per cent: messages are written when there are fewer commits behind a step."""


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
            timeout=MEASURE_S,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
        return made

    def group(self) -> dict[str, str]:
        """Return the newest alert group, as far as there is one."""
        rows = self.run("alerts", "--state", "all", "--json").json["rows"]
        return dict(rows[0]) if rows else {"state": "none"}


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def there() -> Iterator[StandIn]:
    with forge(ForgeKind.GITHUB) as running:
        yield running


@pytest.fixture(scope="module")
def stack(
    services: Services,
    module_database_url: str,
    mailbox: Mailbox,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Stack]:
    """Run a server that may call this machine and sends mail."""
    made = make_stack(module_database_url, services.redis_url, tmp_path_factory.mktemp("stack"))
    made.environment |= {
        "TIDEMARK_OUTGOING_ALLOWED": "127.0.0.0/8",
        "TIDEMARK_PUBLIC_URL": made.url,
        "TIDEMARK_SMTP_HOST": "127.0.0.1",
        "TIDEMARK_SMTP_PORT": str(mailbox.port),
        "TIDEMARK_SMTP_SECURITY": "none",
    }
    try:
        made.start_api()
        made.start_worker()
        yield made
    finally:
        made.stop()


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


def test_a_team_adopts_it_in_a_day(
    person: Visitor, stack: Stack, team: Team, mailbox: Mailbox, there: StandIn
) -> None:
    assert team.run("project", "create", "Gated").code == 0
    assert team.run("channels", "add", "Team", "mail", "team@example.org").code == 0
    team.begin()
    names = [team.measure(f"Change {index}", BEFORE) for index in range(6)]
    names += [team.measure(f"Change {index}", AFTER) for index in range(6, 12)]
    _found_and_told(person, stack, team, mailbox, names[6])
    _compared(team, names)
    _gated_and_accepted(person, stack, team, there, names)
    _fixed_and_told(team, mailbox)


def _text(mailbox: Mailbox, number: int) -> str:
    plain = mailbox.mails[number].get_body(("plain",))
    assert plain is not None
    return _spaced(plain.get_content())


def _spaced(text: str) -> str:
    """Return a text with one plain space wherever there is any."""
    return " ".join(text.split())


def _size_in(text: str) -> float:
    """Return by how many per cent something is slower."""
    found = SLOWER.search(_spaced(text))
    assert found is not None, text
    return float(found[1])


def _see(person: Visitor, size: float) -> None:
    page = person.page.get_by_role("main")

    def is_said() -> bool:
        found = SLOWER.search(_spaced(page.inner_text()))
        return found is not None and abs(float(found[1]) - size) <= ALIKE

    wait_until(is_said, f"the page says {size} % slower", MEASURE_S)


def _found_and_told(
    person: Visitor, stack: Stack, team: Team, mailbox: Mailbox, culprit: str
) -> None:
    """Wait until the step is found; command, mail and page say alike how large it is."""
    wait_until(lambda: team.group()["state"] == "open", "the step is found", MEASURE_S)
    wait_until(lambda: mailbox.mails, "it is mailed", MEASURE_S)
    shown = team.run("alerts", "show", "1").out
    size = _size_in(shown)
    assert culprit[:8] in mailbox.mails[0]["Subject"]
    assert _size_in(_text(mailbox, 0)) == pytest.approx(size, abs=ALIKE)
    person.open(f"{stack.url}/p/gated/alert-groups/1")
    _see(person, size)
    assert team.run("alerts", "assign", "1", "--to", "Administrator").code == 0


def _compared(team: Team, names: list[str]) -> None:
    said = team.run("compare", f"commit:{names[5]}", f"commit:{names[6]}")
    assert (said.code, "slower [" in said.out) == (1, True), said
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
    wait_until(lambda: "failure" in states_of(there, head), "the check fails", MEASURE_S)
    gate = team.run("compare")
    assert gate.code == 1, gate
    size = _size_in(gate.out)
    (comment,) = there.world.comments_of(7, BOT)
    assert _size_in(comment.body) == pytest.approx(size, abs=ALIKE)
    person.open(f"{stack.url}/p/gated/pull-requests")
    person.page.get_by_role("link", name="#7").click()
    _see(person, size)
    person.page.get_by_label("Reason").fill("it is worth it")
    person.page.get_by_role("button", name="Accept the regressions").click()
    wait_until(lambda: states_of(there, head)[-1:] == ["success"], "it is green", MEASURE_S)
    team.git("checkout", "-q", "--force", "main")


def _fixed_and_told(team: Team, mailbox: Mailbox) -> None:
    """Bring the level back, and wait until that is found and told."""
    for index in range(12, 18):
        team.measure(f"Change {index}", BEFORE)
    found = json.loads(team.run("alerts", "show", "1", "--json").out)["group"]
    assert found["number"] == 1

    def subjects() -> list[str]:
        return [str(one["Subject"]) for one in mailbox.mails]

    wait_until(
        lambda: any(one.startswith("Fixed: sort sort_time ") for one in subjects()),
        "it is told as fixed",
        MEASURE_S,
    )
    assert team.run("alerts", "show", "1", "--json").json["group"]["state"] == "fixed"
