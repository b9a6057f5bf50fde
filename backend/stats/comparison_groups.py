"""Comparisons made in the same way, many at once: how results become estimates."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy import special

from backend.stats.arrays import Floats
from backend.stats.conclusions import Group
from backend.stats.estimates import Estimates, StudentEstimates
from backend.stats.from_summaries import ReportedMany, estimate_summaries
from backend.stats.histograms import Histogram
from backend.stats.paired import estimate_pairs
from backend.stats.quantiles import COVERAGE, compare_quantiles
from backend.stats.run_scatter import RunScatter, across_runs, estimate_runs
from backend.stats.unpaired import estimate_samples


def pairs_group(baseline: Floats, contender: Floats) -> Group:
    """Return comparisons of pairs, one per row of both tables."""
    rows, k = baseline.shape
    count = np.full(rows, k, np.int64)
    return Group(
        estimates=estimate_pairs(baseline, contender),
        basis="pairs",
        baseline=medians(baseline),
        contender=medians(contender),
        n_baseline=count,
        n_contender=count,
        units=count,
        covers_runs=np.ones(rows, np.bool_),
    )


def samples_group(baseline: Floats, contender: Floats, scatter: RunScatter) -> Group:
    """Return comparisons of one run a side, one per row of both tables."""
    rows = len(baseline)
    within: Estimates = estimate_samples(baseline, contender)
    centres = medians(baseline), medians(contender)
    counts = [np.full(rows, side.shape[1], np.int64) for side in (baseline, contender)]
    one_run = np.broadcast_to(scatter.sd == 0.0, rows)
    covered = np.broadcast_to(~np.isnan(scatter.sd), rows)
    across = (covered & ~one_run).any()
    return Group(
        estimates=across_runs(within, scatter, centres) if across else within,
        basis="runs" if across else "samples",
        baseline=centres[0],
        contender=centres[1],
        n_baseline=counts[0],
        n_contender=counts[1],
        units=np.ones(rows, np.int64) if across else np.minimum(*counts),
        covers_runs=covered,
    )


def runs_group(baseline: list[Floats], contender: list[Floats], scatter: RunScatter) -> Group:
    """Return comparisons of several runs a side: one table (comparisons, samples) per run."""
    centres = [np.stack([medians(run) for run in side], axis=1) for side in (baseline, contender)]
    counts = [sum(run.shape[1] for run in side) for side in (baseline, contender)]
    rows, units = len(centres[0]), min(len(baseline), len(contender))
    alone = len(baseline) == len(contender) == 1
    known = np.broadcast_to(~np.isnan(scatter.sd) & (scatter.sd > 0.0), rows)
    return Group(
        estimates=estimate_runs(centres[0], centres[1], scatter),
        basis="runs",
        baseline=medians(centres[0]),
        contender=medians(centres[1]),
        n_baseline=np.full(rows, counts[0], np.int64),
        n_contender=np.full(rows, counts[1], np.int64),
        units=np.full(rows, units, np.int64),
        covers_runs=known if alone else np.ones(rows, np.bool_),
    )


def summaries_group(baseline: ReportedMany, contender: ReportedMany, scatter: RunScatter) -> Group:
    """Return comparisons of summaries, one per place."""
    within = estimate_summaries(baseline, contender)
    centres = baseline.value, contender.value
    rows = baseline.value.size
    one_run = np.broadcast_to(scatter.sd == 0.0, rows)
    covered = np.broadcast_to(~np.isnan(scatter.sd), rows)
    across = (covered & ~one_run).any()
    fewest = np.minimum(baseline.n, contender.n)
    return Group(
        estimates=across_runs(within, scatter, centres) if across else within,
        basis="summary only",
        baseline=centres[0],
        contender=centres[1],
        n_baseline=baseline.n,
        n_contender=contender.n,
        units=np.ones(rows, np.int64) if across else np.maximum(fewest, 1),
        covers_runs=covered,
    )


def histograms_group(
    baseline: Sequence[Histogram], contender: Sequence[Histogram], scatter: RunScatter
) -> Group:
    """Return the comparison of one result: its medians, one histogram per run and side.

    One run a side: the distribution-free interval of the ratio of medians, taken as normal on
    the logarithmic scale. Several: the medians of the runs. Raises ValueError for empty ones.
    """
    (median,) = compare_quantiles(baseline, contender, (50.0,))
    if len(baseline) > 1 or len(contender) > 1:
        runs = [
            [np.array([[run.percentile(50.0)]]) for run in side] for side in (baseline, contender)
        ]
        return replace(runs_group(runs[0], runs[1], scatter), basis="histogram")
    is_ratio = bool(median.ratio > 0.0)
    ends = (
        np.log([median.ratio, median.low or np.nan, median.high])
        if is_ratio
        else np.array([median.difference, median.difference_low, median.difference_high])
    )
    reach = (ends[2] - ends[1]) / 2.0 / special.ndtri((1.0 + COVERAGE) / 2.0)
    within = StudentEstimates(ends[:1], np.array([reach]), np.array([np.inf]), np.array([is_ratio]))
    known, in_one_run = ~np.isnan(scatter.sd), scatter.sd == 0.0
    centres = np.array([median.baseline]), np.array([median.contender])
    totals = [np.array([side[0].total]) for side in (baseline, contender)]
    return Group(
        estimates=within if (in_one_run | ~known).all() else across_runs(within, scatter, centres),
        basis="histogram",
        baseline=centres[0],
        contender=centres[1],
        n_baseline=totals[0],
        n_contender=totals[1],
        units=np.minimum(*totals) if in_one_run.all() else np.ones(1, np.int64),
        covers_runs=known,
    )


def medians(table: Floats) -> Floats:
    """Return the median of every row."""
    middle = table.shape[1] // 2
    if table.shape[1] % 2:
        odd: Floats = np.partition(table, middle, axis=1)[:, middle]
        return odd
    parted = np.partition(table, (middle - 1, middle), axis=1)
    even: Floats = parted[:, middle - 1] / 2.0 + parted[:, middle] / 2.0
    return even
