"""What we ask of a forge, whichever it is."""

from typing import Protocol

from backend.domain.pulls.forge_checks import ForgeCheck, ForgeRole, Reaction
from backend.domain.pulls.forge_events import PullRequestSeen


class ForgeClient(Protocol):
    """One repository on one forge.

    Every call raises ForgeRefusedError where a person has to change something, and ForgeBusyError
    where it is worth asking again later.
    """

    def pull_request(self, number: int) -> PullRequestSeen:
        """Return what is true of it now."""
        ...

    def fork_point(self, seen: PullRequestSeen) -> str:
        """Return the commit at which it left its base branch."""
        ...

    def is_rewritten(self, before: str, head: str) -> bool | None:
        """Tell whether `head` no longer contains `before` (a force-push); None: cannot be told."""
        ...

    def upsert_comment(self, number: int, marker: str, body: str, known: str | None) -> str:
        """Leave exactly one comment of ours with a marker, saying `body`; return its id.

        Edits `known`; if that is gone or was never told, the comment of ours that begins with the
        marker; posts only where there is none. `body` begins with the marker.
        """
        ...

    def upsert_check(
        self, head: str, check: ForgeCheck, known: str | None, branch: str | None = None
    ) -> str | None:
        """Say of a commit what is known of it, under one name; return the id if there is one.

        `branch` is where the commit stands: GitLab asks for it where no branch of its own has it.
        """
        ...

    def role_of(self, login: str) -> ForgeRole:
        """Return what somebody may do in the repository, as the forge says."""
        ...

    def react(self, number: int, comment: str, reaction: Reaction) -> None:
        """Mark a comment; it may have been marked so before."""
        ...

    def login(self) -> str:
        """Return the name under which we write; asked once."""
        ...
