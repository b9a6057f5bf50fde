"""Connections to forges and pull requests as they are kept and listed."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from backend.domain.errors import Fault, InvalidError
from backend.domain.pulls.forge_events import ForgeKind

USUAL_API = {
    ForgeKind.GITHUB: "https://api.github.com",
    ForgeKind.GITLAB: "https://gitlab.com/api/v4",
    ForgeKind.GITEA: "https://codeberg.org/api/v1",
}
NOUNS = {ForgeKind.GITLAB: "merge request"}
MOST_PATH = 300
SETTLE = timedelta(seconds=5)
"""Reports of one head come in bursts: the comment waits until so long none came."""
LONGEST_WAIT = timedelta(seconds=45)
"""And is not put off for longer than this."""


@dataclass(frozen=True, slots=True)
class WantedConnection:
    """What somebody types in to connect a repository; a token, or an App with its key."""

    kind: ForgeKind
    api_url: str
    repository: str
    token: str = ""
    app_id: str = ""
    app_key: str = ""
    installation: str = ""


@dataclass(frozen=True, slots=True)
class StoredConnection:
    """A connection without its secrets, and how it does."""

    id: int
    kind: ForgeKind
    api_url: str
    repository: str
    has_token: bool
    app_id: str | None
    installation: str | None
    is_gating: bool
    least_effect: float
    has_picture: bool
    created_by: str
    created_at: datetime
    heard_at: datetime | None
    forged: int
    """Webhooks whose signature was wrong."""
    forged_at: datetime | None
    told_at: datetime | None
    failing_since: datetime | None
    last_reason: str
    webhook_path: str


@dataclass(frozen=True, slots=True)
class MadeForgeConnection(StoredConnection):
    secret: str
    """Signs webhooks; shown once."""


@dataclass(frozen=True, slots=True)
class ForgeSetup:
    """The connection of a project, and the newest webhooks."""

    connection: StoredConnection | None
    webhooks: Sequence["ReceivedWebhook"]
    check: str
    """Name of the check, for rules of branches."""


@dataclass(frozen=True, slots=True)
class MergedPull:
    """A pull request that was merged, and what was said of it before."""

    id: int
    number: int | None
    title: str
    headline: str
    """What was said of it before it was merged."""


@dataclass(frozen=True, slots=True)
class StoredPullRequest:
    """A pull request or a merge group (without a number), and how what is said of it stands."""

    id: int
    connection_id: int
    number: int | None
    title: str
    author: str
    url: str
    head: str
    head_branch: str
    base_branch: str
    base: str | None
    fork_point: str | None
    is_from_fork: bool
    is_open: bool
    merged_as: str | None
    was_rewritten: bool
    picture: str
    state: str
    headline: str
    base_commit: str | None
    judged_at: datetime | None
    comment_id: str | None
    commented_at: datetime | None
    check_id: str | None
    check_head: str | None
    check_state: str | None
    check_title: str | None
    checked_at: datetime | None
    wanted: int
    told: int
    due_at: datetime | None
    attempts: int
    reason: str
    remedy: str
    gave_up_at: datetime | None
    created_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class ReceivedWebhook:
    """A webhook as the log shows it."""

    id: int
    delivery: str
    kind: str
    number: int | None
    outcome: str
    """What came of it; empty while it waits."""
    received_at: datetime
    heard_at: datetime | None


def new_hook() -> str:
    """Return a name for the address of a webhook that nobody guesses."""
    return secrets.token_urlsafe(18)


def webhook_path(hook: str) -> str:
    return f"/api/v1/forges/{hook}/webhook"


def check_connection(wanted: WantedConnection) -> None:
    """Refuse what cannot be a connection: InvalidError says which field and what to do."""
    faults = []
    owner, slash, name = wanted.repository.rpartition("/")
    if not (owner and slash and name) or any(map(str.isspace, wanted.repository)):
        faults.append(
            Fault("/repository", "it is not “owner/name”", "copy it from the repository's address")
        )
    is_app = bool(wanted.app_id or wanted.app_key or wanted.installation)
    if is_app and wanted.kind is not ForgeKind.GITHUB:
        faults.append(Fault("/app_id", "only GitHub has Apps", "give a token"))
    elif is_app and not (wanted.app_id and wanted.app_key and wanted.installation):
        faults.append(
            Fault(
                "/app_key", "an App needs its id, its private key and the installation",
                "give all three, or a token",
            )
        )  # fmt: skip
    elif not is_app and not wanted.token:
        faults.append(Fault("/token", "a token is missing", "give a token, or an App (GitHub)"))
    if faults:
        raise InvalidError("the repository cannot be connected like this", faults)
