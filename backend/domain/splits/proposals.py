"""Where a split may be: values of a parameter in one run, and changes of both kinds at a commit."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.splits.stored import SideSubject, SplitSubject
from backend.domain.splits.verdicts import SplitJudgement
from backend.stats.multiplicity import adjust

MIN_EFFECT = 0.01
"""Smallest change of a member that makes a split worth proposing."""
FALSE_DISCOVERIES = 0.05
FEWEST_MEMBERS = 2
MOST_PAIRS = 24
"""Pairs of values that are judged after one run."""
RUNS_A_SIDE = 10
"""Runs on either side of a changed commit, where there are so many."""


@dataclass(frozen=True, slots=True)
class ValuePair:
    """Two values of a parameter that at least two members were measured at."""

    parameter: str
    baseline: str
    contender: str


@dataclass(frozen=True, slots=True)
class MovedSeries:
    """A confirmed change of one series, as far as a split at its commit depends on it."""

    commit: str
    """First commit measured at the new level."""
    position: int
    """Its place on the branch."""
    metric: str
    verdict: str


Variant = tuple[str, Mapping[str, Scalar]]
"""Benchmark and parameters."""


def may_split(variants: Iterable[Variant]) -> bool:
    """Say at once whether some parameter has two values that two members share."""
    return bool(_values(variants))


def value_pairs(labels: Sequence[SeriesLabel]) -> list[ValuePair]:
    """Hold every further value of each parameter against its first one.

    Labels in the order in which their series were first seen, which is that of the suite.
    """
    found = []
    for parameter, values in _values((one.benchmark, one.parameters) for one in labels).items():
        first, *others = values.items()
        found += [
            ValuePair(parameter, first[0], value)
            for value, members in others
            if len(members & first[1]) >= FEWEST_MEMBERS
        ]
    return found[:MOST_PAIRS]


def _values(variants: Iterable[Variant]) -> dict[str, dict[str, set[Hashable]]]:
    """Return the members at each value of the parameters that two values share members of."""
    given = list(variants)
    seen: dict[str, set[Scalar]] = {}
    for _, parameters in given:
        for name, value in parameters.items():
            seen.setdefault(name, set()).add(value)
    several = [name for name, values in seen.items() if len(values) > 1]
    found = {name: _members(given, name) for name in several}
    return {name: values for name, values in found.items() if _are_shared(list(values.values()))}


def _members(variants: Sequence[Variant], name: str) -> dict[str, set[Hashable]]:
    found: dict[str, set[Hashable]] = {}
    for benchmark, parameters in variants:
        if name in parameters:
            rest = frozenset(item for item in parameters.items() if item[0] != name)
            found.setdefault(str(parameters[name]), set()).add((benchmark, rest))
    return found


def _are_shared(members: Sequence[set[Hashable]]) -> bool:
    return any(len(members[0] & other) >= FEWEST_MEMBERS for other in members[1:])


def subject_of_values(run: int, pair: ValuePair, metrics: Sequence[str]) -> SplitSubject:
    """Return the split between two values in one run."""
    text = f"run:{run}"
    return SplitSubject(
        baseline=SideSubject(text, {pair.parameter: [pair.baseline]}),
        contender=SideSubject(text, {pair.parameter: [pair.contender]}),
        metrics=metrics,
    )


def chosen_pair(
    judged: Sequence[tuple[ValuePair, SplitJudgement]], known: ValuePair | None
) -> ValuePair | None:
    """Choose one pair of a parameter whose split is shown: the known one, else the surest.

    False discoveries are held down over all pairs that were judged, of all parameters.
    """
    shown = shown_pairs(judged)
    if known in shown:
        return known
    return shown[0] if shown else None


def shown_pairs(judged: Sequence[tuple[ValuePair, SplitJudgement]]) -> list[ValuePair]:
    """Return the pairs whose split is shown, the surest first."""
    p = adjust(np.array([one.judged.p for _, one in judged])) if judged else np.zeros(0)
    order = np.argsort(p, kind="stable").tolist()
    return [
        judged[place][0]
        for place in order
        if p[place] <= FALSE_DISCOVERIES and is_shown(judged[place][1])
    ]


def is_shown(split: SplitJudgement) -> bool:
    """Say whether a split is claimed and names somebody on either side."""
    verdicts = {one.verdict for one in split.effects}
    return split.judged.claimed and {"gain", "loss"} <= verdicts


ENDS = {
    "gains": "nobody is shown to lose any more",
    "losses": "nobody is shown to gain any more",
    "same": "all members are the same",
}
"""Why a proposal ends, by what it comes to; what is not known yet ends nothing."""


def end_of(split: SplitJudgement) -> str:
    """Say why a proposed split is one no more; empty while it is, or cannot be told."""
    return ENDS.get(split.judged.verdict, "") if split.judged.claimed else ""


def is_both_ways(moved: Sequence[MovedSeries]) -> bool:
    """Say whether some series improved and others regressed."""
    return {"improvement", "regression"} <= {one.verdict for one in moved}


def subject_of_changes(moved: Sequence[MovedSeries], place: tuple[str, str, str]) -> SplitSubject:
    """Return the split over the commits where series moved; `place`: suite, testbed, branch.

    The baseline ends before the first of these commits and the contender begins with the last:
    what was measured between them is at the old level for some series and at the new for others.
    Runs that lie beyond another change of a series say nothing of it: who judges leaves them out.
    """
    first = min(moved, key=attrgetter("position"))
    last = max(moved, key=attrgetter("position"))
    suite, testbed, branch = place
    return SplitSubject(
        baseline=SideSubject(f"before:{first.commit}", runs=RUNS_A_SIDE),
        contender=SideSubject(f"from:{last.commit}", runs=RUNS_A_SIDE),
        suites=[suite],
        testbeds=[testbed],
        branches=[branch],
        metrics=sorted({one.metric for one in moved}),
    )


def cause_of_parameter(parameter: str, suite: str, testbed: str) -> str:
    """Say by what a proposed split of a parameter is known: there is one, whatever its values."""
    return f"parameter {parameter} | {suite} | {testbed}"


def cause_of_commit(commit: str, place: tuple[str, str, str]) -> str:
    return " | ".join([f"commit {commit}", *place])
