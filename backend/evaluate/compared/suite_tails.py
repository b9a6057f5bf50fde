"""Suites of runs with samples, compared by their tails as well as by their centres."""

import math
from dataclasses import dataclass

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.aspects import (
    AspectHistory,
    held_aspects,
    rows_with_aspects,
    series_to_read,
)
from backend.domain.comparisons.entries import match_results
from backend.domain.comparisons.results import (
    ComparisonSetting,
    NoiseTable,
    ResultColumns,
    SideResults,
)
from backend.domain.comparisons.run_histories import RunHistories
from backend.evaluate.generator.recordings import Change, Generator, record
from backend.stats.arrays import Floats, Ints
from backend.stats.aspects import ASPECTS, band_of, sigma_of_bands
from backend.stats.change_points import analyse
from backend.stats.comparison.verdicts import Words
from backend.stats.screening import tail_of
from backend.stats.suites.aspects import centre_shifts, with_aspects
from backend.stats.suites.compare import SuiteComparison

HISTORY, SUITE, SAMPLES_OF_RUN, CHANGED = 60, 40, 200, 3


@dataclass(frozen=True, slots=True)
class SuiteOfTails:
    """Centres (series, runs) and aspects (series, runs, aspects), the compared runs at the end."""

    centres: Floats
    aspects: Floats
    per_side: int

    def compared(self) -> SuiteComparison:
        """Compare the newest runs with those before them, their tails beside their centres."""
        runs = self.centres.shape[1]
        before, after = runs - 2 * self.per_side, runs - self.per_side
        sides = self._side(before, after), self._side(after, runs)
        series = np.arange(1, len(self.centres) + 1)
        labels = {
            one: SeriesLabel(
                one, "suite", "made", {"n": one}, "time", "s", "lower", "sampled", "lab", "main"
            )
            for one in series.tolist()
        }
        noise = self._noise()
        lined = match_results(
            sides, labels, noise, ComparisonSetting("in runs apart", across_testbeds=False)
        )
        suite = lined.compared()
        worse = np.ones(series.size, np.int64)
        columns = sides[0].columns, sides[1].columns
        rows = rows_with_aspects(suite, lined, columns, noise, worse)
        centres = centre_shifts(suite.comparisons)
        ramp = np.arange(runs)
        histories = {
            one: AspectHistory(ramp[-64:], self.aspects[one - 1, -64:])
            for one in series_to_read(rows, centres)
        }
        held = held_aspects(rows, histories, ramp[before:], centres)
        tested = sum(int(one.is_tested.sum()) for one in rows)
        return with_aspects(suite, held, tested, worse, 0.01)

    def _side(self, first: int, last: int) -> SideResults:
        runs, series = np.arange(first, last), len(self.centres)
        ids: Ints = np.repeat(np.arange(1, series + 1), runs.size)
        ones, unknown = np.ones(ids.size, np.int64), np.full(ids.size, math.nan)
        values = self.centres[:, first:last].ravel()
        columns = ResultColumns(
            series=ids, run=np.tile(runs, series), variant=ids, metric=ones, testbed=ones,
            value=values, low=unknown, high=unknown, sd=unknown, n=ones, basis=0 * ones,
            samples=values, ends=np.arange(1, ids.size + 1), histograms={},
            binaries=[None] * ids.size, versions=[None] * ids.size, rounds={},
            aspects=self.aspects[:, first:last].reshape(-1, len(ASPECTS)),
        )  # fmt: skip
        return SideResults(columns, (), {})

    def _noise(self) -> NoiseTable:
        """Return what the detector says of the histories, the compared runs in them."""
        found = [analyse(row) for row in self.centres]
        count = self.centres.shape[1]
        bands = np.array(
            [
                [band_of(row[:, at], analyse(row[:, at]), count) for at in range(len(ASPECTS))]
                for row in np.where(np.isnan(self.aspects), 1.0, self.aspects)
            ]
        )
        return NoiseTable(
            np.arange(1, len(self.centres) + 1),
            np.array([one.scatter_runs for one in found]),
            np.array([one.scatter for one in found]),
            np.array([one.logarithmic for one in found]),
            RunHistories(
                np.array([tail_of(row) for row in self.centres]),
                np.array([count - one.regime_start for one in found]),
                np.array([one.slope for one in found]),
                np.array([one.rho for one in found]),
            ),
            sigma_of_bands(bands),
        )


def suite_of_tails(
    generator: Generator, luck: str, kind: str, per_side: int, change: Change | None = None
) -> Words:
    """Draw a suite and return the aspects that are told of the newest runs, a place a benchmark.

    The tails of the first `CHANGED` of them are changed where a change is given.
    """
    runs = HISTORY + 2 * per_side
    sizes = runs, SAMPLES_OF_RUN
    drawn = [
        record(
            generator,
            luck,
            kind,
            sizes,
            (runs - per_side, change) if change is not None and place < CHANGED else None,
        )
        for place in range(SUITE)
    ]
    suite = SuiteOfTails(
        np.array([one.centres for one in drawn]), np.array([one.aspects for one in drawn]), per_side
    )
    return suite.compared().comparisons.aspect
