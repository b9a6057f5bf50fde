"""Two results with everything they rest on, held against each other by what both have."""

from collections.abc import Sequence
from typing import Protocol

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.entries import in_base_units
from backend.domain.comparisons.measured_rounds import in_step
from backend.domain.comparisons.run_tails import PairBasis
from backend.stats.compare import (
    Question,
    compare_exact,
    compare_histograms,
    compare_pairs,
    compare_samples,
)
from backend.stats.comparison.comparisons import Comparison


class HeldResult(Protocol):
    """A result with its samples or histogram, in base units."""

    @property
    def value(self) -> float: ...
    @property
    def samples(self) -> Sequence[float] | None: ...
    @property
    def rounds(self) -> Sequence[int] | None: ...
    @property
    def histogram(self) -> str | None: ...
    @property
    def scale(self) -> float | None: ...


def compare_in_run(
    label: SeriesLabel, first: HeldResult, last: HeldResult
) -> tuple[Comparison, PairBasis]:
    """Compare two results of one run: by rounds where both have them, else by what there is."""
    question = Question(direction=label.direction, between=0.0)
    if label.noise == "exact" or first.histogram or last.histogram:
        return compare_unpaired(label, first, last, question)
    samples = first.samples or [first.value], last.samples or [last.value]
    paired = in_step(samples, (first.rounds, last.rounds))
    if paired is not None and paired.shape[1] > 1:
        return compare_pairs(paired[0], paired[1], question), "rounds"
    return compare_unpaired(label, first, last, question)


def compare_unpaired(
    label: SeriesLabel, first: HeldResult, last: HeldResult, question: Question
) -> tuple[Comparison, PairBasis]:
    """Compare two results, of one run or of two: what runs share is told by the question."""
    if label.noise == "exact":
        return compare_exact(first.value, last.value, question), "exact"
    if first.histogram is not None and last.histogram is not None:
        # counted integers may be of different size: nanoseconds here, microseconds there
        counted = (
            in_base_units(first.histogram, first.scale or 1.0),
            in_base_units(last.histogram, last.scale or 1.0),
        )
        return compare_histograms(*counted, question), "histogram"
    samples = first.samples or [first.value], last.samples or [last.value]
    return compare_samples(*samples, question), "samples"
