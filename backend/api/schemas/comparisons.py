"""A comparison of two runs, commits or branches."""

from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.labels import DirectionName, Scalar, SeriesLabel
from backend.api.schemas.runs import AttributeChange, RunRow

VerdictName = Literal["regression", "improvement", "change", "same", "unknown"]
SideName = Literal["baseline", "contender"]


class ComparedSide(BaseModel):
    asked: str
    """As in the address: `run:…`, `commit:…` or `branch:…`."""
    runs: list[RunRow]
    """The runs that are compared, the newest first, at most 20 of them."""
    run_count: int


class ComparedCentre(BaseModel):
    value: float | None
    low: float | None
    high: float | None
    """95 % interval of one run, or of the centres of several; null where there is none."""
    n: int
    """Samples, or recordings of a histogram."""
    runs: int


class ComparedRow(BaseModel):
    """The contender against the baseline: one variant and metric."""

    series: SeriesLabel
    """Series of the contender; the unit is that of all numbers that are no ratios."""
    baseline_series: int
    """Series of the baseline; another one where branches, testbeds or variants are compared."""
    baseline: ComparedCentre
    contender: ComparedCentre
    basis: Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"]
    estimator: Literal["shift of pairs", "shift of samples", "mean of runs", "values"]
    """What `ratio`, `difference` and their interval are. The values of both sides are medians
    (of runs, where there are several), whose ratio may be another; a warning says so where it
    matters. "shift of samples" is the Hodges-Lehmann estimate, "mean of runs" that of the
    logarithms of the runs' medians, "values" takes the results as they are."""
    n: int
    """Pairs, samples or runs of the smaller side, by basis."""
    is_ratio: bool
    """False: there are results at or below zero, so low and high are those of the difference."""
    ratio: float | None
    difference: float | None
    """What the ratio makes of the baseline, in the unit of the series."""
    low: float | None
    high: float | None
    """Interval of the ratio (or difference) with `coverage`; null where there is none."""
    coverage: float | None
    p: float | None
    adjusted_p: float | None
    """Over all comparisons together (Benjamini and Hochberg); null where no claim is possible."""
    verdict: VerdictName
    pairs_needed: float | None
    """Further pairs (samples, runs) that would tell; null where unknown or hopeless."""
    is_hopeless: bool
    """More than 1,000 would be needed."""
    sentence: str
    warnings: list[str]


class OneSidedResult(BaseModel):
    """A result that only one side has."""

    side: SideName
    series: SeriesLabel
    value: float | None
    n: int


class NotCompared(BaseModel):
    """A variant that failed on a side, or gave something that cannot be compared."""

    suite: str
    benchmark: str
    parameters: dict[str, Scalar]
    metric: str | None
    testbed: str
    reason: str


class MetricMean(BaseModel):
    """The geometric mean of the ratios of one metric."""

    suite: str
    metric: str
    unit: str
    direction: DirectionName
    ratio: float | None
    low: float | None
    high: float | None
    """How well the mean of exactly these benchmarks is known."""
    wide_low: float | None
    wide_high: float | None
    """What benchmarks like these would do."""
    coverage: float
    n: int
    sentence: str
    warnings: list[str]


class VerdictCounts(BaseModel):
    regression: int
    improvement: int
    change: int
    same: int
    unknown: int


class NoiseFacts(BaseModel):
    """What stands in the way of seeing more."""

    reach: float | None
    """Median half width of the intervals, as a share."""
    hopeless: int
    without_claim: int
    """Comparisons whose scatter between runs, or at all, is not known."""
    still: int
    """Comparisons that showed no scatter at all."""


class Comparison(BaseModel):
    """Both sides, the suite as a whole, and the rows that pass the filters."""

    baseline: ComparedSide
    contender: ComparedSide
    measured: Literal["in turns", "in one run", "in runs apart"]
    threshold: float
    """Smallest effect that counts, as a share."""
    alpha: float
    false_discoveries: float
    """Share of the verdicts that may be false."""
    sentence: str
    counts: VerdictCounts
    """Over the whole comparison, whatever is filtered."""
    compared: int
    only_baseline: int
    only_contender: int
    not_compared: int
    means: list[MetricMean]
    noise: NoiseFacts
    differences: list[AttributeChange]
    """What differs between environments and machines of the sides."""
    warnings: list[str]
    matching: int
    """Rows that pass the filters; `rows` holds the first `limit` of them."""
    rows: list[ComparedRow]
    """The worst regression first; then changes, improvements, unknown, the same."""
    one_sided: list[OneSidedResult]
    failed: list[NotCompared]
