"""What a profile says of its functions, in short: samples of each, and who calls whom."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.functions.counts import CallTree, FunctionCounts

MOST_OWN = 150
"""Functions kept of a profile, those with most samples of their own; callers come beside them."""
MOST_CALLERS = 50
LEAST_SHARE = 0.001
"""Of all samples, that a function must be on the stack of."""
FLICKER = 2.0
"""How far the samples of a function must lie above those of functions left out."""
LEAST_CALLS = 0.1
"""Of the samples of a function, that come through one of its callers that is kept."""
KERNEL = "kernel"
_MARKS: Final = (
    re.compile(r"_\[[ij]\]$"),
    re.compile(r" \[(?:clone )?\.?\w++\]$"),
    re.compile(r"\.(?:constprop|isra|part|cold|lto_priv|llvm)(?:\.\d++)?$"),
    re.compile(r"::h[0-9a-f]{16}$"),
)
_BRACKETS: Final = re.compile(r"<[^<>]*+>")


@dataclass(frozen=True, slots=True)
class FunctionCosts:
    """The functions of one profile: as many as are worth a series, by name."""

    names: Sequence[str]
    own: Sequence[int]
    """Samples in which each is the innermost."""
    total: Sequence[int]
    """Samples in which it is anywhere on the stack."""
    callers: Sequence[Sequence[int]]
    """Of each, the places of those that call it."""
    left_out: int
    """The most samples of its own of any function that is not kept."""


@dataclass(frozen=True, slots=True)
class ProfiledCommit:
    """The profiles of one commit, as far as a history of functions needs them."""

    position: int
    samples: int
    cost: float | None
    """Processor time of one repetition."""
    functions: FunctionCosts


@dataclass(frozen=True, slots=True)
class FunctionTable:
    """Functions by commit, with the call tree of all commits together."""

    names: Sequence[str]
    positions: Sequence[int]
    counts: FunctionCounts
    tree: CallTree


def plain_name(frame: str) -> str:
    """Return the function behind a frame: merged into its caller, cloned or not."""
    kernel = "_[k]" if frame.endswith("_[k]") else ""
    frame = frame.removesuffix(kernel)
    for mark in _MARKS:
        frame = mark.sub("", frame)
    return frame + kernel


def module_of(name: str) -> str:
    """Return the module or class that a function's name says; empty where it says none."""
    if name.endswith("_[k]"):
        return KERNEL
    if name.startswith("["):
        return ""
    path = name.removeprefix("<").lstrip("&").split(" as ")[0] if name.startswith("<") else name
    while (shorter := _BRACKETS.sub("", path)) != path:
        path = shorter
    path = path.split("(")[0]
    if name.startswith("<"):
        return path.split(">")[0]
    separator = "::" if "::" in path else "."
    return path.rpartition(separator)[0]


def function_costs(stacks: Iterable[tuple[list[str], int]]) -> FunctionCosts:
    """Add up the stacks of one profile by function."""
    own: Counter[str] = Counter()
    total: Counter[str] = Counter()
    callers: dict[str, Counter[str]] = defaultdict(Counter)
    for frames, count in stacks:
        names = [plain_name(frame) for frame in frames]
        own[names[-1]] += count
        for name in set(names):
            total[name] += count
        for caller, name in pairwise(names):
            if caller != name:
                callers[name][caller] += count
    least = LEAST_SHARE * own.total()
    common = (name for name in total if total[name] >= least)
    ranked = sorted(common, key=lambda name: (-own[name], -total[name], name))
    kept, rest = ranked[:MOST_OWN], ranked[MOST_OWN:]
    kept += sorted(rest, key=lambda name: (-total[name], name))[:MOST_CALLERS]
    places = {name: place for place, name in enumerate(kept)}
    return FunctionCosts(
        names=kept,
        own=[own[name] for name in kept],
        total=[total[name] for name in kept],
        callers=[_callers(callers[name], places, LEAST_CALLS * total[name]) for name in kept],
        left_out=max((own[name] for name in total if name not in places), default=0),
    )


def _callers(counted: Counter[str], places: dict[str, int], least: float) -> list[int]:
    """Return the places of those through which a good part of a function's samples comes."""
    return sorted(places[one] for one, count in counted.items() if one in places and count >= least)


def tabulated(profiles: Sequence[ProfiledCommit]) -> FunctionTable:
    """Put profiles, oldest first, into one table; those of one commit are added up."""
    positions = sorted({one.position for one in profiles})
    names = sorted({name for one in profiles for name in one.functions.names})
    rows = {position: row for row, position in enumerate(positions)}
    columns = {name: column for column, name in enumerate(names)}
    own, total = np.zeros((2, len(positions), len(names)))
    samples = np.zeros(len(positions))
    costs: dict[int, list[float]] = defaultdict(list)
    callers: list[set[int]] = [set() for _ in names]
    for profile in profiles:
        row, functions = rows[profile.position], profile.functions
        places = [columns[name] for name in functions.names]
        own[row, places] += functions.own
        total[row, places] += functions.total
        samples[row] += profile.samples
        costs[row].append(np.nan if profile.cost is None else profile.cost)
        for place, called_by in zip(places, functions.callers, strict=True):
            callers[place] |= {places[one] for one in called_by}
    cost = np.array([np.mean(costs[row]) for row in range(len(positions))])
    _forget_rare(own, max((one.functions.left_out for one in profiles), default=0))
    tree = CallTree(callers, [module_of(name) for name in names])
    return FunctionTable(names, positions, FunctionCounts(own, total, samples, cost), tree)


def _forget_rare(own: Floats, left_out: int) -> None:
    """Count nothing of functions that may be missing in some profiles for their few samples."""
    own[:, own.max(axis=0, initial=0.0) <= FLICKER * left_out] = 0.0


def by_module(table: FunctionTable) -> FunctionTable:
    """Return the modules of a table as if each was one function, all near each other."""
    names = sorted({name for name in table.tree.modules if name})
    members = np.array([[name == one for name in table.tree.modules] for one in names])
    members = members.reshape(len(names), len(table.names)).astype(float)
    own = table.counts.own @ members.T
    counts = FunctionCounts(own, own, table.counts.samples, table.counts.cost)
    none: list[set[int]] = [set() for _ in names]
    return FunctionTable(names, table.positions, counts, CallTree(none, ["all"] * len(names)))
