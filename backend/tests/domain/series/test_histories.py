from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest

from backend.domain.catalogue.labels import CommitRef, SeriesLabel
from backend.domain.changes.views import ChangePoint
from backend.domain.commits.timelines import BranchColumns
from backend.domain.series.histories import PointColumns, RawSeries, budget_shares, history_of

LABEL = SeriesLabel(1, "s", "b", {}, "time", "s", "lower", "sampled", "box", "main")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def a_branch(size: int, *, first_id: int = 0, start: float = 0.0) -> BranchColumns:
    """Return a branch of commits one second apart, ten positions apart."""
    ids = np.arange(first_id, first_id + size)
    texts = [f"c{id_}" for id_ in ids]
    seconds = (start + np.arange(size, dtype=np.float64)) * 1000.0
    return BranchColumns(ids, (np.arange(size) + 1) * 10, seconds, texts, texts, texts, texts)


def a_change(commit: int) -> ChangePoint:
    ref = CommitRef(commit, f"c{commit}", "", None, "", None)
    return ChangePoint(
        1, LABEL, "confirmed", "step", "regression", 1.1, 1.0, 1.2, 9.0, 1.0, 1.1, 5, 5, None,
        ref, None, None, None, 1, NOON, "d",
    )  # fmt: skip


def a_series(  # noqa: PLR0913 - what a chart can depend on
    values: Sequence[float],
    places: Sequence[int] | None = None,
    *,
    failed: Sequence[int] = (),
    change_at: Sequence[int] = (),
    environment: Sequence[int] | None = None,
    branch: int = 0,
    earlier: int = 0,
) -> RawSeries:
    """Return a series at the given places of its branch, with an interval of ±10 %."""
    value = np.asarray(values, np.float64)
    where = np.arange(len(value)) if places is None else np.asarray(places)
    points = PointColumns(
        positions=(where + 1) * 10,
        value=value,
        low=value * 0.9,
        high=value * 1.1,
        n=np.full(len(value), 5),
        run=np.arange(len(value)) + 1000,
        environment=np.ones(len(value), int) if environment is None else np.asarray(environment),
    )
    return RawSeries(LABEL, branch, points, earlier, failed, [a_change(one) for one in change_at])


def noise(size: int) -> list[float]:
    drawn: list[float] = np.random.default_rng(5).normal(1.0, 0.01, size).tolist()
    return drawn


def test_a_series_within_its_budget_is_drawn_whole() -> None:
    history = history_of([a_branch(6)], [a_series([1.0, 2.0, 3.0], [0, 2, 5])], 100)
    (line,) = history.series
    assert line.at.tolist() == [0, 1, 2]
    assert history.commits.ordinal.tolist() == [0, 2, 5]
    assert history.commits.time == [0, 2000, 5000]
    assert line.bucket == 1


def test_a_point_whose_commit_is_not_on_the_branch_yet_waits_for_the_next_reading() -> None:
    history = history_of([a_branch(2)], [a_series([1.0, 2.0, 3.0], [0, 1, 7])], 100)
    assert history.series[0].value.tolist() == [1.0, 2.0]
    assert history.series[0].raw_n == 2


@pytest.mark.parametrize("spike", [0, 1, 4097, 9_998, 9_999])
def test_a_single_spike_survives_thinning_wherever_it_stands(spike: int) -> None:
    values = noise(10_000)
    values[spike] = 7.0
    (line,) = history_of([a_branch(10_000)], [a_series(values)], 400).series
    assert line.value.max() == 7.0
    assert line.returned_n <= 400


def test_every_thinned_point_is_a_real_one_inside_its_band() -> None:
    values = noise(5_000)
    history = history_of([a_branch(5_000)], [a_series(values)], 300)
    (line,) = history.series
    places = history.commits.ordinal[line.at]
    assert line.value.tolist() == [values[place] for place in places]
    assert line.run.tolist() == [place + 1000 for place in places]
    assert line.bucket > 1
    assert places[0] == 0
    assert places[-1] == 4_999
    for place, low, high in zip(places, line.low, line.high, strict=True):
        start = place // line.bucket * line.bucket
        held = values[start : start + line.bucket]
        assert low == pytest.approx(min(held) * 0.9)
        assert high == pytest.approx(max(held) * 1.1)


def test_change_points_keep_both_neighbours_and_environment_changes_are_kept() -> None:
    environment = [1] * 1_234 + [2] * 3_766
    series = a_series(noise(5_000), change_at=[2_501], environment=environment)
    history = history_of([a_branch(5_000)], [series], 200)
    places = set(history.commits.ordinal.tolist())
    assert {2_500, 2_501, 2_502} <= places
    assert {1_233, 1_234} <= places


def test_machines_that_take_turns_do_not_stop_the_thinning() -> None:
    environment = [1, 2] * 2_500
    (line,) = history_of(
        [a_branch(5_000)], [a_series(noise(5_000), environment=environment)], 200
    ).series
    assert line.returned_n <= 200


def test_a_gap_stays_a_gap_when_thinned() -> None:
    places = [place for place in range(3_000) if not 1_000 <= place < 1_010]
    failed = range(1_000, 1_010)
    history = history_of([a_branch(3_000)], [a_series(noise(2_990), places, failed=failed)], 200)
    (line,) = history.series
    ordinals = history.commits.ordinal[line.at].tolist()
    gap = ordinals.index(1_000)
    assert np.isnan(line.value[gap])
    assert np.isnan(line.high[gap])
    assert (ordinals[gap - 1], ordinals[gap + 1]) == (999, 1_010)
    assert (line.n[gap], line.run[gap]) == (0, 0)
    assert history.commits.ordinal[line.failed_at].tolist() == list(failed)


def test_a_failure_beside_a_result_at_the_same_commit_is_no_gap() -> None:
    (line,) = history_of([a_branch(3)], [a_series([1.0, 2.0, 3.0], failed=[1])], 100).series
    assert line.value.tolist() == [1.0, 2.0, 3.0]
    assert line.failed_at.tolist() == [1]


def test_panning_does_not_move_the_buckets() -> None:
    values = noise(4_096)
    (left,) = history_of([a_branch(4_096)], [a_series(values[:3_000])], 200).series
    window = a_series(values[1_024:3_000], range(1_024, 3_000), earlier=1_024)
    branch = a_branch(4_096)
    panned = history_of([branch], [window], 132)
    (right,) = panned.series
    assert left.bucket == right.bucket
    inner = {run for run in left.run.tolist() if run >= 1_024 + 1000}
    shown = {run + 1_024 for run in right.run.tolist()}
    assert inner <= shown


def test_two_results_of_one_commit_are_two_points() -> None:
    (line,) = history_of([a_branch(2)], [a_series([1.0, 2.0, 3.0], [0, 0, 1])], 100).series
    assert line.at.tolist() == [0, 0, 1]
    assert line.value.tolist() == [1.0, 2.0, 3.0]


def test_branches_share_commits_and_keep_their_own_order() -> None:
    main = a_branch(4)
    fork = a_branch(3, first_id=1, start=1.0)
    series = [a_series([1.0, 1.0, 1.0, 1.0]), a_series([2.0, 2.0, 2.0], branch=1)]
    history = history_of([main, fork], series, 100)
    assert history.commits.id.tolist() == [0, 1, 2, 3]
    assert history.series[1].at.tolist() == [1, 2, 3]


def test_a_wrong_clock_does_not_turn_a_branch_around() -> None:
    late = a_branch(3)
    late = BranchColumns(
        late.ids, late.positions, np.array([9e6, 1e3, np.nan]), late.names, late.subjects,
        late.authors, late.urls,
    )  # fmt: skip
    other = a_branch(2, first_id=50, start=100.0)
    history = history_of([late, other], [a_series([1.0] * 3), a_series([1.0] * 2, branch=1)], 100)
    order = history.commits.id.tolist()
    assert [one for one in order if one < 50] == [0, 1, 2]
    assert history.commits.time[order.index(2)] is None
    due = [history.commits.due[order.index(one)] for one in (0, 1, 2)]
    assert due == [1_000, None, 1_000]
    alone = history_of([late], [a_series([1.0] * 3)], 100).commits
    assert alone.due == due
    windowed = late.bounds(10**10, None), late.bounds(None, 10**10)
    assert windowed == (None, (late.positions[0], late.positions[-1]))


def test_an_empty_series_is_an_empty_line() -> None:
    history = history_of([a_branch(3)], [a_series([])], 100)
    assert history.series[0].at.tolist() == []
    assert history.series[0].value_low is None
    nothing = history_of([BranchColumns.empty()], [a_series([])], 100)
    assert nothing.commits.id.tolist() == []


def test_short_series_leave_their_budget_to_long_ones() -> None:
    assert budget_shares([10, 5_000, 5_000], 1_010) == [10, 500, 500]
    assert budget_shares([50, 60], 1_000) == [50, 60]
    assert sum(budget_shares([900] * 7, 1_000)) == 1_000
