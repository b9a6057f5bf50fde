"""What the agent adds to a process, asked of the agent itself where it is built."""

import json
import subprocess

from backend.testing.databases import ROOT

AGENT = ROOT / "bench-agents" / "target" / "release" / "tidemark-agent"
LONGEST_S = 60


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
