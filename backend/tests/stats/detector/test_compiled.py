"""Who pays for the compiler, and when."""

import subprocess
import sys

import pytest

WITHOUT_COMPILER = (
    "arrays",
    "changes",
    "summary",
    "student",
    "downsample",
    "histograms",
    "suites.compare",
    "sweeps",
    "splits",
    "ladders",
    "sequential",
    "noise.budget",
    "noise.false_alarms",
)


def python(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    finished = subprocess.run(command, check=True, capture_output=True, text=True)
    return finished.stdout


@pytest.mark.parametrize("module", WITHOUT_COMPILER)
def test_what_the_api_loads_does_not_load_the_compiler(module: str) -> None:
    loaded = python("-c", f"import sys, backend.stats.{module}; print('numba' in sys.modules)")
    assert loaded.strip() == "False"


def test_warming_compiles_and_says_how_long_it_took() -> None:
    assert python("-m", "backend.stats.warm").startswith("detector compiled in ")
