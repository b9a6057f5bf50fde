"""Webhooks as each forge sends them: what its description has, signed with the secret."""

import base64
import hashlib
import hmac
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from backend.domain.pulls.forge_events import ForgeKind
from backend.testing.forges.descriptions import faults_of, filled
from backend.testing.forges.gitea import GiteaManners
from backend.testing.forges.github import GitHubManners
from backend.testing.forges.gitlab import GitLabManners
from backend.testing.forges.server import SECRET, StandIn
from backend.testing.forges.world import Comment, Pull

_NAMES = {
    "opened": ("opened", "open", "opened"),
    "pushed": ("synchronize", "update", "synchronized"),
    "retargeted": ("edited", "update", "edited"),
    "closed": ("closed", "close", "closed"),
    "reopened": ("reopened", "reopen", "reopened"),
}
ACTIONS = {name: dict(zip(ForgeKind, called, strict=True)) for name, called in _NAMES.items()}
"""What happens to a pull request, and what each forge calls it."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """What arrives."""

    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes

    def with_headers(self, **changed: str | None) -> "Webhook":
        """Return it with headers changed, or left out where they are None; `_` stands for `-`."""
        told = {name.replace("_", "-"): value for name, value in changed.items()}
        merged: dict[str, str | None] = {**self.headers, **told}
        kept = {name: value for name, value in merged.items() if value is not None}
        return replace(self, headers=kept)


def pull_request_webhook(
    there: StandIn, number: int, event: str = "opened", before: str | None = None
) -> Webhook:
    """Return what arrives when something happens to a pull request; see ACTIONS."""
    kind, pull = kind_of(there), there.world.pulls[number]
    action = ACTIONS[event][kind]
    if isinstance(there.manners, GitHubManners):
        told = _github_pull(there.manners, pull, action, before)
        return _from(there, "pull_request", _made(there, f"pull_request.{action}", told))
    if isinstance(there.manners, GitLabManners):
        told = _gitlab_merge_request(there.manners, pull, event, before)
        return _from(there, "Merge Request Hook", _made(there, "Merge Request Hook", told))
    changes = {"ref": {"from": "other"}} if event == "retargeted" else None
    return _from(there, "pull_request", {
        "action": action, "number": number, "changes": changes,
        "pull_request": _gitea(there, "pull_request", _gitea_manners(there).pull_document(pull)),
        "repository": _gitea(there, "repository", {"full_name": there.world.repository}),
        "sender": _gitea(there, "sender", _gitea_manners(there).user(pull.author)),
    })  # fmt: skip


def comment_webhook(there: StandIn, comment: Comment) -> Webhook:
    """Return what arrives when somebody has written below a pull request."""
    if isinstance(there.manners, GitHubManners):
        told = {
            "action": "created",
            "issue": {"number": comment.number, "pull_request": {}},
            "comment": there.manners.comment_document(comment),
            "repository": {"full_name": there.world.repository},
        }
        return _from(there, "issue_comment", _made(there, "issue_comment.created", told))
    if isinstance(there.manners, GitLabManners):
        told = _gitlab_note(there.manners, comment)
        return _from(there, "Note Hook", _made(there, "Note Hook", told))
    manners = _gitea_manners(there)
    return _from(there, "issue_comment", {
        "action": "created", "is_pull": True,
        "issue": _gitea(there, "issue", {"number": comment.number}),
        "comment": _gitea(there, "comment", manners.comment_document(comment)),
        "repository": _gitea(there, "repository", {"full_name": there.world.repository}),
        "sender": _gitea(there, "sender", manners.user(comment.author)),
    })  # fmt: skip


def merge_group_webhook(there: StandIn, head: str, base: str) -> Webhook:
    """Return what GitHub sends when a merge queue wants to know of a commit."""
    told = {
        "merge_group": {
            "head_sha": there.world.find(head), "base_sha": there.world.find(base),
            "head_ref": "refs/heads/gh-readonly-queue/main/pr-7", "base_ref": "refs/heads/main",
        },
        "repository": {"full_name": there.world.repository},
    }  # fmt: skip
    name = "merge_group.checks_requested"
    return _from(there, "merge_group", _made(there, name, told))


def ping_webhook(there: StandIn) -> Webhook:
    """Return what GitHub sends first."""
    told = {
        "zen": "Keep it logically awesome.",
        "repository": {"full_name": there.world.repository},
    }
    return _from(there, "ping", _made(there, "ping", told))


def kind_of(there: StandIn) -> ForgeKind:
    kinds = {
        GitHubManners: ForgeKind.GITHUB, GitLabManners: ForgeKind.GITLAB,
        GiteaManners: ForgeKind.GITEA,
    }  # fmt: skip
    return kinds[type(there.manners)]


def _from(there: StandIn, event: str, document: Any) -> Webhook:
    return sent(kind_of(there), event, document, there.secret)


def sent(kind: ForgeKind, event: str, document: Any, secret: str = SECRET) -> Webhook:
    """Return a document as the forge sends it: with its headers, signed."""
    body = json.dumps(document).encode()
    delivery = str(uuid.uuid4())
    told = {"content-type": "application/json"}
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    if kind is ForgeKind.GITHUB:
        told |= {
            "x-github-event": event, "x-github-delivery": delivery,
            "x-hub-signature-256": f"sha256={digest}",
        }  # fmt: skip
    elif kind is ForgeKind.GITLAB:
        told |= {
            "x-gitlab-event": event, "x-gitlab-event-uuid": delivery, "x-gitlab-token": secret,
            "idempotency-key": delivery,
        }  # fmt: skip
    else:
        told |= {
            "x-gitea-event": event, "x-gitea-delivery": delivery, "x-gitea-signature": digest,
            "x-hub-signature-256": f"sha256={digest}", "x-github-event": event,
        }  # fmt: skip
    return Webhook(told, body)


def signed_by_gitlab(webhook: Webhook, now: datetime, secret: str = SECRET) -> Webhook:
    """Return it as a GitLab with a signing token sends it: the secret itself stays there."""
    stamp, known_as = str(int(now.timestamp())), webhook.headers["idempotency-key"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{known_as}.{stamp}.".encode() + webhook.body, hashlib.sha256)
    return webhook.with_headers(
        x_gitlab_token=None,
        webhook_id=known_as,
        webhook_timestamp=stamp,
        webhook_signature="v1," + base64.b64encode(mac.digest()).decode(),
    )


def _made(there: StandIn, event: str, told: Any) -> Any:
    """Fill in what the description has, and hold the whole to it."""
    schema = there.manners.description.events[event]
    document = filled(schema, told)
    there.faults += [f"webhook {event}: {fault}" for fault in faults_of(schema, document)]
    return document


def _gitea(there: StandIn, part: str, told: Any) -> Any:
    return _made(there, part, told)


def _gitea_manners(there: StandIn) -> GiteaManners:
    if not isinstance(there.manners, GiteaManners):
        raise TypeError("it is another forge")
    return there.manners


def _github_pull(
    manners: GitHubManners, pull: Pull, action: str, before: str | None
) -> dict[str, Any]:
    told: dict[str, Any] = {
        "action": action, "number": pull.number, "pull_request": manners.pull_document(pull),
        "repository": {"full_name": manners.world.repository},
    }  # fmt: skip
    if action == "synchronize":
        told |= {"before": before or "0" * 40, "after": pull.head}
    if action == "edited":
        told["changes"] = {"base": {"ref": {"from": "other"}, "sha": {"from": "0" * 40}}}
    return told


def _gitlab_merge_request(
    manners: GitLabManners, pull: Pull, event: str, before: str | None
) -> dict[str, Any]:
    state = "opened" if pull.is_open else "merged" if pull.merged_as else "closed"
    told: dict[str, Any] = {
        "iid": pull.number, "title": pull.title, "state": state,
        "action": ACTIONS[event][ForgeKind.GITLAB],
        "url": f"https://gitlab.example/{manners.world.repository}/-/merge_requests/{pull.number}",
        "source_branch": pull.head_branch, "target_branch": pull.base_branch,
        "source_project_id": 2 if pull.is_from_fork else 1, "target_project_id": 1,
        "merge_commit_sha": pull.merged_as,
        "target": {"path_with_namespace": manners.world.repository},
        "last_commit": {"id": pull.head},
    }  # fmt: skip
    changes: dict[str, Any] = {}
    if event == "pushed":
        told["oldrev"] = before or "0" * 40
    if event == "retargeted":
        changes["target_branch"] = {"previous": "other", "current": pull.base_branch}
    return {
        "user": _gitlab_user(manners, pull.author),
        "project": {"path_with_namespace": manners.world.repository},
        "object_attributes": told,
        "changes": changes,
    }


def _gitlab_note(manners: GitLabManners, comment: Comment) -> dict[str, Any]:
    return {
        "user": _gitlab_user(manners, comment.author),
        "project": {"path_with_namespace": manners.world.repository},
        "object_attributes": {
            "id": comment.id, "note": comment.body, "noteable_type": "MergeRequest",
            "system": False, "action": "create",
            "created_at": comment.at.strftime("%Y-%m-%d %H:%M:%S UTC"),
        },
        "merge_request": {"iid": comment.number},
    }  # fmt: skip


def _gitlab_user(manners: GitLabManners, login: str) -> dict[str, Any]:
    user = manners.user(login)
    return {name: user[name] for name in ("id", "name", "username")}
