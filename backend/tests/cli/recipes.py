"""The recipes of docs/ci.md, and a runner that runs their steps as a CI system does."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # its stubs are a package more

from backend.testing.databases import ROOT
from backend.tests.cli.shell import Shell

FENCE = re.compile(r"^```(?P<kind>[a-z ]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
RECIPES = {
    one["kind"]: one["text"] for one in FENCE.finditer((ROOT / "docs" / "ci.md").read_text())
}
ACTION = ROOT / "bench-agents" / "ci" / "github" / "action.yml"
TEMPLATE = ROOT / "bench-agents" / "ci" / "gitlab" / "tidemark.yml"


def put_tools(folder: Path) -> None:
    """Put what a runner has beside the repository: the command, and a pip that needs no network."""
    here = f'exec "{sys.executable}" -P -m backend.cli "$@"'
    for name, script in (("tidemark", here), ("pip", ":")):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)


def run_script(job: Shell, script: str, **changes: str) -> subprocess.CompletedProcess[str]:
    environment = job.environment(**changes)
    if "TIDEMARK_ID_TOKEN" in changes:
        environment["TIDEMARK_KEY"] = ""
    environment["PATH"] = f"{environment.get('TOOLS', job.home)}:{environment['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=job.home, env=environment, capture_output=True, check=False, text=True,
    )  # fmt: skip


def action_script(recipe: str, **secrets: str) -> tuple[str, dict[str, str]]:
    """Return what the action runs for the step of a recipe, and the environment that it sets."""
    action = yaml.safe_load(ACTION.read_text())
    (job,) = yaml.safe_load(RECIPES[recipe])["jobs"].values()
    given = {name: one.get("default", "") for name, one in action["inputs"].items()}
    given |= {name: filled(text, secrets) for name, text in job["steps"][-1]["with"].items()}
    *_, step = action["runs"]["steps"]
    inputs = {f"inputs.{name}": text for name, text in given.items()}
    return step["run"], {name: filled(text, inputs) for name, text in step["env"].items()}


def filled(text: str, known: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: known[found[1]], text)


def steps(kind: str) -> tuple[list[str], dict[str, Any]]:
    """Return the commands of a recipe, and what it sets for them."""
    text = RECIPES[kind]
    if kind == "sh":
        return text.splitlines(), {}
    if kind == "groovy":
        return re.findall(r"sh '(.*)'", text), dict(re.findall(r"(TIDEMARK_\w+) = '(.*)'", text))
    said = yaml.safe_load(text)
    if kind == "yaml gitlab":
        before = yaml.safe_load(TEMPLATE.read_text())[".tidemark"]["before_script"]
        return [*before, *said["benchmarks"]["script"]], said["variables"]
    (step,) = said["steps"]
    return step["commands"], step.get("environment") or said["env"]
