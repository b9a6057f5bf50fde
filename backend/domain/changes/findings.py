"""What is found in one history: steps, suspicions and environment events, with their verdicts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.changes.states import ChangeEvent


class FindingKind(StrEnum):
    STEP = "step"
    DRIFT = "drift"
    """A level that slid to another one over many commits."""
    ENVIRONMENT = "environment"


class FindingVerdict(StrEnum):
    REGRESSION = "regression"
    IMPROVEMENT = "improvement"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class ChangePlace:
    """Where a change lies: the first commit at the new level, and the commits in question."""

    position: int
    commit_id: int
    previous_commit_id: int | None
    first_position: int
    last_position: int
    """Positions among which the cause lies; commits not known yet may turn up there."""
    first_commit_id: int | None
    last_commit_id: int
    suspects: int
    run_id: int | None = None
    """First run at the new level; the spike where re-runs refute it."""
    before_run_id: int | None = None
    after_run_id: int | None = None
    """Last run surely at the old level and first one surely at the new."""


@dataclass(frozen=True, slots=True)
class ChangeFinding:
    """A change point as the history shows it now."""

    kind: FindingKind
    event: ChangeEvent
    """What the history says of it."""
    verdict: FindingVerdict
    place: ChangePlace
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
    same_code: bool = False
    """Every run around the boundary measured one binary or one commit: it is not the code."""
    undone_at: int | None = None
    """Where a later step brought the level back."""
    offsets: tuple[float, ...] = ()
    """Ratios of the other machines that take turns to the newest one, taken out beforehand."""
    aspect: str = ""
    """What moved; empty: the centre."""
    modes_before: tuple[float, ...] = ()
    modes_after: tuple[float, ...] = ()
    """Where the samples have another number of modes: their centres."""


def verdict_of(before: float, after: float, direction: BetterDirection) -> FindingVerdict:
    """Judge a step by the direction of its metric."""
    if direction is BetterDirection.UNKNOWN:
        return FindingVerdict.CHANGE
    is_worse = (after > before) == (direction is BetterDirection.LOWER)
    return FindingVerdict.REGRESSION if is_worse else FindingVerdict.IMPROVEMENT


def is_undone(earlier: ChangeFinding, later: ChangeFinding, min_effect: float = 0.0) -> bool:
    """Tell whether a later step brings the level back to where it was before an earlier one.

    Beyond that level, on the other side of it than the earlier step, counts too. Back is within
    one standard deviation of a correlated run or the smallest effect that matters (|ln ratio|),
    whichever is larger.
    """
    if FindingKind.ENVIRONMENT in (earlier.kind, later.kind) or earlier.verdict is later.verdict:
        return False
    if (later.after - earlier.before) * (earlier.after - earlier.before) < 0:
        return True
    if min(earlier.before, later.after) <= 0:
        return math.isclose(earlier.before, later.after, rel_tol=max(earlier.sigma, min_effect))
    spread = earlier.sigma * math.sqrt((1 + earlier.rho) / (1 - earlier.rho))
    return abs(math.log(later.after / earlier.before)) <= max(spread, min_effect)


def with_fixes(findings: Sequence[ChangeFinding], min_effect: float = 0.0) -> list[ChangeFinding]:
    """Mark regressions that a later step undid."""
    marked = []
    for index, finding in enumerate(findings):
        undoing = (one for one in findings[index + 1 :] if is_undone(finding, one, min_effect))
        later = next(undoing, None) if finding.verdict is FindingVerdict.REGRESSION else None
        if later is not None:
            finding = replace(finding, event=ChangeEvent.UNDONE, undone_at=later.place.position)  # noqa: PLW2901
        marked.append(finding)
    return marked
