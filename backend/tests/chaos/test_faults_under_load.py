"""The short form of `make chaos`: what breaks under load loses and doubles nothing."""

import subprocess
import sys

import pytest

from backend.testing.databases import ROOT

pytestmark = [pytest.mark.chaos, pytest.mark.long(seconds=100)]
FAULTS = 4
"""A worker, a process of the API, PostgreSQL and Redis are killed, one after the other."""


def test_nothing_acknowledged_is_lost_or_doubled_and_every_page_comes_back() -> None:
    command = [sys.executable, "-m", "backend.bench.chaos", "--short", "--faults", str(FAULTS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-4_000:]
    rows = [line.strip("| ").split(" | ") for line in done.stdout.splitlines() if " | " in line]
    counts = {row[0]: row[1] for row in rows}
    assert counts["lost"] == counts["doubled"] == counts["news under two ids"] == "0"
    assert counts["reports acknowledged"] == counts["results stored"] != "0"
    assert counts["**all**"] == str(FAULTS)
