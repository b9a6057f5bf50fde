"""What a sweep found, in one sentence with its number, interval and doubt."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.sweeps.distances import medians_beside
from backend.domain.sweeps.places import MachineFact, place_of
from backend.domain.words.effect_numbers import TIMES
from backend.domain.words.numbers import in_unit, percent, plain, setting
from backend.domain.words.quantities import Quantity, superlative
from backend.stats.sweeps.answers import SweepVerdict
from backend.stats.sweeps.best_set import BestSet

LONGEST_LIST = 4
"""Values that a sentence lists one by one."""
FAR = 1.0
"""From twice the best on a distance is said as a multiple."""


@dataclass(frozen=True, slots=True)
class SweepFinding:
    """The values of an axis in ascending order, their results, and the verdict if there is one."""

    axis: str
    xs: Sequence[float]
    series: SeriesLabel
    values: Sequence[float]
    verdict: SweepVerdict | None
    facts: Sequence[MachineFact] = ()
    in_rounds: bool = False

    @property
    def members(self) -> list[int]:
        """Places that cannot be told from the best."""
        return np.flatnonzero(self.verdict.best.members).tolist() if self.verdict else []

    @property
    def best(self) -> int:
        """The place that is called best: of several that cannot be told apart the best as drawn."""
        if self.verdict is None:
            return 0
        if len(self.members) <= 1:
            return self.verdict.best.best
        is_lower = self.series.direction == "lower"
        return min(self.members, key=lambda place: self.values[place] * (1 if is_lower else -1))


def sentence_of(finding: SweepFinding, interval: tuple[float, float] | None) -> str:
    """Say which value is best and which cannot be told from it."""
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
        return f"{_apart(finding)}; {named} {word} as measured: {amount}."
    head = f"{finding.axis} {named} {word}: {amount}"
    if not verdict.claimed:
        return f"{head}. The scatter of the values is unknown, so others may be as good."
    return f"{head}. {_runner_up(finding, verdict.best)}"


def _apart(finding: SweepFinding) -> str:
    """Say which values cannot be told apart: the answer where no single one is best."""
    members = finding.members
    if len(members) == len(finding.xs):
        return f"No value of {finding.axis} can be told from the others yet"
    return f"{finding.axis} {listed(finding.xs, members)} cannot be told apart"


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
    return f"{head} is within {percent(most)} % of the best, {amount}."


def _amount(finding: SweepFinding, place: int, interval: tuple[float, float] | None) -> str:
    numbers = [finding.values[place], *(interval or ())]
    texts, unit = in_unit(numbers, finding.series.unit)
    shown = f"{texts[0]} {unit}".rstrip()
    return f"{shown} [{texts[1]}, {texts[2]}]" if interval else shown


def _runner_up(finding: SweepFinding, judged: BestSet) -> str:
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
    if not math.isfinite(most):
        return f"{next_best}."
    if by >= FAR:
        beside = _medians(finding, near, 1.0 + by, lambda one: f"{plain(one)}{TIMES}")
        name = setting(finding.xs[near])
        limit = plain(1.0 + most)
        at_most = "" if plain(1.0 + by) == limit else f", at most {limit}{TIMES}"
        return f"The next, {name}, is {plain(1.0 + by)}{TIMES} the best{at_most}{beside}."
    beside = _medians(finding, near, 1.0 + by, _as_worse)
    at_most = "" if percent(by) == percent(most) else f", at most {percent(most)} %"
    return f"{next_best} by {percent(by)} %{at_most}{beside}."


def _medians(finding: SweepFinding, near: int, judged: float, write: Callable[[float], str]) -> str:
    """Name the ratio of the medians drawn where it is another one."""
    best, other = finding.values[finding.best], finding.values[near]
    if best <= 0.0 or other <= 0.0:
        return ""
    # as the judged distance: of what is better when higher a share that is missing
    apart = other / best if finding.series.direction == "lower" else 1.0 + abs(1.0 - other / best)
    return medians_beside(
        [judged], [apart], lambda ratios: write(ratios[0]), in_rounds=finding.in_rounds
    )


def _as_worse(ratio: float) -> str:
    return f"{percent(abs(ratio - 1.0))} % {'worse' if ratio >= 1.0 else 'better'}"
