"""Which commit, branch and pull request is being measured: of the CI system, else of git.

An environment, the event file of a CI system and what git says go in, one value comes out.
What each system sets stands in `ci_systems.json`, which the agent reads as well.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from backend.cli.environment import Environment
from backend.domain.commits.forges import Forge

SYSTEMS = Path(__file__).with_name("ci_systems.json")

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ResultOrigin:
    """Where results come from; empty: not known."""

    system: str = ""
    commit: str = ""
    branch: str = ""
    base: str = ""
    """The branch that a pull request wants to go to."""
    merge_base: str = ""
    """The commit at which the pull request left it."""
    pull_request: int | None = None
    pull_request_url: str = ""
    testbed: str = ""
    trigger: str = ""
    default_branch: str = ""
    repository: str = ""
    """Address of the repository, as a browser opens it."""


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
    repository: str = ""
    """Address of the remote `origin`, as a browser opens it."""


def browsable(remote: str) -> str:
    """Return the https address of what git fetches from; empty for a path, and never a secret."""
    text = remote.strip()
    if "://" not in text:  # git@host:owner/name.git
        place, _, path = text.partition(":")
        text = f"ssh://{place}/{path.lstrip('/')}" if path and "/" not in place else ""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    is_web = parts.scheme in {"http", "https"}
    path = parts.path.rstrip("/").removesuffix(".git")
    if not host or not path.strip("/") or not (is_web or parts.scheme in {"ssh", "git"}):
        return ""
    shown = f"{host}:{port}" if is_web and port else host
    return f"{parts.scheme if is_web else 'https'}://{shown}{path}"


@cache
def _table() -> Document:
    table: Document = json.loads(SYSTEMS.read_text())
    return table


def origin_of(env: Environment, event: str = "") -> ResultOrigin:
    """Read what a CI system says; `event` is the text of its event file, where it has one."""
    for system in _table()["systems"]:
        if any(_holds(sign, env) for sign in system["signs"]):
            return _origin(system, env, _object(event))
    return ResultOrigin()


def event_text(env: Environment) -> str:
    """Return the event file of GitHub Actions and those that follow it, where there is one."""
    place = env.get("GITHUB_EVENT_PATH", "")
    file = Path(place)
    return file.read_text(errors="replace") if place and file.is_file() else ""


def _origin(system: Document, env: Environment, event: Document) -> ResultOrigin:
    def said(what: str) -> str:
        return next(_texts(system[what], env, event), "")

    number, branch, base = _number(said("pull_request")), said("branch"), said("base")
    triggers: dict[str, str] = _table()["triggers"]
    return ResultOrigin(
        system["name"],
        commit=said("commit"),
        # a fork names its branches as it likes: its main is not the main that others compare with
        branch=f"pull/{number}" if number and branch == base else branch,
        base=base if number else "",
        merge_base=said("merge_base") if number else "",
        default_branch=said("default_branch"),
        repository=browsable(said("repository")),
        pull_request=number,
        pull_request_url=said("pull_request_url") if number else "",
        testbed=said("testbed"),
        trigger="pull_request" if number else triggers.get(said("trigger"), "manual"),
    )


def _texts(sources: list[Document], env: Environment, event: Document) -> Iterator[str]:
    for source in sources:
        is_meant = "if" not in source or _holds(source["if"], env)
        if is_meant and not any(_holds(sign, env) for sign in source.get("unless", [])):
            text = _cut(source, _text(source, env, event))
            if text:
                yield text


def _text(source: Document, env: Environment, event: Document) -> str:
    if "event" in source:
        found: Any = event
        for name in source["event"].split("."):
            found = found.get(name) if isinstance(found, dict) else None
        return str(found) if isinstance(found, str | int) else ""
    if "format" in source:
        parts = source["format"].replace("}", "{").split("{")
        said = [env.get(part, "") if index % 2 else part for index, part in enumerate(parts)]
        text = "".join(said) if all(said[1::2]) else ""
        return text.lower() if source.get("lower") else text
    return env.get(source["variable"], "")


def _cut(source: Document, text: str) -> str:
    text = text.removeprefix(source.get("without", ""))
    if "before" in source:
        text = text.partition(source["before"])[0]
    return text.rpartition(source["after"])[2] if "after" in source else text


def _holds(sign: str, env: Environment) -> bool:
    name, equals, value = sign.partition("=")
    return env.get(name) == value if equals else bool(env.get(name))


def _object(text: str) -> Document:
    try:
        said = json.loads(text) if text else {}
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def chosen(origin: ResultOrigin, env: Environment) -> ResultOrigin:
    """Let what a person set win: TIDEMARK_COMMIT, TIDEMARK_BRANCH, TIDEMARK_TESTBED."""
    return replace(
        origin,
        commit=env.get("TIDEMARK_COMMIT") or origin.commit,
        branch=env.get("TIDEMARK_BRANCH") or origin.branch,
        testbed=env.get("TIDEMARK_TESTBED") or origin.testbed,
    )


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
        fork = {"branch": origin.base, "commit": origin.merge_base}
        filled["base"] = {name: said for name, said in fork.items() if said}
    if origin.pull_request and "pull_request" not in report:
        pull = {"number": origin.pull_request, "url": origin.pull_request_url or None}
        filled["pull_request"] = {name: said for name, said in pull.items() if said}
    if origin.trigger and "trigger" not in (run := dict(report.get("run") or {})):
        filled["run"] = {**run, "trigger": origin.trigger}
    return filled


def _commit(said: Document, origin: ResultOrigin, git: GitFacts) -> Document:
    said.setdefault("id", origin.commit or git.commit)
    repository = origin.repository or git.repository
    page = Forge(repository).commit(said["id"]) if repository else None
    if page:
        said.setdefault("url", page)
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
