from backend.domain.jobs.gaps import MeasurementGap, gap_of_change, gaps_between, most_informative


def test_the_gap_around_a_change_is_split_evenly() -> None:
    commits = [f"c{place}" for place in range(15)]
    assert most_informative([gap_of_change(commits)], 1) == ["c7"]
    assert most_informative([gap_of_change(commits)], 3) == ["c3", "c7", "c11"]
    assert most_informative([gap_of_change(commits[:3])], 8) == ["c0", "c1", "c2"]
    assert most_informative([], 8) == []


def test_the_gap_that_a_change_is_in_comes_before_a_longer_one_without() -> None:
    suspected = gap_of_change(["a", "b", "c"])
    quiet = MeasurementGap([f"q{place}" for place in range(20)], 0.2)
    assert most_informative([quiet, suspected], 3) == ["a", "b", "c"]
    assert set(most_informative([quiet, suspected], 4)) == {"a", "b", "c", "q9"}


def test_gaps_lie_between_measured_commits_and_longer_ones_weigh_more() -> None:
    measured = {"b", "d", "i"}
    found = gaps_between([(one, one in measured) for one in "abcdefghij"])
    assert [list(one.commits) for one in found] == [["c"], ["e", "f", "g", "h"]]
    assert 0.0 < found[0].weight < found[1].weight < 1.0
