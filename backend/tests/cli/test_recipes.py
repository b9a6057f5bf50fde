"""The recipes of docs/ci.md: they fit the published schemas, are short, and run as written."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package more

from backend.testing.stack import Stack
from backend.testing.token_issuer import AUDIENCE, token_issuer
from backend.tests.cli.checkout import Checkout
from backend.tests.cli.ingesting import ingesting
from backend.tests.cli.recipes import (
    ACTION,
    RECIPES,
    TEMPLATE,
    action_script,
    filled,
    put_tools,
    run_script,
    steps,
)
from backend.tests.services.histories import steady

SCHEMAS = {
    "yaml github": "vendor.github-workflows",
    "yaml fork": "vendor.github-workflows",
    "yaml gitlab": "vendor.gitlab-ci",
    "yaml woodpecker": "vendor.woodpecker-ci",
    "yaml buildkite": "vendor.buildkite",
}
MOST_LINES = 15
LEVELS = steady(6, 1.75)
ADDRESS = "https://tidemark.example"


def test_every_recipe_is_short_and_fits_what_its_system_publishes(tmp_path: Path) -> None:
    assert list(RECIPES)[:2] == ["json", "sh"], (
        "the shortest results and the plain shell come first"
    )
    assert set(RECIPES) == {"json", "sh", "groovy", *SCHEMAS}
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


@pytest.fixture(scope="module")
def job(server: Stack, key: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    """Check out a slower commit as CI does, without a branch; what it left was measured."""
    home = tmp_path_factory.mktemp("job")
    shell = Checkout(home, {"TIDEMARK_URL": server.url, "TIDEMARK_KEY": key})
    shell.git("init", "-q", "-b", "main")
    put_tools(home)
    (home / "bench").write_text("#!/bin/sh\ngit show HEAD:results.json\n")
    (home / "bench").chmod(0o755)
    with ingesting(server):
        for index, level in enumerate(LEVELS):
            shell.commit(f"Change {index}", level)
            said = shell.run("report", "--wait", "results.json", "--testbed", "box", "-p", "main")
            assert said.code == 0, said
        shell.git("checkout", "-q", "--detach")
        shell.commit("Sort twice", LEVELS[-1] * 1.2)
        yield shell


SYSTEMS = {
    "sh": {"TIDEMARK_BRANCH": "slower"},
    "yaml gitlab": {
        "GITLAB_CI": "true", "CI_COMMIT_SHA": "{head}", "CI_COMMIT_BRANCH": "slower",
        "CI_DEFAULT_BRANCH": "main", "CI_RUNNER_DESCRIPTION": "box",
    },
    "yaml woodpecker": {
        "CI": "woodpecker", "CI_COMMIT_SHA": "{head}", "CI_COMMIT_BRANCH": "slower",
        "CI_REPO_DEFAULT_BRANCH": "main", "CI_MACHINE": "box",
    },
    "yaml buildkite": {
        "BUILDKITE": "true", "BUILDKITE_COMMIT": "{head}", "BUILDKITE_BRANCH": "slower",
        "BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main", "BUILDKITE_AGENT_NAME": "box",
    },
    "groovy": {
        "JENKINS_URL": "https://ci.example/", "GIT_COMMIT": "{head}", "NODE_NAME": "box",
        "GIT_BRANCH": "origin/slower",
    },
}  # fmt: skip
"""What each system sets for a job of the slower branch."""


def _environment(job: Checkout, kind: str) -> dict[str, str]:
    head = job.git("rev-parse", "HEAD")
    return {name: text.format(head=head) for name, text in SYSTEMS[kind].items()}


@pytest.mark.parametrize("kind", SYSTEMS)
def test_a_recipe_reports_and_stops_where_this_commit_is_slower(
    job: Checkout, server: Stack, kind: str
) -> None:
    commands, given = steps(kind)
    plain = {name: str(text) for name, text in given.items() if not isinstance(text, dict)}
    said = {**plain, **_environment(job, kind), "TIDEMARK_URL": server.url}
    script = "\n".join(commands).replace(ADDRESS, server.url)
    done = run_script(job, script, **said)
    assert (done.returncode, "ingested" in done.stdout) == (1, True), done
    assert re.search(r"where this left main\.\s", " ".join(done.stdout.split()) + " "), done.stdout
    assert "slower [" in done.stdout


PULL = {
    "GITHUB_ACTIONS": "true", "GITHUB_REF_NAME": "7/merge", "GITHUB_HEAD_REF": "slower",
    "GITHUB_BASE_REF": "main", "GITHUB_EVENT_NAME": "pull_request", "RUNNER_NAME": "box",
}  # fmt: skip


@pytest.fixture(scope="module")
def token(server: Stack, key: str) -> Iterator[str]:
    """Believe the jobs of a repository, and return the token of one."""
    with token_issuer() as issuer:
        rule = {
            "name": "acme", "issuer": issuer.url, "audience": AUDIENCE,
            "claims": {"repository": "acme/engine"}, "testbed": "box",
        }  # fmt: skip
        address = f"{server.url}/api/v1/projects/main/ci-rules"
        made = httpx.post(address, json=rule, headers={"Authorization": f"Bearer {key}"})
        assert made.is_success, made.text
        yield issuer.token()


def test_the_action_gates_a_pull_request_by_where_it_left_its_base_without_a_secret(
    job: Checkout, server: Stack, token: str
) -> None:
    job.commit("Sort twice, once more", LEVELS[-1] * 1.21)
    script, said = action_script("yaml github")
    head = {"GITHUB_SHA": job.git("rev-parse", "HEAD")}
    told = {**said, **PULL, **head, "TIDEMARK_URL": server.url, "TIDEMARK_ID_TOKEN": token}
    done = run_script(job, script, **told)
    assert (done.returncode, "slower [" in done.stdout) == (1, True), done


def test_the_action_reports_for_a_fork_and_compares_with_where_that_left_the_default_branch(
    job: Checkout, server: Stack, token: str, tmp_path: Path
) -> None:
    """Run all that the second workflow says, in a clone of its own; the fork is only fetched."""
    head = job.commit("Sort thrice, in a fork", LEVELS[-1] * 1.22)
    job.git("update-ref", "refs/pull/8/head", head)
    known = {
        "github.event.workflow_run.head_sha": head,
        "github.event.workflow_run.head_branch": "$(touch evil)",
    }
    subprocess.run(["git", "clone", "-q", "-b", "main", job.home, tmp_path / "own"], check=True)
    own = Checkout(tmp_path / "own", job.settings)
    (workflow,) = yaml.safe_load(RECIPES["yaml fork"])["jobs"].values()
    checkout, fetch, download, _ = workflow["steps"]
    assert (checkout["with"], download["with"]["path"]) == ({"fetch-depth": 0}, "pr")
    own.git("config", "remote.origin.url", f"file://{job.home}")
    assert run_script(own, filled(fetch["run"], known)).returncode == 0
    (own.home / "pr").mkdir()
    results = json.loads((job.home / "results.json").read_text())
    (own.home / "pr" / "results.json").write_text(json.dumps(results))
    (own.home / "event.json").write_text('{"repository": {"default_branch": "main"}}')
    script, said = action_script("yaml fork", **known)
    run = {
        "GITHUB_ACTIONS": "true", "GITHUB_SHA": own.git("rev-parse", "HEAD"),
        "GITHUB_REF_NAME": "main", "GITHUB_EVENT_PATH": str(own.home / "event.json"),
        "TOOLS": str(job.home),
    }  # fmt: skip
    told = {**said, **run, "TIDEMARK_URL": server.url, "TIDEMARK_ID_TOKEN": token}
    done = run_script(own, script, **told)
    assert (done.returncode, "ingested" in done.stdout) == (1, True), done
    assert "slower [" in done.stdout
    assert "where this left main" in " ".join(done.stdout.split())
    assert not list(tmp_path.rglob("evil"))


def test_the_shortest_results_are_understood_as_they_stand(job: Checkout) -> None:
    (job.home / "four.json").write_text(RECIPES["json"])
    assert {len(row) for row in json.loads(RECIPES["json"])} == {4}
    dry = job.run(
        "report", "four.json", "--testbed", "box", "--branch", "slower", "-p", "main", "--dry-run"
    ).json
    (row,) = dry["results"]
    assert (row["benchmark"], row["value"], row["direction"]) == ("walk", 0.0125, "lower")
