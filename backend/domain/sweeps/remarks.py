"""What else a curve says: knee, plateau, cliffs, trend, what is far behind, rounds to go."""

import math
from collections.abc import Sequence

import numpy as np

from backend.domain.sweeps.places import standing_of
from backend.domain.sweeps.sentences import SweepFinding, listed
from backend.domain.words.numbers import THIN_SPACE, percent, plain, setting
from backend.stats.power import MOST_PAIRS
from backend.stats.sweeps.answers import SweepVerdict
from backend.stats.sweeps.cliffs import Cliff
from backend.stats.sweeps.knees import Knee

FAR = 0.5
"""Values this much worse than the best, as a share of it, are far behind."""
FACTOR = 2.0
"""Ratios from here on are written as factors rather than percentages."""
MOST_CLIFFS = 2
MOST_ROUNDS = MOST_PAIRS
"""Beyond as many rounds as a comparison counts pairs, a number would pretend to know too much."""


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
    margin = f"within {percent(verdict.margin)} % of the best"
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
    return f"By its mean alone, {listed(finding.xs, others)} {verb} within {behind} % of the best."


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
    """Say how values stand to the machine; nothing where they are too many or lie apart."""
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
    jump = f"{finding.series.metric} {verb} by {by} %{interval if cliff.claimed else ''}"
    doubt = "" if cliff.claimed else "By the means alone, "
    return f"{doubt}{jump} between {ends[0]} and {ends[1]}, far more than around there."


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
    return f"Each doubling {verb} {finding.series.metric} by {percent(by)} % [{interval}]."


def _far_behind(finding: SweepFinding, verdict: SweepVerdict) -> str:
    best = finding.values[finding.best]
    if not verdict.best.logarithmic or verdict.cliffs:
        return ""
    ratios = [value / best if finding.series.direction == "lower" else best / value
              for value in finding.values]  # fmt: skip
    far = [place for place, ratio in enumerate(ratios)
           if ratio >= 1.0 + FAR and not verdict.best.members[place]]  # fmt: skip
    if not far or len(far) > len(finding.xs) / 2:
        return ""
    verb = "is" if len(far) == 1 else "are"
    up_to = "" if len(far) == 1 else "up to "
    worst = max(ratios[place] for place in far)
    amount = f"{plain(worst)} times the best" if worst >= FACTOR else f"{percent(worst - 1.0)} %"
    return f"{listed(finding.xs, far)} {verb} far behind: {up_to}{amount}."


def _end(finding: SweepFinding, verdict: SweepVerdict) -> str:
    """Hold the best against the largest value, which is often what one starts from."""
    last = len(finding.xs) - 1
    best, end = (finding.values[place] for place in (finding.best, last))
    if verdict.best.members[last] or verdict.equal[last] or not verdict.best.logarithmic:
        return ""
    is_lower = finding.series.direction == "lower"
    gain = 1.0 - best / end if is_lower else best / end - 1.0
    if (end / best if is_lower else best / end) >= 1.0 + FAR:
        return ""
    is_time = is_lower and finding.series.unit in ("s", "s/op")
    word = "faster" if is_time else "less" if is_lower else "more"
    at = setting(finding.xs[finding.best])
    return f"{at} is {percent(gain)} % {word} than the largest value, {setting(finding.xs[last])}."


def _rounds(verdict: SweepVerdict) -> str:
    if not verdict.more_rounds:
        return ""
    rounds = f"{min(verdict.more_rounds, MOST_ROUNDS):,}".replace(",", THIN_SPACE)
    # with no margin nothing is ever equally good: one value is best, or it stays open
    does = "settle what is open" if verdict.margin > 0.0 else "tell which value is best"
    if verdict.more_rounds > MOST_ROUNDS:
        return f"It would take more than {rounds} rounds to {does}."
    noun = "round" if verdict.more_rounds == 1 else "rounds"
    return f"About {rounds} more {noun} would {does}."
