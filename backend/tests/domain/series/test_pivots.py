import math
from dataclasses import replace
from typing import Any

import pytest

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.results import SeriesScatter
from backend.domain.series.pivots import Pivot, PivotCell, PivotSeries, pivot_of
from backend.stats.comparison.far_runs import EDGES

NOISY = SeriesScatter(50, 0.05, is_logarithmic=True)


def a_series(threads: int, value: float, spread: float = 0.0, **changes: Any) -> PivotSeries:
    """Return a series whose interval reaches `spread` up and down, in logarithms."""
    metric = changes.pop("metric", "time")
    label = SeriesLabel(
        10 * threads + len(metric), "runtime", "copy", {"threads": threads}, metric,
        "s" if metric == "time" else "B", "lower", "sampled", "box", "main",
    )  # fmt: skip
    ends = value * math.exp(-spread), value * math.exp(spread)
    about = {"run": 1, "noise": None} | changes
    return PivotSeries(label, {}, value, *ends, 1_000, **about)


def against_one(*series: PivotSeries, rows: str = "benchmark") -> Pivot:
    return pivot_of(series, rows, "param.threads", "1")


def at(table: Pivot, column: int) -> PivotCell:
    return next(cell for cell in table.cells if cell.column == column)


def reach(low: float | None, high: float | None) -> float:
    assert low is not None
    assert high is not None
    return math.log(high / low) / 2.0


def test_the_error_of_a_shared_divisor_is_not_averaged_away() -> None:
    others = [a_series(threads, 0.5, 1e-6) for threads in (2, 4, 8, 16)]
    (mean,) = against_one(a_series(1, 1.0, 0.1), *others).row_means
    assert mean.n == 4
    assert reach(mean.low, mean.high) == pytest.approx(0.1, rel=0.01)


def test_results_of_runs_apart_scatter_as_their_series_does() -> None:
    base, other = a_series(1, 1.0, 1e-3, noise=NOISY), a_series(2, 0.5, 1e-3, noise=NOISY, run=2)
    apart = at(against_one(base, other), 1)
    assert reach(apart.low, apart.high) == pytest.approx(2.01 * 0.05 * math.sqrt(2.0), rel=0.01)
    together = at(against_one(base, a_series(2, 0.5, 1e-3, noise=NOISY)), 1)
    assert reach(together.low, together.high) < 0.01


def test_ratios_of_runs_apart_are_as_wide_as_far_runs_of_their_history() -> None:
    shares = tuple(0.08 if edge < 12.0 else 1e-6 for edge in EDGES.tolist())
    spiky = replace(NOISY, shares=shares)
    base, other = a_series(1, 1.0, 1e-3, noise=spiky), a_series(2, 0.7, 1e-3, noise=spiky, run=2)
    plain = at(against_one(replace(base, noise=NOISY), replace(other, noise=NOISY)), 1)
    held = at(against_one(base, other), 1)
    assert plain.high is not None
    assert plain.high < 1.0
    assert held.value == plain.value
    assert held.high is not None
    assert held.high > 1.0, "one far run makes such a difference"
    together = at(against_one(base, replace(other, run=1)), 1)
    assert together.high is not None
    assert together.high < 1.0, "one run has one luck"


def test_where_the_scatter_between_runs_is_unknown_there_is_no_interval() -> None:
    cell = at(against_one(a_series(1, 1.0, 1e-3), a_series(2, 0.5, 1e-3, run=2)), 1)
    assert (cell.value, cell.low, cell.high) == (0.5, None, None)


def test_ratios_of_several_metrics_have_no_mean() -> None:
    series = [
        a_series(threads, 1.0 / threads, 1e-3, metric=metric)
        for metric in ("time", "peak")
        for threads in (1, 2)
    ]
    table = against_one(*series)
    assert (at(table, 1).value, at(table, 1).reason) == (None, "several metrics")
    assert table.row_means[0].ratio is None
    assert against_one(*series, rows="metric").column_means[1].ratio is None
