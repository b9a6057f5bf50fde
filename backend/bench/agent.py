"""What the agent adds to a process, asked of the agent itself where it is built."""

import json
import subprocess
from dataclasses import dataclass

from backend.testing.databases import ROOT

AGENT = ROOT / "bench-agents" / "target" / "release" / "tidemark-agent"
LONGEST_S = 60


@dataclass(frozen=True, slots=True)
class Rivalry:
    """What wrap tells of a program, as a ratio to what hyperfine tells of it."""

    ratio: float
    low: float
    high: float
    pairs: int


def measure_wrap(rounds: int) -> Rivalry | None:
    """Return how wrap compares with hyperfine; None without either of them."""
    if not AGENT.exists():
        return None
    done = subprocess.run(  # noqa: S603
        [str(AGENT), "overhead", "--against-hyperfine", "--json", "--rounds", str(rounds)],
        capture_output=True, text=True, timeout=LONGEST_S, check=False,
    )  # fmt: skip
    said = json.loads(done.stdout) if not done.returncode else None
    if said is None or said["told"]["interval"] is None:
        return None
    low, high = said["told"]["interval"]
    return Rivalry(said["told"]["ratio"], low, high, said["pairs"])


def measure_agent(rounds: int) -> dict[str, float | None] | None:
    """Return seconds of plain start, of the agent and of hyperfine; None without the binary."""
    if not AGENT.exists():
        return None
    done = subprocess.run(  # noqa: S603
        [str(AGENT), "overhead", "--json", "--rounds", str(rounds)],
        capture_output=True, text=True, timeout=LONGEST_S, check=False,
    )  # fmt: skip
    if done.returncode:
        return None
    said: dict[str, float | None] = json.loads(done.stdout)
    return said
