"""Gitea and Forgejo, with the token of an account that administers the repository."""

from dataclasses import dataclass
from urllib.parse import quote

from backend.domain.pulls.forge_checks import (
    CheckState,
    ForgeCheck,
    ForgeRefusedError,
    ForgeRole,
    shortened,
)
from backend.domain.pulls.forge_events import PullRequestSeen
from backend.domain.pulls.forge_pull_requests import gitea_pull_request
from backend.outgoing.forges.github_shaped import GitHubShaped
from backend.outgoing.forges.wire import is_missing, understood

LONGEST_DESCRIPTION = 255
ROLES = {
    "read": ForgeRole.READ, "write": ForgeRole.WRITE,
    "admin": ForgeRole.ADMIN, "owner": ForgeRole.ADMIN,
}  # fmt: skip
STATES = {
    CheckState.PENDING: "pending", CheckState.SUCCESS: "success",
    CheckState.FAILURE: "failure", CheckState.NEUTRAL: "success",
}  # fmt: skip


@dataclass(slots=True)
class Gitea(GitHubShaped):
    """One repository on Gitea or Forgejo."""

    has_pages_of_comments = False

    def pull_request(self, number: int) -> PullRequestSeen:
        told = self.wire.ask("GET", f"{self._at}/pulls/{number}", f"pull request {number}")
        with understood():
            return gitea_pull_request(told)

    def fork_point(self, seen: PullRequestSeen) -> str:
        """Return what the forge tells with the pull request; its comparison does not say."""
        found = seen.fork_point or self.pull_request(seen.number).fork_point
        if found is None:
            raise ForgeRefusedError(
                f"the forge knows no commit that both branches of pull request {seen.number} have",
                "nothing can be compared until the branches have a common past",
            )
        return found

    def is_rewritten(self, before: str, head: str) -> bool | None:
        """Ask what `before` has that `head` has not."""
        path = f"{self._at}/compare/{quote(head, safe='')}...{quote(before, safe='')}"
        told = self.wire.ask_unless(is_missing, "GET", path, "how two commits are related")
        return None if told is None else told["total_commits"].value != 0

    def upsert_check(
        self, head: str, check: ForgeCheck, known: str | None, branch: str | None = None
    ) -> str | None:
        del known, branch
        told = {
            "state": STATES[check.state],
            "context": shortened(check.name, LONGEST_DESCRIPTION),
            "description": shortened(check.title, LONGEST_DESCRIPTION),
            "target_url": check.url,
        }
        path = f"{self._at}/statuses/{quote(head, safe='')}"
        self.wire.ask("POST", path, "a commit status", body=told)
        return None

    def role_of(self, login: str) -> ForgeRole:
        told = self._permission(login)
        if told is None:
            return ForgeRole.NONE
        return ROLES.get(told["permission"].text(), ForgeRole.NONE)
