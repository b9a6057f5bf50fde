"""Thresholds: how large and how sure a change must be, by rules over series.

The last rule that matches a series judges it, and nothing else does: what that rule leaves out
comes from the standard of the same file, never from another rule.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

import numpy as np

from backend.domain.catalogue.filters import FACETS, SeriesFilters
from backend.domain.catalogue.matching import SeriesDescription, SeriesTable
from backend.domain.catalogue.metrics import NoiseKind
from backend.domain.jobs.nights import JobRule
from backend.domain.thresholds.bounds import Budget, Reference
from backend.stats.arrays import Ints
from backend.stats.comparison.verdicts import STANDARD as COMPARED


class Sensitivity(StrEnum):
    """How much evidence a change needs; what it means in numbers is `EVIDENCE`."""

    SENSITIVE = "sensitive"
    BALANCED = "balanced"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class RequiredEvidence:
    """What must be reached."""

    z: float
    """By a boundary in a history; the detector adds 0.2 ln n for the places it searches."""
    false_discoveries: float
    """Among the verdicts of one comparison, at most this share may be false."""


SMALLEST = COMPARED.threshold
"""Share below which nobody is told of a sampled metric, unless somebody asked for it."""
EVIDENCE = {
    Sensitivity.SENSITIVE: RequiredEvidence(3.0, 0.10),
    Sensitivity.BALANCED: RequiredEvidence(3.4, 0.05),
    Sensitivity.STRICT: RequiredEvidence(4.5, 0.01),
}


@dataclass(frozen=True, slots=True)
class ThresholdRule:
    """What one rule says of the series that it selects; None: what the standard says."""

    number: int
    """Its place in the file, counted from 1."""
    name: str
    filters: SeriesFilters
    minimum_effect: float | None = None
    sensitivity: Sensitivity | None = None
    is_gate: bool | None = None


@dataclass(frozen=True, slots=True)
class Threshold:
    """How one series is judged, and by which rule; None: by the standard."""

    minimum_effect: float | None = None
    """A share: 0.05 is 5 %. None: nobody said, and `SMALLEST` holds where metrics are sampled."""
    sensitivity: Sensitivity = Sensitivity.BALANCED
    is_gate: bool = True
    """A regression fails the check of a pull request; otherwise it is shown and told calmly."""
    rule: ThresholdRule | None = None

    @property
    def evidence(self) -> RequiredEvidence:
        return EVIDENCE[self.sensitivity]

    def in_history(self, noise: NoiseKind) -> float:
        """Return the smallest change that a history shows, as a share; of exact counts, any."""
        if self.minimum_effect is None:
            return SMALLEST if noise is NoiseKind.SAMPLED else 0.0
        return self.minimum_effect

    @property
    def in_comparison(self) -> float:
        """Return the smallest difference between two versions that counts, as a share."""
        return SMALLEST if self.minimum_effect is None else self.minimum_effect

    def finds_as(self, other: "Threshold") -> bool:
        """Tell whether the same changes are found under both."""
        sizes = self.minimum_effect, other.minimum_effect
        return sizes[0] == sizes[1] and self.sensitivity is other.sensitivity


@dataclass(frozen=True, slots=True)
class ThresholdRules:
    """The thresholds of a project: a standard, and rules of which the last that matches counts."""

    standard: Threshold = field(default_factory=Threshold)
    rules: tuple[ThresholdRule, ...] = ()
    references: tuple[Reference, ...] = ()
    budgets: tuple[Budget, ...] = ()
    """Every budget that matches a series holds for it, unlike rules."""
    jobs: tuple[JobRule, ...] = ()
    """What agents are asked for without a person."""

    @property
    def is_gate_everywhere(self) -> bool:
        return self.standard.is_gate and all(rule.is_gate is not False for rule in self.rules)

    @property
    def lowest_z(self) -> float:
        """Return the evidence that the most sensitive of them needs."""
        named = [rule.sensitivity for rule in self.rules if rule.sensitivity is not None]
        return min(EVIDENCE[one].z for one in (self.standard.sensitivity, *named))


@dataclass(frozen=True, slots=True)
class Version:
    """The thresholds of a project as they were saved once."""

    number: int
    text: str
    source: str
    """Where the file came from, as whoever sent it says: a repository, a commit."""
    author: str
    saved_at: datetime

    @property
    def is_none(self) -> bool:
        """Tell whether no thresholds were left: the defaults apply, as before the first."""
        return not self.text.strip()


STANDARD = 0
"""In place of the number of a rule: of series that no rule matches."""
NO_RULES = ThresholdRules()
"""What holds until somebody saves something."""


@dataclass(frozen=True, slots=True)
class Applied:
    """Rules applied to many series."""

    judging: Ints
    """The number of the rule that judges each series; 0: the standard."""
    matched: Mapping[int, int]
    """How many series each rule matches, whether or not a later one judges them."""

    @property
    def judged(self) -> Mapping[int, int]:
        """Return how many series each rule judges."""
        numbers, counts = np.unique(self.judging, return_counts=True)
        return dict(zip(numbers.tolist(), counts.tolist(), strict=True))


def apply_rules(series: SeriesTable, rules: ThresholdRules) -> Applied:
    """Find the rule that judges each series: the last that matches it."""
    judging = np.full(len(series), STANDARD, dtype=np.int64)
    matched = {}
    for rule in rules.rules:
        found = series.matching(rule.filters)
        judging[found] = rule.number
        matched[rule.number] = int(found.sum())
    return Applied(judging, matched)


def thresholds_for(series: SeriesTable, rules: ThresholdRules) -> list[Threshold]:
    """Return how each series is judged."""
    if not rules.rules:
        return [rules.standard] * len(series)
    said = {STANDARD: rules.standard} | {
        rule.number: threshold_of(rule, rules) for rule in rules.rules
    }
    return [said[number] for number in apply_rules(series, rules).judging.tolist()]


def matching(series: SeriesDescription, rules: ThresholdRules) -> list[ThresholdRule]:
    """Return all rules that match a series, in their order; the last of them judges it."""
    alone = SeriesTable([series])
    return [rule for rule in rules.rules if alone.matching(rule.filters).any()]


def threshold_for(series: SeriesDescription, rules: ThresholdRules) -> Threshold:
    """Return how a series is judged."""
    return thresholds_for(SeriesTable([series]), rules)[0]


def threshold_of(rule: ThresholdRule, rules: ThresholdRules) -> Threshold:
    """Return what a rule says, filled up by the standard."""
    usual = rules.standard
    said = rule.minimum_effect
    return Threshold(
        minimum_effect=usual.minimum_effect if said is None else said,
        sensitivity=rule.sensitivity or usual.sensitivity,
        is_gate=usual.is_gate if rule.is_gate is None else rule.is_gate,
        rule=rule,
    )


def reason(series: SeriesDescription, rules: ThresholdRules) -> str:
    """Say why a series is judged as it is."""
    found = matching(series, rules)
    if not found:
        if not rules.rules:
            return "default threshold"
        return "default threshold, no rule matches"
    judging = found[-1]
    because = selection_words(judging.filters)
    if len(found) == 1:
        return f"judged by rule {judging.number} “{judging.name}”: {because}"
    others = [str(rule.number) for rule in found[:-1]]
    said = f"rules {', '.join(others)} match" if others[1:] else f"rule {others[0]} matches"
    return (
        f"judged by rule {judging.number} “{judging.name}”: {because}; {said} too, the last counts"
    )


def judge_words(threshold: Threshold) -> str:
    """Name the rule that judges a series, where it stands beside a verdict."""
    rule = threshold.rule
    return f"rule {rule.number} “{rule.name}”" if rule else "the standard"


def selection_words(filters: SeriesFilters) -> str:
    """Say what filters ask for."""
    named = [(facet, filters.chosen(facet)) for facet in FACETS]
    named += [(f"parameter {name}", values) for name, values in filters.parameters.items()]
    named += [(f"tag {name}", values) for name, values in filters.tags.items()]
    words = [f"{name} is {_either(values)}" for name, values in named if values]
    words += [f"mentions “{word}”" for word in filters.words()]
    return ", ".join(words)


def _either(values: Sequence[str]) -> str:
    return " or ".join(values)
