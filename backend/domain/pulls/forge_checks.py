"""What we tell a forge of a commit, who may tell us what to do, and how the forge may refuse."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum

from backend.domain.errors import DomainError
from backend.domain.pulls.forge_events import ForgeKind


@dataclass(frozen=True, slots=True)
class ForgeConnection:
    """How one repository is reached; its secrets are open here, and never printed."""

    kind: ForgeKind
    api_url: str
    """Of the API: https://api.github.com, https://gitlab.com/api/v4, https://codeberg.org/api/v1."""
    repository: str
    webhook_secret: str = field(repr=False)
    token: str | None = field(default=None, repr=False)
    app_id: str | None = None
    """Of a GitHub App (its client id does too); with `app_key` and `installation`, no token."""
    app_key: str | None = field(default=None, repr=False)
    """PEM."""
    installation: str | None = None


class ForgeRole(IntEnum):
    """What somebody may do in a repository; each may what those before may."""

    NONE = 0
    READ = 1
    TRIAGE = 2
    WRITE = 3
    MAINTAIN = 4
    ADMIN = 5


class CheckState(StrEnum):
    PENDING = "pending"
    SUCCESS = "success"
    FAILURE = "failure"
    NEUTRAL = "neutral"
    """Nothing was decided; it holds nobody up."""


@dataclass(frozen=True, slots=True)
class ForgeCheck:
    """What stands beside a commit: a check run of an App, else a commit status."""

    name: str
    state: CheckState
    title: str
    """One line; shortened where a forge has less room."""
    summary: str
    """Markdown, for forges that have a page for it."""
    url: str


def shortened(text: str, longest: int) -> str:
    """Return a text that fits, with a sign that there was more."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


class Reaction(StrEnum):
    """How a command is acknowledged, without another comment."""

    HEARD = "heard"
    DONE = "done"
    REFUSED = "refused"


class ForgeRefusedError(DomainError):
    """The forge said no, and will again until a person changes something."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason}: {remedy}")
        self.reason = reason
        self.remedy = remedy


class ForgeBusyError(DomainError):
    """The forge is away or wants to be asked later; the task tries again then."""

    def __init__(self, reason: str, retry_at: datetime) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_at = retry_at
