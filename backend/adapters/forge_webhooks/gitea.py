"""Webhooks of Gitea and Forgejo."""

from collections.abc import Mapping

from backend.adapters.forge_webhooks.github import command_of
from backend.adapters.forge_webhooks.headers import header_of
from backend.domain.pulls.forge_documents import Field
from backend.domain.pulls.forge_events import ForgeEvent, Unwatched
from backend.domain.pulls.forge_pull_requests import gitea_pull_request

WATCHED = frozenset({"opened", "reopened", "closed", "synchronized"})


def delivery_id(headers: Mapping[str, str], _body: bytes) -> str:
    """Return the id of this delivery."""
    return header_of(headers, "X-Gitea-Delivery", "X-Forgejo-Delivery")


def read_event(headers: Mapping[str, str], body: Field) -> ForgeEvent:
    """Return what the webhook says."""
    name = header_of(headers, "X-Gitea-Event", "X-Forgejo-Event")
    action = body["action"].text()
    if name == "pull_request" and _is_watched(action, body):
        return gitea_pull_request(body["pull_request"])
    if name == "issue_comment" and action == "created" and _is_on_pull_request(body):
        return command_of(body)
    return Unwatched(f"{name}.{action}" if action else name)


def _is_watched(action: str, body: Field) -> bool:
    changes = body["changes"]
    is_moved = changes["ref"].is_there or changes["title"].is_there
    return action in WATCHED or (action == "edited" and is_moved)


def _is_on_pull_request(body: Field) -> bool:
    return body["is_pull"].value is True or body["issue"]["pull_request"].is_there
