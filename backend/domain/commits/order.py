"""Commits and branches: the order of a branch's commits, and places that leave room in between.

Order is git order where it is known, commit time until then. Every commit of a branch has a
`position`: a sparse number, so that a commit that turns up later fits between two others without
touching the rows that already carry their positions.
"""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

STEP = 1 << 20
"""Room left between two neighbours."""


@dataclass(frozen=True, slots=True)
class OrderedCommit:
    """What ordering needs to know of a commit."""

    id: int
    time: datetime
    parents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CommitPlacement:
    """New or changed positions by commit id, and whether earlier commits had to move."""

    positions: Mapping[int, int] = field(default_factory=dict)
    moved: frozenset[int] = frozenset()


def in_order(commits: Sequence[OrderedCommit]) -> list[int]:
    """Order ids: parents before children and, where git is silent, earlier times first.

    Without any known parent this is the order of commit times. Kahn's algorithm with a heap;
    a cycle (impossible in git, possible in a wrong report) is broken at its earliest commit.
    """
    known = {commit.id: commit for commit in commits}
    parents_of = {
        commit.id: {parent for parent in commit.parents if parent in known} - {commit.id}
        for commit in commits
    }
    due = _due_times(known, parents_of)
    by_time = sorted(sorted(due), key=due.__getitem__)
    if _is_parents_first(by_time, parents_of):
        # one after the other gives just this: the next one by time always has its parents
        return by_time
    return _one_after_the_other(parents_of, due)


def _is_parents_first(order: Sequence[int], parents_of: Mapping[int, set[int]]) -> bool:
    seen: set[int] = set()
    for name in order:
        if not parents_of[name] <= seen:
            return False
        seen.add(name)
    return True


def _one_after_the_other(
    parents_of: Mapping[int, set[int]], due: Mapping[int, datetime]
) -> list[int]:
    waiting = {name: set(parents) for name, parents in parents_of.items()}
    children: dict[int, list[int]] = {}
    for child, parents in waiting.items():
        for parent in parents:
            children.setdefault(parent, []).append(child)
    ready = [(due[name], name) for name, parents in waiting.items() if not parents]
    heapq.heapify(ready)
    order: list[int] = []
    done: set[int] = set()
    while len(order) < len(waiting):
        if not ready:
            stuck = min((name for name in waiting if name not in done), key=lambda n: (due[n], n))
            heapq.heappush(ready, (due[stuck], stuck))
        _, name = heapq.heappop(ready)
        if name in done:
            continue
        done.add(name)
        order.append(name)
        for child in children.get(name, ()):
            waiting[child].discard(name)
            if not waiting[child] and child not in done:
                heapq.heappush(ready, (due[child], child))
    return order


def _due_times(
    known: Mapping[int, OrderedCommit], parents_of: Mapping[int, set[int]]
) -> dict[int, datetime]:
    """Give each commit the earliest time of itself and its descendants.

    A parent whose clock ran ahead of its child must not push the child behind unrelated commits.
    """
    due = {name: commit.time for name, commit in known.items()}
    early = [
        child
        for child, parents in parents_of.items()
        if any(due[parent] > due[child] for parent in parents)
    ]
    for name in sorted(early, key=lambda name: due[name]):
        stack = [name]
        while stack:
            child = stack.pop()
            for parent in parents_of[child]:
                if due[parent] > due[child]:
                    due[parent] = due[child]
                    stack.append(parent)
    return due


def place(order: Sequence[int], positions: Mapping[int, int]) -> CommitPlacement:
    """Give positions to the commits of `order` that have none, moving as few others as possible.

    `positions` holds the present ones. Commits that stand in the right order keep theirs (the
    longest run of them does); the rest, and any gap that is full, get new ones.
    """
    keep = _longest_increasing([name for name in order if name in positions], positions)
    placed = _fill(order, {name: positions[name] for name in keep})
    if placed is None:
        placed = {name: (index + 1) * STEP for index, name in enumerate(order)}
    changed = {name: spot for name, spot in placed.items() if positions.get(name) != spot}
    return CommitPlacement(changed, frozenset(name for name in changed if name in positions))


def _longest_increasing(names: Sequence[int], positions: Mapping[int, int]) -> set[int]:
    """Return the members of a longest subsequence whose positions rise (patience sorting)."""
    if all(positions[a] < positions[b] for a, b in pairwise(names)):
        return set(names)
    tails: list[int] = []
    before: dict[int, int | None] = {}
    for name in names:
        low, high = 0, len(tails)
        while low < high:
            middle = (low + high) // 2
            if positions[tails[middle]] < positions[name]:
                low = middle + 1
            else:
                high = middle
        before[name] = tails[low - 1] if low else None
        tails[low : low + 1] = [name]
    kept: set[int] = set()
    current = tails[-1] if tails else None
    while current is not None:
        kept.add(current)
        current = before[current]
    return kept


def _fill(order: Sequence[int], fixed: Mapping[int, int]) -> dict[int, int] | None:
    """Spread the others evenly between their fixed neighbours; None where there is no room."""
    placed: dict[int, int] = {}
    waiting: list[int] = []
    last: int | None = None
    for name in order:
        if name not in fixed:
            waiting.append(name)
            continue
        low = last if last is not None else fixed[name] - STEP * (len(waiting) + 1)
        if fixed[name] - low <= len(waiting):
            return None
        if waiting:
            placed |= _spread(waiting, low, fixed[name])
            waiting = []
        placed[name] = last = fixed[name]
    start = last if last is not None else 0
    return placed | {name: start + STEP * (index + 1) for index, name in enumerate(waiting)}


def _spread(names: Sequence[int], low: int, high: int) -> dict[int, int]:
    room = high - low
    return {name: low + room * (index + 1) // (len(names) + 1) for index, name in enumerate(names)}
