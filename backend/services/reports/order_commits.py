"""Find the place of a commit on its branch: git order where known, commit time until then."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from sqlalchemy.orm import Session

from backend.domain.commits.order import STEP, in_order, place
from backend.storage.commits import order as commits


@dataclass(frozen=True, slots=True)
class PlacedCommit:
    commit_id: int
    position: int
    moved_series: tuple[int, ...] = ()
    """Series whose points stand in another order now."""


@dataclass(frozen=True, slots=True)
class CommitArrival:
    """A commit that a run was measured at, as it comes to its branch."""

    branch_id: int
    commit_id: int
    time: datetime
    ancestors: Sequence[int]
    """First-parent ancestors, nearest first."""


def order_commits(
    session: Session,
    project_id: int,
    arrivals: Sequence[CommitArrival],
    outdated: Collection[int] = (),
) -> list[PlacedCommit]:
    """Put commits and their ancestors on their branches, one after the other, earlier ones first.

    The branches in `outdated` are put in order first: a time or a parent of a commit that stands
    there became known. Positions are those after the last arrival: a late one may have moved an
    earlier one.
    """
    moved = reorder_branches(session, project_id, outdated)
    branches: dict[int, _Branch] = {}
    by_branch: dict[int, list[CommitArrival]] = {}
    for arrival in arrivals:
        by_branch.setdefault(arrival.branch_id, []).append(arrival)
    for branch_id, coming in by_branch.items():
        branch = branches[branch_id] = _Branch(session, project_id, branch_id, coming)
        # a commit that is earlier than the tip has the whole branch put in order again
        for arrival in sorted(coming, key=lambda one: one.time):
            branch.take(arrival)
        branch.flush()
    placed = [branches[arrival.branch_id].place_of(arrival.commit_id) for arrival in arrivals]
    return [replace(one, moved_series=(*one.moved_series, *moved)) for one in placed]


def reorder_branches(session: Session, project_id: int, branch_ids: Collection[int]) -> list[int]:
    """Put whole branches in order again; returns the series whose points have moved."""
    moved: set[int] = set()
    for branch_id in sorted(branch_ids):
        moved |= set(_reordered(session, project_id, branch_id, ()))
    return sorted(moved)


def bring_commits(
    session: Session, project_id: int, branch_id: int, commit_ids: Sequence[int]
) -> list[int]:
    """Let a branch hold further commits; returns the series whose points have moved."""
    return _reordered(session, project_id, branch_id, commit_ids)


class _Branch:
    """One branch while commits come to it; what is appended is written once, at the end."""

    def __init__(
        self, session: Session, project_id: int, branch_id: int, coming: Sequence[CommitArrival]
    ) -> None:
        self._session, self._project_id, self._branch_id = session, project_id, branch_id
        self._wanted = {id_ for one in coming for id_ in (one.commit_id, *one.ancestors)}
        self._unwritten: dict[int, int] = {}
        self._moved: set[int] = set()
        self._read()

    def _read(self) -> None:
        session, project_id, branch_id = self._session, self._project_id, self._branch_id
        self._known = commits.positions(session, project_id, branch_id, list(self._wanted))
        self._tip = commits.tip(session, project_id, branch_id)

    def take(self, arrival: CommitArrival) -> None:
        wanted = [arrival.commit_id, *arrival.ancestors]
        missing = [id_ for id_ in wanted if id_ not in self._known]
        agrees = _is_descending([self._known[id_] for id_ in wanted if id_ in self._known])
        if agrees and not missing:
            return
        appended = _appended(wanted, missing, self._tip, arrival.time) if agrees else None
        if appended is None:
            self._reorder(missing)
            return
        self._known |= appended
        self._unwritten |= appended
        self._tip = commits.Tip(arrival.commit_id, appended[arrival.commit_id], arrival.time)

    def _reorder(self, missing: Sequence[int]) -> None:
        self.flush()
        self._moved |= set(_reordered(self._session, self._project_id, self._branch_id, missing))
        self._read()

    def flush(self) -> None:
        changed, self._unwritten = self._unwritten, {}
        commits.set_positions(self._session, self._project_id, self._branch_id, changed)

    def place_of(self, commit_id: int) -> PlacedCommit:
        return PlacedCommit(commit_id, self._known[commit_id], tuple(self._moved))


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
    session: Session, project_id: int, branch_id: int, missing: Sequence[int]
) -> list[int]:
    """Put the whole branch in order again; returns the series whose points have moved."""
    present, positions = commits.members(session, project_id, branch_id)
    new = commits.facts_of(session, project_id, missing)
    order = in_order([*present, *new])
    placement = place(order, positions)
    commits.set_positions(session, project_id, branch_id, placement.positions)
    moved = {id_: placement.positions[id_] for id_ in placement.moved}
    return commits.move_results(session, project_id, branch_id, moved) if moved else []
