"""Reported places are matched one to one, and judged by the published definitions."""

import pytest

from backend.evaluate.annotators import covering, f1
from backend.evaluate.matching import Counts, count, matched


def test_each_place_is_used_once_nearest_first() -> None:
    assert sorted(matched([10, 14], [13, 30], 5)) == [(14, 13)]
    assert sorted(matched([10, 14], [13, 9], 5)) == [(10, 9), (14, 13)]
    assert matched([10], [16], 5) == []


def test_finding_an_ignored_change_is_neither_good_nor_bad() -> None:
    counts = count([50], [20, 80], [21, 50, 90], 100)
    assert (counts.found, counts.missed, counts.false, counts.exact) == (1, 0, 1, 1)
    assert counts.f1 == pytest.approx(2 / 3)
    assert counts.false_per_1000 == pytest.approx(10)


def test_a_required_change_is_matched_before_an_ignored_one() -> None:
    counts = count([50], [48], [49], 100)
    assert (counts.found, counts.false, counts.errors) == (1, 0, [1])


def test_nothing_to_find_and_nothing_found_is_perfect() -> None:
    assert (Counts().precision, Counts().recall, Counts().false_per_1000) == (1.0, 1.0, 0.0)


def test_f1_and_covering_of_an_example_by_hand() -> None:
    marks = {"one": [30], "two": [30, 60], "three": []}
    # marked at all: 0, 30, 60; ours 0 and 32: both near one, so precision 1
    recall = (2 / 2 + 2 / 3 + 1 / 1) / 3
    assert f1(marks, [32]) == pytest.approx(2 * recall / (1 + recall))
    # against [0, 100] the better of our two segments covers 68 of 100
    first = (30 * 30 / 32 + 70 * 68 / 70) / 100
    second = (30 * 30 / 32 + 30 * 28 / 70 + 40 * 40 / 68) / 100
    assert covering(marks, [32], 100) == pytest.approx((first + second + 0.68) / 3)


def test_who_reports_nothing_is_judged_by_the_start_alone() -> None:
    assert f1({"one": [28], "two": []}, []) == pytest.approx(2 * 0.75 / 1.75)
    assert covering({"one": [50]}, [], 100) == pytest.approx(0.5)
