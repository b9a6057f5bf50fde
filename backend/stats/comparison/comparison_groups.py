"""Comparisons made in the same way, many at once: how results become estimates."""

from collections.abc import Sequence

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.comparison.conclusions import Group
from backend.stats.comparison.estimates import Estimates
from backend.stats.comparison.from_summaries import (
    ReportedMany,
    estimate_summaries,
    reported_scatter,
)
from backend.stats.comparison.median_estimates import estimate_medians
from backend.stats.comparison.paired import estimate_pairs
from backend.stats.comparison.run_scatter import RunScatter, across_runs, hold_runs, shorter_run
from backend.stats.comparison.unpaired import estimate_samples, sample_scatter
from backend.stats.histograms.quantiles import QuantileBuckets, middle_of, recording_of
from backend.stats.histograms.recordings import Histogram, merged
from backend.stats.medians import medians


def pairs_group(baseline: Floats, contender: Floats) -> Group:
    """Return comparisons of pairs, one per row of both tables."""
    rows, k = baseline.shape
    count = np.full(rows, k, np.int64)
    return Group(
        estimates=estimate_pairs(baseline, contender),
        basis="pairs",
        estimator="shift of pairs",
        baseline=medians(baseline),
        contender=medians(contender),
        n_baseline=count,
        n_contender=count,
        units=count,
        covers_runs=np.ones(rows, np.bool_),
    )


def samples_group(baseline: Floats, contender: Floats, scatter: RunScatter) -> Group:
    """Return comparisons of one run per side, one per row of both tables."""
    rows = len(baseline)
    within: Estimates = estimate_samples(baseline, contender)
    centres = medians(baseline), medians(contender)
    counts = [np.full(rows, side.shape[1], np.int64) for side in (baseline, contender)]
    one_run = np.broadcast_to(scatter.sd == 0.0, rows)
    covered = np.broadcast_to(~np.isnan(scatter.sd), rows)
    across = (covered & ~one_run).any()
    if across:
        sds = sample_scatter(baseline, contender)
        within = across_runs(within, scatter, centres, shorter_run(sds, (counts[0], counts[1])))
        within = scatter.tailed(within, scatter.runs((1, 1)))
    return Group(
        estimates=within,
        basis="runs" if across else "samples",
        estimator="shift of samples",
        baseline=centres[0],
        contender=centres[1],
        n_baseline=counts[0],
        n_contender=counts[1],
        units=np.ones(rows, np.int64) if across else np.minimum(*counts),
        covers_runs=covered,
    )


def runs_group(baseline: list[Floats], contender: list[Floats], scatter: RunScatter) -> Group:
    """Return comparisons of several runs per side: one table (comparisons, samples) per run."""
    centres = [np.stack([medians(run) for run in side], axis=1) for side in (baseline, contender)]
    counts = [sum(run.shape[1] for run in side) for side in (baseline, contender)]
    rows, units = len(centres[0]), min(len(baseline), len(contender))
    alone = len(baseline) == len(contender) == 1
    known = np.broadcast_to(~np.isnan(scatter.sd) & (scatter.sd > 0.0), rows)
    return Group(
        estimates=hold_runs(centres[0], centres[1], scatter),
        basis="runs",
        estimator="mean of runs",
        baseline=medians(centres[0]),
        contender=medians(centres[1]),
        n_baseline=np.full(rows, counts[0], np.int64),
        n_contender=np.full(rows, counts[1], np.int64),
        units=np.full(rows, units, np.int64),
        covers_runs=known if alone else np.ones(rows, np.bool_),
    )


def summaries_group(baseline: ReportedMany, contender: ReportedMany, scatter: RunScatter) -> Group:
    """Return comparisons of summaries, one per place."""
    within: Estimates = estimate_summaries(baseline, contender)
    centres = baseline.value, contender.value
    rows = baseline.value.size
    one_run = np.broadcast_to(scatter.sd == 0.0, rows)
    covered = np.broadcast_to(~np.isnan(scatter.sd), rows)
    across = (covered & ~one_run).any()
    fewest = np.minimum(baseline.n, contender.n)
    if across:
        sds = reported_scatter(baseline, contender)
        shorter = shorter_run(sds, (baseline.n, contender.n))
        within = across_runs(within, scatter, centres, shorter)
        within = scatter.tailed(within, scatter.runs((1, 1)))
    return Group(
        estimates=within,
        basis="summary only",
        estimator="values",
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

    Raises ValueError for a side without recordings.
    """
    sides = [[recording_of(run) for run in side] for side in (baseline, contender)]
    pooled = [_pooled(side, of) for side, of in zip((baseline, contender), sides, strict=True)]
    estimates = estimate_medians(sides, pooled, scatter)
    runs, alone = min(map(len, sides)), len(sides[0]) == len(sides[1]) == 1
    totals = [np.array([side.n], np.int64) for side in pooled]
    in_one_run = alone and bool((scatter.sd == 0.0).all())
    return Group(
        estimates=estimates,
        basis="histogram",
        estimator="mean of runs",
        baseline=np.array([middle_of([run.middle()[1] for run in sides[0]])]),
        contender=np.array([middle_of([run.middle()[1] for run in sides[1]])]),
        n_baseline=totals[0],
        n_contender=totals[1],
        units=np.minimum(*totals) if in_one_run else np.array([runs], np.int64),
        covers_runs=~np.isnan(scatter.sd) if alone else np.ones(1, np.bool_),
    )


def _pooled(runs: Sequence[Histogram], recordings: Sequence[QuantileBuckets]) -> QuantileBuckets:
    return recordings[0] if len(runs) == 1 else recording_of(merged(runs))
