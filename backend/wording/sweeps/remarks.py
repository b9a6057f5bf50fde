"""What else a curve says, and curves together: form, moves of the optimum, several metrics."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from backend.domain.catalogue.parameters import Scalar
from backend.domain.commits.names import short_commit
from backend.domain.sweeps.agreements import SweepAgreement
from backend.domain.sweeps.crossovers import CurveResults
from backend.domain.sweeps.curves import SweepCurve, SweepReading, judge_curve
from backend.domain.sweeps.findings import SweepFinding
from backend.domain.sweeps.moves import move_since
from backend.domain.sweeps.optima import OptimumPoint
from backend.stats.power import MOST_PAIRS
from backend.stats.sweeps.answers import SweepVerdict
from backend.stats.sweeps.cliffs import Cliff
from backend.stats.sweeps.elimination import EliminationRule
from backend.stats.sweeps.knees import Knee
from backend.stats.sweeps.optimum_moves import OptimumMove
from backend.wording.effects import listed as named
from backend.wording.numbers import FACTOR, THIN_SPACE, percent, plain, setting
from backend.wording.sweeps.answers import listed, sentence_of, standing_of

FEWEST = 2
MOST_MOVES = 3
FAR_BEHIND = 0.5
"""Values this much worse than the best, as a share of it, are far behind."""
MOST_CLIFFS = 2
MOST_ROUNDS = MOST_PAIRS
"""Beyond as many rounds as a comparison counts pairs, a number would pretend to know too much."""
ROUNDS_OF_JOB = EliminationRule().most_rounds


def worded_curve(curve: CurveResults, reading: SweepReading) -> SweepCurve:
    """Judge one curve, and say what it shows."""
    judged = judge_curve(curve, reading)
    return replace(
        judged.curve,
        sentence=sentence_of(judged.finding, judged.interval),
        remarks=remarks_of(judged.finding),
    )


def with_move(
    judged: SweepCurve, earlier: CurveResults, now: CurveResults, axis: str
) -> SweepCurve:
    """Add to a judged curve whether its optimum moved since an earlier commit."""
    said = move_sentence(earlier, now, axis)
    return replace(judged, remarks=[*judged.remarks, said]) if said else judged


def remarks_of(finding: SweepFinding) -> list[str]:
    """Say what a person would point at on the chart, the most useful first."""
    verdict = finding.verdict
    if verdict is None or (verdict.claimed and verdict.is_flat):
        return []
    remarks = [
        _equally_good(finding, verdict),
        _knee(finding, verdict.knee),
        *[_cliff(finding, cliff) for cliff in verdict.cliffs[:MOST_CLIFFS]],
        _trend(finding, verdict),
        _far_behind(finding, verdict),
        _end(finding, verdict),
        _rounds(verdict),
    ]
    return [remark for remark in remarks if remark]


def _equally_good(finding: SweepFinding, verdict: SweepVerdict) -> str:
    equal = np.flatnonzero(verdict.equal).tolist()
    margin = f"within {percent(verdict.margin)}\u202f% of the best"
    if len(equal) <= 1:
        return _not_yet_equal(finding, verdict, margin)
    if verdict.claimed:
        said = _standing(finding, equal)
        standing = f", {said}," if said else ""
        which = "Either of" if len(equal) == 2 else "Any of"  # noqa: PLR2004 - a pair
        return f"{which} {listed(finding.xs, equal)}{standing} will do: each is {margin}."
    others = [place for place in equal if place != verdict.best.best]
    behind = percent(max(float(verdict.behind[place]) for place in others))
    verb = "is" if len(others) == 1 else "are"
    which = listed(finding.xs, others)
    return f"By its mean alone, {which} {verb} within {behind}\u202f% of the best."


def _not_yet_equal(finding: SweepFinding, verdict: SweepVerdict, margin: str) -> str:
    """Answer the margin asked for where rivals of the best are left and none is settled."""
    has_rivals = int(verdict.best.members.sum()) > 1
    if not (verdict.claimed and has_rivals and verdict.best.logarithmic and verdict.margin > 0.0):
        return ""
    known = np.flatnonzero(verdict.equal).tolist()
    if not known:
        return f"No value is shown to be {margin} yet."
    return f"So far only {setting(finding.xs[known[0]])} is shown to be {margin}."


def _standing(finding: SweepFinding, places: Sequence[int]) -> str:
    """Say how values stand to the machine; nothing where they are too many or scattered."""
    if len(places) > 1 and len(places) > len(finding.xs) / 2:
        return ""
    said = standing_of(finding.xs[places[0]], finding.xs[places[-1]], finding.facts)
    is_run = places[-1] - places[0] == len(places) - 1
    return said if is_run or not said.startswith("around") else ""


def _knee(finding: SweepFinding, knee: Knee | None) -> str:
    if knee is None:
        return ""
    at = setting(finding.xs[knee.place])
    ends = [finding.xs[knee.low], finding.xs[knee.high]]
    span = f" ({setting(ends[0])} to {setting(ends[1])})" if ends[0] != ends[1] else ""
    standing = _standing(finding, range(knee.low, knee.high + 1))
    where = f"{at}{span}{f', {standing}' if standing else ''}"
    raising = f"{'Raising' if knee.claimed else 'By the means alone, raising'} {finding.axis}"
    if knee.pays == "more":
        return f"{raising} stops paying at {where}."
    return f"{raising} costs little up to {where}, and more beyond."


def _cliff(finding: SweepFinding, cliff: Cliff) -> str:
    ends = [setting(finding.xs[place]) for place in (cliff.after, cliff.after + 1)]
    verb = "rises" if cliff.ratio > 1.0 else "falls"
    by, low, high = (percent(abs(ratio - 1.0)) for ratio in (cliff.ratio, cliff.low, cliff.high))
    interval = f" [{', '.join((low, high) if verb == 'rises' else (high, low))}]"
    jump = f"{finding.series.metric} {verb} by {by}\u202f%{interval if cliff.claimed else ''}"
    doubt = "" if cliff.claimed else " (not significant)"
    return f"Jump: {jump} between {ends[0]} and {ends[1]}{doubt}."


def _trend(finding: SweepFinding, verdict: SweepVerdict) -> str:
    """Say what each doubling does where the curve goes one way from end to end."""
    trend = verdict.trend
    is_ratio = verdict.best.logarithmic and finding.xs[0] > 0.0
    if not (verdict.claimed and trend.monotone and is_ratio) or verdict.knee or verdict.cliffs:
        return ""
    slopes = np.array([trend.slope, trend.low, trend.high])
    by, *ends = np.abs(np.expm1(slopes * math.log(2.0))).tolist()
    interval = f"{percent(min(ends))}, {percent(max(ends))}"
    verb = "raises" if trend.slope > 0.0 else "lowers"
    return f"Each doubling {verb} {finding.series.metric} by {percent(by)}\u202f% [{interval}]."


def _far_behind(finding: SweepFinding, verdict: SweepVerdict) -> str:
    best = finding.values[finding.best]
    if not verdict.best.logarithmic or verdict.cliffs:
        return ""
    ratios = [value / best if finding.series.direction == "lower" else best / value
              for value in finding.values]  # fmt: skip
    far = [place for place, ratio in enumerate(ratios)
           if ratio >= 1.0 + FAR_BEHIND and not verdict.best.members[place]]  # fmt: skip
    if not far or len(far) > len(finding.xs) / 2:
        return ""
    verb = "is" if len(far) == 1 else "are"
    up_to = "" if len(far) == 1 else "up to "
    worst = max(ratios[place] for place in far)
    share = f"{percent(worst - 1.0)}\u202f%"
    amount = f"{plain(worst)} times the best" if worst >= FACTOR else share
    return f"{listed(finding.xs, far)} {verb} far behind: {up_to}{amount}."


def _end(finding: SweepFinding, verdict: SweepVerdict) -> str:
    """Hold the best against the largest value, which is often what one starts from."""
    last = len(finding.xs) - 1
    best, end = (finding.values[place] for place in (finding.best, last))
    if verdict.best.members[last] or verdict.equal[last] or not verdict.best.logarithmic:
        return ""
    is_lower = finding.series.direction == "lower"
    gain = 1.0 - best / end if is_lower else best / end - 1.0
    if (end / best if is_lower else best / end) >= 1.0 + FAR_BEHIND:
        return ""
    is_time = is_lower and finding.series.unit in ("s", "s/op")
    word = "faster" if is_time else "less" if is_lower else "more"
    at = setting(finding.xs[finding.best])
    return f"{at} is {percent(gain)}\u202f% {word}{of_largest(finding.xs[last])}"


def of_largest(value: float) -> str:
    return f" than the largest value, {setting(value)}."


def _rounds(verdict: SweepVerdict) -> str:
    if not verdict.more_rounds:
        return ""
    rounds = f"{min(verdict.more_rounds, MOST_ROUNDS):,}".replace(",", THIN_SPACE)
    # with no margin nothing is ever equally good: one value is best, or it stays open
    does = "settle what is open" if verdict.margin > 0.0 else "tell which value is best"
    most = f"; a job measures {ROUNDS_OF_JOB} at most"
    if verdict.more_rounds > MOST_ROUNDS:
        return f"It would take more than {rounds} rounds to {does}{most}."
    noun = "round" if verdict.more_rounds == 1 else "rounds"
    limit = most if verdict.more_rounds > ROUNDS_OF_JOB else ""
    return f"About {rounds} more {noun} would {does}{limit}."


def agreements_of(panels: Sequence[tuple[str, Sequence[SweepCurve]]]) -> list[SweepAgreement]:
    """Compare the best sets of several metrics, curve by curve; empty for a single metric."""
    if len(panels) <= 1:
        return []
    found = []
    for curve in panels[0][1]:
        same = [
            (metric, one)
            for metric, curves in panels
            for one in curves
            if one.facet == curve.facet and one.best_set
        ]
        if len(same) > 1:
            found.append(_agreement(curve.facet, same))
    return found


def _agreement(
    facet: Mapping[str, Scalar], curves: Sequence[tuple[str, SweepCurve]]
) -> SweepAgreement:
    shared = sorted(set(curves[0][1].best_set).intersection(*(one.best_set for _, one in curves)))
    is_claimed = all(one.claim == "interval" for _, one in curves)
    doubt = "" if is_claimed else ", by numbers alone"
    metrics = [metric for metric, _ in curves]
    if shared:
        xs = listed(shared, range(len(shared)))
        verb = "is" if len(shared) == 1 else "are"
        said = f"{xs} {verb} in the best set of {named(metrics)}{doubt}."
    else:
        wants = [f"{metric} {_best(one)}" for metric, one in curves]
        said = f"No value is best for all of them{doubt}: {'; '.join(wants)}."
    return SweepAgreement(facet, shared, said)


def with_processor_time(
    judged: SweepCurve, metric: str, others: Sequence[tuple[str, SweepCurve]]
) -> SweepCurve:
    """Say in front where processor time prefers other values than elapsed time does."""
    for other, curve in others:
        is_claimed = judged.claim == curve.claim == "interval"
        is_other = bool(curve.best_set) and not set(curve.best_set) & set(judged.best_set)
        if curve.facet == judged.facet and is_claimed and is_other:
            said = f"{other} prefers {_best(curve)}, {metric} {_best(judged)}."
            return replace(judged, remarks=[said, *judged.remarks])
    return judged


def _best(curve: SweepCurve) -> str:
    if len(curve.best_set) == 1:
        return setting(curve.best_set[0])
    xs = [point.x for point in curve.points]
    return listed(xs, [place for place, x in enumerate(xs) if x in set(curve.best_set)])


def move_sentence(earlier: CurveResults, now: CurveResults, axis: str) -> str:
    """Say how the optimum moved since an earlier commit; empty where it may be the same."""
    found = move_since(earlier, now)
    return "" if found is None else _moved(found[0], axis, found[1])


def _moved(found: OptimumMove, axis: str, xs: Sequence[float]) -> str:
    ends = f"{axis} {setting(xs[found.old])} to {setting(xs[found.new])}"
    if found.moved:
        return f"The optimum moved from {ends} since the commit before{_gain(found)}."
    if not found.claimed:
        return f"By the means alone, the optimum went from {ends} since the commit before."
    return (
        f"At the commit before, {setting(xs[found.old])} was best; "
        "a move of the optimum is not significant."
    )


def _gain(found: OptimumMove) -> str:
    if not found.logarithmic:
        return ""
    gain, *ends = (abs(ratio - 1.0) for ratio in (found.gain, found.low, found.high))
    interval = np.sort(ends).tolist()
    return f"; moving gains {percent(gain)}\u202f% [{percent(interval[0])}, {percent(interval[1])}]"


def optimum_sentence(points: Sequence[OptimumPoint], axis: str) -> str:
    """Say whether the optimum moved from commit to commit."""
    if len(points) < FEWEST:
        return "Moves need two measured commits."
    span = f"the {len(points)} commits measured"
    moves = [(old, new) for old, new in pairwise(points) if new.moved]
    if moves:
        said = [_one_move(old, new) for old, new in moves[-MOST_MOVES:]]
        more = f" and {len(moves) - MOST_MOVES} times before" if len(moves) > MOST_MOVES else ""
        return f"The optimum of {axis} moved {', '.join(said)}{more}, among {span}."
    shared = sorted(set(points[0].best_set).intersection(*(one.best_set for one in points)))
    if not all(one.claimed for one in points):
        return f"Without samples in every run nothing is claimed of moves among {span}."
    if shared:
        which = listed(shared, range(len(shared)))
        verb = "is" if len(shared) == 1 else "are"
        every = "both" if len(points) == FEWEST else f"all {len(points)}"
        held = f"{which} {verb} in the best set of {every} commits measured"
        return f"No significant move{_went(points)}: {held}."
    return f"No single step between neighbouring runs shows a move among {span}."


def _went(points: Sequence[OptimumPoint]) -> str:
    """Name where the line of the best as measured goes, where it does not stay."""
    first, last = points[0].best_x, points[-1].best_x
    if all(one.best_x == first for one in points):
        return ""
    if first == last:
        return ", though the best as measured varies"
    return f", though the best as measured went from {setting(first)} to {setting(last)}"


def _one_move(old: OptimumPoint, new: OptimumPoint) -> str:
    """Name both commits that were measured: those between them may as well have moved it."""
    ends = (short_commit(one.run.commit.name) for one in (old, new))
    return f"from {setting(old.best_x)} to {setting(new.best_x)} between {' and '.join(ends)}"
