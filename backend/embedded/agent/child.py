"""The local agent: built while the server already runs, then kept running beside it."""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from backend.embedded.agent.key import agent_key_file
from backend.embedded.agent.packages import missing_packages
from backend.embedded.agent.toolchain import missing_tools
from backend.embedded.application import ROOT, PrintedFirstSteps
from backend.embedded.children import Child, ChildSpec, last_line, tail_of
from backend.embedded.errors import CannotStartError
from backend.embedded.state import StateDir, write_private
from backend.settings import Settings

WORKSPACE = ROOT / "bench-agents"
PROGRAM = WORKSPACE / "target" / "release" / "tidemark-agent"
FIRST_SUITE = "runtime-rust"
PROFILED = ["engines/engine=smol"]
LATER = "1m"
"""The other suites follow the first one at once: every claim of the checkout has a verdict soon."""
DAILY = "24h"
AGENT_PAUSE_S = 300.0
"""Nobody waits for the agent: it has reasons of its own to fail, and they are slow to change."""
SERVE_AGAIN_S = 30.0
HIDDEN = {
    "TIDEMARK_DATABASE_URL", "TIDEMARK_REDIS_URL", "TIDEMARK_SECRET", "TIDEMARK_SMTP_PASSWORD",
}  # fmt: skip
"""What the agent has no use for: it knows the server only by its address."""
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\S+ ")
RUNNING = re.compile(r" running \S+ \(quick mode\)$", re.MULTILINE)
MEASURED = re.compile(r" (\S+): \d+ variants measured, \d+ failed$", re.MULTILINE)
COMPILING = re.compile(r"^\s*Compiling ", re.MULTILINE)
FETCHING = "building the agent, fetching crates"
DETACHED = "detached"
"""Its results must not stand among those of a branch that somebody works on."""
TREE = (
    "cargo", "tree", "--offline", "--locked", "--package", "tidemark-agent",
    "--edges", "normal,build", "--prefix", "none",
)  # fmt: skip


@dataclass(slots=True)
class LocalAgent:
    """The agent of this machine and the build before it."""

    state: StateDir
    settings: Settings
    environment: Mapping[str, str]
    first_steps: PrintedFirstSteps
    build: Child | None = None
    serve: Child | None = None
    build_begun: float = 0.0
    serve_at: float | None = None
    """When starting the agent is tried again, if that failed."""

    def begin(self) -> str | None:
        """Start building; return a sentence if there will be no agent, or an older one."""
        if not (WORKSPACE / "Cargo.toml").is_file():
            return f"There is no agent in {WORKSPACE}, so none is started."
        missing = missing_tools(self.environment)
        if missing is None:
            self.build = Child(self._build_spec())
            self.build_begun = time.monotonic()
            self.build.start()
            return missing_packages(WORKSPACE / "suites", self.environment)
        if os.access(PROGRAM, os.X_OK):
            return self._serve()
        return missing

    def advance(self) -> str | None:
        """Go on once the build has ended; return a sentence worth saying."""
        if self.serve_at is not None and time.monotonic() >= self.serve_at:
            return self._serve()
        if self.build is None or (code := self.build.exit_code()) is None:
            return None
        said = self.build.last_words()
        self.build.wait_stopped()
        self.build = None
        if code:
            log = self.state.log("agent-build")
            return f"The agent could not be built: {last_line(said)} (log: {log})."
        fault = self._serve()
        if fault or not COMPILING.search(said):
            return fault
        return f"The agent was built in {time.monotonic() - self.build_begun:.0f} s."

    def progress(self) -> str | None:
        """Return what the agent is doing, in a few words."""
        if self.build:
            done = len(COMPILING.findall(self.build.last_words()))
            return f"building the agent, {done} of {crates()} crates" if done else FETCHING
        if self.serve and self.serve.exit_code() is None:
            said = tail_of(self.serve.spec.log, self.serve.log_begin, 20_000)
            doing = TIME.sub("", last_line(said)) if said.strip() else "starting"
            return " · ".join([f"agent: {doing}", *claims_progress(said, first_suites())])
        return None

    def children(self) -> list[Child]:
        return [child for child in (self.build, self.serve) if child]

    def _build_spec(self) -> ChildSpec:
        command = [
            "nice", "-n", "5", "cargo", "build", "--release", "--locked",
            "--bin", PROGRAM.name, "--target-dir", str(WORKSPACE / "target"),
        ]  # fmt: skip
        environment = dict(self.environment) | {"CARGO_TERM_COLOR": "never"}
        return self._spec("agent-build", command, environment, WORKSPACE)

    def _serve(self) -> str | None:
        """Start the agent; where its key or configuration cannot be made now, try again later."""
        said_before, self.serve_at = self.serve_at is not None, None
        try:
            configuration = self._write_configuration()
            command = [str(PROGRAM), "serve", "--config", str(configuration)]
            kept = {name: text for name, text in self.environment.items() if name not in HIDDEN}
            self.serve = Child(self._spec("agent", command, kept | demo_of(self.state), ROOT))
            self.serve.start()
        except (CannotStartError, OSError) as error:
            self.serve = None
            self.serve_at = time.monotonic() + SERVE_AGAIN_S
            return None if said_before else f"The agent is started later: {error}"
        return None

    def _write_configuration(self) -> Path:
        """Write what the agent is to do; again at each start, since addresses may change."""
        project = self.first_steps.project
        key = agent_key_file(self.state, self.settings, self.environment, project)
        home = self.state.agent
        home.mkdir(mode=0o700, exist_ok=True)
        facts: dict[str, str | list[str]] = {
            "server": f"http://{self.settings.host}:{self.settings.port}",
            "project": project,
            "key_file": str(key),
            "suites": [str(WORKSPACE / "suites"), str(WORKSPACE / "demo" / "suites")],
            "spool": str(self.state.spool),
            **branch_of(WORKSPACE),
        }
        file = home / "agent.toml"
        write_private(file, configuration(facts, further_suites()))
        return file

    def _spec(
        self, name: str, command: list[str], environment: Mapping[str, str], directory: Path
    ) -> ChildSpec:
        return ChildSpec(
            name=name, command=command, environment=environment, directory=directory,
            log=self.state.log(name), pid_file=self.state.pids / f"{name}.json",
            longest_pause_s=AGENT_PAUSE_S,
        )  # fmt: skip


def demo_of(state: StateDir) -> dict[str, str]:
    """Return what the suites of the demo ask for: its releases, and the Python that they fit."""
    return {"TIDEMARK_DEMO_STATE": str(state.demo), "TIDEMARK_DEMO_PYTHON": sys.executable}


def further_suites() -> list[str]:
    """Return the suites that are measured after the first one, by name."""
    names = {manifest.parent.name for manifest in WORKSPACE.glob("suites/*/suite.toml")}
    claimed = claimed_suites()
    return sorted(names - {FIRST_SUITE}, key=lambda name: (name not in claimed, name))


def claimed_suites() -> set[str]:
    """Return the suites whose results decide the claims of the checkout."""
    return set(first_suites().values())


@cache
def first_suites() -> Mapping[str, str]:
    """Return the suite that decides each claim of the checkout, in the order of measuring."""
    try:
        claims = tomllib.loads((WORKSPACE / "claims.toml").read_text())["claim"]
        found = {claim["key"]: claim["statement"][0]["suite"] for claim in claims}
    except (OSError, ValueError, KeyError, IndexError):
        return {}
    return dict(sorted(found.items(), key=lambda one: (one[1] != FIRST_SUITE, one[1])))


def claims_progress(said: str, claims: Mapping[str, str]) -> list[str]:
    """Say how many claims the agent has measured since it began, and which comes next.

    Nothing where it has measured no suite yet, or has measured all.
    """
    measured = set(MEASURED.findall(said))
    waiting = [f"{key} ({suite})" for key, suite in claims.items() if suite not in measured]
    if not waiting or not RUNNING.search(said):
        return []
    return [f"{len(claims) - len(waiting)} of {len(claims)} claims measured, next {waiting[0]}"]


def branch_of(checkout: Path) -> dict[str, str]:
    """Return what the agent cannot know: a name for the history of a checkout without a branch."""
    git = ["git", "-C", str(checkout)]
    asked = (["rev-parse", "-q", "--verify", "HEAD"], ["symbolic-ref", "-q", "HEAD"])
    try:
        head, branch = (
            subprocess.run([*git, *words], capture_output=True, check=False).returncode == 0
            for words in asked
        )
    except OSError:
        return {}
    return {"branch": DETACHED} if head and not branch else {}


def configuration(facts: Mapping[str, str | list[str]], further: Sequence[str]) -> str:
    """Return the agent's configuration: one suite at once, then the others, and all once a day.

    Those that published claims begin with come first.
    """
    lines = [*_toml(facts), *_first_run(FIRST_SUITE)]
    for suite in further:
        lines += _later_run(suite)
    return "\n".join([*lines, ""])


def _first_run(suite: str) -> list[str]:
    """With a profile of the engine whose published profile is a claim; without perf it says so."""
    facts = _toml({"suite": suite, "mode": "quick", "every": DAILY})
    return ["", "[[run]]", *facts, "on_start = true", f"profile = {json.dumps(PROFILED)}"]


def _later_run(suite: str) -> list[str]:
    """Once a day, one suite after the other; a suite that cannot run here says why."""
    facts = {"suite": suite, "mode": "quick", "after": LATER, "every": DAILY}
    return ["", "[[run]]", *_toml(facts)]


@cache
def crates() -> int | str:
    """Return how many crates a build from nothing compiles on this machine.

    To be asked once a crate is compiled: all have been fetched by then.
    """
    try:
        done = subprocess.run(
            TREE, cwd=WORKSPACE, capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return "some"
    return len({line.removesuffix(" (*)") for line in done.stdout.splitlines()}) or "some"


def _toml(table: Mapping[str, str | list[str]]) -> list[str]:
    """Write strings and lists of them as TOML, whose basic strings are those of JSON."""
    return [f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in table.items()]
