"""Suites of the agent that measure one release of the demo: installed, named, called."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tidemark_demo import catalogue, reports

from backend.settings import inherited_environment

DEMO = Path(catalogue.CATALOGUE).parent
WCWIDTH = """
import unicodedata

def wcwidth(character):
    if unicodedata.combining(character):
        return 0
    return 1 + (unicodedata.east_asian_width(character) == "W")

def wcswidth(text):
    return sum(map(wcwidth, text)) + WRONG
"""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Give what a demo installed before: one release that counts rightly, and one that does not."""
    for version, wrong in (("0.3.0", 0), ("0.3.1", 1)):
        home = tmp_path / "environments" / f"wcwidth-{version}"
        (home / f"wcwidth-{version}.dist-info").mkdir(parents=True)
        (home / "wcwidth.py").write_text(f"WRONG = {wrong}\n{WCWIDTH}")
    return tmp_path


def call(state: Path, *words: str, **extra: str) -> subprocess.CompletedProcess[str]:
    environment = inherited_environment(TIDEMARK_DEMO_STATE=str(state), **extra)
    return subprocess.run(
        [sys.executable, str(DEMO / "release.py"), *words],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_release_that_is_installed_is_a_sample_without_asking_a_registry(state: Path) -> None:
    extra = {"TIDEMARK_DEMO_PYTHON": sys.executable}
    assert call(state, "install", "wcwidth", "0.3.0").returncode == 0
    assert call(state, "version", "wcwidth", "0.3.0").stdout == "wcwidth 0.3.0\n"
    for benchmark in ("import", "wide_lines"):
        done = call(state, "sample", "wcwidth", "0.3.0", benchmark, **extra)
        said = json.loads(done.stdout)
        assert said["answer"] == "right", said
        assert 0 < said["metrics"]["cpu_time"] < 60
    done = call(state, "sample", "wcwidth", "0.3.1", "wide_lines")
    said = json.loads(done.stdout)
    assert " in place of " in said["answer"]
    assert "metrics" not in said


def test_a_release_that_cannot_be_had_is_named_with_the_reason(state: Path) -> None:
    unknown = call(state, "install", "wcwidth", "77.0")
    assert unknown.returncode == 1
    assert "wcwidth 77.0 is none of the releases" in unknown.stdout + unknown.stderr
    nowhere = {"UV_OFFLINE": "1", "UV_NO_CACHE": "1", "PIP_NO_INDEX": "1"}
    missing = call(state, "install", "wcwidth", "0.2.5", **nowhere)
    assert missing.returncode == 1
    assert "wcwidth 0.2.5 could not be installed: " in missing.stdout + missing.stderr


@pytest.mark.parametrize("package", catalogue.load(), ids=lambda package: package.name)
def test_the_suite_of_a_package_measures_what_its_demo_reports(
    package: catalogue.Package,
) -> None:
    folder = DEMO / "suites" / package.name
    suite = tomllib.loads((folder / "suite.toml").read_text())
    assert (suite["name"], suite["summary"]) == (package.name, package.summary)
    names = [one["name"] for one in suite["benchmark"]]
    assert names == reports.benchmark_names(package)
    assert {one["command"][-1] for one in suite["benchmark"]} == set(names)
    assert suite["metrics"] == reports.METRICS
    commit = suite["releases"]["commit"].replace("{release}", package.releases[0].version)
    assert commit == package.releases[0].commit
    assert (folder / suite["releases"]["work"]).resolve() == package.workload
