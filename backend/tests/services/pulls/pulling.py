"""A project whose pull request made one benchmark slower, and a forge that can be asked of it."""

import hashlib
import hmac
import json
import uuid
from dataclasses import dataclass, field
from typing import Any

from pydantic import SecretStr
from sqlalchemy import Engine, text

from backend.domain.errors import DomainError
from backend.domain.pages import PageRequest
from backend.domain.people.projects import Project
from backend.domain.pulls.forge_checks import ForgeCheck, ForgeRole, Reaction
from backend.domain.pulls.forge_events import PullRequestSeen
from backend.domain.pulls.requests import StoredPullRequest
from backend.services.encryption import SecretCipher
from backend.services.pulls import connect_forge
from backend.services.pulls.receive_webhook import receive_webhook
from backend.services.pulls.update_pull_requests import ForgeAccess, due_pulls, update_pull_request
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.storage.pulls import requests as pull_requests
from backend.storage.pulls.requests import PullFilters
from backend.testing.builders import Document, a_history, a_result
from backend.testing.draining import RecordingRelay, Silence
from backend.tests.services.histories import steady

CIPHER = SecretCipher(SecretStr("a secret of tests"))
SECRETS: dict[int, str] = {}

REPOSITORY = "acme/engine"
MAIN = [f"{index:040x}" for index in range(1, 31)]
HEAD, NEXT_HEAD = "d" * 40, "e" * 40
FORK = MAIN[25]
LEVELS = {"search": 1.0, "parse": 1.0}


def main_history(count: int = 30) -> list[Document]:
    """Return one report for each of the first commits of the base branch."""
    history = a_history(steady(count))
    for index, report in enumerate(history):
        report["commit"] |= {"id": MAIN[index], "parents": MAIN[index - 1 : index] if index else []}
        report["results"] = results(index)
    return history


def pull_report(number: int = 7, head: str = HEAD, **factors: float) -> Document:
    """Return a report of the head of a pull request; its fork point stands on the base branch."""
    (report,) = a_history([1.0])
    report["commit"] = {
        "id": head, "parents": [FORK], "time": "2026-01-03T00:00:00Z", "subject": "Try it",
    }  # fmt: skip
    report |= {
        "branch": f"pull/{number}",
        "base": {"branch": "main"},
        "pull_request": {"number": number},
        "results": results(0, **factors),
    }
    return report


def results(index: int, **factors: float) -> list[Document]:
    level = steady(30)[index]
    return [
        a_result(
            benchmark=name,
            samples=[level * factors.get(name, 1.0) * one for one in (0.999, 1.0, 1.001)],
            binary_hash=f"{name}-{index}-{factors.get(name, 1.0)}-{uuid.uuid4()}",
        )
        for name in LEVELS
    ]


def seen(**changes: Any) -> PullRequestSeen:
    """Return the pull request as the forge tells it."""
    told: dict[str, Any] = {
        "repository": REPOSITORY, "number": 7, "title": "Try it", "author": "ada",
        "url": "https://forge.example/acme/engine/pull/7", "head": HEAD, "head_branch": "try",
        "base_branch": "main", "base": MAIN[29], "is_from_fork": True, "is_open": True,
        "fork_point": FORK,
    }  # fmt: skip
    return PullRequestSeen(**(told | changes))


@dataclass
class Desk:
    """A forge in memory: what stands on it, what was asked of it, and how it fails next."""

    pull: PullRequestSeen = field(default_factory=seen)
    comments: dict[str, str] = field(default_factory=dict)
    checks: dict[str, list[ForgeCheck]] = field(default_factory=dict)
    reactions: list[tuple[str, Reaction]] = field(default_factory=list)
    roles: dict[str, ForgeRole] = field(default_factory=dict)
    failures: list[DomainError] = field(default_factory=list)
    edits: int = 0

    def pull_request(self, number: int) -> PullRequestSeen:
        if self.failures:
            raise self.failures.pop(0)
        assert number == self.pull.number
        return self.pull

    def fork_point(self, seen: PullRequestSeen) -> str:
        assert seen.fork_point is not None
        return seen.fork_point

    def is_rewritten(self, before: str, head: str) -> bool:
        return before != head

    def upsert_comment(self, number: int, marker: str, body: str, known: str | None) -> str:
        assert number == self.pull.number
        assert body.startswith(marker)
        ours = [id_ for id_, said in self.comments.items() if said.startswith(marker)]
        place = known if known in self.comments else next(iter(ours), None)
        self.edits += 1
        if place is None:
            place = str(100 + len(self.comments))
        self.comments[place] = body
        return place

    def upsert_check(
        self,
        head: str,
        check: ForgeCheck,
        known: str | None,
        branch: str | None = None,  # noqa: ARG002  GitLab asks for it
    ) -> str:
        self.checks.setdefault(head, []).append(check)
        return known or f"check-{head[:4]}"

    def role_of(self, login: str) -> ForgeRole:
        return self.roles.get(login, ForgeRole.NONE)

    def react(self, number: int, comment: str, reaction: Reaction) -> None:  # noqa: ARG002
        self.reactions.append((comment, reaction))

    def login(self) -> str:
        return "tidemark-bot"

    @property
    def state(self) -> str:
        """Return what the check of the newest head says."""
        return str(self.checks[self.pull.head][-1].state)

    @property
    def said(self) -> str:
        """Return the one comment there is."""
        (comment,) = self.comments.values()
        return comment


def hear(engine: Engine, project: Project, event: str, body: Any, delivery: str = "1") -> str:
    """Send a webhook as GitHub does."""
    raw = json.dumps(body).encode()
    digest = hmac.new(SECRETS[project.id].encode(), raw, hashlib.sha256).hexdigest()
    headers = {
        "x-github-event": event, "x-github-delivery": delivery, "content-type": "application/json",
        "x-hub-signature-256": f"sha256={digest}",
    }  # fmt: skip
    with transaction(engine) as session:
        path = connect_forge.the_connection(session, project.id).webhook_path
        queue = TaskQueue(session, RecordingRelay())
        return receive_webhook(session, queue, CIPHER, path.split("/")[-2], (headers, raw))


def a_command(said: str, author: str = "ada", comment: int = 900) -> dict[str, Any]:
    """Return what GitHub sends of a new comment."""
    return {
        "action": "created",
        "repository": {"full_name": REPOSITORY},
        "sender": {"login": author, "type": "User"},
        "issue": {"number": 7, "pull_request": {"url": "x"}, "state": "open"},
        "comment": {"id": comment, "body": said, "user": {"login": author, "type": "User"}},
    }


def a_pull_document(head: str) -> dict[str, Any]:
    """Return the part of GitHub's webhook that names a pull request."""
    repository = {"full_name": REPOSITORY}
    return {
        "number": 7,
        "repository": repository,
        "sender": {"login": "ada", "type": "User"},
        "pull_request": {
            "number": 7, "title": "Old title", "state": "open", "merged": False,
            "merge_commit_sha": None, "user": {"login": "ada"},
            "html_url": "https://github.com/acme/engine/pull/7",
            "head": {"sha": head, "ref": "try", "repo": {"full_name": "ada/engine", "fork": True}},
            "base": {"sha": MAIN[29], "ref": "main", "repo": repository},
        },
    }  # fmt: skip


def tick(engine: Engine, desk: Desk, *, patient: bool = False) -> int:
    """Do what the schedule does; time passes so that everything is due, unless patient."""
    if not patient:
        with engine.begin() as connection:
            connection.execute(text("update pull_request set due_at = now(), claimed_until = null"))
    herald = ForgeAccess("https://tide.example", CIPHER, lambda _, __: desk, Silence())
    with transaction(engine) as session:
        due = due_pulls(session)
    return sum(update_pull_request(engine, herald, project, pull) for project, pull in due)


def the_pull(engine: Engine, project: Project) -> StoredPullRequest:
    with transaction(engine) as session:
        (one,) = pull_requests.read_page(
            session, project.id, PullFilters(), PageRequest(None, 10)
        ).rows
    return one
