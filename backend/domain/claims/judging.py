"""Hold one statement against one run: a verdict with its interval, or why there is none."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise

from backend.domain.claims.evidence import ClaimEvidence, compare_results
from backend.domain.claims.judgements import (
    figures_of,
    judged,
    not_measurable,
    without_result,
)
from backend.domain.claims.levels import judge_level, judge_percentile, judge_share
from backend.domain.claims.optima import judge_best
from backend.domain.claims.records import ClaimFinding, ClaimInterval, ClaimJudgement, ClaimVerdict
from backend.domain.claims.variants import sides_of
from backend.domain.claims.verdicts import SaidRange, said_ratio, weigh
from backend.domain.reports.claims import ClaimDocument, ClaimStatement, StatementKind

Judge = Callable[[ClaimDocument, ClaimStatement, ClaimEvidence, str], ClaimJudgement]


def judge_statement(
    claim: ClaimDocument, statement: ClaimStatement, evidence: ClaimEvidence, home: str = ""
) -> ClaimJudgement:
    """Judge a statement by a run; `home` is the suite that it may leave out."""
    return JUDGES[statement.kind](claim, statement, evidence, home)


def _judge_ratio(
    _: ClaimDocument, statement: ClaimStatement, evidence: ClaimEvidence, home: str
) -> ClaimJudgement:
    sides = sides_of(statement, home, evidence.run.cores)
    chosen = evidence.chosen(sides)
    figures = figures_of(statement, sides, chosen)
    contender, baseline = chosen
    if contender is None or baseline is None:
        return not_measurable(evidence, sides, chosen, figures)
    names = [side.name for side in sides]
    if contender.series.id == baseline.series.id:
        return without_result(ClaimFinding(names, reason="one variant"), figures)
    found = compare_results(evidence, contender, baseline)
    verdict, more = weigh(found, said_ratio(statement))
    return judged(verdict, ClaimFinding(names, found, contender.series), more, figures)


def _judge_order(
    _: ClaimDocument, statement: ClaimStatement, evidence: ClaimEvidence, home: str
) -> ClaimJudgement:
    sides = sides_of(statement, home, evidence.run.cores)
    chosen = evidence.chosen(sides)
    figures = figures_of(statement, sides, chosen)
    there = [(side, one) for side, one in zip(sides, chosen, strict=True) if one is not None]
    direction = there[0][1].series.direction if there else "unknown"
    if len(there) < 2 or direction == "unknown" or chosen[0] is None:  # noqa: PLR2004
        return not_measurable(evidence, sides, chosen, figures)
    better = SaidRange(math.nan, 0.0, 1.0, 1.0) if direction == "lower" else _MORE
    found = {
        (first, second): compare_results(evidence, there[first][1], there[second][1])
        for first, second in combinations(range(len(there)), 2)
        if not statement.only_first or first == 0
    }
    weighed = {pair: weigh(one, better)[0] for pair, one in found.items()}
    against = [pair for pair, verdict in weighed.items() if verdict == "refuted"]
    needed = [(0, at) for at in range(1, len(there))]
    if not statement.only_first:
        needed = list(pairwise(range(len(there))))
    open_pairs = [pair for pair in needed if weighed[pair] != "confirmed"]
    is_whole = len(there) == len(sides)
    verdict: ClaimVerdict = (
        "refuted" if against else "undecided" if open_pairs or not is_whole else "confirmed"
    )
    names = [side.name for side, _ in there]
    lacking = [side.name for side, one in zip(sides, chosen, strict=True) if one is None]
    more = _more_of(found, open_pairs, better) if verdict == "undecided" and is_whole else None
    told = [(names[first], names[second]) for first, second in against or open_pairs]
    return ClaimJudgement(
        verdict,
        n=min(one.n for one in found.values()),
        more_rounds=more,
        figures=figures,
        finding=ClaimFinding(names, pairs=told, lacking=lacking),
    )


_MORE = SaidRange(math.nan, 1.0, math.inf, 1.0)


def _more_of(
    found: Mapping[tuple[int, int], ClaimInterval],
    pairs: Sequence[tuple[int, int]],
    said: SaidRange,
) -> int | None:
    """Return the rounds that the hardest of some pairs needs."""
    needed = [weigh(found[pair], said)[1] for pair in pairs]
    known = [one for one in needed if one is not None]
    return max(known) if known and len(known) == len(needed) else None


JUDGES: Mapping[StatementKind, Judge] = {
    "ratio": _judge_ratio,
    "best": judge_best,
    "order": _judge_order,
    "percentile": judge_percentile,
    "level": judge_level,
    "size": judge_level,
    "share": judge_share,
}
