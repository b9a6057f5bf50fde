"""GitLab, its own service or anybody's, with a token of a project, a group or a person."""

import re
from collections.abc import Callable
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
from backend.domain.pulls.forge_pull_requests import gitlab_merge_request
from backend.outgoing.forges.comments import Conversation
from backend.outgoing.forges.wire import Wire, is_missing, items_of, understood

LONGEST_DESCRIPTION = 255
ROLES = (
    (50, ForgeRole.ADMIN), (40, ForgeRole.MAINTAIN), (30, ForgeRole.WRITE),
    (20, ForgeRole.TRIAGE), (10, ForgeRole.READ),
)  # fmt: skip
"""Owner, Maintainer, Developer, Reporter, Guest; levels between count as the one below."""
REACTIONS = {Reaction.HEARD: "eyes", Reaction.DONE: "thumbsup", Reaction.REFUSED: "confused"}
STATES = {
    # A finished status may begin to run again; it may not become pending.
    CheckState.PENDING: "running", CheckState.SUCCESS: "success",
    CheckState.FAILURE: "failed", CheckState.NEUTRAL: "success",
}  # fmt: skip
_TRANSITION = re.compile(r"Cannot transition status via :\w+ from :(\w+)")


@dataclass(slots=True)
class GitLab:
    """One project on GitLab."""

    wire: Wire
    repository: str
    _me: Field | None = None

    @property
    def _at(self) -> str:
        return f"/projects/{quote(self.repository, safe='')}"

    def pull_request(self, number: int) -> PullRequestSeen:
        path = f"{self._at}/merge_requests/{number}"
        told = self.wire.ask("GET", path, f"merge request {number}")
        with understood():
            return gitlab_merge_request(self.repository, told)

    def fork_point(self, seen: PullRequestSeen) -> str:
        if seen.fork_point is not None:
            return seen.fork_point
        found = self._merge_base(seen.base or seen.base_branch, seen.head)
        if found is None:
            raise ForgeRefusedError(
                "GitLab knows no commit that both branches have",
                "nothing can be compared until the branches have a common past",
            )
        return found

    def is_rewritten(self, before: str, head: str) -> bool | None:
        found = self._merge_base(before, head)
        return None if found is None else found != before

    def _merge_base(self, one: str, other: str) -> str | None:
        path = f"{self._at}/repository/merge_base"
        refs = [("refs[]", one), ("refs[]", other)]
        told = self.wire.ask_unless(
            lambda status, said: is_missing(status, said) or _is_unknown_ref(status, said),
            "GET", path, "where two branches part", refs,
        )  # fmt: skip
        with understood():
            return None if told is None else told["id"].commit()

    def upsert_comment(self, number: int, marker: str, body: str, known: str | None) -> str:
        notes = f"{self._at}/merge_requests/{number}/notes"
        conversation = Conversation(
            self.wire, f"merge request {number}", notes, notes, "PUT", self._is_ours,
            order=(("sort", "asc"), ("order_by", "created_at")),
        )  # fmt: skip
        return conversation.upsert(marker, body, known)

    def upsert_check(
        self, head: str, check: ForgeCheck, known: str | None, branch: str | None = None
    ) -> str | None:
        del known
        told = {
            "state": STATES[check.state],
            "name": shortened(check.name, LONGEST_DESCRIPTION),
            "description": shortened(check.title, LONGEST_DESCRIPTION),
            "target_url": check.url,
        } | ({"ref": branch} if branch else {})
        path = f"{self._at}/statuses/{quote(head, safe='')}"
        self.wire.ask_unless(
            _is_already(STATES[check.state]), "POST", path, "a commit status", body=told
        )
        return None

    def role_of(self, login: str) -> ForgeRole:
        query = [("username", login)]
        with understood():
            found = items_of(self.wire.ask("GET", "/users", f"who {login} is", query))
            same = [one for one in found if one["username"].text().lower() == login.lower()]
            return self._role_of(same[0]["id"].number(), login) if same else ForgeRole.NONE

    def _role_of(self, user: int, login: str) -> ForgeRole:
        path = f"{self._at}/members/all/{user}"
        told = self.wire.ask_unless(is_missing, "GET", path, f"what {login} may do")
        if told is None or told["state"].value != "active":
            return ForgeRole.NONE
        level = told["access_level"].number()
        return next((role for least, role in ROLES if level >= least), ForgeRole.NONE)

    def react(self, number: int, comment: str, reaction: Reaction) -> None:
        notes = f"{self._at}/merge_requests/{number}/notes"
        path = f"{notes}/{int(comment)}/award_emoji"
        told = {"name": REACTIONS[reaction]}
        self.wire.ask_unless(_is_taken, "POST", path, "a reaction", body=told)

    def login(self) -> str:
        with understood():
            return self._myself()["username"].word()

    def _is_ours(self, note: Field) -> bool:
        return note["author"]["id"].value == self._myself()["id"].number()

    def _myself(self) -> Field:
        if self._me is None:
            self._me = self.wire.ask("GET", "/user", "whose token it is")
        return self._me


def _is_unknown_ref(status: int, said: str) -> bool:
    return status == 400 and "Could not find ref" in said  # noqa: PLR2004


def _is_already(state: str) -> Callable[[int, str], bool]:
    """GitLab refuses to turn a status into what it is; any other such refusal is one."""

    def is_already(status: int, said: str) -> bool:
        found = _TRANSITION.search(said)
        return status == 400 and found is not None and found[1] == state  # noqa: PLR2004

    return is_already


def _is_taken(status: int, said: str) -> bool:
    """GitLab answers 404 to the second of the same reactions."""
    return status in (400, 404, 409) and "already been taken" in said
