"""The real agent enrols at a real server; what stops it between leaves it able to try again."""

import itertools
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from backend.domain.people.rights import Scope
from backend.testing.receivers import QuietHandler, serving
from backend.testing.stack import Stack

pytestmark = pytest.mark.agent
NUMBERS = itertools.count(1)
FULL_AT_FIRST = """
mount -t tmpfs -o size=256k disk . && cd "$PWD" && mkdir -m 700 tidemark-agent
head -c 1M /dev/zero > filler 2>/dev/null; truncate -s -8K filler
"$@"; echo "first: $?"; rm filler; "$@"
"""
ON_A_SMALL_DISK = (
    "unshare", "--user", "--map-root-user", "--mount", "sh", "-c", FULL_AT_FIRST, "sh",
)  # fmt: skip


@dataclass
class Enrolling:
    """A machine that is let in at a server, each test in a project of its own."""

    program: Path
    url: str
    client: httpx.Client
    folder: Path

    def token(self) -> str:
        made = self.client.post("/enrolments", json={"testbed": "lab"})
        assert made.status_code == 201, made.text
        return str(made.json()["token"])

    def line(self, token: str, url: str = "") -> tuple[str, ...]:
        return (str(self.program), "enrol", url or self.url, token, "--name", "vm-1")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def enrol(self, token: str, url: str = "") -> subprocess.CompletedProcess[str]:
        return self.run(*self.line(token, url))

    @property
    def own(self) -> Path:
        return self.folder / "tidemark-agent"

    def is_let_in(self) -> bool:
        """Whether the agent comes back by what it wrote, with the key that the server knows."""
        config = str(self.own / "agent.toml")
        said = self.run(str(self.program), "key", "--config", config)
        shown = f"agent vm-1 signs with key {self.key()[:12]}"
        return said.returncode == 0 and shown in said.stdout

    def key(self) -> str:
        (machine,) = self.client.get("/machines").json()["rows"]
        return str(machine["agents"][0]["key"])


@pytest.fixture
def machine(stack: Stack, program: Path, tmp_path: Path) -> Iterator[Enrolling]:
    with stack.client(f"enrolling-{next(NUMBERS)}", Scope.ADMIN) as client:
        yield Enrolling(program, stack.url, client, tmp_path)


def test_where_the_key_cannot_lie_the_token_is_not_spent(machine: Enrolling) -> None:
    machine.own.mkdir(mode=0o700)
    (machine.own / "tidemark.key").mkdir()
    token = machine.token()
    refused = machine.enrol(token)
    assert refused.returncode == 2, refused.stdout
    assert "cannot write to" in refused.stderr
    (machine.own / "tidemark.key").rmdir()
    done = machine.enrol(token)
    assert done.returncode == 0, done.stderr
    assert machine.is_let_in()


def test_on_a_full_disk_the_token_is_not_spent(machine: Enrolling) -> None:
    done = machine.run(*ON_A_SMALL_DISK, *machine.line(machine.token()))
    assert "first: 2\n" in done.stdout, done.stdout + done.stderr
    assert "No space left on device" in done.stderr
    assert done.returncode == 0, done.stderr
    assert "agent vm-1 is enrolled" in done.stdout


def test_a_folder_that_others_may_change_is_refused(machine: Enrolling) -> None:
    machine.own.mkdir()
    machine.own.chmod(0o775)
    token = machine.token()
    refused = machine.enrol(token)
    assert refused.returncode == 2, refused.stdout
    assert "chmod 700" in refused.stderr
    machine.own.chmod(0o700)
    assert machine.enrol(token).returncode == 0


def test_an_agent_that_lost_what_it_was_given_comes_back_by_another_token(
    machine: Enrolling,
) -> None:
    assert machine.enrol(machine.token()).returncode == 0
    key = machine.key()
    for name in ("agent.toml", "tidemark.key"):
        (machine.own / name).unlink()
    again = machine.enrol(machine.token())
    assert again.returncode == 0, again.stderr
    assert machine.key() == key
    assert machine.is_let_in()
    # a maintainer who revokes the key lets the agent come with a new one
    for name in ("agent.toml", "tidemark.key"):
        (machine.own / name).unlink()
    (listed,) = machine.client.get("/machines").json()["rows"]
    agent = listed["agents"][0]["id"]
    assert machine.client.delete(f"/agents/{agent}/key").is_success
    assert machine.enrol(machine.token()).returncode == 0
    assert machine.key() != key
    assert machine.is_let_in()


def test_an_agent_that_ends_before_its_signing_key_is_in_place_signs_all_the_same(
    machine: Enrolling,
) -> None:
    assert machine.enrol("tde_unknown").returncode == 2
    identity = machine.own / "spool" / "identity"
    (unsettled,) = identity.iterdir()
    assert machine.enrol(machine.token()).returncode == 0
    (settled,) = identity.iterdir()
    # as it stood when the configuration was written
    (settled / "place").unlink()
    settled.rename(unsettled)
    assert machine.is_let_in()
    assert [*identity.iterdir()] == [settled]


def test_an_agent_that_is_killed_while_it_is_let_in_comes_back_by_another_token(
    machine: Enrolling, stack: Stack
) -> None:
    with between(stack) as wire:
        agent = subprocess.Popen(machine.line(machine.token(), wire.url), cwd=machine.folder)
        assert wire.answered.wait(120)
        agent.kill()
        agent.wait()
        wire.release.set()
        key = machine.key()
        assert not (machine.own / "agent.toml").exists()
        done = machine.enrol(machine.token(), wire.url)
        assert done.returncode == 0, done.stderr
    assert machine.key() == key


@dataclass
class Wire:
    """What lies between an agent and its server, and keeps the first answer back."""

    url: str = ""
    answered: threading.Event = field(default_factory=threading.Event)
    release: threading.Event = field(default_factory=threading.Event)


@contextmanager
def between(stack: Stack) -> Iterator[Wire]:
    """Pass on what an agent asks; its first answer waits until the test lets it go."""
    wire = Wire()

    class Handler(QuietHandler):
        def do_POST(self) -> None:  # noqa: N802 - the name that the server calls
            json = {"Content-Type": "application/json"}
            answer = httpx.post(
                f"{stack.url}{self.path}", content=self.body(), headers=json, timeout=60
            )
            wire.answered.set()
            wire.release.wait(120)
            with suppress(OSError):
                self.reply(answer.status_code, json, answer.content)

    with serving(Handler) as port:
        wire.url = f"http://127.0.0.1:{port}"
        yield wire
