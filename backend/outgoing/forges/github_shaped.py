"""What GitHub and Gitea answer alike: comments, reactions, roles, and whose token it is."""

from dataclasses import dataclass, field
from typing import ClassVar
from urllib.parse import quote

from backend.domain.pulls.forge_checks import Reaction
from backend.domain.pulls.forge_documents import Field
from backend.outgoing.forges.comments import Conversation
from backend.outgoing.forges.wire import Wire, is_missing, understood

REACTIONS = {Reaction.HEARD: "eyes", Reaction.DONE: "+1", Reaction.REFUSED: "confused"}


@dataclass(slots=True)
class GitHubShaped:
    """One repository on a forge whose addresses are those of GitHub."""

    has_pages_of_comments: ClassVar[bool] = True

    wire: Wire
    repository: str
    _login: str = field(default="", init=False)

    @property
    def _at(self) -> str:
        owner, _, name = self.repository.partition("/")
        return f"/repos/{quote(owner, safe='')}/{quote(name, safe='')}"

    def upsert_comment(self, number: int, marker: str, body: str, known: str | None) -> str:
        conversation = Conversation(
            self.wire, f"pull request {number}", f"{self._at}/issues/{number}/comments",
            f"{self._at}/issues/comments", "PATCH", self._is_ours,
            is_paged=self.has_pages_of_comments,
        )  # fmt: skip
        return conversation.upsert(marker, body, known)

    def react(self, number: int, comment: str, reaction: Reaction) -> None:
        del number
        path = f"{self._at}/issues/comments/{int(comment)}/reactions"
        self.wire.ask("POST", path, "a reaction", body={"content": REACTIONS[reaction]})

    def login(self) -> str:
        if not self._login:
            with understood():
                self._login = self._asked_login()
        return self._login

    def _asked_login(self) -> str:
        return owner_of_token(self.wire)

    def _permission(self, login: str) -> Field | None:
        """Ask what somebody may do; None: the forge knows nobody of that name here."""
        path = f"{self._at}/collaborators/{quote(login, safe='')}/permission"
        return self.wire.ask_unless(is_missing, "GET", path, f"what {login} may do")

    def _is_ours(self, comment: Field) -> bool:
        return comment["user"]["login"].value == self.login()


def owner_of_token(wire: Wire) -> str:
    """Ask whose token is sent."""
    return wire.ask("GET", "/user", "whose token it is")["login"].word()
