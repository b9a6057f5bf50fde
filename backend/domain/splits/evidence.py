"""What a split rests on: its members with their numbers, what else moved, and the alternatives."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.metric_order import ordered_metrics
from backend.domain.comparisons.entries import LinedUp
from backend.domain.comparisons.results import Key
from backend.domain.effects import Better
from backend.domain.errors import InvalidError
from backend.domain.filled import filled
from backend.domain.quantities import Quantity, dimension_of
from backend.domain.splits.stored import PublishedObjective, PublishedResult, PublishedSubject
from backend.domain.splits.verdicts import SplitMember
from backend.stats.comparison.comparisons import Comparison
from backend.stats.student import t_quantile
from backend.stats.suites.compare import SuiteComparison
from backend.stats.suites.entries import SuiteEntry

MOST_MEMBERS = 2_000


@dataclass(frozen=True, slots=True)
class MemberFacts:
    """What a page shows of a member beside its effect."""

    quantity: Quantity
    series: int | None
    baseline: float
    contender: float
    n: int
    basis: str


@dataclass(frozen=True, slots=True)
class OtherEffect:
    """A metric that is not weighed, and what the change does to it; ends are NaN if unknown."""

    name: str
    facts: MemberFacts
    ratio: float
    low: float
    high: float
    verdict: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Results that are no members: of one side only, failed, without ratio or direction."""

    alone: int = 0
    failed: int = 0
    unusable: int = 0


@dataclass(frozen=True, slots=True)
class SplitEvidence:
    """Members and their facts in one order."""

    members: Sequence[SplitMember]
    facts: Sequence[MemberFacts]
    beside: Sequence[OtherEffect]
    left_out: LeftOut = LeftOut()
    is_published: bool = False
    warnings: Sequence[str] = ()
    """Of its sides."""


Tags = Mapping[int, Mapping[str, str]]
"""Of the benchmark and variant of a series."""


def primary_metrics(
    labels: Sequence[SeriesLabel], manifests: Mapping[int, Sequence[str]]
) -> tuple[str, ...]:
    """Choose what is weighed: the metric that tells most of most benchmarks.

    `manifests` are the metrics of benchmarks by id in the suite's order. Among equals the first in
    the order given.
    """
    usable = [one for one in labels if one.direction != "unknown" and one.noise != "exact"]
    usable = usable or [one for one in labels if one.direction != "unknown"]
    metrics: dict[int, dict[Quantity, None]] = {}
    for one in usable:
        own = metrics.setdefault(one.benchmark_id, {})
        own[Quantity(one.metric, one.unit, one.direction)] = None
    found = [ordered_metrics(own, manifests.get(id_, []))[0] for id_, own in metrics.items()]
    return (max(dict.fromkeys(found), key=found.count),) if found else ()


def measured_evidence(
    lined: LinedUp, suite: SuiteComparison, metrics: Sequence[str], tags: Tags
) -> SplitEvidence:
    """Make members of the compared results of some metrics. InvalidError where there are none."""
    places = _usable(lined, suite, metrics)
    if not places:
        raise InvalidError("both sides have no result in common whose metric says what is better")
    rows = suite.comparisons.rows(places)
    names = _names([lined.labels[cast("Key", suite.keys[place])] for place in places])
    entries = lined.entries
    rounds = _differences([entries[cast("Key", suite.keys[place])] for place in places])
    members, facts = [], []
    for at, (place, row) in enumerate(zip(places, rows, strict=True)):
        key = cast("Key", suite.keys[place])
        label = lined.labels[key]
        variant = _variant(label, lined.chosen_by)
        error = float(suite.comparisons.error[place])
        is_known = row.basis == "exact" or (row.covers_runs and math.isfinite(row.p))
        members.append(
            SplitMember(
                name=names[at],
                better=_better(label),
                ratio=row.ratio,
                error=error if is_known and math.isfinite(error) else None,
                degrees=_degrees(float(suite.comparisons.degrees[place])),
                tags=_tags(label, tags),
                differences=rounds[at],
                key=f"{variant} | {label.metric} | {label.testbed}",
                variant=f"{variant} | {label.testbed}",
                dimension=dimension_of(label.unit, label.metric),
            )
        )
        facts.append(_facts(label, row))
    return SplitEvidence(
        members=members,
        facts=facts,
        beside=_other_effects(lined, suite, metrics),
        left_out=_left_out(lined, suite, metrics, len(members)),
    )


def _usable(lined: LinedUp, suite: SuiteComparison, metrics: Sequence[str]) -> list[int]:
    found = suite.comparisons
    places = [
        place
        for place, key in enumerate(suite.keys)
        if (label := lined.labels[cast("Key", key)]).metric in metrics
        and label.direction != "unknown"
        and bool(found.is_ratio[place])
        and 0.0 < float(found.ratio[place]) < math.inf
    ]
    return places[:MOST_MEMBERS]


def _better(label: SeriesLabel) -> Better:
    return "lower" if label.direction == "lower" else "higher"


def _degrees(degrees: float) -> float:
    return degrees if degrees > 0.0 else math.inf


def _facts(label: SeriesLabel, row: Comparison) -> MemberFacts:
    return filled(
        MemberFacts,
        row,
        quantity=Quantity(label.metric, label.unit, label.direction),
        series=label.id,
    )


def _variant(label: SeriesLabel, chosen_by: frozenset[str]) -> str:
    """Return what was run, as it tells members apart for as long as the split is kept."""
    rest = {name: value for name, value in label.parameters.items() if name not in chosen_by}
    set_to = ", ".join(f"{name}={value}" for name, value in sorted(rest.items()))
    return f"{label.suite} | {label.benchmark} | {set_to}"


def _names(labels: Sequence[SeriesLabel]) -> list[str]:
    """Name members as short as they can be told apart: benchmark, parameters, metric, testbed."""
    varying = _varying(labels)
    names = []
    for label in labels:
        parts = [label.benchmark]
        parts += [
            f"{name}={label.parameters[name]}" for name in varying if name in label.parameters
        ]
        for field in ("metric", "testbed", "suite"):
            if len({getattr(one, field) for one in labels}) > 1:
                parts.append(str(getattr(label, field)))
        names.append(" ".join(parts))
    return [
        name if names.count(name) == 1 else f"{name} #{label.id}"
        for name, label in zip(names, labels, strict=True)
    ]


def _varying(labels: Sequence[SeriesLabel]) -> list[str]:
    """Return the parameters that tell members of one benchmark apart."""
    values: dict[tuple[str, str], set[str]] = {}
    for label in labels:
        for name, value in label.parameters.items():
            values.setdefault((label.benchmark, name), set()).add(str(value))
    return sorted({name for (_, name), found in values.items() if len(found) > 1})


def _tags(label: SeriesLabel, tags: Tags) -> dict[str, str]:
    """Return the tags of benchmark and variant; parameters and the benchmark count as tags too."""
    own = {name: str(value) for name, value in label.parameters.items()}
    return {"benchmark": label.benchmark, **own, **tags.get(label.id, {})}


def _differences(entries: Sequence[SuiteEntry]) -> list[Sequence[float]]:
    """Return ln(contender / baseline) of each round, where every member has the same rounds."""
    none: list[Sequence[float]] = [() for _ in entries]
    found: list[Sequence[float]] = []
    for entry in entries:
        sides = entry.baseline, entry.contender
        if not entry.is_interleaved or any(one is None or len(one.runs) != 1 for one in sides):
            return none
        first, second = (one.runs[0] for one in sides if one is not None)
        if first.shape != second.shape or not ((first > 0.0).all() and (second > 0.0).all()):
            return none
        found.append(np.log(second / first).tolist())
    return found if len({len(one) for one in found}) == 1 else none


def _other_effects(
    lined: LinedUp, suite: SuiteComparison, metrics: Sequence[str]
) -> list[OtherEffect]:
    """Return what moved among the metrics that are not weighed, the largest effect first."""
    keys = [cast("Key", key) for key in suite.keys]
    places = [
        place
        for place, key in enumerate(keys)
        if lined.labels[key].metric not in metrics
        and lined.labels[key].direction != "unknown"
        and bool(suite.comparisons.is_ratio[place])
    ]
    names = _names([lined.labels[keys[place]] for place in places])
    rows = suite.comparisons.rows(places)
    found = [
        OtherEffect(
            name, _facts(lined.labels[keys[place]], row), row.ratio, row.low, row.high, row.verdict
        )
        for name, place, row in zip(names, places, rows, strict=True)
        if row.verdict in ("regression", "improvement")
    ]
    return sorted(found, key=lambda one: -abs(math.log(one.ratio) if one.ratio > 0.0 else 0.0))


def _left_out(
    lined: LinedUp, suite: SuiteComparison, metrics: Sequence[str], members: int
) -> LeftOut:
    def weighed(keys: Sequence[Hashable]) -> int:
        named = (lined.labels.get(cast("Key", key)) for key in keys)
        return sum(1 for label in named if label is not None and label.metric in metrics)

    alone = weighed(suite.only_baseline) + weighed(suite.only_contender)
    failed = weighed([key for key, _ in suite.failed])
    compared = weighed(suite.keys)
    return LeftOut(alone, failed, max(compared - members, 0))


def published_evidence(subject: PublishedSubject) -> SplitEvidence:
    """Make members of a published table; numbers without intervals are summary only."""
    sides = subject.alternatives[subject.baseline], subject.alternatives[subject.contender]
    members, facts, beside = [], [], []
    for objective, first, second in zip(
        subject.objectives, sides[0].results, sides[1].results, strict=True
    ):
        if first is None or second is None:
            continue
        ratio, error = second.value / first.value, _error(first, second)
        fact = _published_facts(objective, first, second, is_known=error is not None)
        if objective.is_weighed:
            members.append(
                SplitMember(
                    objective.name,
                    objective.better,
                    ratio,
                    error,
                    tags=objective.tags,
                    dimension=dimension_of(objective.unit, ""),
                )
            )
            facts.append(fact)
        elif ratio != 1.0:
            beside.append(_published_other(objective, fact, ratio, error))
    if not members:
        raise InvalidError("no objective that is weighed has a result on both sides")
    return SplitEvidence(members, facts, beside, is_published=True)


def log_error(result: PublishedResult) -> float | None:
    """Return the standard error of the logarithm behind a 95 % interval, None without one."""
    if result.low is None or result.high is None:
        return None
    return (math.log(result.high) - math.log(result.low)) / (2.0 * _wide())


def _error(first: PublishedResult, second: PublishedResult) -> float | None:
    errors = log_error(first), log_error(second)
    return None if errors[0] is None or errors[1] is None else math.hypot(errors[0], errors[1])


def _wide() -> float:
    return float(t_quantile(0.95, math.inf))


def _published_facts(
    objective: PublishedObjective,
    first: PublishedResult,
    second: PublishedResult,
    *,
    is_known: bool,
) -> MemberFacts:
    quantity = Quantity(objective.name, objective.unit, objective.better)
    basis = "published interval" if is_known else "summary only"
    return MemberFacts(quantity, None, first.value, second.value, 0, basis)


def _published_other(
    objective: PublishedObjective, fact: MemberFacts, ratio: float, error: float | None
) -> OtherEffect:
    reach = math.nan if error is None else _wide() * error
    is_worse = (ratio > 1.0) == (objective.better == "lower")
    verdict = "regression" if is_worse else "improvement"
    low, high = ratio * math.exp(-reach), ratio * math.exp(reach)
    return OtherEffect(objective.name, fact, ratio, low, high, verdict)
