"""Which commit, branch and pull request a CI system means, by what each sets for its jobs."""

import json
from typing import Any

import pytest

from backend.cli.origin import SYSTEMS, GitFacts, ResultOrigin, chosen, completed, origin_of
from backend.cli.table import Column, table
from backend.testing.databases import ROOT

AGENTS = ROOT / "bench-agents"
CASES: list[dict[str, Any]] = json.loads(
    (AGENTS / "protocol/vectors/ci-environments.json").read_text()
)
FIELDS = (
    "system", "commit", "branch", "base", "merge_base", "pull_request", "pull_request_url",
    "testbed", "trigger",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_every_environment_is_read_as_the_agent_reads_it(case: dict[str, Any]) -> None:
    event = json.dumps(case["event"]) if "event" in case else ""
    found = origin_of(case["environment"], event)
    told = {name: getattr(found, name) for name in FIELDS}
    assert {name: said for name, said in told.items() if said} == case["job"]


def test_the_agent_has_the_same_table_of_variables() -> None:
    assert (AGENTS / "agent/src/report/ci_systems.json").read_text() == SYSTEMS.read_text()


def test_a_push_and_a_plain_checkout_name_no_pull_request() -> None:
    push = {"GITHUB_ACTIONS": "true", "GITHUB_SHA": "s", "GITHUB_REF_NAME": "main"}
    found = origin_of(push | {"GITHUB_EVENT_NAME": "push"}, "{ not JSON")
    assert (found.commit, found.branch, found.pull_request) == ("s", "main", None)
    assert (found.base, found.trigger) == ("", "push")
    assert origin_of({"HOME": "/"}) == ResultOrigin()
    assert chosen(found, {"TIDEMARK_BRANCH": "release"}).branch == "release"


def test_what_a_report_says_itself_stays_and_facts_of_another_commit_are_not_its() -> None:
    git = GitFacts("g", "work", "2026-01-01T00:00:00Z", "Subject", "Ada", "ada@x", ("p",), ("p",))
    origin = ResultOrigin(
        "GitHub Actions", "h", "faster", "main", "b", 7, testbed="box", trigger="pull_request"
    )
    filled = completed({"branch": "mine", "results": []}, origin, git)
    assert (filled["branch"], filled["commit"]) == ("mine", {"id": "h"})
    assert filled["pull_request"] == {"number": 7}
    assert filled["base"] == {"branch": "main", "commit": "b"}
    own = completed({"results": []}, ResultOrigin(), git)
    assert (own["commit"]["parents"], own["branch"]) == (["p"], "work")


def test_a_narrow_table_shortens_text_and_never_numbers() -> None:
    heads = [Column("Name"), Column("ms", is_number=True), Column("Suite", spare=1)]
    rows = [["a long name of a benchmark indeed", "1234.5", "runtime"]]
    lines = table(heads, rows, 24)
    assert all(len(line) <= 24 for line in lines)
    assert (lines[1].endswith("1234.5"), "…" in lines[1]) == (True, True)
