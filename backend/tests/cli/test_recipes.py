"""The recipes of docs/ci.md: they fit the published schemas, are short, and do what they say."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package more

from backend.testing.builders import a_report, a_result
from backend.testing.databases import ROOT
from backend.testing.stack import Stack
from backend.tests.cli.ingesting import ingesting
from backend.tests.cli.shell import Shell

FENCE = re.compile(r"^```(?P<kind>[a-z ]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
RECIPES = {
    one["kind"]: one["text"] for one in FENCE.finditer((ROOT / "docs" / "ci.md").read_text())
}
SCHEMAS = {
    "yaml github": "vendor.github-workflows",
    "yaml gitlab": "vendor.gitlab-ci",
    "yaml woodpecker": "vendor.woodpecker-ci",
}
ACTION = ROOT / "bench-agents" / "ci" / "github" / "action.yml"
TEMPLATE = ROOT / "bench-agents" / "ci" / "gitlab" / "tidemark.yml"
MOST_LINES = 15


def test_every_recipe_is_short_and_fits_what_its_system_publishes(tmp_path: Path) -> None:
    assert set(RECIPES) == {"sh", *SCHEMAS}
    assert all(len(text.splitlines()) <= MOST_LINES for text in RECIPES.values())
    checked = [("vendor.github-actions", ACTION), ("vendor.gitlab-ci", TEMPLATE)]
    for kind, schema in SCHEMAS.items():
        file = tmp_path / f"{kind.split()[1]}.yml"
        file.write_text(RECIPES[kind])
        checked.append((schema, file))
    for schema, file in checked:
        command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
        done = subprocess.run(command, capture_output=True, check=False, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def job(shell: Shell) -> Shell:
    """Return a checkout with a program that prints results as slow as the file `factor` says."""
    shell.git("init", "-q", "-b", "slower")
    (shell.home / "first").write_text("1")
    shell.git("add", "first")
    shell.git("commit", "-q", "-m", "Make it slower")
    report = a_report(results=[a_result(samples=[1.9, 1.91, 1.92, 1.9, 1.91, 1.9, 1.92])])
    for name in ("commit", "branch", "testbed", "idempotency_key"):
        del report[name]
    (shell.home / "report.json").write_text(json.dumps(report))
    (shell.home / "bench").write_text("#!/bin/sh\ncat report.json\n")
    (shell.home / "tidemark").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -P -m backend.cli "$@"\n'
    )
    for program in ("bench", "tidemark"):
        (shell.home / program).chmod(0o755)
    return shell


def run_script(job: Shell, script: str, **changes: str) -> subprocess.CompletedProcess[str]:
    environment = job.environment(**changes)
    environment["PATH"] = f"{job.home}:{environment['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=job.home, env=environment, capture_output=True, check=False, text=True,
    )  # fmt: skip


def test_the_shell_recipe_reports_and_stops_at_a_regression(job: Shell, server: Stack) -> None:
    script = RECIPES["sh"].replace("https://tidemark.example", server.url)
    with ingesting(server):
        done = run_script(job, script)
    assert done.returncode == 1, done.stdout
    assert ("ingested" in done.stdout, "slower" in done.stdout) == (True, True), done


def test_the_action_reports_with_what_its_inputs_say(job: Shell, server: Stack) -> None:
    (job.home / "results.json").write_text((job.home / "report.json").read_text())
    *_, step = yaml.safe_load(ACTION.read_text())["runs"]["steps"]
    inputs = {
        "url": server.url, "key": job.settings["TIDEMARK_KEY"], "project": "main",
        "testbed": "runner", "files": "results.json", "compare": "", "gate": "regression",
    }  # fmt: skip
    said = {
        name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], text)
        for name, text in step["env"].items()
    }
    done = run_script(job, step["run"], **said)
    assert (done.returncode, "accepted" in done.stdout) == (0, True), done
