"""Statements of the best value of a parameter, judged by the best set of a sweep."""

import math
from collections.abc import Sequence

from backend.domain.catalogue.parameters import Scalar
from backend.domain.claims.evidence import ClaimEvidence, figure_of
from backend.domain.claims.judgements import without_result
from backend.domain.claims.records import (
    ClaimFigure,
    ClaimFinding,
    ClaimJudgement,
    ClaimResult,
    ClaimVerdict,
)
from backend.domain.claims.variants import (
    ClaimSide,
    is_equal,
    rank_of,
    side_of,
    sides_of,
    with_cores,
)
from backend.domain.reports.claims import ClaimDocument, ClaimStatement
from backend.domain.sweeps.curves import SweepCurve, SweepReading, group_curves, judge_curve
from backend.domain.sweeps.results import SweepResult, axis_value

FEWEST = 2


def judge_best(
    _claim: ClaimDocument, statement: ClaimStatement, evidence: ClaimEvidence, home: str
) -> ClaimJudgement:
    """Confirm where nothing but the named values can be best; refute where none of them can."""
    side = sides_of(statement, home, evidence.run.cores)[0]
    results = _swept(statement, side, evidence)
    figures = _figures(statement, home, evidence, results)
    said = [with_cores(one, evidence.run.cores) for one in statement.best]
    names = _named(said)
    if len(results) < FEWEST:
        return without_result(ClaimFinding([side.suite], reason="no sweep"), figures)
    in_rounds = all(one.in_rounds for one in results)
    swept = [_sweep_result(one) for one in results]
    group = group_curves(swept, statement.parameter, in_rounds=in_rounds)[0]
    curve = judge_curve(group, SweepReading(statement.parameter)).curve
    there = [one for one in said if any(is_equal(x, one) for x in group.xs)]
    if not there:
        return without_result(ClaimFinding(names, reason="not swept"), figures)
    verdict = _verdict(curve, there)
    best = next((one for one in curve.points if one.x == curve.best_x), None)
    more = curve.form.more_rounds if verdict == "undecided" else None
    return ClaimJudgement(
        verdict,
        value=curve.best_x,
        n=best.n if best else 0,
        more_rounds=more or None,
        figures=figures,
        finding=ClaimFinding(names, members=curve.best_set, values=len(curve.points)),
    )


def _verdict(curve: SweepCurve, said: Sequence[Scalar]) -> ClaimVerdict:
    if curve.claim != "interval":
        return "undecided"
    named = [x for x in curve.best_set if any(is_equal(x, one) for one in said)]
    if not named:
        return "refuted"
    return "confirmed" if len(named) == len(curve.best_set) else "undecided"


def _swept(
    statement: ClaimStatement, side: ClaimSide, evidence: ClaimEvidence
) -> list[ClaimResult]:
    """Return the results along the axis, of the curve whose values are named first."""
    found = []
    for one in evidence.results:
        label = one.series
        if side.names != (label.suite, label.benchmark, label.metric):
            continue
        if axis_value(label.parameters, statement.parameter) is None:
            continue
        rank = rank_of(label.parameters, side.parameters)
        if rank is not None:
            found.append((rank, _facet(one, statement.parameter), one))
    if not found:
        return []
    rank, facet, _ = min(found, key=lambda entry: entry[:2])
    return [one for at, of, one in found if (at, of) == (rank, facet)]


def _facet(result: ClaimResult, axis: str) -> str:
    return str(sorted((k, v) for k, v in result.series.parameters.items() if k != axis))


def _sweep_result(one: ClaimResult) -> SweepResult:
    return SweepResult(
        one.series, one.value, one.low, one.high, one.sd, one.n, one.samples, one.rounds
    )


def _figures(
    statement: ClaimStatement, home: str, evidence: ClaimEvidence, results: Sequence[ClaimResult]
) -> list[ClaimFigure]:
    """Return every measured value with what was published of it, and what was published alone."""
    axis = statement.parameter
    sides = [side_of(statement, one, home, evidence.run.cores) for one in statement.variants]
    named = {}
    for side in sides:
        value = side.parameters.get(axis, [None])[0]
        if isinstance(value, int | float):
            named[float(value)] = side
    measured = {axis_value(one.series.parameters, axis) or 0.0: one for one in results}
    figures = []
    for x in sorted({*named, *measured}):
        name = _value_name(x) if named else f"{axis}={_value_name(x)}"
        side = named.get(x) or ClaimSide(name, "", "", "", {}, "")
        figures.append(figure_of(statement, side, measured.get(x)))
    return figures


def _value_name(x: float) -> str:
    return str(int(x) if math.isfinite(x) and x.is_integer() else x)


def _named(values: Sequence[Scalar]) -> list[str]:
    texts = [str(int(one)) if isinstance(one, float) and one.is_integer() else str(one)
             for one in values]  # fmt: skip
    return list(dict.fromkeys(texts))
