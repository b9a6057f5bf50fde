"""Runs of made suites, held against the histories of their series as the product compares them."""

import math
from dataclasses import dataclass

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.entries import match_results
from backend.domain.comparisons.results import (
    ComparisonSetting,
    NoiseTable,
    ResultColumns,
    SideResults,
)
from backend.domain.comparisons.run_histories import RunHistories
from backend.evaluate.measurements import CV, deviations
from backend.stats.arrays import Bools, Floats
from backend.stats.change_points import analyse
from backend.stats.screening import tail_of

FAMILIES = ("gauss", "lognormal", "heavy", "spikes", "rare mode", "ar", "bimodal", "one in ten")
HISTORY, SUITE = 60, 100
APART = 20
"""Runs of others between baseline and contender, where one run hands its luck to the next."""
_RARE, _FAR = 0.03, 8.0


@dataclass(frozen=True, slots=True)
class RunsOfSuite:
    """The histories of a suite, (series, runs), and the runs that are compared, oldest first.

    Where `are_known` the compared runs stand at the end of the histories, as on a main branch; else
    they are those of a pull request.
    """

    history: Floats
    baseline: Floats
    contender: Floats
    are_known: bool = False

    def claims(self) -> Bools:
        """Say of each series whether a difference is claimed."""
        series = np.arange(1, len(self.history) + 1)
        labels = {
            one: SeriesLabel(
                one, "suite", "made", {"n": one}, "time", "s", "lower", "sampled", "lab", "main"
            )
            for one in series.tolist()
        }
        sides = _side(self.baseline, 1), _side(self.contender, 1 + self.baseline.shape[1])
        setting = ComparisonSetting("in runs apart", across_testbeds=False)
        found = match_results(sides, labels, self._noise(), setting).compared()
        verdicts = found.comparisons.verdict
        claimed: Bools = (verdicts == "regression") | (verdicts == "improvement")
        return claimed

    def _noise(self) -> NoiseTable:
        known = (self.history, self.baseline, self.contender)
        values = np.concatenate(known, axis=1) if self.are_known else self.history
        found = [analyse(row) for row in values]
        count = values.shape[1]
        return NoiseTable(
            np.arange(1, len(values) + 1),
            np.array([one.scatter_runs for one in found]),
            np.array([one.scatter for one in found]),
            np.array([one.logarithmic for one in found]),
            RunHistories(
                np.array([tail_of(row) for row in values]),
                np.array([count - one.regime_start for one in found]),
                np.array([one.slope for one in found]),
                np.array([one.rho for one in found]),
            ),
        )


def _side(values: Floats, first_run: int) -> SideResults:
    """Return runs of one sample each as the database would give them."""
    series, runs = values.shape
    ids = np.repeat(np.arange(1, series + 1), runs)
    ones, unknown = np.ones(ids.size, np.int64), np.full(ids.size, math.nan)
    columns = ResultColumns(
        series=ids, run=np.tile(np.arange(first_run, first_run + runs), series), variant=ids,
        metric=ones, testbed=ones, value=values.ravel(), low=unknown, high=unknown, sd=unknown,
        n=ones, basis=0 * ones, samples=values.ravel(), ends=np.arange(1, ids.size + 1),
        histograms={}, binaries=[None] * ids.size, versions=[None] * ids.size, rounds={},
    )  # fmt: skip
    return SideResults(columns, (), {})


def made_suite(
    generator: np.random.Generator,
    kind: str,
    runs: int = 1,
    step: float = 0.0,
    *,
    slower: int = 8,
    are_known: bool = False,
) -> RunsOfSuite:
    """Draw a suite of one kind of noise; so many of its benchmarks become slower by `step`."""
    apart = APART if kind == "ar" and not are_known else 0
    values = _drawn(generator, kind, (SUITE, HISTORY + 2 * runs + apart))
    contender = values[:, values.shape[1] - runs :].copy()
    contender[:slower] *= 1.0 + step
    return RunsOfSuite(
        values[:, :HISTORY], values[:, HISTORY : HISTORY + runs], contender, are_known
    )


def _drawn(generator: np.random.Generator, kind: str, shape: tuple[int, int]) -> Floats:
    if kind == "rare mode":
        is_far = generator.random(shape) < _RARE
        return deviations(generator, "gauss", shape) + _FAR * CV * is_far
    if kind == "one in ten":
        values = deviations(generator, "gauss", shape)
        values[::10] = deviations(generator, "spikes", values[::10].shape)
        return values
    return deviations(generator, kind, shape)
