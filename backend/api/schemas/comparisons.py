"""A comparison of two runs, commits or branches."""

from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.labels import Scalar
from backend.domain.catalogue.labels import DirectionName, NoiseName, SeriesLabel
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.reports.profiles import ListedProfile
from backend.domain.reports.run_pages import ListedRun

VerdictName = Literal["regression", "improvement", "change", "same", "unknown"]
SideName = Literal["baseline", "contender"]
BasisName = Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"]


class ComparedSide(BaseModel):
    asked: str
    """As in the address: `run:…`, `commit:…`, `branch:…`, …"""
    runs: list[ListedRun]
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
    basis: BasisName
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
    same_binary: int
    """Differences between equal binaries, which are in none of the others."""


class NoiseFacts(BaseModel):
    """What stands in the way of seeing more."""

    reach: float | None
    """Median half width of the intervals, as a share."""
    hopeless: int
    without_claim: int
    """Comparisons whose scatter between runs, or at all, is not known."""
    still: int
    """Comparisons that showed no scatter at all."""


class SideDifference(BaseModel):
    """An attribute that differs between the sides; null: not given there."""

    kind: Literal["machine", "toolchain", "settings"]
    name: str
    before: Scalar | None
    after: Scalar | None


class ComparedVariant(BaseModel):
    suite: str
    benchmark: str
    parameters: dict[str, Scalar]
    tags: dict[str, str]


class ComparedMetric(BaseModel):
    suite: str
    name: str
    unit: str
    direction: DirectionName
    noise: NoiseName


class RowColumns(BaseModel):
    """One place per row in every column, the worst regression first; null where unknown.

    `variant`, `metric` and `testbed` are places in the lists. Numbers mean what they mean in
    `ComparedRow`; those that a page only draws have seven digits.
    """

    variants: list[ComparedVariant]
    metrics: list[ComparedMetric]
    testbeds: list[str]
    series: list[int]
    baseline_series: list[int]
    variant: list[int]
    metric: list[int]
    testbed: list[int]
    baseline: list[float | None]
    contender: list[float | None]
    basis: list[BasisName]
    n: list[int]
    is_ratio: list[bool]
    ratio: list[float | None]
    difference: list[float | None]
    low: list[float | None]
    high: list[float | None]
    error: list[float | None]
    """Standard error of ln(ratio)."""
    adjusted_p: list[float | None]
    verdict: list[VerdictName]
    pairs_needed: list[float | None]
    is_hopeless: list[bool]
    to_see: list[float | None]
    """The effect, as a share, that `pairs_needed` further pairs would show."""
    same_binary: list[bool]
    covers_runs: list[bool]


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
    mean_reach: float
    """Standard errors that the interval of a mean reaches to either side."""
    noise: NoiseFacts
    differences: list[SideDifference]
    """What differs between environments and machines of the sides."""
    reported: list[Literal["environment", "machine"]]
    """What every run of both sides reported: only that can be called the same."""
    noisy_machines: list[NoisyMachine]
    """Machines of both sides, where the runs that are compared speak against them."""
    warnings: list[str]
    matching: int
    """Rows that pass the filters; `rows` holds the first `limit` of them."""
    rows: list[ComparedRow]
    """The worst regression first; then changes, improvements, unknown, the same."""
    columns: RowColumns | None
    """All rows that match, whatever `limit` says, where `columns` asks for them."""
    one_sided: list[OneSidedResult]
    failed: list[NotCompared]


class MetricMove(BaseModel):
    """How another metric of the variant moved."""

    metric: str
    unit: str
    ratio: float | None
    low: float | None
    high: float | None
    difference: float | None
    """Where a level is zero or below, there is no ratio but a difference."""
    verdict: VerdictName


class ChangePart(BaseModel):
    """One factor of a change: the ratios of all parts multiply to that of the whole."""

    name: str
    ratio: float


class Explanation(BaseModel):
    """What the other metrics of the variant did: nothing here proves a cause."""

    sentence: str
    moved: list[MetricMove]
    still: list[MetricMove]
    unknown: list[MetricMove]
    parts: list[ChangePart]


class RunSamples(BaseModel):
    """The samples of one run in measuring order, thinned evenly beyond 2,000."""

    side: SideName
    run: int
    commit: str
    n: int
    value: float
    samples: list[float]


class Buckets(BaseModel):
    """What the histograms of a side count together, ascending, both ends inclusive."""

    side: SideName
    lowest: list[float]
    highest: list[float]
    counts: list[int]


class ComparedPercentile(BaseModel):
    percent: float
    baseline: float | None
    contender: float | None
    ratio: float | None
    low: float | None
    high: float | None
    warnings: list[str]


class ComparedDetail(BaseModel):
    """One row of a comparison with everything behind it."""

    row: ComparedRow
    differences: list[SideDifference]
    explanation: Explanation
    shape: str
    """How tails and modes differ; empty where nothing is told."""
    runs: list[RunSamples]
    """The 20 newest of each side."""
    buckets: list[Buckets]
    percentiles: list[ComparedPercentile]
    """Of histograms."""
    baseline_profiles: list[ListedProfile]
    contender_profiles: list[ListedProfile]
