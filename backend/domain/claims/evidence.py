"""What a run gives to hold a claim against, and two of its results compared."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.claims.records import (
    ClaimFigure,
    ClaimFinding,
    ClaimInterval,
    ClaimResult,
    ClaimShare,
    JudgedRun,
)
from backend.domain.claims.variants import ClaimSide, choose_results, rank_of
from backend.domain.comparisons.held_results import compare_in_run, compare_unpaired
from backend.domain.comparisons.results import (
    FailedSide,
    SeriesScatter,
    longest,
    scatter_between_runs,
)
from backend.domain.reports.claim_checks import read_figure, unit_of
from backend.domain.reports.claims import ClaimStatement
from backend.stats.compare import Question, compare_summaries
from backend.stats.comparison.comparisons import Comparison
from backend.stats.comparison.from_summaries import Reported

SUMMARY = 1
"""Basis of a result without samples."""


@dataclass(frozen=True, slots=True)
class ClaimEvidence:
    """A run, and the results it may be judged with: its own, and the newest of other suites."""

    run: JudgedRun
    results: Sequence[ClaimResult]
    shares: Sequence[ClaimShare] = ()
    missing: Sequence[FailedSide] = ()
    noise: Mapping[int, SeriesScatter] | None = None

    def chosen(self, sides: Sequence[ClaimSide]) -> list[ClaimResult | None]:
        return choose_results(sides, self.results)

    def missing_side(self, side: ClaimSide) -> ClaimFinding:
        """Say why a side has no result, as its failure says it where there is one."""
        for one in self.missing:
            is_of = (one.suite, one.benchmark) == (side.suite, side.benchmark)
            if is_of and rank_of(one.parameters, side.parameters) is not None:
                return ClaimFinding([side.name], reason="failed", detail=one.text)
        return ClaimFinding([side.name, *side.names], reason="no result")


def compare_results(
    evidence: ClaimEvidence, contender: ClaimResult, baseline: ClaimResult
) -> ClaimInterval:
    """Return contender over baseline with the interval of the comparison of the product."""
    found = _comparison(evidence, contender, baseline)
    if found.is_contradicted or not found.is_ratio:
        return ClaimInterval(found.contender / found.baseline if found.baseline else math.nan,
                             math.nan, math.nan, found.n)  # fmt: skip
    if found.basis == "exact":
        return ClaimInterval(found.ratio, found.ratio, found.ratio, found.n)
    return ClaimInterval(found.ratio, found.low, found.high, found.n)


def _comparison(
    evidence: ClaimEvidence, contender: ClaimResult, baseline: ClaimResult
) -> Comparison:
    label, is_one_run = contender.series, contender.run_id == baseline.run_id
    if SUMMARY in (contender.basis, baseline.basis):
        question = Question(label.direction, 0.0) if is_one_run else Question(label.direction)
        return compare_summaries(_reported(baseline), _reported(contender), question)
    if is_one_run:
        return compare_in_run(label, baseline, contender)[0]
    known = longest(
        noise
        for one in (baseline, contender)
        if (noise := (evidence.noise or {}).get(one.series.id)) is not None
    )
    level = min(baseline.value, contender.value)
    between, degrees = scatter_between_runs(
        [known] if known else [], level if level > 0.0 else math.nan
    )
    question = Question(
        label.direction, between, degrees,
        rho=known.rho if known else 0.0,
        far_shares=known.shares if known else (),
    )  # fmt: skip
    return compare_unpaired(label, baseline, contender, question)[0]


def _reported(result: ClaimResult) -> Reported:
    low, high = result.low, result.high
    is_interval = low is not None and high is not None and low <= result.value <= high
    return Reported(
        value=result.value,
        sd=math.nan if result.sd is None else result.sd,
        n=result.n,
        low=low if is_interval and low is not None else math.nan,
        high=high if is_interval and high is not None else math.nan,
    )


def figure_of(
    statement: ClaimStatement, side: ClaimSide, result: ClaimResult | None
) -> ClaimFigure:
    """Return what was published of a side beside what was measured of it."""
    unit = unit_of(statement)
    printed = read_figure(side.published, unit.factor if unit else 1.0) if side.published else None
    published = printed.value if printed else None
    if result is None:
        return ClaimFigure(side.name, published, unit=unit.base if unit else "")
    return ClaimFigure(
        label=side.name,
        published=published,
        value=result.value,
        low=result.low,
        high=result.high,
        unit=result.series.unit,
        n=result.n,
        series_id=result.series.id,
        run_id=result.run_id,
    )
