from datetime import UTC, datetime, timedelta

import pytest

from backend.domain.comparisons.sides import SideRun
from backend.domain.splits.commits import CommitObjective, OtherCommits, commit_alternatives
from backend.domain.splits.pareto import Objective

BEGAN = datetime(2026, 6, 1, tzinfo=UTC)


def a_run(index: int) -> SideRun:
    return SideRun(
        id=index, suite_id=1, testbed_id=1, commit_id=index, suite="runtime", testbed="box",
        commit=f"v1.{index}", machine=None, machine_id=None, agent=None, seed=None,
        started_at=BEGAN + timedelta(days=index), finished_at=None,
    )  # fmt: skip


@pytest.mark.parametrize("step", [1, -1])
def test_a_side_of_several_commits_is_named_from_the_first_to_the_last(step: int) -> None:
    """The runs of a side stand newest first, or nearest to the change first."""
    before, after = [[a_run(index) for index in some][::step] for some in ((1, 2, 3), (4, 5))]
    one = CommitObjective(
        Objective("search", "lower", "s"), 1, frozenset({1}), [1.0, 1.1, 1.0], [1.2, 1.3]
    )
    found = commit_alternatives([one], (before, after), OtherCommits([], [], {}), {})
    assert list(found.names) == ["v1.1 to v1.3", "v1.4 to v1.5"]
