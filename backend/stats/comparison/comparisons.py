"""What a comparison says: many as columns, one as a row with what its reader has to know."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.verdicts import Verdict, Words
from backend.stats.histograms.quantiles import QuantileChange

Basis = Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"]
Estimator = Literal["shift of pairs", "shift of samples", "mean of runs", "values"]

RUNS_UNKNOWN = (
    "Scatter between runs is unknown: samples inside one run do not show it, so there is no"
    " significance test. Measure each side again, or both in turns."
)
SAME_BINARY = "Same binary on both sides: a difference is not the code."
DIFFERENCES = "Some results are not positive: differences are compared, not ratios."
SUMMARY_ONLY = "Summary only: the samples are not there to be looked at."
NO_SCATTER = "Too few results for a significance test: the order only."
LOST_PARTNERS = "Incomplete pairs; using an unpaired test, which has less power."
ALL_EQUAL = "Both sides gave equal results: differences below the resolution would not be seen."


@dataclass(frozen=True, slots=True)
class Comparison:
    """A contender against its baseline.

    `ratio` is contender / baseline, `low` to `high` its interval with `coverage`; where
    `is_ratio` is false (results at or below zero) the ratio is nan and the interval is that of
    `difference`. `ratio`, `difference` and interval are those of one `estimator`, while `baseline`
    and `contender` are medians, whose own ratio may be another: where they point in opposite
    directions (`is_contradicted`, never so of pairs) there is no verdict of a change. `p` is
    two-sided and `z` its normal deviate, positive where the contender is larger; both are nan
    where nothing can be claimed.

    `n` counts pairs, samples of the smaller side or runs of the smaller side, by `basis`.
    `pairs_needed` are further ones of these that would show `effect_to_see` (a share) with power
    0.8: 0 where the verdict stands or the effect lies at the threshold, infinite where hopeless,
    nan where scatter is unknown. Histograms are compared by their medians; `n` counts recordings
    where both sides come from one run, else runs. Where `aspect` is not empty, all numbers are
    those of that percentile or of the spread. `percentiles` holds the others; rows of a suite have
    none until they are asked for (`suite_entries.percentiles_of`).
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
    estimator: Estimator
    n: int
    n_baseline: int
    n_contender: int
    pairs_needed: float
    effect_to_see: float
    is_ratio: bool
    covers_runs: bool
    same_binary: bool
    aspect: str
    warnings: tuple[str, ...]
    percentiles: tuple[QuantileChange, ...] = ()

    @property
    def is_contradicted(self) -> bool:
        """Say whether the medians of the sides differ in the opposite direction.

        Never so of pairs: what drifts under both moves the medians and not the pairs.
        """
        if self.basis == "pairs":
            return False
        gap = self.contender - self.baseline
        least = ROUNDING * max(abs(self.baseline), abs(self.contender))
        return (gap > least and self.difference < 0.0) or (gap < -least and self.difference > 0.0)


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
    estimator: Words
    n: Ints
    n_baseline: Ints
    n_contender: Ints
    pairs_needed: Floats
    effect_to_see: Floats
    is_ratio: Bools
    covers_runs: Bools
    same_binary: Bools
    aspect: Words
    """What of each is compared: empty for centres, else one of `aspects.ASPECTS`."""
    lost_partners: Bools
    error: Floats
    """Standard error of the shift (of the logarithm of the ratio, where it is one)."""
    degrees: Floats
    """Degrees of freedom of that error, infinite where it is as good as known."""

    def __len__(self) -> int:
        return self.ratio.size

    def __getitem__(self, place: int) -> Comparison:
        return self.rows([place])[0]

    def rows(self, places: Sequence[int]) -> list[Comparison]:
        """Return the rows at these places."""
        at = np.asarray(places, np.int64)
        columns = [getattr(self, name)[at].tolist() for name in ROW]
        rows = zip(*columns, self._warnings(at), strict=True)
        return [Comparison(*row) for row in rows]

    def _warnings(self, at: Ints) -> list[tuple[str, ...]]:
        """Return what the reader of each row has to know beside its numbers."""
        basis, covers_runs = self.basis[at], self.covers_runs[at]
        sampled = basis != "exact"
        no_scatter = np.isnan(self.p[at]) & sampled
        unmoved = (self.low[at] == self.high[at]) & (self.difference[at] == 0.0)
        said = (
            (no_scatter & ~covers_runs, RUNS_UNKNOWN),
            (no_scatter & covers_runs, NO_SCATTER),
            (unmoved & sampled, ALL_EQUAL),
            (basis == "summary only", SUMMARY_ONLY),
            (~self.is_ratio[at] & sampled, DIFFERENCES),
            (self.same_binary[at], SAME_BINARY),
            (self.lost_partners[at], LOST_PARTNERS),
        )
        codes = np.zeros(at.size, np.int64)
        for bit, (applies, _) in enumerate(said):
            codes |= applies.astype(np.int64) << bit
        texts = {
            code: tuple(text for bit, (_, text) in enumerate(said) if code >> bit & 1)
            for code in np.unique(codes).tolist()
        }
        return [texts[code] for code in codes.tolist()]

    @classmethod
    def joined(cls, parts: "list[Comparisons]", order: Ints) -> "Comparisons":
        """Return the rows of all parts, the order[i]-th of them as the i-th."""
        return cls(
            **{
                column.name: np.concatenate([getattr(part, column.name) for part in parts])[order]
                for column in fields(cls)
            }
        )


def contradicted(shift: Floats, baseline: Floats, contender: Floats) -> Bools:
    """Say which shifts have another sign than the difference of the medians, beyond rounding."""
    with np.errstate(over="ignore", invalid="ignore"):
        gap = contender - baseline
        told = np.abs(gap) > ROUNDING * np.maximum(np.abs(baseline), np.abs(contender))
    opposite: Bools = told & (np.sign(gap) * np.sign(shift) < 0.0)
    return opposite


ROUNDING = 1e-12
ROW = tuple(one.name for one in fields(Comparison) if one.name not in ("warnings", "percentiles"))
"""The columns that make a row, in its order."""
