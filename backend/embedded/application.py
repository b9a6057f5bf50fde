"""Tidemark's own processes, api, worker and beat, and the commands that run before them."""

import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg

from backend.embedded.children import Child, ChildSpec, last_line
from backend.embedded.errors import CannotStartError
from backend.embedded.faults import FULL
from backend.embedded.probes import WARNED, read_ready
from backend.embedded.state import StateDir
from backend.settings import Settings
from backend.storage.restore_note import is_half_restored

ROOT = Path(__file__).resolve().parents[2]
WORKER_PROCESSES = 2
FIRST_ANSWER_S = 120.0
FIRST_READY_S = 30.0
DIED = "] died"
SEVERAL_DEATHS = 3
RAISED = re.compile(r"^\w[\w.]*(?:Error|Exception): .*$", re.MULTILINE)
CLASSES = re.compile(r"^(?:backend\.domain\.errors\.\w+: |sqlalchemy\.exc\.\w+: \(psycopg\.\w+\) )")
"""What stands before the sentence of our own errors and of those of the database."""
POOLER_SAYS = "unsupported startup parameter"


@dataclass(frozen=True, slots=True)
class PrintedFirstSteps:
    """What the first administrator and the local agent need to begin."""

    sign_in_path: str | None
    project: str


def migrate(state: StateDir, environment: Mapping[str, str]) -> None:
    """Bring the database to the newest schema; raise where a restore left half of one."""
    with suppress(psycopg.Error):  # of a database that does not answer, the schema's command tells
        if is_half_restored(environment["TIDEMARK_DATABASE_URL"]):
            raise CannotStartError(
                "The database is not whole, since a restore or a move into it did not end: run "
                "tidemark admin restore or tidemark admin move again. Nothing was started on it."
            )
    _run(state, "migrate", ["-m", "alembic", "upgrade", "head"], environment)


def take_first_steps(state: StateDir, environment: Mapping[str, str]) -> PrintedFirstSteps:
    """Make what a new installation needs and a one-time link to sign in."""
    said = _run(state, "first-steps", ["-m", "backend.admin", "first-steps"], environment)
    try:
        answer = json.loads(last_line(said))
        return PrintedFirstSteps(answer.get("sign_in_url_path"), answer["project"])
    except (ValueError, KeyError, AttributeError) as error:
        log = state.log("first-steps")
        raise CannotStartError(f"The first steps gave no answer; the log is {log}.") from error


def make_agent_key(
    state: StateDir, environment: Mapping[str, str], project: str, testbed: str
) -> str:
    """Create key for the agent of this machine, good for its testbed; only its hash is kept."""
    names = ["--project", project, "--name", "this machine", "--testbed", testbed]
    command = ["-m", "backend.admin", "agent-key", *names]
    return last_line(_run(state, "first-steps", command, environment))


def _run(
    state: StateDir, name: str, arguments: Sequence[str], environment: Mapping[str, str]
) -> str:
    """Run one Python command to its end and return what it printed."""
    log = state.log(name)
    with log.open("ab") as errors:
        done = subprocess.run(
            [sys.executable, *arguments], env=dict(environment), cwd=ROOT, check=False,
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        errors.write(done.stderr.encode())
    if not done.returncode:
        return done.stdout
    if FULL.search(done.stderr):
        raise CannotStartError(f"The disk that holds {state.path} is full; free some space.")
    what = _reason(done.stderr)
    raise CannotStartError(f"{' '.join(arguments[1:])} failed: {what} (log: {log}).")


def _reason(said: str) -> str:
    """Return what a command says of its end: the last error that it raised, else its last line."""
    raised = RAISED.findall(said)
    what = CLASSES.sub("", raised[-1] if raised else last_line(said)).rstrip(".")
    if POOLER_SAYS in what:
        what += "; if TIDEMARK_DATABASE_URL names a pooler, it ends in ?pooler=transaction"
    return what


def application_children(
    state: StateDir, settings: Settings, environment: Mapping[str, str]
) -> dict[str, Child]:
    """Return api, worker and beat, not yet started."""
    worker = [
        "-m", "celery", "-A", "workers.app", "worker", "--loglevel", "INFO",
        "--concurrency", str(WORKER_PROCESSES), "--without-mingle", "--without-gossip",
    ]  # fmt: skip
    beat = ["-m", "workers.beat", "--loglevel", "INFO"]
    commands = {"api": api_arguments(settings), "worker": worker, "beat": beat}
    return {
        name: Child(_spec(state, name, arguments, environment))
        for name, arguments in commands.items()
    }


def api_arguments(settings: Settings) -> list[str]:
    return [
        "-m", "backend.api.server", "--host", settings.host, "--port", str(settings.port),
        "--workers", str(settings.api_workers),
    ]  # fmt: skip


def _spec(
    state: StateDir, name: str, arguments: Sequence[str], environment: Mapping[str, str]
) -> ChildSpec:
    return ChildSpec(
        name=name,
        command=[sys.executable, *arguments],
        environment=environment,
        directory=ROOT,
        log=state.log(name),
        pid_file=state.pids / f"{name}.json",
    )


def wait_for_answer(api: Child, settings: Settings) -> None:
    """Wait until the api answers; raise with its last words if it cannot."""
    deadline = time.monotonic() + FIRST_ANSWER_S
    while not _answers(settings):
        said = api.last_words()
        is_hopeless = said.count(DIED) >= SEVERAL_DEATHS or time.monotonic() > deadline
        if is_hopeless or api.exit_code() is not None:
            raise CannotStartError(
                f"The api does not answer: {_reason(said)} (log: {api.spec.log})."
            )
        time.sleep(0.05)


def wait_until_ready(children: Sequence[Child], settings: Settings) -> None:
    """Wait until every part does its work; where one cannot, watching says so and goes on."""
    deadline = time.monotonic() + FIRST_READY_S
    while time.monotonic() < deadline:
        told = read_ready(settings)
        is_ready = told is not None and not told.keys() - {WARNED}
        if is_ready or any(child.exit_code() is not None for child in children):
            return
        time.sleep(0.1)


def _answers(settings: Settings) -> bool:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    connection = http.client.HTTPConnection(host, settings.port, timeout=2)
    try:
        connection.request("GET", "/api/v1/health")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True
