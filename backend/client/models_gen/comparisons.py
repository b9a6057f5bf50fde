"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import UNSET, Struct, UnsetType
from backend.client.models_gen.shared import ListedProfile, ListedRun, NoisyMachine, SeriesLabel


class Buckets(Struct):
    """
    The sum of the histograms of one side, in base units, ascending.
    """

    counts: list[int]
    highest: list[float]
    lowest: list[float]
    side: Literal["baseline", "contender"]


class ChangePart(Struct):
    """
    One factor of a change: the ratios of all parts multiply to that of the whole.
    """

    name: str
    ratio: float


class ComparedCentre(Struct):
    high: float | None
    low: float | None
    n: int
    runs: int
    value: float | None


class ComparedMetric(Struct):
    direction: Literal["lower", "higher", "unknown"]
    name: str
    noise: Literal["sampled", "exact"]
    suite: str
    unit: str


class ComparedPercentile(Struct):
    baseline: float | None
    contender: float | None
    high: float | None
    low: float | None
    percent: float
    ratio: float | None
    warnings: list[str]


class ComparedVariant(Struct):
    """
    What a row is of.
    """

    benchmark: str
    parameters: dict[str, str | int | float | bool]
    suite: str
    tags: dict[str, str]


class MetricMean(Struct):
    """
    The geometric mean of the ratios of one metric.
    """

    coverage: float
    direction: Literal["lower", "higher", "unknown"]
    high: float | None
    low: float | None
    metric: str
    n: int
    ratio: float | None
    sentence: str
    suite: str
    unit: str
    warnings: list[str]
    wide_high: float | None
    wide_low: float | None


class MetricMove(Struct):
    """
    How another metric of the variant moved.
    """

    difference: float | None
    high: float | None
    low: float | None
    metric: str
    ratio: float | None
    unit: str
    verdict: Literal["regression", "improvement", "change", "same", "unknown"]


class NoiseFacts(Struct):
    """
    What stands in the way of seeing more.
    """

    hopeless: int
    reach: float | None
    still: int
    without_claim: int


class NotCompared(Struct):
    """
    What cannot be compared although it was measured on one side, and why.
    """

    benchmark: str
    metric: str | None
    parameters: dict[str, str | int | float | bool]
    reason: str
    suite: str
    testbed: str


class RowColumns(Struct):
    """
    One place per row in every column, the worst regression first.

    `variant`, `metric` and `testbed` are places in the lists beside them. Numbers mean what they
    mean in `ComparedRow`, null where unknown; those that a page only draws have seven digits.
    """

    adjusted_p: list[float | None]
    aspect: list[str]
    baseline: list[float | None]
    baseline_series: list[int]
    basis: list[Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"]]
    centre: list[float | None]
    contender: list[float | None]
    covers_runs: list[bool]
    difference: list[float | None]
    error: list[float | None]
    high: list[float | None]
    is_hopeless: list[bool]
    is_ratio: list[bool]
    low: list[float | None]
    metric: list[int]
    metrics: list[ComparedMetric]
    n: list[int]
    pairs_needed: list[float | None]
    ratio: list[float | None]
    same_binary: list[bool]
    series: list[int]
    testbed: list[int]
    testbeds: list[str]
    to_see: list[float | None]
    variant: list[int]
    variants: list[ComparedVariant]
    verdict: list[Literal["regression", "improvement", "change", "same", "unknown"]]


class SideDifference(Struct):
    """
    An attribute that differs between the sides; null: not given there.
    """

    after: str | int | float | bool | None
    before: str | int | float | bool | None
    kind: Literal["machine", "toolchain", "settings"]
    name: str


class SideOffer(Struct):
    """
    A side as its address names it, and what helps to recognise it.
    """

    detail: str
    kind: Literal["run", "commit", "branch", "pull", "tag", "testbed"]
    name: str
    time: str | None


class SideOffers(Struct):
    sides: list[SideOffer]


class SideRunSamples(Struct):
    """
    The samples of one run in measuring order; `n` counts those left out too.
    """

    commit: str
    n: int
    run: int
    samples: list[float]
    side: Literal["baseline", "contender"]
    value: float


class VerdictCounts(Struct):
    change: int
    improvement: int
    regression: int
    same: int
    same_binary: int
    unknown: int


class ComparedRow(Struct):
    """
    The contender against the baseline: one variant and metric.
    """

    adjusted_p: float | None
    aspect: str
    baseline: ComparedCentre
    baseline_series: int
    basis: Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"]
    contender: ComparedCentre
    coverage: float | None
    difference: float | None
    estimator: Literal["shift of pairs", "shift of samples", "mean of runs", "values"]
    high: float | None
    is_hopeless: bool
    is_ratio: bool
    low: float | None
    n: int
    p: float | None
    pairs_needed: float | None
    ratio: float | None
    sentence: str
    series: SeriesLabel
    verdict: Literal["regression", "improvement", "change", "same", "unknown"]
    warnings: list[str]


class ComparedSide(Struct):
    """
    A side as asked for, and the runs that it turned out to be, the newest first.
    """

    asked: str
    run_count: int
    runs: list[ListedRun]


class Explanation(Struct):
    """
    What the other metrics of the variant did: nothing here proves a cause.
    """

    moved: list[MetricMove]
    parts: list[ChangePart]
    sentence: str
    still: list[MetricMove]
    unknown: list[MetricMove]


class OneSidedResult(Struct):
    """
    A result that only one side has.
    """

    n: int
    series: SeriesLabel
    side: Literal["baseline", "contender"]
    value: float | None


class ComparedDetail(Struct):
    """
    One row of a comparison with everything behind it.
    """

    baseline_profiles: list[ListedProfile]
    buckets: list[Buckets]
    contender_profiles: list[ListedProfile]
    differences: list[SideDifference]
    explanation: Explanation
    noisy_machines: list[NoisyMachine]
    percentiles: list[ComparedPercentile]
    row: ComparedRow
    runs: list[SideRunSamples]
    shape: str


class Comparison(Struct):
    """
    Both sides, the suite as a whole, and the rows that pass the filters.
    """

    alpha: float
    baseline: ComparedSide
    columns: RowColumns | None
    compared: int
    contender: ComparedSide
    counts: VerdictCounts
    differences: list[SideDifference]
    failed: list[NotCompared]
    false_discoveries: float
    folded: int
    matching: int
    mean_reach: float
    means: list[MetricMean]
    measured: Literal["in turns", "in one run", "in runs apart"]
    noise: NoiseFacts
    noisy_machines: list[NoisyMachine]
    not_compared: int
    one_sided: list[OneSidedResult]
    only_baseline: int
    only_contender: int
    reported: list[Literal["environment", "machine"]]
    rows: list[ComparedRow]
    sentence: str
    threshold: float
    warnings: list[str]
    precision: str | UnsetType = UNSET
