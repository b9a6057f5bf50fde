"""A project whose pull request made one benchmark slower, and a forge that can be asked of it."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from backend.domain.errors import DomainError
from backend.domain.forge_checks import Check, ForgeRole, Reaction
from backend.domain.forge_events import PullRequestSeen
from backend.testing.builders import Document, a_history, a_result
from backend.tests.services.histories import steady

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
    checks: dict[str, list[Check]] = field(default_factory=dict)
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

    def keep_comment(self, number: int, marker: str, body: str, known: str | None) -> str:
        assert number == self.pull.number
        assert body.startswith(marker)
        ours = [id_ for id_, said in self.comments.items() if said.startswith(marker)]
        place = known if known in self.comments else next(iter(ours), None)
        self.edits += 1
        if place is None:
            place = str(100 + len(self.comments))
        self.comments[place] = body
        return place

    def keep_check(
        self,
        head: str,
        check: Check,
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
