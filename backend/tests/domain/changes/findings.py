"""Findings for tests: a step up at position 50, and whatever differs from it."""

from dataclasses import replace

from backend.domain.changes.findings import ChangeFinding, ChangePlace, FindingKind, FindingVerdict
from backend.domain.changes.states import ChangeEvent

PLACE = ChangePlace(
    position=50,
    commit_id=5,
    previous_commit_id=4,
    first_position=45,
    last_position=55,
    first_commit_id=4,
    last_commit_id=6,
    suspects=3,
)
STEP_UP = ChangeFinding(
    kind=FindingKind.STEP,
    event=ChangeEvent.BOUNDARY,
    verdict=FindingVerdict.REGRESSION,
    place=PLACE,
    ratio=1.1,
    low=1.08,
    high=1.12,
    z=9.0,
    before=1.0,
    after=1.1,
    before_n=20,
    after_n=20,
    sigma=0.01,
    rho=0.0,
    slope=0.0,
    smallest_detectable=0.02,
)


def step_at(position: int, **changes: object) -> ChangeFinding:
    """Return the step up at another position, its suspects unchanged."""
    place = replace(PLACE, position=position)
    return replace(STEP_UP, place=place, **changes)  # type: ignore[arg-type]
