"""Several runs of one commit together: what one run has over another is no effect of a value."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from backend.domain.sweeps.crossovers import CurveResults
from backend.domain.sweeps.curves import SweepCurve, SweepReading, group_curves
from backend.domain.sweeps.defaults import costs_of, ratios_to_default
from backend.domain.sweeps.grids import GridAxes, judge_grids
from backend.domain.sweeps.pooling import pooled
from backend.domain.sweeps.results import SweepResult
from backend.domain.sweeps.sources import MeasuredRun, sources_of
from backend.tests.domain.sweeps.sweeping import a_result
from backend.wording.sweeps.defaults import with_default
from backend.wording.sweeps.remarks import worded_curve

FLAT = dict.fromkeys((1.0, 2.0, 4.0, 8.0), 1.0)


def a_run(
    truth: Mapping[float, float],
    rounds: Mapping[float, int],
    *,
    shift: float = 1.0,
    seed: int = 1,
    metric: str = "time",
) -> list[SweepResult]:
    """Return the results of a run that is slower by a shift, with rounds of each value."""
    generator = np.random.default_rng(seed)
    shared = shift * generator.normal(1.0, 0.002, max(rounds.values()))
    found = []
    for x, count in rounds.items():
        samples = (truth[x] * shared[:count] * generator.normal(1.0, 0.002, count)).tolist()
        made = a_result(x, truth[x], metric=metric)
        value = float(np.median(samples))
        found.append(replace(made, samples=samples, n=count, value=value))
    return found


def refined(truth: Mapping[float, float], shift: float, metric: str = "time") -> list[SweepResult]:
    """Return ten rounds of all values, and a run with a shift that left out all but 4 and 8."""
    first = a_run(truth, dict.fromkeys(truth, 10), metric=metric)
    second = {4.0: 30, 8.0: 30}
    return pooled([first, a_run(truth, second, shift=shift, seed=2, metric=metric)])


def curve_of(results: Sequence[SweepResult]) -> CurveResults:
    (curve,) = group_curves(results, "threads", in_rounds=True)
    return curve


def told(curve: CurveResults) -> SweepCurve:
    return with_default(worded_curve(curve, SweepReading("threads")), curve, "threads", 2.0)


@pytest.mark.parametrize("shift", [0.95, 1.03, 1.05])
def test_a_slower_run_is_no_cost_of_the_values_that_it_measured(shift: float) -> None:
    curve = curve_of(refined(FLAT, shift, "cpu_time"))
    ((_, cost),) = costs_of([curve], {}, (4.0, 2.0))
    assert cost.ratio == pytest.approx(1.0, abs=0.004)
    assert cost.low is not None
    assert cost.high is not None
    assert cost.low < 1.0 < cost.high
    assert cost.verdict not in ("regression", "improvement")


def test_a_value_left_out_of_the_second_run_stands_to_the_default_as_it_did() -> None:
    truth = {1.0: 1.2, 2.0: 1.03, 4.0: 1.0, 8.0: 1.0}
    ratios = ratios_to_default(curve_of(refined(truth, 1.05)), 2.0)
    found = [None if one is None else one.ratio for one in ratios]
    assert found[1] is None
    assert found[0] == pytest.approx(1.2 / 1.03, rel=0.004)
    assert found[2] == pytest.approx(1.0 / 1.03, rel=0.004)


def test_the_picture_has_the_distances_of_the_verdict() -> None:
    truth = {1.0: 1.2, 2.0: 1.03, 4.0: 1.0, 8.0: 1.002}
    judged = told(curve_of(refined(truth, 1.05)))
    drawn = {one.x: one for one in judged.points}
    assert judged.best_x in (4.0, 8.0)
    best = drawn[judged.best_x]
    assert drawn[2.0].value > best.value
    for one in judged.points:
        assert one.excess == pytest.approx(one.value / best.value - 1.0, abs=0.0005)
        assert one.low is not None
        assert one.high is not None
        assert one.low <= one.value <= one.high
    assert not any("medians" in one for one in judged.remarks), judged.remarks


def test_equal_values_are_drawn_equal_whatever_run_they_are_of() -> None:
    drawn = [one.value for one in refined(FLAT, 1.05)]
    assert max(drawn) / min(drawn) < 1.004
    # three quarters of the rounds are of the slower run
    assert drawn[0] == pytest.approx(1.0375, abs=0.004)


def test_a_grid_is_drawn_as_it_is_judged() -> None:
    results = [
        replace(one, series=replace(one.series, parameters={"threads": x, "depth": y}))
        for one, (x, y) in zip(refined(FLAT, 1.05), [(1, 1), (1, 2), (2, 1), (2, 2)], strict=True)
    ]
    ((grid, _),) = judge_grids(results, [], GridAxes("threads", "depth"), in_rounds=True)
    assert len([one for one in grid.cells if one.in_best_set]) == 4
    assert all(one.excess == pytest.approx(0.0, abs=0.004) for one in grid.cells)


def test_values_of_runs_that_share_none_are_those_of_the_run_with_most() -> None:
    many = a_run(FLAT, {1.0: 10, 2.0: 10, 4.0: 10})
    few = a_run(FLAT | {16.0: 1.0}, {8.0: 10, 16.0: 10}, shift=1.05, seed=2)
    assert [one.series.id for one in pooled([many, few])] == [1, 2, 4]
    assert [one.series.id for one in pooled([few, many])] == [1, 2, 4]
    alike = few[:1] + a_run(FLAT, {4.0: 10}, shift=1.05, seed=2)
    assert pooled([many[:2], alike]) == alike


def test_a_curve_whose_values_share_no_rounds_claims_nothing() -> None:
    """Another curve, of another engine, holds the runs together."""
    first, second = (
        [*a_run(FLAT, dict.fromkeys(xs, 10), shift=shift, seed=seed), *beside(shift)]
        for xs, shift, seed in (((1.0, 2.0), 1.0, 1), ((4.0, 8.0), 1.05, 2))
    )
    curves = group_curves(pooled([first, second]), "threads", in_rounds=True)
    (split,) = [one for one in curves if not one.facet]
    judged = told(split)
    assert judged.claim != "interval"
    values = [one.value for one in split.results]
    assert max(values) / min(values) < 1.01
    assert [one.versus_default is None for one in judged.points] == [False, True, True, True]


def beside(shift: float) -> list[SweepResult]:
    """Return a curve of another engine, measured in the same rounds."""
    return [
        replace(
            one,
            series=replace(
                one.series,
                id=90 + one.series.id,
                parameters={**one.series.parameters, "engine": "other"},
            ),
        )
        for one in a_run(FLAT, {1.0: 10, 2.0: 10}, shift=shift)
    ]


def test_results_without_samples_are_of_one_run() -> None:
    first, second = (
        [replace(one, samples=None) for one in a_run(FLAT, rounds, shift=shift)]
        for rounds, shift in (({1.0: 9, 2.0: 9, 4.0: 9}, 1.0), ({2.0: 9, 4.0: 9}, 1.05))
    )
    assert pooled([first, second]) == first


def measured(id_: int, *series: int) -> MeasuredRun:
    return MeasuredRun(id_, 1, 1, datetime(2026, 1, id_, tzinfo=UTC), True, series)


def test_only_runs_that_share_a_value_answer_together() -> None:
    runs = [measured(1, 1, 2), measured(2, 4, 8)]
    assert sources_of(runs, [])[0].ids == [2]
    assert sources_of([*runs, measured(3, 2, 3)], [])[0].ids == [3, 1]
    assert sources_of([*runs, measured(3, 2, 4)], [])[0].ids == [3, 2, 1]
    assert sources_of([measured(1, 1, 2, 3), measured(2, 4, 8)], [])[0].ids == [1]
