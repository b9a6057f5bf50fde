"""GitHub and GitHub Enterprise Server, as an App or with somebody's token."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from backend.domain.pulls.forge_checks import ForgeCheck, ForgeConnection, ForgeRole
from backend.domain.pulls.forge_events import ForgeKind, PullRequestSeen
from backend.domain.pulls.forge_pull_requests import github_pull_request
from backend.outgoing.forges import github_app, github_checks
from backend.outgoing.forges.github_shaped import GitHubShaped, owner_of_token
from backend.outgoing.forges.wire import Wire, is_missing, understood
from backend.outgoing.guarded_http import Outgoing

HEADERS = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
ROLES = {
    "read": ForgeRole.READ, "triage": ForgeRole.TRIAGE, "write": ForgeRole.WRITE,
    "maintain": ForgeRole.MAINTAIN, "admin": ForgeRole.ADMIN,
}  # fmt: skip


def github(
    connection: ForgeConnection,
    http: Outgoing,
    clock: Callable[[], datetime],
    tokens: github_app.InstallationTokens,
) -> "GitHub":
    """Speak to GitHub as the connection says."""

    def wire(bearer: Callable[[], str], renew: Callable[[], None] | None = None) -> Wire:
        def headers() -> dict[str, str]:
            return HEADERS | {"Authorization": f"Bearer {bearer()}"}

        return Wire(ForgeKind.GITHUB, connection.api_url, http, clock, headers, renew)

    given = connection.token
    if given:
        return GitHub(wire(lambda: given), connection.repository)
    app = wire(lambda: github_app.claim(connection, clock()))
    key = github_app.key_of(connection)
    installed = wire(
        lambda: tokens.find(key, clock(), lambda: github_app.fresh_token(app, connection)),
        lambda: tokens.forget(key),
    )
    return GitHub(installed, connection.repository, app)


@dataclass(slots=True)
class GitHub(GitHubShaped):
    """One repository on GitHub."""

    app: Wire | None = None
    """Speaks as the App itself, where there is one."""

    def pull_request(self, number: int) -> PullRequestSeen:
        told = self.wire.ask("GET", f"{self._at}/pulls/{number}", f"pull request {number}")
        with understood():
            return github_pull_request(told)

    def fork_point(self, seen: PullRequestSeen) -> str:
        path = self._comparison(seen.base or seen.base_branch, seen.head)
        told = self.wire.ask("GET", path, "where it left its base branch")
        with understood():
            return told["merge_base_commit"]["sha"].commit()

    def is_rewritten(self, before: str, head: str) -> bool | None:
        path = self._comparison(before, head)
        told = self.wire.ask_unless(is_missing, "GET", path, "how two commits are related")
        return None if told is None else told["status"].value in ("diverged", "behind")

    def upsert_check(
        self, head: str, check: ForgeCheck, known: str | None, branch: str | None = None
    ) -> str | None:
        del branch
        if self.app is None:
            github_checks.post_status(self.wire, self._at, head, check)
            return None
        with understood():
            return github_checks.upsert_run(self.wire, self.app, self._at, head, check, known)

    def role_of(self, login: str) -> ForgeRole:
        told = self._permission(login)
        if told is None:
            return ForgeRole.NONE
        # Organisations make roles of their own, each upon one of the common ones.
        named = ROLES.get(told["role_name"].text())
        return named or ROLES.get(told["permission"].text(), ForgeRole.NONE)

    def _asked_login(self) -> str:
        if self.app is None:
            return owner_of_token(self.wire)
        return f"{self.app.ask('GET', '/app', 'which App it is')['slug'].word()}[bot]"

    def _comparison(self, base: str, head: str) -> str:
        """Name the second page: the first carries every changed file."""
        both = f"{quote(base, safe='')}...{quote(head, safe='')}"
        return f"{self._at}/compare/{both}?per_page=1&page=2"
