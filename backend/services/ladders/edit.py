"""Ladders change: rungs come, go, move and are decided; all of it can be undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import func
from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.units import parse_unit
from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.ladders.records import LadderRecord, RungFacts, RungRecord
from backend.services.ladders.make import label_of
from backend.services.ladders.read import find_candidates, find_ladder, wanted_of
from backend.services.people.audit import record, record_change
from backend.storage.ladders import rows as ladders
from backend.storage.ladders import sources as ladder_sources
from backend.storage.ladders.sources import WantedResults

MOST_RUNGS = 200


@dataclass(frozen=True, slots=True)
class AskedRung:
    """A rung to add: the result of a run or commit, or published figures in a unit."""

    facts: RungFacts
    commit: str | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """A rung that was added."""

    id: int
    label: str


def change_ladder(
    session: Session, project_id: int, ladder_id: int, changes: Mapping[str, Any]
) -> None:
    """Change name, note or the smallest gain worth keeping."""
    before = find_ladder(session, project_id, ladder_id)
    ladders.change_ladder(session, project_id, ladder_id, changes)
    record(session, ladder_id, before.name)
    record_change(session, _said(before, changes), changes)


def remove_ladder(session: Session, project_id: int, ladder_id: int) -> None:
    before = find_ladder(session, project_id, ladder_id)
    ladders.change_ladder(session, project_id, ladder_id, {"removed_at": func.now()})
    record(session, ladder_id, before.name)


def restore_ladder(session: Session, project_id: int, ladder_id: int) -> None:
    """Bring a removed ladder back."""
    if not ladders.change_ladder(session, project_id, ladder_id, {"removed_at": None}):
        raise NotFoundError(f"there is no ladder {ladder_id} in this project")


def add_rungs(
    session: Session, project_id: int, ladder_id: int, asked: Sequence[AskedRung]
) -> None:
    """Add rungs behind the last one, in this order: all of them, or none where one does not fit."""
    made = []
    for index, one in enumerate(asked):
        try:
            made.append(add_rung(session, project_id, ladder_id, one))
        except InvalidError as error:
            faults = [replace(it, pointer=f"/rungs/{index}{it.pointer}") for it in error.faults]
            raise InvalidError(str(error), faults) from error
    labels = ", ".join(one.label for one in made)
    record(session, ", ".join(str(one.id) for one in made), labels[:200], ladder=ladder_id)


def add_rung(session: Session, project_id: int, ladder_id: int, asked: AskedRung) -> Made:
    """Add a rung behind the last one."""
    if asked.facts.value is not None:
        return _add_published(session, project_id, ladder_id, asked.facts, asked.unit)
    return _add_measured(session, project_id, ladder_id, asked.facts, asked.commit)


def _add_measured(
    session: Session,
    project_id: int,
    ladder_id: int,
    rung: RungFacts,
    commit: str | None,
) -> Made:
    """Add the result of a run, or of the newest run of a commit.

    Without a series it is the result of the baseline's variant, or the one that is most like it.
    """
    _room(session, project_id, ladder_id)
    wanted = wanted_of(session, project_id, ladder_id)
    runs = (
        [rung.run_id]
        if rung.run_id is not None
        else _runs_of(session, project_id, commit or "", wanted)
    )
    for run_id in runs:
        place = (project_id, ladder_id, run_id)
        series = _fitting(session, place, rung.series_id, wanted)
        if series is not None:
            label = rung.label or label_of(series)
            named = replace(rung, run_id=run_id, series_id=series.id, label=label)
            return _add(session, project_id, ladder_id, named)
    where = f"run {rung.run_id}" if rung.run_id is not None else f"commit “{(commit or '')[:80]}”"
    raise NotFoundError(f"{where} has no result in {wanted.unit} that fits this ladder")


def _runs_of(session: Session, project_id: int, commit: str, wanted: WantedResults) -> list[int]:
    found = ladder_sources.read_runs_of_commit(session, project_id, commit, wanted)
    if not found:
        reason = f"commit “{commit[:80]}” has no run in this project that fits this ladder"
        raise NotFoundError(reason)
    return found


def _fitting(
    session: Session, place: tuple[int, int, int], series_id: int | None, wanted: WantedResults
) -> SeriesLabel | None:
    """Return the series asked for, or the likeliest, if its result in a run fits the ladder.

    `place` is project, ladder and run.
    """
    project_id, ladder_id, run_id = place
    if series_id is None:
        offered = find_candidates(session, project_id, ladder_id, "", run_id).rows
        return offered[0].result.series if offered else None
    pair = (series_id, run_id)
    result = ladders.read_rung_results(session, project_id, [pair]).get(pair)
    return result.series if result is not None and wanted.is_met_by(result) else None


def _add_published(
    session: Session, project_id: int, ladder_id: int, rung: RungFacts, unit: str
) -> Made:
    """Add figures that somebody published, in a unit that the ladder's can be made of."""
    record, _ = _room(session, project_id, ladder_id)
    read = parse_unit(unit or record.unit)
    if read is None or read.base != record.unit:
        reason = f"the ladder is in {record.unit}, and this in “{unit[:40]}”"
        raise InvalidError(reason, [Fault("/unit", reason, f"give it in {record.unit}")])
    scaled = replace(
        rung,
        value=(rung.value or 0.0) * read.factor,
        sd=None if rung.sd is None else rung.sd * read.factor,
    )
    return _add(session, project_id, ladder_id, scaled)


def _add(session: Session, project_id: int, ladder_id: int, rung: RungFacts) -> Made:
    (rung_id,) = ladders.add_rungs(session, project_id, ladder_id, [rung])
    record(session, rung_id, rung.label, ladder=ladder_id)
    return Made(rung_id, rung.label)


def change_rung(
    session: Session, project_id: int, place: tuple[int, int], changes: Mapping[str, Any]
) -> None:
    """Change what a person says of a rung; `place` is ladder and rung.

    A rung that becomes the baseline takes the place of the one before, which becomes a rung.
    """
    ladder_id, rung_id = place
    _, rungs = _known(session, project_id, ladder_id)
    rung = _rung(rungs, rung_id)
    becomes = changes.get("role", rung.role)
    if rung.role == "baseline" and becomes != "baseline":
        raise ConflictError("a ladder needs a baseline: make another rung the baseline instead")
    if becomes == "baseline":
        changes = {**changes, "decision": None}
        for one in rungs:
            if one.role == "baseline" and one.id != rung_id:
                ladders.change_rung(session, (project_id, ladder_id, one.id), {"role": "rung"})
    record(session, rung_id, rung.label, ladder=ladder_id)
    record_change(session, _said(rung, changes), changes)
    if changes:
        ladders.change_rung(session, (project_id, ladder_id, rung_id), changes)


def _said(record: LadderRecord | RungRecord, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is about to be changed, as it is."""
    return {name: getattr(record, name, None) for name in changes}


def remove_rung(session: Session, project_id: int, place: tuple[int, int]) -> None:
    ladder_id, rung_id = place
    _, rungs = _known(session, project_id, ladder_id)
    rung = _rung(rungs, rung_id)
    if rung.role == "baseline":
        raise ConflictError("a ladder needs a baseline: make another rung the baseline first")
    record(session, rung_id, rung.label, ladder=ladder_id)
    ladders.change_rung(session, (project_id, ladder_id, rung_id), {"removed_at": func.now()})


def restore_rung(session: Session, project_id: int, place: tuple[int, int]) -> None:
    """Bring a removed rung back to its place."""
    ladder_id, rung_id = place
    find_ladder(session, project_id, ladder_id)
    if not ladders.change_rung(session, (project_id, ladder_id, rung_id), {"removed_at": None}):
        raise NotFoundError(f"there is no rung {rung_id} on this ladder")


def order_rungs(session: Session, project_id: int, ladder_id: int, ids: Sequence[int]) -> None:
    """Put rungs into another order; all of them must be named, each once."""
    _, rungs = _known(session, project_id, ladder_id)
    if sorted(ids) != sorted(one.id for one in rungs):
        reason = "these are not the rungs of this ladder, each once"
        raise InvalidError(reason, [Fault("/rungs", reason, "load the ladder again")])
    ladders.order_rungs(session, project_id, ladder_id, ids)


def _known(
    session: Session, project_id: int, ladder_id: int
) -> tuple[LadderRecord, list[RungRecord]]:
    ladders.lock_ladder(session, project_id, ladder_id)
    record = find_ladder(session, project_id, ladder_id)
    return record, ladders.read_rungs(session, project_id, [ladder_id])[ladder_id]


def _room(
    session: Session, project_id: int, ladder_id: int
) -> tuple[LadderRecord, list[RungRecord]]:
    record, rungs = _known(session, project_id, ladder_id)
    if len(rungs) >= MOST_RUNGS:
        raise ConflictError(f"a ladder has at most {MOST_RUNGS} rungs; begin another one")
    return record, rungs


def _rung(rungs: Sequence[RungRecord], rung_id: int) -> RungRecord:
    found = next((one for one in rungs if one.id == rung_id), None)
    if found is None:
        raise NotFoundError(f"there is no rung {rung_id} on this ladder")
    return found
