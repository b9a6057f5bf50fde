"""The results along an axis as they were stored, and as the kernel takes them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.comparisons.measured_rounds import in_step, over_rounds
from backend.stats.arrays import Floats
from backend.stats.sweeps.response import (
    Direction,
    Response,
    response_from_rounds,
    response_from_samples,
    response_from_summaries,
)

ClaimName = Literal["interval", "summary only", "none"]
"""`interval`: the best set holds the true best with 95 %; otherwise nothing is claimed."""
FEWEST = 2
"""Values that can be compared, and samples that have a scatter."""


@dataclass(frozen=True, slots=True)
class SweepResult:
    """The result of one variant in the run of a sweep; NaN and None where something is unknown."""

    series: SeriesLabel
    value: float
    low: float | None
    high: float | None
    sd: float | None
    n: int
    samples: Sequence[float] | None
    rounds: Sequence[int] | None = None
    """Of each sample; None: 1, 2, 3, … or unknown."""
    histogram: str | None = None
    scale: float | None = None
    is_pooled: bool = False
    """Of several runs: only samples of one round may be held against each other."""


def axis_value(parameters: Mapping[str, Scalar], axis: str) -> float | None:
    """Return the number that a variant has on the axis, or None."""
    value = parameters.get(axis)
    return None if isinstance(value, bool | str) or value is None else float(value)


def response_of(results: Sequence[SweepResult], *, in_rounds: bool) -> Response | None:
    """Return results of different values in a form that can be compared.

    `in_rounds`: the variants were measured round by round. None where the direction is
    unknown or there is nothing to compare.
    """
    direction = results[0].series.direction if results else "unknown"
    if direction not in ("lower", "higher") or len(results) < FEWEST:
        return None
    better: Direction = "lower" if direction == "lower" else "higher"
    if any(one.is_pooled for one in results):
        return _over_runs(results, better)
    counts = {len(one.samples or ()) for one in results}
    if min(counts) >= FEWEST and in_rounds:
        paired = _in_rounds(results)
        if paired is not None and paired.shape[1] >= FEWEST:
            return response_from_rounds(paired, better)
    if min(counts) >= FEWEST:
        samples = [np.array(one.samples, np.float64) for one in results]
        return response_from_samples(samples, better)
    return response_from_summaries(
        np.array([_centre(one) for one in results]),
        np.array([_scatter(one) for one in results]),
        np.array([one.n for one in results], np.int64),
        better,
    )


def _over_runs(results: Sequence[SweepResult], better: Direction) -> Response:
    """Compare through shared rounds alone: without enough of them nothing is claimed."""
    table = over_rounds([one.samples or () for one in results], [one.rounds for one in results])
    found = response_from_rounds(table, better)
    if found.rounds is not None:
        return found
    values = np.array([one.value for one in results])
    return response_from_summaries(values, None, np.ones(values.size, np.int64), better)


def _in_rounds(results: Sequence[SweepResult]) -> Floats | None:
    """Return (values, rounds); nan where values that share few rounds have a gap."""
    samples = [one.samples or () for one in results]
    rounds = [one.rounds for one in results]
    paired = in_step(samples, rounds)
    is_known = any(one is not None for one in rounds)
    return over_rounds(samples, rounds) if paired is None and is_known else paired


def _centre(result: SweepResult) -> float:
    return float(np.mean(result.samples)) if result.samples else result.value


def _scatter(result: SweepResult) -> float:
    if result.samples and len(result.samples) >= FEWEST:
        return float(np.std(result.samples, ddof=1))
    return math.nan if result.sd is None else result.sd
