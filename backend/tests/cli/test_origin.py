"""Which commit, branch and pull request a CI system means, by what each sets for its jobs."""

import json

import pytest

from backend.cli.origin import GitFacts, ResultOrigin, chosen, completed, origin_of
from backend.cli.table import Column, table

EVENT = json.dumps(
    {
        "pull_request": {
            "number": 7,
            "html_url": "https://github.com/a/b/pull/7",
            "head": {"sha": "h"},
        }
    }
)
GITHUB = {
    "GITHUB_ACTIONS": "true", "GITHUB_SHA": "merge", "GITHUB_REF_NAME": "7/merge",
    "GITHUB_HEAD_REF": "faster", "GITHUB_BASE_REF": "main", "GITHUB_EVENT_NAME": "pull_request",
    "RUNNER_ENVIRONMENT": "github-hosted", "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64",
}  # fmt: skip
GITLAB = {
    "GITLAB_CI": "true", "CI_COMMIT_SHA": "merged", "CI_COMMIT_REF_NAME": "faster",
    "CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": "h",
    "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "faster",
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
    "CI_MERGE_REQUEST_PROJECT_URL": "https://gitlab.com/a/b", "CI_RUNNER_DESCRIPTION": "box",
    "CI_PIPELINE_SOURCE": "merge_request_event",
}  # fmt: skip
WOODPECKER = {
    "CI": "woodpecker", "CI_COMMIT_SHA": "h", "CI_COMMIT_BRANCH": "main",
    "CI_COMMIT_PULL_REQUEST": "7", "CI_COMMIT_SOURCE_BRANCH": "faster",
    "CI_COMMIT_TARGET_BRANCH": "main", "CI_PIPELINE_EVENT": "pull_request",
    "CI_PIPELINE_FORGE_URL": "https://git.example/a/b/pulls/7", "CI_MACHINE": "box",
}  # fmt: skip


@pytest.mark.parametrize(
    ("env", "event", "testbed", "url"),
    [
        (GITHUB, EVENT, "github-hosted-linux-x64", "https://github.com/a/b/pull/7"),
        (
            GITHUB | {"GITEA_ACTIONS": "true", "RUNNER_ENVIRONMENT": "", "RUNNER_NAME": "box"},
            EVENT, "box", "https://github.com/a/b/pull/7",
        ),
        (GITLAB, "", "box", "https://gitlab.com/a/b/-/merge_requests/7"),
        (WOODPECKER, "", "box", "https://git.example/a/b/pulls/7"),
    ],
)  # fmt: skip
def test_results_of_a_pull_request_belong_to_its_head(
    env: dict[str, str], event: str, testbed: str, url: str
) -> None:
    found = origin_of(env, event)
    assert (found.commit, found.branch, found.base) == ("h", "faster", "main")
    assert (found.pull_request, found.pull_request_url) == (7, url)
    assert (found.testbed, found.trigger) == (testbed, "pull_request")


def test_a_push_and_a_plain_checkout_name_no_pull_request() -> None:
    push = {"GITHUB_ACTIONS": "true", "GITHUB_SHA": "s", "GITHUB_REF_NAME": "main"}
    found = origin_of(push | {"GITHUB_EVENT_NAME": "push"}, "{ not JSON")
    assert (found.commit, found.branch, found.pull_request) == ("s", "main", None)
    assert (found.base, found.trigger) == ("", "push")
    assert origin_of({"HOME": "/"}) == ResultOrigin()
    assert chosen(found, {"TIDEMARK_BRANCH": "release"}).branch == "release"


def test_what_a_report_says_itself_stays_and_facts_of_another_commit_are_not_its() -> None:
    git = GitFacts("g", "work", "2026-01-01T00:00:00Z", "Subject", "Ada", "ada@x", ("p",), ("p",))
    origin = ResultOrigin("GitHub Actions", "h", "faster", "main", 7, "", "box", "pull_request")
    filled = completed({"branch": "mine", "results": []}, origin, git)
    assert (filled["branch"], filled["commit"]) == ("mine", {"id": "h"})
    assert filled["pull_request"] == {"number": 7}
    own = completed({"results": []}, ResultOrigin(), git)
    assert (own["commit"]["parents"], own["branch"]) == (["p"], "work")


def test_a_narrow_table_shortens_text_and_never_numbers() -> None:
    heads = [Column("Name"), Column("ms", is_number=True), Column("Suite", spare=1)]
    rows = [["a long name of a benchmark indeed", "1234.5", "runtime"]]
    lines = table(heads, rows, 24)
    assert all(len(line) <= 24 for line in lines)
    assert (lines[1].endswith("1234.5"), "…" in lines[1]) == (True, True)
