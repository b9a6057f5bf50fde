"""A comparison of two runs, commits or branches."""

from pydantic import BaseModel

from backend.domain.catalogue.labels import DirectionName, SeriesLabel
from backend.domain.comparisons.columns import RowColumns
from backend.domain.comparisons.sides import Measured, Reported, SideDifference
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.reports.profiles import ListedProfile
from backend.services.comparisons.compare_runs import ComparedSide
from backend.services.comparisons.page import NotCompared, OneSidedResult
from backend.services.comparisons.read_row import Buckets, SideRunSamples
from backend.stats.comparison.comparisons import Basis, Estimator
from backend.stats.comparison.verdicts import Verdict
from backend.wording.explanations import ChangePart


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
    aspect: str
    """What all numbers of the row are of: empty for centres (medians); else the worst aspect that
    differs: "p90", "p95", "p99", "p99.9", "max" or "spread"."""
    baseline: ComparedCentre
    contender: ComparedCentre
    basis: Basis
    estimator: Estimator
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
    verdict: Verdict
    pairs_needed: float | None
    """Further pairs (samples, runs) that would tell; null where unknown or hopeless."""
    is_hopeless: bool
    """More than 1,000 would be needed."""
    sentence: str
    warnings: list[str]


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


class Comparison(BaseModel):
    """Both sides, the suite as a whole, and the rows that pass the filters."""

    baseline: ComparedSide
    contender: ComparedSide
    measured: Measured
    threshold: float
    """Smallest effect that counts, as a share."""
    alpha: float
    false_discoveries: float
    """Share of the verdicts that may be false."""
    sentence: str
    precision: str = ""
    """How wide the intervals are, and how many more measurements what is inconclusive needs."""
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
    reported: list[Reported]
    """What every run of both sides reported: only that can be called the same."""
    noisy_machines: list[NoisyMachine]
    """Machines of both sides, where the runs that are compared speak against them."""
    warnings: list[str]
    matching: int
    """Rows that pass the filters; `rows` holds the first `limit` of them."""
    folded: int
    """Rows that match and are the same or inconclusive, and that `rows=changed` leaves out."""
    rows: list[ComparedRow]
    """The worst regression first; then changes, improvements, unknown, the same."""
    columns: RowColumns | None
    """All rows that match, whatever `limit` says, without folded ones, where `columns` asks."""
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
    verdict: Verdict


class Explanation(BaseModel):
    """What the other metrics of the variant did: nothing here proves a cause."""

    sentence: str
    moved: list[MetricMove]
    still: list[MetricMove]
    unknown: list[MetricMove]
    parts: list[ChangePart]


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
    runs: list[SideRunSamples]
    """The 20 newest of each side."""
    buckets: list[Buckets]
    percentiles: list[ComparedPercentile]
    """Of histograms."""
    baseline_profiles: list[ListedProfile]
    contender_profiles: list[ListedProfile]
    noisy_machines: list[NoisyMachine]
