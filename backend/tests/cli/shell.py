"""A person's shell: the command as a program of its own, in a home and checkout of its own."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from backend.settings import inherited_environment
from backend.testing.databases import ROOT

PATIENCE_S = 600.0
"""So long a command may wait for a busy machine; one that hangs fails with what it said."""
FROM_OUTSIDE = (
    "GITHUB_",
    "GITLAB_",
    "GITEA_",
    "CI",
    "RUNNER_",
    "ACTIONS_",
    "TIDEMARK_",
    "XDG_",
    "TRACEPARENT",
)

RELEASE_KEY = "ab" * 32
CHANNEL = "https://releases.example/~ada/agents"
"""What the server tells new agents of its releases."""


@dataclass(frozen=True, slots=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass
class Shell:
    """Runs `tidemark`; what CI systems and people set comes from `settings` alone."""

    home: Path
    settings: dict[str, str] = field(default_factory=dict)

    def environment(self, **changes: str) -> dict[str, str]:
        inherited = inherited_environment()
        plain = {k: v for k, v in inherited.items() if not k.startswith(FROM_OUTSIDE)}
        ours = {"HOME": str(self.home), "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
        return plain | ours | self.settings | changes

    def run(self, *arguments: str, stdin: bytes = b"", **changes: str) -> Said:
        try:
            done = subprocess.run(
                [sys.executable, "-P", "-m", "backend.cli", *arguments],
                cwd=self.home,
                env=self.environment(**changes),
                input=stdin,
                capture_output=True,
                check=False,
                timeout=PATIENCE_S,
            )
        except subprocess.TimeoutExpired as late:
            told = [(part or b"").decode(errors="replace") for part in (late.stdout, late.stderr)]
            raise AssertionError(f"{arguments} did not end: {' '.join(told)}") from late
        said = Said(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in said.err, said.err
        return said

    def git(self, *arguments: str) -> str:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        command = ["git", *who, *arguments]
        done = subprocess.run(command, cwd=self.home, capture_output=True, check=True, text=True)
        return done.stdout.strip()
