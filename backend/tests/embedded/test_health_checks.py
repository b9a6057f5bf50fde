"""The health checks of the compose file say yes to processes that work, and no to others."""

import shlex
import socket
import subprocess
import sys
from typing import Any

import yaml  # type: ignore[import-untyped]

from backend.testing.databases import ROOT
from backend.testing.stack import Stack, wait_until

SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]


def is_well(stack: Stack, name: str) -> bool:
    """Run the check of a service where its process runs; only places and ports differ."""
    kind, *command = SERVICES[name]["healthcheck"]["test"]
    line = command[0] if kind == "CMD-SHELL" else shlex.join(command)
    for there, here in (
        ("$$", "$"),
        ("127.0.0.1:8750", stack.url.removeprefix("http://")),
        ("/var/lib/tidemark", str(stack.directory)),
    ):
        line = line.replace(there, here)
    line = line.replace("python ", f"{shlex.quote(sys.executable)} ", 1)
    environment = stack.environment | {"HOSTNAME": socket.gethostname()}
    done = subprocess.run(
        ["sh", "-c", line], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    return done.returncode == 0


def test_what_runs_is_well_and_what_does_not_is_not(stack: Stack) -> None:
    wait_until(lambda: is_well(stack, "worker"), "the worker answers")
    wait_until(lambda: is_well(stack, "beat"), "the scheduler has written its schedule")
    assert is_well(stack, "api")
    stack.kill("api")
    stack.kill("worker")
    assert not is_well(stack, "api")
    assert not is_well(stack, "worker")


def test_a_scheduler_that_never_wrote_is_not_well(stack: Stack) -> None:
    stack.kill("beat")
    for file in stack.directory.glob("beat-schedule*"):
        file.unlink()
    assert not is_well(stack, "beat")
