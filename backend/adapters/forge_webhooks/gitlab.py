"""Webhooks of GitLab, of a project or of its group."""

import hashlib
from collections.abc import Mapping

from backend.adapters.forge_webhooks.headers import header_of
from backend.domain.errors import InvalidError
from backend.domain.pulls.forge_documents import Field
from backend.domain.pulls.forge_events import CommandGiven, ForgeEvent, PullRequestSeen, Unwatched
from backend.domain.pulls.forge_pull_requests import GITLAB_CLOSED

WATCHED = frozenset({"open", "reopen", "close", "merge"})


def delivery_id(headers: Mapping[str, str], body: bytes) -> str:
    """Return the id that stays the same when it is delivered again.

    X-Gitlab-Event-UUID is shared by all events that follow from one, so it is not enough alone.
    """
    try:
        return header_of(headers, "webhook-id", "Idempotency-Key")
    except InvalidError:
        origin = header_of(headers, "X-Gitlab-Event-UUID", "X-Gitlab-Event")
        return f"{origin[:100]}:{hashlib.sha256(body).hexdigest()}"


def read_event(headers: Mapping[str, str], body: Field) -> ForgeEvent:
    """Return what the webhook says."""
    name = header_of(headers, "X-Gitlab-Event")
    told = body["object_attributes"]
    action = told["action"].text()
    if name == "Merge Request Hook" and _is_watched(action, body):
        return _merge_request(body)
    if name == "Note Hook" and _is_new_on_merge_request(told):
        return _command(body)
    return Unwatched(f"{name}.{action}" if action else name)


def _is_watched(action: str, body: Field) -> bool:
    told, changes = body["object_attributes"], body["changes"]
    is_moved = any(
        field.is_there for field in (told["oldrev"], changes["target_branch"], changes["title"])
    )
    has_commits = told["last_commit"].is_there
    return has_commits and (action in WATCHED or (action == "update" and is_moved))


def _merge_request(body: Field) -> PullRequestSeen:
    told = body["object_attributes"]
    is_new = told["action"].value == "open"
    return PullRequestSeen(
        repository=told["target"]["path_with_namespace"].repository(),
        number=told["iid"].number(),
        title=told["title"].text(),
        # Who acted is told by name, who wrote it only by number.
        author=body["user"]["username"].text() if is_new else "",
        url=told["url"].link(),
        head=told["last_commit"]["id"].commit(),
        head_branch=told["source_branch"].branch(),
        base_branch=told["target_branch"].branch(),
        base=None,
        is_from_fork=told["source_project_id"].value != told["target_project_id"].value,
        is_open=told["state"].word() not in GITLAB_CLOSED,
        merged_as=told["merge_commit_sha"].commit_or_none(),
        head_before=told["oldrev"].commit_or_none(),
    )


def _is_new_on_merge_request(told: Field) -> bool:
    """Older releases tell no action, and tell only of new notes."""
    is_new = told["action"].value in (None, "create")
    return is_new and told["noteable_type"].value == "MergeRequest" and not told["system"].value


def _command(body: Field) -> CommandGiven:
    told = body["object_attributes"]
    return CommandGiven(
        repository=body["project"]["path_with_namespace"].repository(),
        number=body["merge_request"]["iid"].number(),
        comment=str(told["id"].number()),
        author=body["user"]["username"].word(),
        text=told["note"].whole_text(),
        at=told["created_at"].moment_or_none(),
    )
