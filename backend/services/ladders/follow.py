"""Ladders that a suite names follow its runs: made by the first one, moved on by later ones.

What people decide, rename, add or remove stays. A run with fewer of the rungs, as a quick one has,
leaves the ladder on the run before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.ladders.declared import DeclaredRung, rungs_of
from backend.domain.ladders.records import LadderFacts, RungFacts
from backend.domain.reports.suite_pages import SuiteLadder
from backend.storage.ladders import declared, rows
from backend.storage.ladders.declared import FollowedRung


@dataclass(frozen=True, slots=True)
class LadderRun:
    """A run with the labels of what it measured."""

    id: int
    suite: str
    testbed: str
    started_at: datetime
    cores: float | None
    labels: Sequence[SeriesLabel]


def follow_ladder(
    session: Session, project_id: int, run: LadderRun, ladder: SuiteLadder
) -> int | None:
    """Make the ladder, or let it rest on this run; returns its id where it did."""
    found = _above_zero(session, project_id, run, rungs_of(ladder, run.labels, run.cores))
    if not found or found[0].series.direction == "unknown":
        return None
    cause = f"{ladder.name} | {run.suite} | {run.testbed}"
    known = declared.find_by_cause(session, project_id, cause)
    if known is None:
        return _make(session, project_id, (cause, run, ladder), found)
    ladder_id, is_removed = known
    if is_removed:
        return None
    return _move_on(session, project_id, (ladder_id, run, ladder), found)


def _above_zero(
    session: Session, project_id: int, run: LadderRun, found: Sequence[DeclaredRung]
) -> list[DeclaredRung]:
    """Leave out results that have no ratio to others; none is left without the baseline."""
    pairs = [(one.series.id, run.id) for one in found]
    results = rows.read_rung_results(session, project_id, pairs)
    kept = [
        one for one, pair in zip(found, pairs, strict=True)
        if pair in results and results[pair].value > 0.0
    ]  # fmt: skip
    return kept if len(kept) > 1 and kept[0].role == "baseline" else []


def _make(
    session: Session,
    project_id: int,
    what: tuple[str, LadderRun, SuiteLadder],
    found: Sequence[DeclaredRung],
) -> int | None:
    cause, run, ladder = what
    first = found[0].series
    facts = LadderFacts(
        name=f"{ladder.name} ({run.testbed})",
        metric=first.metric,
        unit=first.unit,
        direction="lower" if first.direction == "lower" else "higher",
        note=ladder.note,
        created_by=run.suite,
    )
    ladder_id = declared.add_of_cause(session, project_id, cause, facts)
    if ladder_id is not None:
        rows.add_rungs(session, project_id, ladder_id, [_facts(run, one) for one in found])
    return ladder_id


def _move_on(
    session: Session,
    project_id: int,
    what: tuple[int, LadderRun, SuiteLadder],
    found: Sequence[DeclaredRung],
) -> int | None:
    ladder_id, run, ladder = what
    named = {one.label for one in ladder.rungs}
    known = declared.read_followed(session, project_id, ladder_id)
    own = [one for one in known if one.series_id is not None and one.label in named]
    resting = [one for one in own if not one.is_removed]
    is_older = any(one.started_at and one.started_at > run.started_at for one in resting)
    if is_older or len(found) < len(resting):
        return None
    places = []
    for one in found:
        mine = _same(one, known)
        if mine is None:
            role = "rung" if one.role == "baseline" else one.role
            (added,) = rows.add_rungs(session, project_id, ladder_id, [_facts(run, one, role)])
            places.append(added)
        elif not mine.is_removed:
            where = {"run_id": run.id, "series_id": one.series.id}
            rows.change_rung(session, (project_id, ladder_id, mine.id), where)
            places.append(mine.id)
    gone = [one.id for one in resting if one.id not in places and one.role != "baseline"]
    declared.drop_rungs(session, project_id, gone)
    others = [one.id for one in known if one.id not in (*places, *gone) and not one.is_removed]
    rows.order_rungs(session, project_id, ladder_id, [*places, *others])
    return ladder_id


def _same(one: DeclaredRung, known: Sequence[FollowedRung]) -> FollowedRung | None:
    """Return the rung of the same series, which may have another label by now, or of the label."""
    by_series = [rung for rung in known if rung.series_id == one.series.id]
    by_label = [rung for rung in known if rung.series_id and rung.label == one.label]
    return next(iter([*by_series, *by_label]), None)


def _facts(run: LadderRun, one: DeclaredRung, role: str | None = None) -> RungFacts:
    return RungFacts(
        one.label,
        one.role if role is None else ("control" if role == "control" else "rung"),
        one.note,
        run_id=run.id,
        series_id=one.series.id,
    )
