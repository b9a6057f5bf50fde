"""Percentiles of recorded results as the points of a series: tails over commits."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.commits.timelines import Ints
from backend.domain.reports.run_pages import reaches_tail
from backend.domain.series.histories import PointColumns
from backend.stats.histograms.quantiles import quantile_interval
from backend.stats.histograms.recordings import Histogram

MOST_RECORDINGS = 600
"""Results whose recordings are read for one chart; each takes half a millisecond."""


@dataclass(frozen=True, slots=True)
class ResultRecording:
    """All that one result recorded: its samples, or a histogram in units of `scale`."""

    position: int
    run: int
    environment: int
    source: Histogram | Sequence[float]
    scale: float

    @property
    def n(self) -> int:
        return self.source.total if isinstance(self.source, Histogram) else len(self.source)


def stride_for(counts: Sequence[int]) -> int:
    """Return which part of the results can be read: every so-manyth, 1 for all of them."""
    return max(1, math.ceil(sum(counts) / MOST_RECORDINGS))


def percentile_points(
    recordings: Sequence[ResultRecording], percent: float
) -> tuple[PointColumns, int]:
    """Return the percentile of every recording that reaches so far into its tail.

    With its 95 % interval, and the number of recordings that do not reach it.
    """
    told = [one for one in recordings if reaches_tail(percent, one.n)]
    found = [quantile_interval(one.source, percent) for one in told]
    scale = np.array([one.scale for one in told])
    columns = np.array([(one.value, one.low, one.high) for one in found]).reshape(-1, 3).T * scale
    columns[~np.isfinite(columns)] = np.nan  # no bound from so few
    points = PointColumns(
        positions=_whole(one.position for one in told),
        value=columns[0],
        low=columns[1],
        high=columns[2],
        n=_whole(one.n for one in told),
        run=_whole(one.run for one in told),
        environment=_whole(one.environment for one in told),
    )
    return points, len(recordings) - len(told)


def _whole(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, np.int64)
