"""Change points: their verdicts, and how what is found anew is matched to what is known."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.metrics import Direction


class State(StrEnum):
    SUSPECTED = "suspected"
    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    FIXED = "fixed"
    WITHDRAWN = "withdrawn"


OPEN = frozenset({State.SUSPECTED, State.CONFIRMED})


class Kind(StrEnum):
    STEP = "step"
    ENVIRONMENT = "environment"


class Verdict(StrEnum):
    REGRESSION = "regression"
    IMPROVEMENT = "improvement"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Finding:
    """A change point as the detector sees it now."""

    kind: Kind
    verdict: Verdict
    position: int
    commit_id: int
    previous_commit_id: int | None
    first_position: int
    last_position: int
    """Positions among which the cause lies; commits not known yet may turn up there."""
    first_commit_id: int | None
    last_commit_id: int
    suspects: int
    ratio: float
    low: float
    high: float
    z: float
    before: float
    after: float
    before_n: int
    after_n: int
    sigma: float
    rho: float
    slope: float
    smallest_detectable: float | None
    state: State = State.CONFIRMED


@dataclass(frozen=True, slots=True)
class Known:
    """A stored change point, as far as matching needs it."""

    id: int
    kind: Kind
    state: State
    position: int
    first_position: int
    last_position: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What to store: findings that are known already, new ones, and known ones that are gone."""

    updated: tuple[tuple[int, Finding], ...]
    added: tuple[Finding, ...]
    withdrawn: tuple[int, ...]


def verdict_of(before: float, after: float, direction: Direction) -> Verdict:
    """Judge a step by the direction of its metric."""
    if direction is Direction.UNKNOWN:
        return Verdict.CHANGE
    is_worse = (after > before) == (direction is Direction.LOWER)
    return Verdict.REGRESSION if is_worse else Verdict.IMPROVEMENT


def reconcile(known: Sequence[Known], found: Sequence[Finding]) -> Reconciliation:
    """Match findings to stored change points, so that an identity survives a moving boundary.

    Two are the same when kind and sign agree and each lies in reach of the other's suspects;
    of several candidates the nearest wins. A known one that is not found again is withdrawn.
    """
    pairs = sorted(
        (abs(old.position - new.position), old.id, index)
        for old in known
        for index, new in enumerate(found)
        if _may_be_same(old, new)
    )
    match_of_old: dict[int, int] = {}
    taken: set[int] = set()
    for _, old_id, index in pairs:
        if old_id not in match_of_old and index not in taken:
            match_of_old[old_id] = index
            taken.add(index)
    return Reconciliation(
        updated=tuple((old_id, found[index]) for old_id, index in sorted(match_of_old.items())),
        added=tuple(new for index, new in enumerate(found) if index not in taken),
        withdrawn=tuple(
            old.id
            for old in known
            if old.id not in match_of_old and old.state is not State.WITHDRAWN
        ),
    )


def _may_be_same(old: Known, new: Finding) -> bool:
    if old.kind is not new.kind:
        return False
    if old.kind is Kind.STEP and (old.after > old.before) != (new.after > new.before):
        return False
    return (
        new.first_position <= old.position <= new.last_position
        or old.first_position <= new.position <= old.last_position
    )


def state_after(old: State, new: State) -> State:
    """Return the state of a change point found again: a person's refutation stays."""
    return State.REFUTED if old is State.REFUTED else new


def environment_boundaries(fingerprints: Sequence[int]) -> list[int]:
    """Return the indices at which a machine's fingerprint changed for good.

    0 means unknown. A fingerprint that comes back later belongs to machines that take turns:
    that is no boundary.
    """
    last_seen = {name: index for index, name in enumerate(fingerprints)}
    boundaries = []
    latest = -1
    for index, name in enumerate(fingerprints):
        if index and name and fingerprints[index - 1] not in (0, name) and latest < index:
            boundaries.append(index)
        latest = max(latest, last_seen[name] if name else latest)
    return boundaries


def is_undone(earlier: Finding, later: Finding) -> bool:
    """Tell whether a later step brings the level back to where it was before an earlier one."""
    if Kind.ENVIRONMENT in (earlier.kind, later.kind) or earlier.verdict is later.verdict:
        return False
    if min(earlier.before, later.after) <= 0:
        return math.isclose(earlier.before, later.after, rel_tol=earlier.sigma)
    spread = earlier.sigma * math.sqrt((1 + earlier.rho) / (1 - earlier.rho))
    return abs(math.log(later.after / earlier.before)) <= spread


def with_fixes(findings: Sequence[Finding]) -> list[Finding]:
    """Mark regressions that a later step undid as fixed."""
    return [
        _fixed(finding)
        if finding.verdict is Verdict.REGRESSION
        and any(is_undone(finding, later) for later in findings[index + 1 :])
        else finding
        for index, finding in enumerate(findings)
    ]


def _fixed(finding: Finding) -> Finding:
    fields = {name: getattr(finding, name) for name in finding.__slots__}
    return Finding(**fields | {"state": State.FIXED})
