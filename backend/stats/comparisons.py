"""What a comparison says: many as columns, one as a row with what its reader has to know."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.quantiles import QuantileChange
from backend.stats.verdicts import Verdict, Words

Basis = Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"]

RUNS_UNKNOWN = (
    "Scatter between runs is unknown: samples inside one run do not show it, so there is no"
    " claim. Measure each side again, or both in turns."
)
SAME_BINARY = "Same binary on both sides: a difference is not the code."
DIFFERENCES = "Some results are not positive: differences are compared, not ratios."
SUMMARY_ONLY = "Summary only: the samples are not there to be looked at."
NO_SCATTER = "Too few results to know their scatter: an order, no claim."
ALL_EQUAL = "Both sides gave equal results: differences below the resolution would not be seen."


@dataclass(frozen=True, slots=True)
class Comparison:
    """A contender against its baseline.

    `ratio` is contender / baseline, `low` to `high` its interval with `coverage`; where
    `is_ratio` is false (results at or below zero) the ratio is nan and the interval is that of
    `difference`. `p` is two-sided and `z` its normal deviate, positive where the contender is
    larger; both are nan where nothing can be claimed. `n` counts pairs, samples of the smaller
    side or runs of the smaller side, by `basis`. `pairs_needed` are further ones of these that
    would show `effect_to_see` (a share) with power 0.8: 0 where the verdict stands or the effect
    lies at the threshold, infinite where hopeless, nan where scatter is unknown. Histograms are
    compared by their medians, and `percentiles` holds the others.
    """

    baseline: float
    contender: float
    ratio: float
    difference: float
    low: float
    high: float
    coverage: float
    p: float
    z: float
    verdict: Verdict
    basis: Basis
    n: int
    n_baseline: int
    n_contender: int
    pairs_needed: float
    effect_to_see: float
    is_ratio: bool
    covers_runs: bool
    same_binary: bool
    warnings: tuple[str, ...]
    percentiles: tuple[QuantileChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Many comparisons, one place each in every column; the columns are those of `Comparison`."""

    baseline: Floats
    contender: Floats
    ratio: Floats
    difference: Floats
    low: Floats
    high: Floats
    coverage: Floats
    p: Floats
    z: Floats
    verdict: Words
    basis: Words
    n: Ints
    n_baseline: Ints
    n_contender: Ints
    pairs_needed: Floats
    effect_to_see: Floats
    is_ratio: Bools
    covers_runs: Bools
    same_binary: Bools
    error: Floats
    """Standard error of the shift (of the logarithm of the ratio, where it is one)."""
    degrees: Floats
    """Degrees of freedom of that error, infinite where it is as good as known."""

    def __len__(self) -> int:
        return self.ratio.size

    def __getitem__(self, place: int) -> Comparison:
        row = {
            column.name: getattr(self, column.name)[place].item()
            for column in fields(self)
            if column.name not in ("error", "degrees")
        }
        return Comparison(**row, warnings=_warnings(row))

    def rows(self, places: Sequence[int]) -> list[Comparison]:
        """Return the rows at these places as `self[place]` does, at a fraction of the time."""
        own = {column.name for column in fields(self)}
        names = [one.name for one in fields(Comparison) if one.name in own]
        columns = [getattr(self, name)[np.asarray(places, np.int64)].tolist() for name in names]
        found = []
        for numbers in zip(*columns, strict=True):
            row = dict(zip(names, numbers, strict=True))
            found.append(Comparison(**row, warnings=_warnings(row)))
        return found

    @classmethod
    def joined(cls, parts: "list[Comparisons]", places: Ints) -> "Comparisons":
        """Return the rows of all parts, the i-th of them moved to places[i]."""
        order = np.argsort(places)
        return cls(
            **{
                column.name: np.concatenate([getattr(part, column.name) for part in parts])[order]
                for column in fields(cls)
            }
        )


def _warnings(row: dict[str, object]) -> tuple[str, ...]:
    """Return what a reader of one comparison has to know beside its numbers."""
    exact = row["basis"] == "exact"
    unmoved = row["low"] == row["high"] and row["difference"] == 0.0
    no_scatter = isinstance(row["p"], float) and math.isnan(row["p"]) and not exact
    said = (
        (no_scatter and not row["covers_runs"], RUNS_UNKNOWN),
        (no_scatter and row["covers_runs"], NO_SCATTER),
        (unmoved and not exact, ALL_EQUAL),
        (row["basis"] == "summary only", SUMMARY_ONLY),
        (not row["is_ratio"] and not exact, DIFFERENCES),
        (row["same_binary"], SAME_BINARY),
    )
    return tuple(text for applies, text in said if applies)
