"""The search for a culprit, from the change point to the commit."""

from dataclasses import replace

import pytest

from backend.domain.changes.culprits import (
    CommitCentre,
    CulpritSearch,
    SuspectedStep,
    search_culprit,
)

STEP = SuspectedStep(10.0, 11.0, 30, 5, 0.01, logarithmic=True)
COMMITS = ["v1", *(f"c{place}" for place in range(1, 16)), "v2"]


def searched(
    culprit: str | None, step: SuspectedStep = STEP, broken: tuple[str, ...] = ()
) -> tuple[CulpritSearch, list[str]]:
    """Measure what is asked for until it is told; returns the search and what was measured."""
    found = [CommitCentre(one, None) for one in broken]
    while True:
        search = search_culprit(step, COMMITS, found)
        if search.measure is None:
            return search, [one.commit for one in found if one.centre is not None]
        is_bad = culprit and COMMITS.index(search.measure) >= COMMITS.index(culprit)
        level = step.after if is_bad else step.before
        found.append(CommitCentre(search.measure, level * 1.002, search.rounds))
        assert len(found) < 30


@pytest.mark.parametrize("culprit", ["c1", "c7", "c15", "v2"])
def test_the_culprit_is_named(culprit: str) -> None:
    search, measured = searched(culprit)
    assert search.answer == (culprit,)
    assert search.is_told
    assert len(measured) <= 5
    assert max(search.shares, key=lambda one: one.share).commit == culprit
    assert sum(one.share for one in search.shares) + search.none == pytest.approx(1.0)


def test_a_change_that_cannot_be_measured_again_accuses_nobody() -> None:
    search, measured = searched(None)
    assert search.answer == ()
    assert search.none > 0.95
    assert "v2" in measured
    assert searched("v2", replace(STEP, is_upheld=True))[0].none == 0.0


def test_commits_that_cannot_be_built_are_named_with_their_neighbour() -> None:
    search, measured = searched("c8", broken=("c7", "c8", "c9"))
    assert search.answer == ("c7", "c8", "c9", "c10")
    assert not {"c7", "c8", "c9"}.intersection(measured)
    assert [one.commit for one in search.shares if one.is_broken] == ["c7", "c8", "c9"]


def test_rounds_are_as_many_as_the_step_needs() -> None:
    noisy = replace(STEP, sigma=0.1)
    search = search_culprit(noisy, COMMITS, [CommitCentre("c4", 10.1, 10)])
    assert search.rounds == 10
    assert next(one.rounds for one in search.shares if one.commit == "c4") == 10


def test_results_of_other_commits_and_useless_ones_count_for_nothing() -> None:
    found = [CommitCentre("elsewhere", 11.0), CommitCentre("c3", 0.0), CommitCentre("gone", None)]
    assert search_culprit(STEP, COMMITS, found) == search_culprit(STEP, COMMITS, [])


def test_levels_without_ratios_are_compared_by_differences() -> None:
    around_zero = SuspectedStep(-1.0, 1.0, 30, 30, 0.2, logarithmic=False)
    search = search_culprit(around_zero, COMMITS, [CommitCentre("c8", -1.0)])
    assert search.shares[0].share < 0.01
    with pytest.raises(ValueError, match="no ratio"):
        search_culprit(replace(around_zero, logarithmic=True), COMMITS, [])


def test_an_order_without_commits_in_question_is_refused() -> None:
    with pytest.raises(ValueError, match="need a commit"):
        search_culprit(STEP, ["v1"], [])
