"""The commits measured last, held beside both sides of a split between commits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.commits.names import short_commit
from backend.domain.comparisons.entries import LinedUp
from backend.domain.comparisons.results import Key, ResultColumns, SeriesScatter
from backend.domain.comparisons.sides import SideRun
from backend.domain.splits.alternatives import AlternativeSet, from_runs
from backend.domain.splits.evidence import MemberFacts, SplitEvidence
from backend.domain.splits.pareto import Objective
from backend.domain.splits.verdicts import SplitMember

MOST_WEIGHED = 12
"""Members that other commits are held against each other on."""


@dataclass(frozen=True, slots=True)
class CommitObjective:
    """A member as an objective: its series on the contender's branch, and what both sides gave.

    A series belongs to one branch, so the sides may have different ones.
    """

    objective: Objective
    series: int
    all_series: frozenset[int]
    baseline: list[float]
    contender: list[float]


@dataclass(frozen=True, slots=True)
class OtherCommits:
    """Newest runs of other commits, by name, and their values by run and contender's series."""

    names: Sequence[str]
    runs: Sequence[int]
    values: Mapping[tuple[int, int], float]
    titles: Sequence[str] = ()


def commit_objectives(
    evidence: SplitEvidence, lined: LinedUp, columns: tuple[ResultColumns, ResultColumns]
) -> list[CommitObjective]:
    """Return the members that move most as objectives."""
    keys = {label.id: key for key, label in lined.labels.items()}
    pairs = sorted(
        zip(evidence.members, evidence.facts, strict=True), key=lambda pair: -_size(pair[0].ratio)
    )[:MOST_WEIGHED]
    return [
        _objective(member, fact, keys[fact.series], (lined, columns))
        for member, fact in pairs
        if fact.series is not None
    ]


def _size(ratio: float) -> float:
    return max(ratio, 1.0 / ratio)


def _objective(
    member: SplitMember,
    fact: MemberFacts,
    key: Key,
    of: tuple[LinedUp, tuple[ResultColumns, ResultColumns]],
) -> CommitObjective:
    lined, columns = of
    places = [lined.places[side].get(key, []) for side in (0, 1)]
    values = [columns[side].value[places[side]].tolist() for side in (0, 1)]
    series = [columns[side].series[places[side]].tolist() for side in (0, 1)]
    return CommitObjective(
        objective=Objective(member.name, member.better, fact.quantity.unit),
        series=fact.series or 0,
        all_series=frozenset({*series[0], *series[1]}),
        baseline=values[0],
        contender=values[1],
    )


def commit_alternatives(
    chosen: Sequence[CommitObjective],
    sides: tuple[Sequence[SideRun], Sequence[SideRun]],
    others: OtherCommits,
    noise: Mapping[int, SeriesScatter],
) -> AlternativeSet:
    """Hold both sides and other commits against each other."""
    objectives = [one.objective for one in chosen]
    values = [[one.baseline for one in chosen], [one.contender for one in chosen]]
    values += [[_value(others, run, one.series) for one in chosen] for run in others.runs]
    return AlternativeSet(
        kind="commits",
        names=_distinct([*(_commit_name(runs) for runs in sides), *others.names]),
        objectives=objectives,
        weighed=len(objectives),
        table=from_runs(objectives, values, [_noise(one, noise) for one in chosen]),
        baseline=0,
        contender=1,
        runs=[sides[0][0].id, sides[1][0].id, *others.runs],
        titles=["", "", *others.titles] if others.titles else (),
    )


def _value(others: OtherCommits, run: int, series: int) -> list[float]:
    value = others.values.get((run, series))
    return [] if value is None else [value]


def _noise(one: CommitObjective, noise: Mapping[int, SeriesScatter]) -> SeriesScatter | None:
    """Return the noise of the longest series, as the comparison takes it."""
    known = [noise[id_] for id_ in sorted(one.all_series) if id_ in noise]
    return max(known, key=lambda one: one.points, default=None)


def _commit_name(runs: Sequence[SideRun]) -> str:
    """Return the commit of a side, or from which to which; sides begin with either end."""
    in_time = sorted(runs, key=lambda run: (run.started_at, run.id))
    names = list(dict.fromkeys(short_commit(run.commit) for run in in_time))
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _distinct(names: Sequence[str]) -> list[str]:
    return [name if name not in names[:at] else f"{name} #{at}" for at, name in enumerate(names)]
