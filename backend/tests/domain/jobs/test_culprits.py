"""The search for a culprit, from the change point to the commit."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from backend.domain.jobs.culprits import (
    CulpritSearch,
    SuspectedRatio,
    TriedCommit,
    likeliest,
    search_culprit,
)

STEP = SuspectedRatio(1.1, 1.09, 1.11)
COMMITS = ["v1", *(f"c{place}" for place in range(1, 16)), "v2"]


def searched(
    culprit: str | None,
    step: SuspectedRatio = STEP,
    broken: Sequence[str] = (),
    noise: float = 0.005,
    seed: int = 3,
) -> tuple[CulpritSearch, list[TriedCommit]]:
    """Measure what is asked for until it is told; returns the search and what was measured."""
    generator, tried = np.random.default_rng(seed), list[TriedCommit]()
    while True:
        search = search_culprit(step, COMMITS, tried)
        if search.measure is None:
            return search, tried
        is_bad = culprit is not None and COMMITS.index(search.measure) >= COMMITS.index(culprit)
        level = math.log(step.ratio) if is_bad else 0.0
        logs = level + noise * generator.standard_normal(search.rounds)
        is_broken = search.measure in broken
        tried.append(TriedCommit(search.measure, () if is_broken else logs.tolist()))
        assert len(tried) < 30


@pytest.mark.parametrize("culprit", ["c1", "c7", "c15", "v2"])
@pytest.mark.parametrize("step", [STEP, replace(STEP, ratio=0.9, low=0.89, high=0.91)])
def test_the_culprit_is_named(culprit: str, step: SuspectedRatio) -> None:
    search, tried = searched(culprit, step)
    assert search.answer == [culprit]
    assert search.is_told
    assert len(tried) <= 7
    assert likeliest(search)[0].commit == culprit
    assert sum(one.share for one in search.shares) + search.none == pytest.approx(1.0)
    assert [one.commit for one in search.steps] == [one.commit for one in tried]
    assert search.steps[-1].held == search.held


def test_a_change_that_cannot_be_measured_again_accuses_nobody() -> None:
    search, tried = searched(None)
    assert search.answer == []
    assert search.none > 0.95
    assert "v2" in [one.commit for one in tried]
    assert searched("v2", replace(STEP, is_upheld=True))[0].none == 0.0


def test_commits_that_cannot_be_built_are_named_with_their_neighbour() -> None:
    search, tried = searched("c8", broken=("c7", "c8", "c9"))
    assert search.answer == ["c7", "c8", "c9", "c10"]
    assert search.is_told
    broken = [one.commit for one in search.shares if one.is_broken]
    assert set(broken) == {one.commit for one in tried if not one.logs} == {"c7", "c8", "c9"}
    assert [one.rounds for one in search.steps if one.commit in broken] == [0, 0, 0]


def test_more_noise_means_more_rounds_and_no_wrong_answer() -> None:
    quiet, noisy = searched("c5")[1], searched("c5", noise=0.15)
    assert noisy[0].answer == ["c5"]
    assert max(len(one.logs) for one in noisy[1]) > max(len(one.logs) for one in quiet)


def test_an_outlier_proves_nothing_by_itself() -> None:
    """The middle commit is good, and one of its rounds was disturbed."""
    middle = search_culprit(STEP, COMMITS, []).measure or ""
    disturbed = search_culprit(STEP, COMMITS, [TriedCommit(middle, [0.001, 0.1, -0.001])])
    before = COMMITS.index(middle)
    assert sum(one.share for one in disturbed.shares[before:]) > 0.5


def test_a_metric_without_noise_needs_one_value_of_each_commit() -> None:
    exact = replace(STEP, is_exact=True)
    found = [TriedCommit(commit, [0.0 if commit != "v2" else math.log(1.1)])
             for commit in ("c8", "c15", "v2")]  # fmt: skip
    assert search_culprit(exact, COMMITS, found).answer == ["v2"]


def test_an_order_without_commits_in_question_is_refused() -> None:
    with pytest.raises(ValueError, match="need a commit"):
        search_culprit(STEP, ["v1"], [])
    with pytest.raises(ValueError, match="positive noise"):
        search_culprit(replace(STEP, ratio=1.0), COMMITS, [])
