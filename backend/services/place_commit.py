"""Find the place of a commit on its branch: git order where known, commit time until then."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from sqlalchemy.orm import Session

from backend.domain.commits import STEP, in_order, place
from backend.storage import commits


@dataclass(frozen=True, slots=True)
class PlacedCommit:
    commit_id: int
    position: int
    moved_series: tuple[int, ...] = ()
    """Series whose points stand in another order now."""


def place_commit(
    session: Session,
    project_id: int,
    branch_id: int,
    commit_id: int,
    time: datetime,
    ancestors: Sequence[int],
) -> PlacedCommit:
    """Put a commit and its first-parent ancestors on a branch and return its position."""
    wanted = [commit_id, *ancestors]
    known = commits.positions(session, project_id, branch_id, wanted)
    missing = [id_ for id_ in wanted if id_ not in known]
    agrees = _is_descending([known[id_] for id_ in wanted if id_ in known])
    if agrees and not missing:
        return PlacedCommit(commit_id, known[commit_id])
    tip = commits.tip(session, project_id, branch_id)
    appended = _appended(wanted, missing, tip, time) if agrees and missing else None
    if appended is not None:
        commits.set_positions(session, project_id, branch_id, appended)
        return PlacedCommit(commit_id, appended[commit_id])
    return _reordered(session, project_id, branch_id, commit_id, missing)


def _is_descending(positions: Sequence[int]) -> bool:
    return all(a > b for a, b in pairwise(positions))


def _appended(
    wanted: Sequence[int], missing: Sequence[int], tip: commits.Tip | None, time: datetime
) -> dict[int, int] | None:
    """Return positions after the tip where the new commits plainly belong there."""
    if list(wanted[: len(missing)]) != list(missing):
        return None
    follows = wanted[len(missing)] if len(wanted) > len(missing) else None
    if tip is not None and follows != tip.commit_id and (follows is not None or time <= tip.time):
        return None
    start = tip.position if tip else 0
    return {id_: start + STEP * (index + 1) for index, id_ in enumerate(reversed(missing))}


def _reordered(
    session: Session, project_id: int, branch_id: int, commit_id: int, missing: Sequence[int]
) -> PlacedCommit:
    present, positions = commits.members(session, project_id, branch_id)
    new = commits.facts_of(session, project_id, missing)
    order = in_order([*present, *new])
    placement = place(order, positions)
    commits.set_positions(session, project_id, branch_id, placement.positions)
    moved = {id_: placement.positions[id_] for id_ in placement.moved}
    series = commits.move_results(session, project_id, branch_id, moved) if moved else []
    position = placement.positions.get(commit_id, positions.get(commit_id, 0))
    return PlacedCommit(commit_id, position, tuple(series))
