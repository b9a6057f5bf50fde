"""The first day of teams that measure in CI: by the recipes of docs/ci.md as they are printed."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package more

from backend.domain.pulls.forge_events import ForgeKind
from backend.testing.browser import Visitor
from backend.testing.forges.running import forge
from backend.testing.forges.server import StandIn
from backend.testing.forges.webhooks import pull_request_webhook
from backend.testing.forges.world import BOT, TOKEN
from backend.testing.receivers import Mailbox
from backend.testing.stack import Stack, wait_until
from backend.testing.token_issuer import AUDIENCE, TokenIssuer, token_issuer
from backend.tests.browser.days import (
    AFTER,
    BEFORE,
    LAST,
    PATIENCE_S,
    PULLED,
    STEP,
    accept_on_the_page,
    is_found,
    size_in,
    told_alike,
    wait_for_mail,
    wait_for_quiet,
)
from backend.tests.browser.pulls.test_pulls_page import states_of
from backend.tests.cli.recipes import RECIPES, action_script, put_tools, run_script, steps
from backend.tests.cli.shell import Shell
from backend.tests.cli.test_correcting import key_of_the_installation

pytestmark = pytest.mark.browser

BENCH = """#!/bin/sh
printf '[{"name": "sort", "value": %s, "unit": "s", "direction": "lower"}]' "$(cat level.txt)"
"""
FORGES = {
    "yaml github": ForgeKind.GITHUB, "yaml gitlab": ForgeKind.GITLAB, "sh": ForgeKind.GITEA,
}  # fmt: skip
RED = {ForgeKind.GITHUB: "failure", ForgeKind.GITLAB: "failed", ForgeKind.GITEA: "failure"}
Job = CompletedProcess[str]


@dataclass(frozen=True)
class Push:
    """What a job is about: a commit of a branch, and the pull request that it belongs to."""

    commit: str
    branch: str = "main"
    number: int | None = None


@dataclass
class Team:
    """A team whose jobs follow one recipe, each in the clone of the runner."""

    recipe: str
    project: str
    there: StandIn
    shell: Shell
    new_token: Callable[[], str]

    @property
    def kind(self) -> ForgeKind:
        return FORGES[self.recipe]

    @property
    def address(self) -> str:
        return f"{self.project}@example.org"

    def job(self, push: Push) -> Job:
        """Check out what was pushed, and run what the recipe says."""
        self.shell.git("fetch", "-q", "origin")
        if self.recipe == "sh":
            self.shell.git("checkout", "-q", "-B", push.branch, push.commit)
        else:
            self.shell.git("checkout", "-q", "--detach", push.commit)
        script, said = self._script()
        url = self.shell.settings["TIDEMARK_URL"]
        script = script.replace(AUDIENCE, url).replace("PROJECT=main", f"PROJECT={self.project}")
        place = {"TIDEMARK_URL": url, "TIDEMARK_PROJECT": self.project}
        return run_script(self.shell, script, **said, **self._environment(push), **place)

    def _script(self) -> tuple[str, dict[str, str]]:
        if self.kind is ForgeKind.GITHUB:
            script, said = action_script(self.recipe)
            (workflow,) = yaml.safe_load(RECIPES[self.recipe])["jobs"].values()
            first = [step["run"] for step in workflow["steps"] if "run" in step]
            return "\n".join([*first, script]), _placeless(said)
        commands, given = steps(self.recipe)
        return "\n".join(commands), _placeless({name: str(said) for name, said in given.items()})

    def _environment(self, push: Push) -> dict[str, str]:
        """Return what the system of the recipe sets for a job."""
        if self.kind is ForgeKind.GITHUB:
            event = self.shell.home.parent / "event.json"
            pull = {"number": push.number, "head": {"sha": push.commit}}
            told = {"repository": {"default_branch": "main"}}
            event.write_text(json.dumps(told | ({"pull_request": pull} if push.number else {})))
            pulled = {
                "GITHUB_EVENT_NAME": "pull_request", "GITHUB_REF_NAME": f"{push.number}/merge",
                "GITHUB_HEAD_REF": push.branch, "GITHUB_BASE_REF": "main",
            }  # fmt: skip
            pushed = {"GITHUB_EVENT_NAME": "push", "GITHUB_REF_NAME": push.branch}
            return {
                "GITHUB_ACTIONS": "true", "GITHUB_SHA": push.commit, "RUNNER_NAME": "box",
                "GITHUB_EVENT_PATH": str(event), "TIDEMARK_ID_TOKEN": self.new_token(),
            } | (pulled if push.number else pushed)  # fmt: skip
        if self.kind is ForgeKind.GITLAB:
            merged = {
                "CI_MERGE_REQUEST_IID": str(push.number),
                "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": push.branch,
                "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
            }
            return {
                "GITLAB_CI": "true", "CI_COMMIT_SHA": push.commit, "CI_DEFAULT_BRANCH": "main",
                "CI_RUNNER_DESCRIPTION": "box",
            } | (merged if push.number else {"CI_COMMIT_BRANCH": push.branch})  # fmt: skip
        return {}

    def connect(self, client: httpx.Client) -> str:
        """Connect the repository, and return where its webhooks go."""
        wanted = {
            "kind": self.kind.value, "api_url": self.there.api_url, "token": TOKEN,
            "repository": self.there.world.repository,
        }  # fmt: skip
        made = client.post(f"/api/v1/projects/{self.project}/forge", json=wanted)
        assert made.is_success, made.text
        self.there.secret = made.json()["secret"]
        return str(made.json()["webhook_path"])


def _placeless(said: dict[str, str]) -> dict[str, str]:
    """Return what a recipe sets, but for the place, which each team fills in."""
    return {
        name: text
        for name, text in said.items()
        if name not in {"TIDEMARK_URL", "TIDEMARK_PROJECT"}
    }


class Repository(Shell):
    """What the teams measure, with its suite of its own."""

    def begin(self) -> None:
        self.git("init", "-q", "-b", "main")
        (self.home / "bench").write_text(BENCH)
        (self.home / "bench").chmod(0o755)

    def commit(self, subject: str, level: float) -> str:
        (self.home / "level.txt").write_text(str(level))
        self.git("add", ".")
        self.git("commit", "-q", "--allow-empty", "-m", subject)
        return self.git("rev-parse", "HEAD")


@pytest.fixture(scope="module")
def stack(mailing: Stack) -> Stack:
    return mailing


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    home = tmp_path / "engine"
    home.mkdir()
    made = Repository(home)
    made.begin()
    return made


@pytest.fixture
def client(stack: Stack) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {key_of_the_installation(stack)}"}
    with httpx.Client(base_url=stack.url, headers=headers, timeout=60) as made:
        yield made


@pytest.fixture
def teams(
    stack: Stack, client: httpx.Client, repository: Repository, tmp_path: Path
) -> Iterator[list[Team]]:
    """Make a project for each recipe, whose jobs run in a clone of their own."""
    tools = tmp_path / "tools"
    tools.mkdir()
    put_tools(tools)
    settings = {
        "TIDEMARK_URL": stack.url, "TIDEMARK_TESTBED": "box", "TOOLS": str(tools),
        "TIDEMARK_KEY": client.headers["authorization"].removeprefix("Bearer "),
    }  # fmt: skip
    with ExitStack() as running:
        issuer = running.enter_context(token_issuer())
        made = []
        for recipe, kind in FORGES.items():
            there = running.enter_context(forge(kind))
            home = tmp_path / kind.value / "clone"
            home.mkdir(parents=True)
            project = f"by-{kind.value}"
            shell = Shell(home, settings | {"TIDEMARK_PROJECT": project})
            shell.git("clone", "-q", str(repository.home), ".")
            assert shell.run("project", "create", project, "--slug", project).code == 0
            team = Team(recipe, project, there, shell, issuer.token)
            assert shell.run("channels", "add", "Team", "mail", team.address).code == 0
            made.append(team)
        _believe(client, issuer)
        yield made


def _believe(client: httpx.Client, issuer: TokenIssuer) -> None:
    """Let the jobs of GitHub report without a secret."""
    rule = {
        "name": "acme", "issuer": issuer.url, "audience": AUDIENCE,
        "claims": {"repository": "acme/engine"}, "testbed": "box",
    }  # fmt: skip
    made = client.post("/api/v1/projects/by-github/ci-rules", json=rule)
    assert made.is_success, made.text


@pytest.mark.nightly(
    shorter=[
        "cli/test_recipes.py::test_a_recipe_reports_and_stops_where_this_commit_is_slower",
        (
            "cli/test_recipes.py"
            "::test_the_action_gates_a_pull_request_by_where_it_left_its_base_without_a_secret"
        ),
        (
            "browser/test_journeys.py"
            "::test_a_regression_reaches_everybody_once_and_is_triaged_until_it_is_fixed"
        ),
    ]
)
def test_teams_adopt_it_in_a_day_by_the_recipes_as_printed(
    person: Visitor, stack: Stack, client: httpx.Client, teams: list[Team],
    repository: Repository, mailbox: Mailbox,
) -> None:  # fmt: skip
    names = _push(teams, repository, range(STEP), BEFORE)
    while not all(map(is_found, (team.shell for team in teams))):
        assert len(names) < LAST, "the step is not found"
        names += _push(teams, repository, range(len(names), len(names) + 1), AFTER)
        wait_for_quiet(stack)
    sizes = {
        told_alike(person, stack, team.shell, mailbox, (team.address, names[STEP]))
        for team in teams
    }
    assert len(sizes) == 1, sizes
    names += _push(teams, repository, range(len(names), LAST), AFTER)

    repository.git("checkout", "-q", "-b", "topic-7")
    head = repository.commit("Sort twice", PULLED)
    repository.git("checkout", "-q", "main")
    sizes = set(_at_once(teams, lambda team: _gated(client, team, names, head)))
    assert len(sizes) == 1, sizes
    for team in teams:
        accept_on_the_page(person, stack, team.project, *sizes)
        wait_until(
            lambda team=team: states_of(team.there, head)[-1:] == ["success"],  # type: ignore[misc]
            "it is green", PATIENCE_S,
        )  # fmt: skip

    _push(teams, repository, range(LAST, 18), BEFORE)
    for team in teams:
        wait_for_mail(mailbox, team.address, "Fixed: sort ")
        assert team.shell.run("alerts", "show", "1", "--json").json["group"]["state"] == "fixed"


def _at_once(teams: Sequence[Team], work: Callable[[Team], Any]) -> list[Any]:
    with ThreadPoolExecutor(len(teams)) as pool:
        return list(pool.map(work, teams))


def _push(teams: Sequence[Team], repository: Repository, numbers: range, level: float) -> list[str]:
    """Push commits to main, each once; a job of each team runs for each in turn."""
    made = [repository.commit(f"Change {index}", level) for index in numbers]

    def jobs(team: Team) -> list[Job]:
        return [team.job(Push(name)) for name in made]

    for team, done in zip(teams, _at_once(teams, jobs), strict=True):
        red = [index for index, job in zip(numbers, done, strict=True) if job.returncode]
        assert red == [STEP] * (STEP in numbers), (team.recipe, red, done)
    return made


def _gated(client: httpx.Client, team: Team, names: Sequence[str], head: str) -> str:
    """Open a slower pull request; its check, its comment and its job stop it by the same size."""
    world = team.there.world
    for before, name in zip(["", *names], [*names, head], strict=True):
        world.parents[name] = (before,) if before else ()
    world.branches |= {"main": names[-1], "topic-7": head}
    world.pull(7, head, author="ada")
    path = team.connect(client)
    webhook = pull_request_webhook(team.there, 7)
    heard = httpx.post(
        f"{client.base_url}{path}", content=webhook.body, headers=dict(webhook.headers)
    )
    assert heard.status_code == 202, heard.text
    job = team.job(Push(head, "topic-7", 7))
    assert job.returncode == 1, job
    wait_until(lambda: RED[team.kind] in states_of(team.there, head), "it is red", PATIENCE_S)
    size = size_in(job.stdout)
    (comment,) = world.comments_of(7, BOT)
    assert size_in(comment.body) == size
    return size
