"""What is proposed as a split where changes of both kinds meet."""

from backend.domain.splits.proposals import MovedSeries, subject_of_changes
from backend.domain.splits.stored import change_of, of_one_environment

PLACE = ("packaging", "vm", "main")


def moved(commit: str, position: int, *, verdict: str) -> MovedSeries:
    return MovedSeries(commit, position, "wall_time", verdict)


def test_one_commit_stands_between_the_sides() -> None:
    worse = moved("v20", 5, verdict="regression")
    better = moved("v20", 5, verdict="improvement")
    subject = subject_of_changes([worse, better], PLACE)
    assert (subject.baseline.text, subject.contender.text) == ("before:v20", "from:v20")
    assert change_of(subject) == "commit v20 against earlier"


def test_what_lies_between_two_changes_belongs_to_no_side() -> None:
    worse = moved("v20.4", 11, verdict="regression")
    better = moved("v20.5", 13, verdict="improvement")
    subject = subject_of_changes([worse, better], PLACE)
    assert subject == subject_of_changes([better, worse], PLACE)
    assert (subject.baseline.text, subject.contender.text) == ("before:v20.4", "from:v20.5")
    assert change_of(subject) == "commit v20.4 to v20.5 against earlier"


def test_a_side_ends_where_the_environment_changes_if_enough_runs_are_left() -> None:
    assert of_one_environment([(1, "a"), (2, "a"), (3, "a"), (4, "b"), (5, "a")]) == [1, 2, 3]
    assert of_one_environment([(1, "a"), (2, "a"), (3, "b")]) == [1, 2, 3]
    assert of_one_environment([]) == []
