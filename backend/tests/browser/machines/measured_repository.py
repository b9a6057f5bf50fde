"""A suite in a repository of its own, and a real agent that measures its commits for a server."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from backend.settings import inherited_environment
from backend.testing.stack import Stack

SUITE = "took"
TESTBED = "table"
MANIFEST = """
name = "took"
summary = "Takes as long as its file says"
language = "sh"

[version]
command = ["sh", "bench.sh", "--version"]

[[build]]
command = ["sh", "build.sh"]

[foreign]
repeat = 0

[metrics.took]
unit = "s"
direction = "lower"
noise = "sampled"
summary = "seconds, made up"

[modes.quick]
rounds = 3
warmup = 1

[modes.full]
rounds = 3

[[benchmark]]
name = "wait"
summary = "Says how long it took"
command = ["sh", "bench.sh"]
metrics = ["took"]
"""
BENCH = """
case "$1" in --version) echo "took 1.0"; exit 0 ;; esac
awk -v level="$(cat level)" -v noise="$(od -An -N1 -tu1 /dev/urandom)" \\
  'BEGIN { printf "{\\"metrics\\":{\\"took\\":%f}}\\n", level * (1 + (noise - 127) / 25600) }'
"""
"""Half a percent of noise; the level lies in no file of the harness, so that it is the code."""


@dataclass
class MeasuredRepository:
    """Commits of a suite, and what an agent of this machine says of them."""

    folder: Path
    program: Path
    commits: list[str] = field(default_factory=list)
    settings: str = "[jobs]\npatches = true\n"

    @classmethod
    def make(
        cls, folder: Path, program: Path, levels: Sequence[float | None]
    ) -> "MeasuredRepository":
        """Make a commit for each level; None: a commit that cannot be built."""
        suite = folder / "suites" / SUITE
        suite.mkdir(parents=True)
        (suite / "suite.toml").write_text(MANIFEST)
        (suite / "bench.sh").write_text(BENCH)
        made = cls(folder, program)
        made._git("init", "-q", "-b", "main")
        for level in levels:
            (suite / "build.sh").write_text("true\n" if level is not None else "exit 3\n")
            (suite / "level").write_text(str(level or 0.0))
            made._git("add", ".")
            made._git("commit", "-q", "--allow-empty", "-m", f"Take {level}")
            made.commits.append(made._git("rev-parse", "HEAD"))
        return made

    def slow_down(self, seconds: float, rounds: int) -> None:
        """Let each process take its time, and full runs have so many rounds; one commit more."""
        suite = self.folder / "suites" / SUITE
        manifest = MANIFEST.replace("[modes.full]\nrounds = 3", f"[modes.full]\nrounds = {rounds}")
        (suite / "suite.toml").write_text(manifest)
        (suite / "bench.sh").write_text(BENCH.replace("awk", f"sleep {seconds}\nawk"))
        self._git("add", ".")
        self._git("commit", "-q", "-m", "Take longer")
        self.commits.append(self._git("rev-parse", "HEAD"))

    def history(self, places: Sequence[int], levels: Sequence[float]) -> list[dict[str, Any]]:
        """Return reports as the agent writes them, of commits with their levels, an hour apart."""
        self._agent("run", SUITE, "--quick", "--testbed", TESTBED).check_returncode()
        written = json.loads((self.folder / "report.json").read_text())
        newest = datetime.now(UTC) - timedelta(hours=1)
        times = {
            place: (newest - timedelta(hours=len(self.commits) - place)).isoformat()
            for place in range(len(self.commits))
        }
        reports = []
        for place, level in zip(places, levels, strict=True):
            commit = {
                "id": self.commits[place], "time": times[place], "subject": f"Step {place}",
                "parents": self.commits[max(place - 1, 0) : place],
                "ancestry": self.commits[:place][::-1],
            }  # fmt: skip
            results = [
                one | {"samples": [level * part for part in (0.998, 1.0, 1.002)]}
                for one in written["results"]
            ]
            own = {"commit": commit, "results": results, "idempotency_key": f"history-{place}"}
            reports.append(written | own)
        return reports

    def serve(
        self, stack: Stack, project: str, schedule: str = "", **extra: str
    ) -> subprocess.Popen[bytes]:
        """Start the agent as a service that takes jobs of a project, patches as well.

        `extra` stands in its environment.
        """
        (self.folder / "agent.toml").write_text(f"{self.settings}{schedule}")
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [
                    self.program, "serve", "--config", "agent.toml",
                    "--server", stack.url, "--project", project,
                    "--spool", "spool", "--suites", "suites", "--name", "toy-agent",
                    "--testbed", TESTBED, "--first-retry-ms", "200",
                ],
                cwd=self.folder, stdout=subprocess.DEVNULL, stderr=log,
                env=self._environment() | {"TIDEMARK_KEY": stack.key(project)} | extra,
            )  # fmt: skip

    def _agent(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        command = [str(self.program), *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=self._environment(), check=False, capture_output=True
        )

    def _environment(self) -> dict[str, str]:
        inherited = inherited_environment()
        known = {name: inherited[name] for name in ("PATH", "HOME") if name in inherited}
        return known | {
            "TIDEMARK_STATE_DIR": str(self.folder / "state"),
            "TIDEMARK_CONTROLS": str(self.folder / "controls"),
            "TIDEMARK_SKIP": "preflight,noise,control",
        }

    def _git(self, *words: str) -> str:
        named = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        nothing = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        done = subprocess.run(
            ["git", *named, *words],
            cwd=self.folder / "suites", check=True, capture_output=True, text=True,
            env=self._environment() | nothing,
        )  # fmt: skip
        return done.stdout.strip()
