"""Pull requests as each forge writes them: the same in webhooks and answers, but for GitLab."""

from dataclasses import replace

from backend.domain.pulls.forge_documents import Field
from backend.domain.pulls.forge_events import PullRequestSeen

GITLAB_CLOSED = frozenset({"closed", "merged"})


def github_pull_request(pull: Field, head_before: str | None = None) -> PullRequestSeen:
    """Read what webhooks and API of GitHub call a pull request."""
    home, origin = pull["base"]["repo"], pull["head"]["repo"]
    # While it is open, the field of the same name holds a trial merge.
    is_merged = pull["merged"].value is True or pull["merged_at"].is_there
    is_from_fork = not origin.is_there or origin["id"].value != home["id"].value
    seen = _seen(pull, is_from_fork=is_from_fork, is_merged=is_merged)
    return replace(seen, head_before=head_before)


def gitea_pull_request(pull: Field) -> PullRequestSeen:
    """Read what webhooks and API of Gitea and Forgejo call a pull request."""
    base, head = pull["base"], pull["head"]
    is_from_fork = not head["repo"].is_there or head["repo_id"].value != base["repo_id"].value
    seen = _seen(pull, is_from_fork=is_from_fork, is_merged=pull["merged"].value is True)
    return replace(seen, fork_point=pull["merge_base"].commit_or_none())


def _seen(pull: Field, *, is_from_fork: bool, is_merged: bool) -> PullRequestSeen:
    """Read what GitHub and Gitea call alike."""
    base, head = pull["base"], pull["head"]
    return PullRequestSeen(
        repository=base["repo"]["full_name"].repository(),
        number=pull["number"].number(),
        title=pull["title"].text(),
        author=pull["user"]["login"].text(),
        url=pull["html_url"].link(),
        head=head["sha"].commit(),
        head_branch=head["ref"].branch(),
        base_branch=base["ref"].branch(),
        base=base["sha"].commit_or_none(),
        is_from_fork=is_from_fork,
        is_open=pull["state"].word() == "open",
        merged_as=pull["merge_commit_sha"].commit_or_none() if is_merged else None,
    )


def gitlab_merge_request(repository: str, told: Field) -> PullRequestSeen:
    """Read what the API of GitLab calls a merge request."""
    refs = told["diff_refs"]
    merged = told["merge_commit_sha"].commit_or_none() or told["squash_commit_sha"].commit_or_none()
    # Neither is told where the branch was moved forward.
    merged = merged or told["sha"].commit_or_none()
    return PullRequestSeen(
        repository=repository,
        number=told["iid"].number(),
        title=told["title"].text(),
        author=told["author"]["username"].text(),
        url=told["web_url"].link(),
        head=told["sha"].commit(),
        head_branch=told["source_branch"].branch(),
        base_branch=told["target_branch"].branch(),
        base=refs["start_sha"].commit_or_none(),
        is_from_fork=told["source_project_id"].value != told["target_project_id"].value,
        is_open=told["state"].word() not in GITLAB_CLOSED,
        merged_as=merged if told["state"].value == "merged" else None,
        fork_point=refs["base_sha"].commit_or_none(),
    )
