"""Webhooks of GitHub, of a repository or of an App."""

from collections.abc import Mapping

from backend.adapters.forge_webhooks.headers import header_of
from backend.domain.pulls.forge_documents import Field
from backend.domain.pulls.forge_events import (
    CommandGiven,
    ForgeEvent,
    MergeGroupFormed,
    Pinged,
    PullRequestSeen,
    Unwatched,
)
from backend.domain.pulls.forge_pull_requests import github_pull_request

WATCHED = frozenset({"opened", "synchronize", "reopened", "closed", "ready_for_review"})


def delivery_id(headers: Mapping[str, str], _body: bytes) -> str:
    """Return the id that stays the same when somebody lets it be delivered again."""
    return header_of(headers, "X-GitHub-Delivery")


def read_event(headers: Mapping[str, str], body: Field) -> ForgeEvent:
    """Return what the webhook says."""
    name = header_of(headers, "X-GitHub-Event")
    action = body["action"].text()
    repository = body["repository"]["full_name"]
    if name == "ping":
        return Pinged(repository.repository() if repository.is_there else None)
    if name == "pull_request" and _is_watched(action, body):
        return _pull_request(body)
    if name == "issue_comment" and action == "created" and _is_of_a_person(body):
        return command_of(body)
    if name == "merge_group" and action == "checks_requested":
        return _merge_group(body)
    return Unwatched(f"{name}.{action}" if action else name)


def _is_watched(action: str, body: Field) -> bool:
    changes = body["changes"]
    is_moved = changes["base"].is_there or changes["title"].is_there
    return action in WATCHED or (action == "edited" and is_moved)


def _pull_request(body: Field) -> PullRequestSeen:
    return github_pull_request(body["pull_request"], body["before"].commit_or_none())


def _is_of_a_person(body: Field) -> bool:
    is_on_pull_request = body["issue"]["pull_request"].is_there
    return is_on_pull_request and body["comment"]["user"]["type"].value != "Bot"


def command_of(body: Field) -> CommandGiven:
    """Read a new comment, which GitHub and Gitea tell of alike."""
    comment = body["comment"]
    return CommandGiven(
        repository=body["repository"]["full_name"].repository(),
        number=body["issue"]["number"].number(),
        comment=str(comment["id"].number()),
        author=comment["user"]["login"].word(),
        text=comment["body"].whole_text(),
        at=comment["created_at"].moment_or_none(),
    )


def _merge_group(body: Field) -> MergeGroupFormed:
    group = body["merge_group"]
    return MergeGroupFormed(
        repository=body["repository"]["full_name"].repository(),
        head=group["head_sha"].commit(),
        base=group["base_sha"].commit(),
        ref=group["head_ref"].branch(),
    )
