"""Which functions of a program cost more or less since a commit, and which only moved their cost.

Method: shares of samples as numbers of equal error, each function's own row judged by the detector
of histories at a bar for as many functions as there are; then, at each boundary, what was gained
and lost by functions that belong together is added up. Cost that moved within such a group
(renamed, split, merged into its caller) is no change; what is left of it is one. After the "cost
shift" filter of FBDetect (SOSP 2024). Assumes that most functions do not change at one commit.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import FEWEST_RUNS, Options
from backend.stats.functions.counts import (
    CallTree,
    Difference,
    FunctionCounts,
    Halves,
    divided,
    stabilised,
)

LEAST_SAMPLES = 50.0
"""Of a function in all commits; with fewer nothing could be told of it."""
BESIDE = 3.0
"""The z from which a function counts as gaining what another one lost."""
KEPT = 0.5
"""Part of the bar at which a change that was told still stands; and the part of a function's change
below which what encloses it has kept its cost."""
CLEAR = 5.0
"""Standard errors of what encloses a function that its change must exceed, or that says nothing."""
QUANTILE = 2.6
"""Standard errors of an interval, as those of histories."""
LEAST_EFFECT = 0.01
"""Of its own cost, below which a change of a function is not told."""


@dataclass(frozen=True, slots=True)
class ReportedCost:
    """A change of a function that people know of: it stands until the samples disprove it."""

    function: int
    index: int


@dataclass(frozen=True, slots=True)
class FunctionChange:
    """Cost that was gained or lost since a commit.

    `before` and `after` are shares of all samples before; `function` gained or lost most of it and
    stands for `others` too, with which it exchanged cost. `first`..`last` are the commits at which
    it may have happened.
    """

    function: int
    index: int
    first: int
    last: int
    z: float
    before: float
    after: float
    ratio: float
    low: float
    high: float
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Boundary:
    index: int
    first: int
    last: int
    bars: dict[int, float]
    """The z that each function must reach which the boundary was found in or told of."""


def judge_functions(
    counts: FunctionCounts, tree: CallTree, told: Sequence[ReportedCost] = ()
) -> list[FunctionChange]:
    """Return what functions cost more or less since a commit, by commits and then by size."""
    if counts.samples.size < FEWEST_RUNS:
        return []
    boundaries = _boundaries(counts, told)
    places = [one.index for one in boundaries]
    found: list[FunctionChange] = []
    for boundary in boundaries:
        halves = divided(counts, places, boundary.index)
        at_once = _changes(counts, tree, boundary, halves)
        found += sorted(at_once, key=lambda one: -abs(one.after - one.before))
    return found


def bar(functions: int, commits: int) -> float:
    """Return the z that a change must reach, of as many functions in as many commits."""
    options = _options(functions)
    return options.z0 + options.z_per_log_n * math.log(commits)


def _options(functions: int) -> Options:
    """Ask for more evidence where more functions are looked at (Bonferroni for normal tails)."""
    return Options(z0=math.sqrt(Options().z0 ** 2 + 2.0 * math.log(max(1, functions))))


def _boundaries(counts: FunctionCounts, told: Sequence[ReportedCost]) -> list[_Boundary]:
    """Return where functions change, those of one place together."""
    judged = np.flatnonzero(counts.own.sum(axis=0) >= LEAST_SAMPLES).tolist()
    asked = bar(len(judged), counts.samples.size)
    single = [
        (change.z, _Boundary(change.index, change.first, change.last, {function: asked}))
        for function in judged
        for change in analyse(stabilised(counts.own[:, function], counts.samples)).changes
    ]
    known = [
        (
            math.inf,
            _Boundary(one.index, one.index, one.index, {one.function: KEPT * asked}),
        )
        for one in told
        if 0 < one.index < counts.samples.size
    ]
    merged: list[_Boundary] = []
    for _, boundary in sorted(known + single, key=lambda one: -abs(one[0])):
        _merge(merged, boundary)
    return sorted(merged, key=lambda one: one.index)


def _merge(merged: list[_Boundary], boundary: _Boundary) -> None:
    """Add a boundary to the surer one that it may be; else it is one of its own."""
    for one in merged:
        if boundary.first <= one.index <= boundary.last or one.first <= boundary.index <= one.last:
            for function, asked in boundary.bars.items():
                one.bars[function] = min(asked, one.bars.get(function, math.inf))
            return
    merged.append(boundary)


def _changes(
    counts: FunctionCounts, tree: CallTree, boundary: _Boundary, halves: Halves
) -> Iterable[FunctionChange]:
    functions = counts.own.shape[1]
    each = [halves.difference(counts.own[:, one], counts.samples) for one in range(functions)]
    changed = [one for one in range(functions) if abs(each[one].z) >= BESIDE]
    for together in _connected(changed, tree):
        bars = [boundary.bars[one] for one in together if one in boundary.bars]
        if not bars:
            continue
        net = halves.difference(counts.own[:, together].sum(axis=1), counts.samples)
        lead = max(together, key=lambda one: each[one].size * math.copysign(1.0, net.size))
        is_moved = len(together) == 1 and _is_moved_within(counts, tree, halves, lead)
        if abs(net.z) >= min(bars) and not is_moved and _is_large(net):
            yield _described(boundary, lead, together, net)


def _is_large(net: Difference) -> bool:
    return net.before <= 0.0 or abs(net.size) >= LEAST_EFFECT * net.before


def _connected(changed: Sequence[int], tree: CallTree) -> list[list[int]]:
    """Return the groups of changed functions between which cost may have moved."""
    groups: list[list[int]] = []
    for one in changed:
        near = [group for group in groups if any(tree.are_near(one, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([one, *(other for group in near for other in group)])
    return groups


def _is_moved_within(counts: FunctionCounts, tree: CallTree, halves: Halves, function: int) -> bool:
    """Tell whether something that encloses a function has kept its cost.

    Only what is measured so well that it would show the change has a say.
    """
    change = abs(halves.difference(counts.own[:, function], counts.samples).size)
    for part in _enclosing(counts, tree, function):
        around = halves.difference(part, counts.samples)
        if CLEAR * around.error < change and abs(around.size) < KEPT * change:
            return True
    return False


def _enclosing(counts: FunctionCounts, tree: CallTree, function: int) -> Iterable[Floats]:
    """Yield the samples of a function and its callers, of its only caller's tree, of its module."""
    callers = [one for one in tree.callers[function] if one != function]
    if callers:
        yield counts.own[:, [function, *callers]].sum(axis=1)
    if len(callers) == 1:  # of several, none holds all of its cost
        yield counts.total[:, callers[0]]
    module = tree.modules[function]
    members = [one for one, name in enumerate(tree.modules) if module and name == module]
    if len(members) > 1:
        yield counts.own[:, members].sum(axis=1)


def _described(
    boundary: _Boundary, lead: int, together: Sequence[int], net: Difference
) -> FunctionChange:
    ratio = low = high = math.nan
    if net.before > 0.0 and net.after > 0.0:
        ratio = net.after / net.before
        spread = math.hypot(net.error_before / net.before, net.error_after / net.after)
        low, high = ratio * math.exp(-QUANTILE * spread), ratio * math.exp(QUANTILE * spread)
    return FunctionChange(
        function=lead,
        index=boundary.index,
        first=boundary.first,
        last=boundary.last,
        z=net.z,
        before=net.before,
        after=net.after,
        ratio=ratio,
        low=low,
        high=high,
        others=tuple(sorted(one for one in together if one != lead)),
    )
