"""The health checks of the compose file say yes to processes that work, and no to others."""

import subprocess
import sys
from typing import Any

import redis
import yaml  # type: ignore[import-untyped]

from backend.services.heartbeats import REMEMBERED_S
from backend.testing.databases import ROOT
from backend.testing.stack import Stack, wait_until

SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]


def is_well(stack: Stack, name: str) -> bool:
    """Run the check of a service where its process runs; only places and ports differ."""
    kind, *command = SERVICES[name]["healthcheck"]["test"]
    assert (kind, command[0]) == ("CMD", "python")
    here = [part.replace("127.0.0.1:8750", stack.url.removeprefix("http://")) for part in command]
    done = subprocess.run(
        [sys.executable, *here[1:]],
        cwd=ROOT, env=stack.environment, capture_output=True, check=False,
    )  # fmt: skip
    return done.returncode == 0


def test_what_runs_is_well(stack: Stack) -> None:
    wait_until(lambda: is_well(stack, "worker"), "the worker takes messages")
    wait_until(lambda: is_well(stack, "beat"), "the scheduler looks for what is due")
    assert is_well(stack, "api")


def test_what_ended_or_never_began_is_not(stack: Stack) -> None:
    for name in ("api", "worker", "beat"):
        stack.kill(name)
    assert not is_well(stack, "api")
    with redis.Redis.from_url(stack.redis_url) as client:
        # as after a minute of silence, and then as before the first sign of life
        for key in client.keys("tidemark:heartbeat:*"):
            client.expire(key, REMEMBERED_S - 60)
        assert not is_well(stack, "worker")
        assert not is_well(stack, "beat")
        client.flushdb()
    assert not is_well(stack, "worker")
    assert not is_well(stack, "beat")
