"""Match what is found again to what is known, so that a change point keeps its identity."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from backend.domain.changes.findings import ChangeFinding, FindingKind
from backend.domain.changes.states import CLOSED, ChangeEvent, ChangeStanding, State, after

BEFORE_ALL = -(2**62)
SHOWS_AGAIN = 5.5
"""The z at which a change that was taken back is told once more."""
_STEPS = (ChangeEvent.BOUNDARY, ChangeEvent.UNDONE)
DIFFERENT = 0.005
"""A level that moved less between two looks leaves the order of changes as it is."""


@dataclass(frozen=True, slots=True)
class Known:
    """A stored change point, as far as matching needs it."""

    id: int
    kind: FindingKind
    standing: ChangeStanding
    position: int
    first_position: int
    last_position: int
    before: float
    after: float
    same_code: bool = False
    verdict: str = ""
    ratio: float = math.nan
    low: float = math.nan
    high: float = math.nan
    z: float = 0.0
    sigma: float = math.nan
    rho: float = 0.0
    slope: float = 0.0
    """The noise of the series when it was last found."""
    aspect: str = ""


@dataclass(frozen=True, slots=True)
class Update:
    """A known change point found again, and how it stands now."""

    id: int
    finding: ChangeFinding
    standing: ChangeStanding
    has_moved: bool
    """Into another state."""
    has_shifted: bool = False
    """Its commits in question are others, or its effect or verdict differs from what was known."""

    @property
    def is_news(self) -> bool:
        return self.has_moved or self.has_shifted


@dataclass(frozen=True, slots=True)
class Closing:
    """A known change point that is not found any more."""

    id: int
    standing: ChangeStanding


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What to store: findings that are known already, new ones, and known ones that are gone."""

    updated: tuple[Update, ...]
    added: tuple[tuple[ChangeFinding, ChangeStanding], ...]
    closed: tuple[Closing, ...]


def reconcile(
    known: Sequence[Known], found: Sequence[ChangeFinding], settled: int = BEFORE_ALL
) -> Reconciliation:
    """Match findings to stored change points and let each go into its next state.

    What lies before the position `settled` is old: that one of it was fixed is no news any more.

    Two are the same when the sign agrees and the kind does, or a step turns out to be part of a
    drift or an open drift to be a step, and each lies in reach of the other's suspects.
    Of several candidates one that is not closed wins, then the nearest; a drift becomes the
    surest step.
    """
    matches = _matches(known, found)
    by_id = {old.id: old for old in known}
    taken = set(matches.values())
    return Reconciliation(
        updated=tuple(
            _update(by_id[id_], _as_settled(by_id[id_], found[index], found, settled))
            for id_, index in sorted(matches.items())
        ),
        added=tuple(
            (finding, standing)
            for index, finding in enumerate(found)
            if index not in taken and (standing := after(None, finding.event)) is not None
        ),
        closed=tuple(_closings(old for old in known if old.id not in matches)),
    )


def _matches(known: Sequence[Known], found: Sequence[ChangeFinding]) -> dict[int, int]:
    pairs = sorted(
        (
            old.kind is not new.kind,
            old.standing.state in CLOSED,
            _distance(old, new),
            old.id,
            index,
        )
        for old in known
        for index, new in enumerate(found)
        if _may_be_same(old, new)
    )
    matches: dict[int, int] = {}
    taken: set[int] = set()
    for *_, id_, index in pairs:
        if id_ not in matches and index not in taken:
            matches[id_] = index
            taken.add(index)
    return matches


def _distance(old: Known, new: ChangeFinding) -> float:
    if (old.kind, new.kind) == (FindingKind.DRIFT, FindingKind.STEP):
        return -new.z
    return abs(old.position - new.place.position)


def _may_be_same(old: Known, new: ChangeFinding) -> bool:
    if old.aspect != new.aspect or (old.kind is not new.kind and not _turned_out(old, new)):
        return False
    is_up, was_up = new.after > new.before, old.after > old.before
    if old.kind is not FindingKind.ENVIRONMENT and is_up is not was_up:
        return False
    place = new.place
    return (
        place.first_position <= old.position <= place.last_position
        or old.first_position <= place.position <= old.last_position
    )


def _turned_out(old: Known, new: ChangeFinding) -> bool:
    """Tell whether a step may be part of a drift by now, or an open drift a step."""
    kinds = (old.kind, new.kind)
    if kinds == (FindingKind.DRIFT, FindingKind.STEP):
        return old.standing.state is State.CONFIRMED and new.event in _STEPS
    return kinds == (FindingKind.STEP, FindingKind.DRIFT)


def _as_settled(
    old: Known, finding: ChangeFinding, found: Sequence[ChangeFinding], settled: int
) -> ChangeFinding:
    """Leave what was fixed fixed while a later step the other way stands, and old changes open."""
    state, event = old.standing.state, finding.event
    if settled == BEFORE_ALL:
        return finding
    if state is State.CONFIRMED and event is ChangeEvent.UNDONE:
        is_old = finding.undone_at is not None and finding.undone_at < settled
        return replace(finding, event=ChangeEvent.BOUNDARY) if is_old else finding
    if state is State.WITHDRAWN and event in _STEPS and finding.z < SHOWS_AGAIN:
        return replace(finding, event=ChangeEvent.GONE)
    if state is not State.FIXED or event is not ChangeEvent.BOUNDARY:
        return finding
    later = [
        one
        for one in found
        if one.aspect == finding.aspect and one.place.position > finding.place.position
    ]
    if any(one.event in _STEPS and one.verdict is not finding.verdict for one in later):
        return replace(finding, event=ChangeEvent.UNDONE)
    return finding


def _update(old: Known, finding: ChangeFinding) -> Update:
    standing = after(old.standing, finding.event) or old.standing
    return Update(
        old.id,
        finding,
        standing,
        has_moved=standing.state is not old.standing.state,
        has_shifted=_has_shifted(old, finding),
    )


def _has_shifted(old: Known, finding: ChangeFinding) -> bool:
    place = finding.place
    known = (old.first_position, old.last_position, old.same_code, old.verdict)
    now = (place.first_position, place.last_position, finding.same_code, finding.verdict)
    return known != now or not (
        math.isclose(old.before, finding.before, rel_tol=DIFFERENT)
        and math.isclose(old.after, finding.after, rel_tol=DIFFERENT)
    )


def _closings(gone: Iterable[Known]) -> list[Closing]:
    closings = []
    for old in gone:
        standing = after(old.standing, ChangeEvent.GONE)
        if standing is not None and standing.state is not old.standing.state:
            closings.append(Closing(old.id, standing))
    return closings


def is_counted(kind: FindingKind, state: State, *, same_code: bool) -> bool:
    """Tell whether a change point asks for attention and may alert: it may be the code's."""
    return kind is not FindingKind.ENVIRONMENT and state is State.CONFIRMED and not same_code
