"""Gitea and Forgejo, with the token of an account that administers the repository."""

from dataclasses import dataclass
from urllib.parse import quote

from backend.domain.pulls.forge_checks import (
    CheckState,
    ForgeCheck,
    ForgeRefusedError,
    ForgeRole,
    Reaction,
    shortened,
)
from backend.domain.pulls.forge_documents import Field
from backend.domain.pulls.forge_events import PullRequestSeen
from backend.domain.pulls.forge_pull_requests import gitea_pull_request
from backend.outgoing.forges.comments import Conversation
from backend.outgoing.forges.github import repository_path
from backend.outgoing.forges.wire import Wire, is_missing, understood

LONGEST_DESCRIPTION = 255
ROLES = {
    "read": ForgeRole.READ, "write": ForgeRole.WRITE,
    "admin": ForgeRole.ADMIN, "owner": ForgeRole.ADMIN,
}  # fmt: skip
REACTIONS = {Reaction.HEARD: "eyes", Reaction.DONE: "+1", Reaction.REFUSED: "confused"}
STATES = {
    CheckState.PENDING: "pending", CheckState.SUCCESS: "success",
    CheckState.FAILURE: "failure", CheckState.NEUTRAL: "success",
}  # fmt: skip


@dataclass(slots=True)
class Gitea:
    """One repository on Gitea or Forgejo."""

    wire: Wire
    repository: str
    _login: str = ""

    @property
    def _at(self) -> str:
        return repository_path(self.repository)

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

    def upsert_comment(self, number: int, marker: str, body: str, known: str | None) -> str:
        conversation = Conversation(
            self.wire, f"pull request {number}", f"{self._at}/issues/{number}/comments",
            f"{self._at}/issues/comments", "PATCH", self._is_ours, is_paged=False,
        )  # fmt: skip
        with understood():
            return conversation.upsert(marker, body, known)

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
        path = f"{self._at}/collaborators/{quote(login, safe='')}/permission"
        told = self.wire.ask_unless(is_missing, "GET", path, f"what {login} may do")
        if told is None:
            return ForgeRole.NONE
        return ROLES.get(told["permission"].text(), ForgeRole.NONE)

    def react(self, number: int, comment: str, reaction: Reaction) -> None:
        del number
        path = f"{self._at}/issues/comments/{int(comment)}/reactions"
        self.wire.ask("POST", path, "a reaction", body={"content": REACTIONS[reaction]})

    def login(self) -> str:
        if not self._login:
            with understood():
                self._login = self.wire.ask("GET", "/user", "whose token it is")["login"].word()
        return self._login

    def _is_ours(self, comment: Field) -> bool:
        return comment["user"]["login"].value == self.login()
