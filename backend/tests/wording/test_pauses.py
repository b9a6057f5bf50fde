"""How long a time without results is, in words; the page tests read the same cases."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from backend.wording.pauses import pause_of, since_of_change

CASES = json.loads(Path(__file__).with_name("pauses.json").read_text("utf-8"))


@dataclass(frozen=True)
class OneCommit:
    id: int
    name: str


@dataclass(frozen=True)
class OneChange:
    commit: OneCommit
    pause_days: int | None
    first_suspect: OneCommit | None = None
    kind: str = "step"
    same_code: bool = False
    suspects: int = 1


@pytest.mark.parametrize("case", CASES, ids=[case["said"] for case in CASES])
def test_since_when_is_said_as_pages_say_it(case: dict[str, Any]) -> None:
    commit = OneCommit(1, "b6e3b1b7".ljust(40, "0"))
    assert since_of_change(OneChange(commit, case["days"])) == case["said"]


@pytest.mark.parametrize("other", [{"suspects": 2}, {"same_code": True}, {"kind": "drift"}])
def test_only_what_would_blame_one_commit_alone_names_the_time_before(
    other: dict[str, Any],
) -> None:
    commit = OneCommit(1, "v1.2")
    assert since_of_change(OneChange(commit, 400, **other)) == "v1.2"


@dataclass(frozen=True)
class Commits:
    since: OneCommit
    count: int = 1


@dataclass(frozen=True)
class OneGroup:
    commits: Commits
    lead: OneChange
    cause: str = "code"


@pytest.mark.parametrize(("since", "said"), [("first", 500), ("later", None)])
def test_a_group_names_the_time_only_before_the_first_commit_in_question(
    since: str, said: int | None
) -> None:
    first, later = OneCommit(1, "first"), OneCommit(2, "later")
    lead = OneChange(later, 500, suspects=2, first_suspect=first)
    named = {"first": first, "later": later}[since]
    assert pause_of(OneGroup(Commits(named), lead)) == said
