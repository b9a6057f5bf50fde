"""One fault of each sort on a whole installation under load, by `make chaos`."""

import subprocess
import sys

import pytest

from backend.testing.databases import ROOT

pytestmark = pytest.mark.chaos


def test_nothing_is_lost_or_doubled_by_one_fault_of_each_sort() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "backend.bench.chaos", "--short"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "| lost | 0 |" in said
    assert "12/12  poisoned task" in said
