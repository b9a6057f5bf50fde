"""Which changes of tails and of the spread are told: one for each cause.

A percentile that moved as the centre did says nothing new. Of several that moved at one place, the
one that people know of stands, else the surest.
"""

import math
from collections.abc import Sequence

from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.changes.findings import ChangeFinding, FindingKind
from backend.domain.changes.reconciliation import Known
from backend.domain.changes.states import ChangeEvent, State

SPREAD = "spread"
NEAR = 5
"""Points by which places of one cause may lie apart."""
AS_THE_CENTRE = 2.0
"""Times the change of the centre up to which an aspect moved with it."""
_STEPS = (ChangeEvent.BOUNDARY, ChangeEvent.UNDONE)
_STANDING = (State.CONFIRMED, State.FIXED)


def direction_of(aspect: str, direction: BetterDirection) -> BetterDirection:
    """Return which way an aspect is better: less scatter always is, where any way is known."""
    is_known = direction is not BetterDirection.UNKNOWN
    return BetterDirection.LOWER if aspect == SPREAD and is_known else direction


def is_judged(aspect: str, direction: BetterDirection) -> bool:
    """Tell whether an aspect matters: the upper tail of what should be high does not."""
    return aspect == SPREAD or direction is not BetterDirection.HIGHER


def told_of(
    centre: Sequence[ChangeFinding],
    found: Sequence[ChangeFinding],
    known: Sequence[Known],
    positions: Sequence[int],
) -> list[ChangeFinding]:
    """Return those findings of aspects that are told beside those of the centre."""
    reach = _Reach(positions)
    ordered = sorted(
        found,
        key=lambda one: (not _is_known(one, known), not one.modes_after, -one.z),
    )
    told: list[ChangeFinding] = []
    for one in ordered:
        if one.event not in _STEPS or one.kind is not FindingKind.STEP:
            continue
        with_centre = any(
            reach.is_near(one, other) and _size(one) <= AS_THE_CENTRE * _size(other)
            for other in centre
        )
        if any(reach.is_near(one, other) for other in told):
            continue
        if not with_centre or _is_known(one, known):
            told.append(one)
    return told


class _Reach:
    def __init__(self, positions: Sequence[int]) -> None:
        self.places = {position: place for place, position in enumerate(dict.fromkeys(positions))}

    def is_near(self, one: ChangeFinding, other: ChangeFinding) -> bool:
        """Tell whether two changes may have one cause."""
        if other.kind is FindingKind.ENVIRONMENT:
            return False
        ours, theirs = one.place, other.place
        if ours.first_position <= theirs.last_position and (
            theirs.first_position <= ours.last_position
        ):
            return True
        return abs(self.places[ours.position] - self.places[theirs.position]) <= NEAR


def _is_known(one: ChangeFinding, known: Sequence[Known]) -> bool:
    """Tell whether people were told of this aspect here."""
    place = one.place
    return any(
        old.aspect == one.aspect
        and old.standing.state in _STANDING
        and old.first_position <= place.last_position
        and place.first_position <= old.last_position
        for old in known
    )


def _size(one: ChangeFinding) -> float:
    return abs(math.log(one.ratio)) if 0.0 < one.ratio < math.inf else math.inf
