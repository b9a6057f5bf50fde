"""Commits are the units: their runs count once, and every place leads back to the runs."""

import numpy as np
import pytest

from backend.domain.changes.judging import (
    AskedEvidence,
    PointConditions,
    judge_history,
    new_definitions,
)
from backend.domain.changes.measured_commits import commits_of

ASKED = AskedEvidence(0.0, 3.4)


def one_machine(n: int) -> PointConditions:
    return PointConditions(np.zeros(n, np.int64), np.zeros(n, np.int64))


def test_each_commit_has_the_median_of_its_runs() -> None:
    values = np.array([5.0, 1.0, 9.0, 2.0, 4.0, 7.0])
    commits = commits_of(values, np.array([3, 3, 3, 8, 8, 11]))
    assert commits.starts.tolist() == [0, 3, 5]
    assert commits.centres.tolist() == [5.0, 3.0, 7.0]
    assert commits.first_runs().tolist() == [5.0, 2.0, 7.0]
    assert commits.boundaries([3, 4, 5]) == [1, 2]


@pytest.mark.parametrize("runs", [1, 3, 5])
def test_places_are_those_of_runs_however_often_commits_were_measured(runs: int) -> None:
    positions = np.repeat(np.arange(10, 60), runs)
    x = 0.01 * np.random.default_rng(2).standard_normal(positions.size) + 0.2 * (positions >= 40)
    history = judge_history(np.exp(x), positions, one_machine(positions.size), ASKED)
    (change,) = history.analysis.changes
    assert change.index == 30 * runs
    assert positions[change.first - 1] < 40 <= positions[change.last]
    assert history.neighbours(change.index) == (30 * runs, 20 * runs)


def test_what_the_layout_of_builds_makes_is_no_change() -> None:
    generator = np.random.default_rng(8)
    positions = np.repeat(np.arange(80), 5)
    for _ in range(20):
        x = 0.03 * generator.standard_normal(80)[positions]
        x += 0.01 * generator.standard_normal(positions.size)
        history = judge_history(np.exp(x), positions, one_machine(positions.size), ASKED)
        assert history.analysis.changes == ()


def test_runs_of_one_commit_are_no_history() -> None:
    values = np.array([1.0] * 30 + [2.0] * 30)
    one = np.zeros(60, np.int64)
    history = judge_history(values, one, one_machine(60), ASKED)
    assert history.analysis.changes == ()
    assert history.analysis.n == 60


def test_a_first_run_that_its_re_runs_do_not_bear_out_is_a_question_still() -> None:
    x = 0.01 * np.random.default_rng(4).standard_normal(43)
    x[39] += 0.3
    positions = np.array([*range(40), 39, 39, 39])
    (one,) = judge_history(np.exp(x), positions, one_machine(positions.size), ASKED).suspicions
    assert (one.index, one.is_first_run) == (39, True)


def test_a_new_definition_begins_a_baseline_and_is_no_change() -> None:
    x = 0.01 * np.random.default_rng(5).standard_normal(60) + 1.1 * (np.arange(60) >= 30)
    versions = np.where(np.arange(60) < 30, 7, 9)
    conditions = PointConditions(np.zeros(60, np.int64), versions)
    history = judge_history(np.exp(x), np.arange(60), conditions, ASKED)
    assert history.analysis.changes == ()
    assert history.analysis.forced == (30,)
    assert history.moved == ()


def test_points_without_a_definition_count_as_of_the_one_before() -> None:
    assert new_definitions(np.array([0, 0, 7, 0, 7, 9, 0, 9, 7])) == [5, 8]
    assert new_definitions(np.zeros(4, np.int64)) == []
