"""What a sweep found, in one sentence with its number, interval and doubt.

A distance in a sweep is the mean of the ratios of its rounds, and the chart draws medians. What the
machine did to a whole round is in neither value's ratio, but in both medians. Where the two say
something else, a sentence names both.
"""

import math
from collections.abc import Callable, Sequence

from backend.domain.quantities import Quantity
from backend.domain.sweeps.findings import SweepFinding
from backend.domain.sweeps.places import MachineFact, SweepMark
from backend.stats.sweeps.answers import SweepVerdict
from backend.stats.sweeps.best_set import BestSet
from backend.wording.effects import superlative, worse_by
from backend.wording.numbers import TIMES, in_unit, percent, plain, setting, with_unit

LONGEST_LIST = 8
"""Values that a sentence lists one by one."""
FAR = 1.0
"""From twice the best on a distance is said as a multiple."""
MOST_MULTIPLE = 4
THINLY_TIMES = "\u202f\u00d7\u202f"
NOTED = 0.02
"""Medians that lie this far (logarithm) from the judged ratio are named."""
NOTED_SHARE = 0.1
"""The same as a share of the judged distance, where that is more."""


def sentence_of(finding: SweepFinding, interval: tuple[float, float] | None) -> str:
    """Say which value is best and which tie with it."""
    verdict = finding.verdict
    if verdict is None:
        return _without_verdict(finding)
    amount = _amount(finding, finding.best, interval)
    if verdict.claimed and verdict.is_flat:
        return _does_not_matter(finding, verdict, amount)
    series = finding.series
    word = superlative(Quantity(series.metric, series.unit, series.direction))
    best = setting(finding.xs[finding.best])
    place = place_of(finding.xs[finding.best], finding.facts)
    named = f"{best}, {place}," if place else best
    if len(finding.members) > 1:
        return f"{_apart(finding)}; {named} {word}, not significantly: {amount}."
    head = f"{finding.axis} = {named} {word}: {amount}"
    if not verdict.claimed:
        return f"{head}. The scatter of the values is unknown, so others may be as good."
    return f"{head}. {_runner_up(finding, verdict.best)}"


def _apart(finding: SweepFinding) -> str:
    """Say which values tie: the answer where no single one is best."""
    members = finding.members
    if len(members) == len(finding.xs):
        return f"No value of {finding.axis} is significantly better yet"
    return f"{finding.axis} {listed(finding.xs, members)} tie"


def listed(xs: Sequence[float], members: Sequence[int]) -> str:
    """Write neighbouring values as a range, and others one by one."""
    is_range = members[-1] - members[0] == len(members) - 1
    if is_range and len(members) > 2:  # noqa: PLR2004 - a range has more than its ends
        return f"{setting(xs[members[0]])} to {setting(xs[members[-1]])}"
    others = [setting(xs[place]) for place in members]
    if len(others) > LONGEST_LIST:
        return f"({len(others)} values)"
    return others[0] if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]}"


def _without_verdict(finding: SweepFinding) -> str:
    if len(finding.xs) == 1:
        only = setting(finding.xs[0])
        return f"Only {finding.axis} {only} gave a result, so there is nothing to compare."
    return (
        f"Whether lower or higher is better is not known for {finding.series.metric}, "
        "so no value is called best."
    )


def _does_not_matter(finding: SweepFinding, verdict: SweepVerdict, amount: str) -> str:
    most = float(verdict.behind.max())
    ends = f"{setting(finding.xs[0])} to {setting(finding.xs[-1])}"
    head = f"{finding.axis} does not matter here: every value from {ends}"
    if percent(most) == percent(0.0):
        return f"{head} gives the same, {amount}."
    return f"{head} is within {percent(most)}\u202f% of the best, {amount}."


def _amount(finding: SweepFinding, place: int, interval: tuple[float, float] | None) -> str:
    numbers = [finding.values[place], *(interval or ())]
    texts, unit = in_unit(numbers, finding.series.unit)
    shown = with_unit(texts[0], unit)
    return f"{shown} [{texts[1]}, {texts[2]}]" if interval else shown


def _runner_up(finding: SweepFinding, judged: BestSet) -> str:
    """Say how far behind the value is that comes nearest: "ring = 64 is 5.7 % slower than …"."""
    behind = [place for place in range(len(finding.xs)) if place != judged.best]
    is_lower = finding.series.direction == "lower"
    near = min(behind, key=lambda place: judged.differences[place] * (1 if is_lower else -1))
    near_by, best = (f"{finding.axis} = {setting(finding.xs[at])}" for at in (near, judged.best))
    if not judged.logarithmic:
        return f"{near_by} is worse than {best}."
    # the other end of the interval is "not at all", as everywhere in comparisons with the best
    most = max(abs(float(end) - 1.0) for end in (judged.low[near], judged.high[near]))
    by = abs(float(judged.differences[near]) - 1.0)
    if not math.isfinite(most):
        return f"{near_by} is worse than {best}."
    series = finding.series
    quantity = Quantity(series.metric, series.unit, series.direction)
    is_far = by >= FAR
    write = (lambda share: f"{plain(1.0 + share)}{TIMES}") if is_far else _in_per_cent
    said = worse_by(write(by), quantity)
    at_most = "" if write(by) == write(most) else f", at most {write(most)}"
    as_medians = (lambda one: f"{plain(one)}{TIMES}") if is_far else _as_worse
    beside = _medians(finding, near, 1.0 + by, as_medians)
    return f"{near_by} {said} than {best}{at_most}{beside}."


def _in_per_cent(share: float) -> str:
    return f"{percent(share)}\u202f%"


def _medians(finding: SweepFinding, near: int, judged: float, write: Callable[[float], str]) -> str:
    """Name the ratio of the medians drawn where it is another one."""
    best, other = finding.values[finding.best], finding.values[near]
    if best <= 0.0 or other <= 0.0:
        return ""
    # as the judged distance: of what is better when higher a share that is missing
    apart = other / best if finding.series.direction == "lower" else 1.0 + abs(1.0 - other / best)
    return medians_in_words(
        [judged], [apart], lambda ratios: write(ratios[0]), in_rounds=finding.in_rounds
    )


def _as_worse(ratio: float) -> str:
    return f"{percent(abs(ratio - 1.0))}\u202f% {'worse' if ratio >= 1.0 else 'better'}"


def medians_in_words(
    judged: Sequence[float],
    medians: Sequence[float],
    write: Callable[[Sequence[float]], str],
    *,
    in_rounds: bool,
) -> str:
    """Return ", round by round (4.4 by the medians drawn)" where they differ; else nothing."""
    if not any(map(_is_noted, judged, medians)):
        return ""
    basis = "round by round" if in_rounds else "over all samples"
    return f", {basis} ({write(medians)} by the medians drawn)"


def _is_noted(judged: float, medians: float) -> bool:
    if not all(math.isfinite(one) and one > 0.0 for one in (judged, medians)):
        return False
    by = abs(math.log(judged / medians))
    return by > max(NOTED, NOTED_SHARE * abs(math.log(judged)))


def marks_for(xs: Sequence[float], facts: Sequence[MachineFact]) -> list[SweepMark]:
    """Mark the facts that the measured values reach."""
    if not xs:
        return []
    inside = [fact for fact in facts if min(xs) <= fact.x <= max(xs)]
    return [SweepMark(fact.x, f"{fact.mark} = {setting(fact.x)}") for fact in inside]


def place_of(x: float, facts: Sequence[MachineFact]) -> str:
    """Say that a value is a fact or a small multiple of it: "the core count"; else nothing."""
    for fact in facts:
        times = x / fact.x if fact.x > 0 else 0.0
        if times == 1.0:
            return f"the {fact.name}"
        if times.is_integer() and 1 < times <= MOST_MULTIPLE:
            return f"{setting(times)}{THINLY_TIMES}the {fact.name}"
    return ""


def standing_of(low: float, high: float, facts: Sequence[MachineFact]) -> str:
    """Say how a range of values stands to the first fact: "around the core count of 10"."""
    if not facts:
        return ""
    fact = facts[0]
    if low == high and place_of(low, facts):
        return place_of(low, facts)
    word = "below" if high < fact.x else "above" if low > fact.x else "around"
    return f"{word} the {fact.name} of {setting(fact.x)}"
