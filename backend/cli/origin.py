"""Which commit, branch and pull request is being measured: of the CI system, else of git.

Pure: an environment, the event file of a CI system and what git says go in, one value comes out.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from backend.cli.environment import Environment

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ResultOrigin:
    """Where results come from; empty: not known."""

    system: str = ""
    commit: str = ""
    branch: str = ""
    base: str = ""
    """The branch that a pull request wants to go to."""
    pull_request: int | None = None
    pull_request_url: str = ""
    testbed: str = ""
    trigger: str = ""


@dataclass(frozen=True, slots=True)
class GitFacts:
    """What git says of one commit."""

    commit: str = ""
    branch: str = ""
    time: str = ""
    subject: str = ""
    author: str = ""
    email: str = ""
    parents: tuple[str, ...] = ()
    ancestry: tuple[str, ...] = ()


def origin_of(env: Environment, event: str = "") -> ResultOrigin:
    """Read what a CI system says; `event` is the text of its event file, where it has one."""
    if env.get("GITHUB_ACTIONS") == "true" or env.get("GITEA_ACTIONS") == "true":
        return _github(env, event)
    if env.get("GITLAB_CI") == "true":
        return _gitlab(env)
    if env.get("CI") == "woodpecker" or env.get("CI_SYSTEM_NAME") == "woodpecker":
        return _woodpecker(env)
    return ResultOrigin()


def chosen(origin: ResultOrigin, env: Environment) -> ResultOrigin:
    """Let what a person set win: TIDEMARK_COMMIT, TIDEMARK_BRANCH, TIDEMARK_TESTBED."""
    return replace(
        origin,
        commit=env.get("TIDEMARK_COMMIT") or origin.commit,
        branch=env.get("TIDEMARK_BRANCH") or origin.branch,
        testbed=env.get("TIDEMARK_TESTBED") or origin.testbed,
    )


def _github(env: Environment, event: str) -> ResultOrigin:
    """Read GitHub Actions, and Gitea and Forgejo Actions, which say the same.

    A pull request is checked out as its merge with the base; results belong to its head.
    """
    name = "Gitea Actions" if env.get("GITEA_ACTIONS") == "true" else "GitHub Actions"
    pull = _pull_request(event)
    is_hosted = env.get("RUNNER_ENVIRONMENT") == "github-hosted"
    platform = "-".join(env.get(part, "").lower() for part in ("RUNNER_OS", "RUNNER_ARCH"))
    return ResultOrigin(
        name,
        commit=str((pull.get("head") or {}).get("sha") or env.get("GITHUB_SHA", "")),
        branch=env.get("GITHUB_HEAD_REF") or env.get("GITHUB_REF_NAME", ""),
        base=env.get("GITHUB_BASE_REF", ""),
        pull_request=_number(pull.get("number")),
        pull_request_url=str(pull.get("html_url") or ""),
        testbed=f"github-hosted-{platform}" if is_hosted else env.get("RUNNER_NAME", ""),
        trigger=_trigger(env.get("GITHUB_EVENT_NAME", "")),
    )


def _pull_request(event: str) -> Mapping[str, Any]:
    try:
        said = json.loads(event) if event else {}
    except ValueError:
        return {}
    pull = said.get("pull_request") if isinstance(said, dict) else None
    return pull if isinstance(pull, dict) else {}


def _gitlab(env: Environment) -> ResultOrigin:
    number = _number(env.get("CI_MERGE_REQUEST_IID"))
    project = env.get("CI_MERGE_REQUEST_PROJECT_URL", "")
    return ResultOrigin(
        "GitLab CI",
        # a pipeline for merged results runs on a commit that nobody else has
        commit=env.get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") or env.get("CI_COMMIT_SHA", ""),
        branch=env.get("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME") or env.get("CI_COMMIT_REF_NAME", ""),
        base=env.get("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", ""),
        pull_request=number,
        pull_request_url=f"{project}/-/merge_requests/{number}" if number and project else "",
        testbed=env.get("CI_RUNNER_DESCRIPTION", ""),
        trigger=_trigger(env.get("CI_PIPELINE_SOURCE", "")),
    )


def _woodpecker(env: Environment) -> ResultOrigin:
    is_pull = bool(env.get("CI_COMMIT_PULL_REQUEST"))
    return ResultOrigin(
        "Woodpecker",
        commit=env.get("CI_COMMIT_SHA", ""),
        branch=(env.get("CI_COMMIT_SOURCE_BRANCH") if is_pull else "")
        or env.get("CI_COMMIT_BRANCH", ""),
        base=env.get("CI_COMMIT_TARGET_BRANCH", "") if is_pull else "",
        pull_request=_number(env.get("CI_COMMIT_PULL_REQUEST")),
        pull_request_url=env.get("CI_PIPELINE_FORGE_URL", "") if is_pull else "",
        testbed=env.get("CI_MACHINE", ""),
        trigger=_trigger(env.get("CI_PIPELINE_EVENT", "")),
    )


def _trigger(said: str) -> str:
    """Return the trigger as reports name it."""
    if said in {"pull_request", "pull_request_target", "merge_request_event"}:
        return "pull_request"
    return {"push": "push", "schedule": "schedule", "cron": "schedule"}.get(said, "manual")


def _number(said: object) -> int | None:
    text = str(said or "")
    return int(text) if text.isascii() and text.isdigit() and int(text) else None


def completed(report: Document, origin: ResultOrigin, git: GitFacts) -> Document:
    """Return a report with what it leaves out; what it says itself stays."""
    commit = _commit(dict(report.get("commit") or {}), origin, git)
    filled = {
        **report,
        "commit": commit,
        "branch": report.get("branch") or origin.branch or git.branch,
        "testbed": report.get("testbed") or origin.testbed,
    }
    if origin.base and "base" not in report:
        filled["base"] = {"branch": origin.base}
    if origin.pull_request and "pull_request" not in report:
        pull = {"number": origin.pull_request, "url": origin.pull_request_url or None}
        filled["pull_request"] = {name: said for name, said in pull.items() if said}
    if origin.trigger and "trigger" not in (run := dict(report.get("run") or {})):
        filled["run"] = {**run, "trigger": origin.trigger}
    return filled


def _commit(said: Document, origin: ResultOrigin, git: GitFacts) -> Document:
    said.setdefault("id", origin.commit or git.commit)
    if said["id"] != git.commit:
        return said
    author = {"name": git.author, "email": git.email}
    facts: Document = {
        "time": git.time,
        "subject": git.subject,
        "author": {name: text for name, text in author.items() if text},
        "parents": list(git.parents),
        "ancestry": list(git.ancestry),
    }
    return {name: fact for name, fact in facts.items() if fact} | said
