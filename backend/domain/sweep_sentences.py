"""What a sweep found, in one sentence with its number, interval and doubt."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.labels import SeriesLabel
from backend.domain.number_words import in_unit, percent, setting
from backend.domain.quantity_words import Quantity, superlative
from backend.domain.sweep_places import MachineFact, place_of
from backend.stats.curves.best_set import BestSet
from backend.stats.sweeps import SweepVerdict

LONGEST_LIST = 4
"""Values that a sentence lists one by one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The values of an axis in ascending order, their results, and the verdict if there is one."""

    axis: str
    xs: Sequence[float]
    series: SeriesLabel
    values: Sequence[float]
    verdict: SweepVerdict | None
    facts: Sequence[MachineFact] = ()


def sentence_of(finding: Finding, interval: tuple[float, float] | None) -> str:
    """Say which value is best and which cannot be told from it."""
    verdict = finding.verdict
    if verdict is None:
        return _without_verdict(finding)
    judged = verdict.best
    amount = _amount(finding, judged.best, interval)
    if verdict.claimed and verdict.is_flat:
        return _does_not_matter(finding, verdict, amount)
    best = setting(finding.xs[judged.best])
    place = place_of(finding.xs[judged.best], finding.facts)
    named = f"{finding.axis} {best}, {place}," if place else f"{finding.axis} {best}"
    series = finding.series
    quantity = Quantity(series.metric, series.unit, series.direction)
    measured = " as measured" if verdict.claimed and judged.members.all() else ""
    head = f"{named} {superlative(quantity)}{measured}: {amount}"
    if not verdict.claimed:
        return f"{head}. The scatter of the values is unknown, so others may be as good."
    return f"{head}. {_doubt(finding, judged)}"


def listed(xs: Sequence[float], members: Sequence[int], but: int | None = None) -> str:
    """Write neighbouring values as a range, and others one by one."""
    is_range = members[-1] - members[0] == len(members) - 1
    if is_range and len(members) > 2:  # noqa: PLR2004 - a range has more than its ends
        return f"{setting(xs[members[0]])} to {setting(xs[members[-1]])}"
    others = [setting(xs[place]) for place in members if place != but]
    if len(others) > LONGEST_LIST:
        return f"{len(others)} others" if but is not None else f"{len(others)} values"
    return others[0] if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]}"


def _without_verdict(finding: Finding) -> str:
    if len(finding.xs) == 1:
        only = setting(finding.xs[0])
        return f"Only {finding.axis} {only} gave a result, so there is nothing to compare."
    return (
        f"Whether lower or higher is better is not known for {finding.series.metric}, "
        "so no value is called best."
    )


def _does_not_matter(finding: Finding, verdict: SweepVerdict, amount: str) -> str:
    most = percent(float(verdict.behind.max()))
    ends = f"{setting(finding.xs[0])} to {setting(finding.xs[-1])}"
    return (
        f"{finding.axis} does not matter here: every value from {ends} is within {most} % "
        f"of the best, {amount}."
    )


def _amount(finding: Finding, place: int, interval: tuple[float, float] | None) -> str:
    numbers = [finding.values[place], *(interval or ())]
    texts, unit = in_unit(numbers, finding.series.unit)
    shown = f"{texts[0]} {unit}".rstrip()
    return f"{shown} [{texts[1]}, {texts[2]}]" if interval else shown


def _doubt(finding: Finding, judged: BestSet) -> str:
    members = [place for place in range(len(finding.xs)) if judged.members[place]]
    if members == [judged.best]:
        return _runner_up(finding, judged)
    if len(members) == len(finding.xs):
        return "No value can be told from it yet."
    said = listed(finding.xs, members, judged.best)
    return f"{said} cannot be told {'apart' if ' to ' in said else 'from it'}."


def _runner_up(finding: Finding, judged: BestSet) -> str:
    """Name the value that comes nearest, and how far behind it is."""
    behind = [place for place in range(len(finding.xs)) if place != judged.best]
    is_lower = finding.series.direction == "lower"
    near = min(behind, key=lambda place: judged.differences[place] * (1 if is_lower else -1))
    next_best = f"The next, {setting(finding.xs[near])}, is worse"
    if not judged.logarithmic:
        return f"{next_best}."
    # the other end of the interval is "not at all", as everywhere in comparisons with the best
    most = max(abs(float(end) - 1.0) for end in (judged.low[near], judged.high[near]))
    by = abs(float(judged.differences[near]) - 1.0)
    return (
        f"{next_best} by {percent(by)} %, at most {percent(most)} %."
        if math.isfinite(most)
        else f"{next_best}."
    )
