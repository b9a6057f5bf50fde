"""Statements of one number: a level, a percentile, a size, a share of a profile."""

import math

from backend.domain.claims.evidence import ClaimEvidence, figure_of
from backend.domain.claims.judgements import judged, not_measurable, without_result
from backend.domain.claims.records import (
    ClaimFigure,
    ClaimFinding,
    ClaimInterval,
    ClaimJudgement,
    ClaimResult,
)
from backend.domain.claims.variants import ClaimSide, rank_of, sides_of
from backend.domain.claims.verdicts import said_level, weigh
from backend.domain.comparisons.entries import in_base_units
from backend.domain.reports.claims import ClaimDocument, ClaimStatement
from backend.stats.histograms.quantiles import quantile_interval


def judge_level(
    claim: ClaimDocument, statement: ClaimStatement, evidence: ClaimEvidence, home: str
) -> ClaimJudgement:
    """Judge the centre of one variant with the interval of its result."""
    side = sides_of(statement, home, evidence.run.cores)[0]
    (result,) = evidence.chosen([side])
    if result is None:
        return not_measurable(evidence, [side], [None], [figure_of(statement, side, None)])
    return _judge_number(claim, statement, evidence, (side, result, _centre(result)))


def _centre(result: ClaimResult) -> ClaimInterval:
    if result.series.noise == "exact":
        return ClaimInterval(result.value, result.value, result.value, result.n)
    low, high = result.low, result.high
    if low is None or high is None:
        return ClaimInterval(result.value, math.nan, math.nan, result.n)
    return ClaimInterval(result.value, low, high, result.n)


def judge_percentile(
    claim: ClaimDocument, statement: ClaimStatement, evidence: ClaimEvidence, home: str
) -> ClaimJudgement:
    """Judge a percentile of a histogram, or of a metric that is one already."""
    side = sides_of(statement, home, evidence.run.cores)[0]
    (result,) = evidence.chosen([side])
    if result is None:
        return not_measurable(evidence, [side], [None], [figure_of(statement, side, None)])
    found = _centre(result)
    if result.histogram is not None:
        counted = in_base_units(result.histogram, result.scale or 1.0)
        at = quantile_interval(counted, statement.percent or 50.0)
        found = ClaimInterval(at.value, at.low, at.high, result.n)
    return _judge_number(claim, statement, evidence, (side, result, found))


def _judge_number(
    claim: ClaimDocument,
    statement: ClaimStatement,
    evidence: ClaimEvidence,
    found: tuple[ClaimSide, ClaimResult, ClaimInterval],
) -> ClaimJudgement:
    side, result, measured = found
    said = said_level(statement)
    figure = ClaimFigure(
        label=side.name,
        published=None if math.isnan(said.value) else said.value,
        value=measured.value,
        low=_finite(measured.low),
        high=_finite(measured.high),
        unit=result.series.unit,
        n=result.n,
        series_id=result.series.id,
        run_id=result.run_id,
    )
    travels = statement.anywhere or statement.kind == "size"
    if not travels and claim.testbed != evidence.run.testbed:
        machine = claim.machine or claim.testbed
        finding = ClaimFinding([side.name], measured, result.series, reason="other machine",
                               detail=machine)  # fmt: skip
        return without_result(finding, [figure])
    verdict, more = weigh(measured, said)
    return judged(verdict, ClaimFinding([side.name], measured, result.series), more, [figure])


def judge_share(
    _: ClaimDocument, statement: ClaimStatement, evidence: ClaimEvidence, home: str
) -> ClaimJudgement:
    """Judge the share that a group of functions has of a profile."""
    side = sides_of(statement, home, evidence.run.cores)[0]
    said = said_level(statement)
    published = None if math.isnan(said.value) else said.value
    for one in evidence.shares:
        if (one.benchmark, one.group) != (side.benchmark, statement.group):
            continue
        if rank_of(one.parameters, side.parameters) is None:
            continue
        low, high = one.low, one.high
        found = ClaimInterval(
            one.share,
            math.nan if low is None else low,
            math.nan if high is None else high,
            one.samples,
        )
        figure = ClaimFigure(
            statement.group, published, one.share, low, high, "1", one.samples, None, one.run_id
        )
        verdict, _more = weigh(found, said)
        return judged(verdict, ClaimFinding([statement.group], found), None, [figure])
    finding = ClaimFinding([side.name, statement.group], reason="no profile")
    return without_result(finding, [ClaimFigure(statement.group, published, unit="1")])


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
