"""Judgements as they are made of intervals, or of the reason why there is none."""

import math
from collections.abc import Sequence

from backend.domain.claims.evidence import ClaimEvidence, figure_of
from backend.domain.claims.records import (
    ClaimFigure,
    ClaimFinding,
    ClaimInterval,
    ClaimJudgement,
    ClaimResult,
    ClaimVerdict,
)
from backend.domain.claims.variants import ClaimSide
from backend.domain.reports.claims import ClaimStatement


def figures_of(
    statement: ClaimStatement, sides: Sequence[ClaimSide], chosen: Sequence[ClaimResult | None]
) -> list[ClaimFigure]:
    """Return what was published of each side beside what was measured of it."""
    return [figure_of(statement, side, one) for side, one in zip(sides, chosen, strict=True)]


def not_measurable(
    evidence: ClaimEvidence,
    sides: Sequence[ClaimSide],
    chosen: Sequence[ClaimResult | None],
    figures: Sequence[ClaimFigure],
) -> ClaimJudgement:
    """Say which side has no result, and why."""
    missing = [side for side, one in zip(sides, chosen, strict=True) if one is None]
    if not missing:
        return without_result(ClaimFinding(reason="no direction"), figures)
    return without_result(evidence.missing_side(missing[0]), figures)


def without_result(finding: ClaimFinding, figures: Sequence[ClaimFigure]) -> ClaimJudgement:
    """Say why there is nothing to judge."""
    return ClaimJudgement("not measurable", figures=figures, finding=finding)


def judged(
    verdict: ClaimVerdict,
    finding: ClaimFinding,
    more: int | None,
    figures: Sequence[ClaimFigure],
) -> ClaimJudgement:
    """Return a judgement by the interval of its finding."""
    found = finding.found or ClaimInterval(math.nan, math.nan, math.nan, 0)
    value, low, high = (
        one if math.isfinite(one) else None for one in (found.value, found.low, found.high)
    )
    return ClaimJudgement(verdict, value, low, high, found.n, more, figures, finding)
