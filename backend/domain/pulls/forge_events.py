"""What a forge tells us by a webhook, and answers when it is asked, as values.

A webhook may come late, twice or in the wrong order: it says that something is worth a look, and
`ForgeClient.pull_request` says what is true now.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ForgeKind(StrEnum):
    """How a forge speaks; Forgejo speaks as Gitea does."""

    GITHUB = "github"
    GITLAB = "gitlab"
    GITEA = "gitea"


@dataclass(frozen=True, slots=True)
class PullRequestSeen:
    """A pull request (GitLab: merge request) as it was when the forge spoke."""

    repository: str
    """“owner/name”; on GitLab with every group above it. Where the pull request wants to go."""
    number: int
    title: str
    author: str
    """The login; it may be empty where an account is gone."""
    url: str
    head: str
    head_branch: str
    base_branch: str
    base: str | None
    """The tip of the base branch, where it was told."""
    is_from_fork: bool
    is_open: bool
    merged_as: str | None = None
    """The commit by which it was merged."""
    head_before: str | None = None
    """What `head` was before this event, where that was told."""
    fork_point: str | None = None
    """Where it left its base branch, where that was told."""


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """Somebody wrote a new comment on a pull request; nothing says yet that they may command."""

    repository: str
    number: int
    comment: str
    author: str
    text: str
    """As written, whole: what in it is a command is not the forge's business."""
    at: datetime | None = None
    """When it was written, by the clock of the forge."""


@dataclass(frozen=True, slots=True)
class MergeGroupFormed:
    """A merge queue (GitLab: merge train) wants to know about a commit before it merges it."""

    repository: str
    head: str
    base: str
    ref: str


@dataclass(frozen=True, slots=True)
class Pinged:
    """The forge tries whether its webhooks arrive."""

    repository: str | None


@dataclass(frozen=True, slots=True)
class Unwatched:
    """An event that asks nothing of us."""

    kind: str
    """Event and action as the forge calls them, for the log."""


ForgeEvent = PullRequestSeen | CommandGiven | MergeGroupFormed | Pinged | Unwatched


@dataclass(frozen=True, slots=True)
class WebhookDelivery:
    """One webhook, read; the same `id` is the same delivery, however often it arrives."""

    id: str
    event: ForgeEvent

    @property
    def repository(self) -> str | None:
        """Return which repository it is about, where it is about one."""
        return None if isinstance(self.event, Unwatched) else self.event.repository
