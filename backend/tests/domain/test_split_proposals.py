"""What is proposed as a split where changes of both kinds meet."""

from backend.domain.split_proposals import MovedSeries, subject_of_changes
from backend.domain.stored_splits import change_of

PLACE = ("packaging", "vm", "main")


def moved(commit: str, position: int, *, verdict: str, runs: tuple[int, int]) -> MovedSeries:
    return MovedSeries(commit, position, "wall_time", verdict, *runs)


def test_one_commit_stands_between_the_sides() -> None:
    worse = moved("v20", 5, verdict="regression", runs=(5, 9))
    better = moved("v20", 5, verdict="improvement", runs=(4, 30))
    subject = subject_of_changes([worse, better], PLACE)
    assert (subject.baseline.text, subject.baseline.runs) == ("before:v20", 4)
    assert (subject.contender.text, subject.contender.runs) == ("from:v20", 9)
    assert change_of(subject) == "commit v20 against before"


def test_what_lies_between_two_changes_belongs_to_no_side() -> None:
    worse = moved("v20.4", 11, verdict="regression", runs=(8, 9))
    better = moved("v20.5", 13, verdict="improvement", runs=(9, 7))
    subject = subject_of_changes([worse, better], PLACE)
    assert subject == subject_of_changes([better, worse], PLACE)
    # the one that moved later was at its old level for two commits more
    assert (subject.baseline.text, subject.baseline.runs) == ("before:v20.4", 7)
    assert (subject.contender.text, subject.contender.runs) == ("from:v20.5", 7)
    assert change_of(subject) == "commit v20.4 to v20.5 against before"


def test_each_side_has_a_run_however_far_the_changes_are_apart() -> None:
    worse = moved("a", 10, verdict="regression", runs=(5, 5))
    better = moved("b", 400, verdict="improvement", runs=(5, 5))
    subject = subject_of_changes([worse, better], PLACE)
    assert (subject.baseline.runs, subject.contender.runs) == (1, 1)
