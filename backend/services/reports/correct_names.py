"""Correct metrics and names: what reports said wrong, and what things are called now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from backend.domain.catalogue.corrections import (
    ARCHIVED,
    Merged,
    MetricCorrection,
    MetricList,
    NamedKind,
    NamedList,
    NamedThing,
    StoredMetric,
    UnitChange,
    unit_change,
)
from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.people.projects import Actor, Project
from backend.domain.reports.corrections import RESTORABLE, Corrected, Deletion
from backend.services.people.audit import record, record_change, record_nothing_written
from backend.services.reports.order_commits import bring_commits
from backend.services.reports.recompute import (
    affected_by,
    hold_ingestion,
    judge_again,
    recompute,
)
from backend.services.task_queue import TaskQueue
from backend.storage.catalogue import merges, metrics, names, suite_pairs
from backend.storage.catalogue.merges import NameMove
from backend.storage.people import projects
from backend.storage.reports import deletions, run_choices, time_courses
from backend.storage.reports.affected import Affected
from backend.storage.series.hiding import decide_what_is_hidden
from backend.storage.splits.unprocessed_suites import look_again, newest_runs


@dataclass(frozen=True, slots=True)
class NameCorrection:
    """What to correct of a named thing; None leaves it as it is."""

    name: str | None = None
    is_archived: bool | None = None


def list_metrics(session: Session, project_id: int, suites: list[str]) -> MetricList:
    return MetricList(metrics.read_metrics(session, project_id, suites))


def correct_metric(
    session: Session, queue: TaskQueue, project: Project, metric_id: int, wanted: MetricCorrection
) -> StoredMetric:
    """Correct a metric, and have the verdicts of its series worked out again."""
    hold_ingestion(session, project.id)
    before = _metric(session, project.id, metric_id)
    if wanted.name is not None and wanted.name != before.name:
        _rename(session, project.id, NamedKind.METRIC, metric_id, wanted.name)
    change = _unit_of(before, wanted)
    direction = wanted.direction or before.direction
    series = metrics.series_of_metric(session, project.id, metric_id)
    if change.factor != 1.0:
        metrics.scale_results(session, project.id, series, change)
        time_courses.scale(session, project.id, metric_id, change.factor)
    metrics.write_metric(session, project.id, metric_id, change.base, direction)
    projects.count_correction(session, project.id)
    after = _metric(session, project.id, metric_id)
    if (change, direction) != (UnitChange(before.unit, 1.0), before.direction):
        judge_again(session, queue, project.id, series)
        look_again(session, project.id, [before.suite_id])
        queue.request_claims(project.id, newest_runs(session, project.id, before.suite_id))
    record(session, metric_id, f"{after.suite} {after.name}")
    factor: dict[str, str | float] = {} if change.factor == 1.0 else {"factor": change.factor}
    record_change(session, _said(before), _said(after) | factor)
    return after


def _metric(session: Session, project_id: int, metric_id: int) -> StoredMetric:
    found = metrics.find_metric(session, project_id, metric_id)
    if found is None:
        raise NotFoundError(f"there is no metric {metric_id} in this project")
    return found


def _unit_of(stored: StoredMetric, wanted: MetricCorrection) -> UnitChange:
    if wanted.unit is None:
        return UnitChange(stored.unit, 1.0)
    return unit_change(stored.unit, wanted.unit, wanted.was)


def _said(metric: StoredMetric) -> dict[str, str | float]:
    return {"name": metric.name, "unit": metric.unit, "direction": metric.direction}


def list_named(session: Session, project_id: int, kind: NamedKind, name: str | None) -> NamedList:
    return NamedList(names.read_names(session, project_id, kind, name))


def correct_name(
    session: Session, project: Project, kind: NamedKind, id_: int, wanted: NameCorrection
) -> NamedThing:
    """Rename something, or archive it and bring it back; its history goes on."""
    hold_ingestion(session, project.id)
    before = _named(session, project.id, kind, id_)
    if wanted.name is not None and wanted.name != before.name:
        _rename(session, project.id, kind, id_, wanted.name)
    if wanted.is_archived is not None:
        if kind not in ARCHIVED:
            reason = f"a {kind} is not archived; archive its suite, benchmark or testbed"
            raise InvalidError(reason, [Fault("/archived", reason, "leave it out")])
        names.archive(session, project.id, kind, id_, is_archived=wanted.is_archived)
        decide_what_is_hidden(session, project.id)
    after = _named(session, project.id, kind, id_)
    if after == before:
        record_nothing_written(session)
        return after
    projects.count_correction(session, project.id)
    record(session, f"{kind} {id_}", after.name)
    record_change(session, _as_said(before), _as_said(after))
    return after


def _named(session: Session, project_id: int, kind: NamedKind, id_: int) -> NamedThing:
    found = names.find_named(session, project_id, kind, id_)
    if found is None:
        raise NotFoundError(f"there is no {kind} {id_} in this project")
    return found


def _as_said(thing: NamedThing) -> dict[str, str | bool]:
    return {"name": thing.name, "archived": thing.archived_at is not None}


def _rename(session: Session, project_id: int, kind: NamedKind, id_: int, name: str) -> None:
    """Give something another name. ConflictError where something else has it, or had it."""
    thing = _named(session, project_id, kind, id_)
    if names.is_taken(session, project_id, kind, thing, name):
        fault = Fault("/name", f"another {kind} has this name, or had it", "choose another name")
        raise ConflictError(f"there is a {kind} “{name}” already", [fault])
    names.rename(session, project_id, kind, thing, name)


@dataclass(frozen=True, slots=True)
class MergeWanted:
    """Into what a thing is merged, or only what that would do."""

    into: int
    is_dry: bool = False


def merge_names(
    session: Session,
    queue: TaskQueue,
    project: Project,
    actor: Actor,
    thing: tuple[NamedKind, int],
    wanted: MergeWanted,
) -> Merged:
    """Let the history of one thing go on under another, to which its name leads from now on."""
    hold_ingestion(session, project.id)
    (kind, id_), into = thing, wanted.into
    old, new = _named(session, project.id, kind, id_), _named(session, project.id, kind, into)
    _demand_one_place(kind, old, new)
    move = NameMove(project.id, kind, id_, into, merges.runs_of(session, project.id, kind, id_))
    series = merges.series_of(session, move)
    counts = len(move.runs), merges.count_results(session, move, series)
    against = merges.collisions(session, move)
    if wanted.is_dry:
        record_nothing_written(session)
        return Merged(*counts, against)
    if against:
        faults = [Fault("/into", one, "put it right, then merge again") for one in against]
        raise ConflictError(f"{kind} “{old.name}” is not merged: {against[0]}", faults)
    said = f"{kind} {old.name} merged into {new.name}"
    deletion, at = deletions.begin(session, project.id, (said, actor.name), counts)
    commits = merges.missing_commits(session, move) if kind is NamedKind.BRANCH else []
    kept: dict[str, Any] = {
        "kind": kind.value, "old": id_, "new": into, "runs": [*move.runs],
        "name": old.name, "scope": old.suite_id, "archived": old.archived_at is not None,
        "commits": commits,
        "rows": merges.refer(session, move),
        "aliases": names.give_aliases(session, project.id, kind, (id_, into)),
    }  # fmt: skip
    _carry_over(session, queue, move, commits)
    if kind is NamedKind.SUITE:
        kept["carried"] = suite_pairs.carry_aliases(session, move.asked)
    merges.save(session, project.id, deletion, kept)
    names.archive(session, project.id, kind, id_, is_archived=True)
    names.set_alias(session, project.id, kind, (old.suite_id, old.name), into)
    projects.count_correction(session, project.id)
    record(session, f"{kind} {id_}", old.name, into=new.name, runs=counts[0], deletion=deletion)
    return Merged(*counts, [], deletion, at + RESTORABLE)


def _demand_one_place(kind: NamedKind, old: NamedThing, new: NamedThing) -> None:
    """Refuse what is not merged: metrics, a thing with itself, things of two suites or testbeds."""
    reason = ""
    if kind not in ARCHIVED:
        reason = f"a {kind} is not merged; rename it"
    elif old.id == new.id:
        reason = "a thing is not merged into itself"
    elif old.suite_id != new.suite_id:
        place = "testbed" if kind is NamedKind.MACHINE else "suite"
        reason = f"“{old.name}” and “{new.name}” are not of one {place}; merge the {place}s first"
    if reason:
        raise InvalidError(reason, [Fault("/into", reason, "name another one")])


def _carry_over(
    session: Session, queue: TaskQueue, move: NameMove, commits: Sequence[int] = ()
) -> None:
    """Move what runs gave, and have worked out again what rests on it."""
    told = affected_by(session, move.project_id, move.runs)
    series = merges.series_of(session, move)
    moved = bring_commits(session, move.project_id, move.new, commits) if commits else []
    there = merges.carry_over(session, move, series)
    now = affected_by(session, move.project_id, move.runs)
    profiled = told.profiled | now.profiled
    told = Affected(told.suites | now.suites, told.pull_requests, told.commits, profiled)
    both = [*series, *there, *moved]
    recompute(session, queue, move.project_id, both, told, judged=move.runs)
    decide_what_is_hidden(session, move.project_id)


def take_merge_back(
    session: Session, queue: TaskQueue, project: Project, actor: Actor, found: Deletion
) -> Corrected | None:
    """Take a merge apart again; None where the deletion is none."""
    kept = merges.find_saved(session, project.id, found.id)
    if kept is None:
        return None
    kind, old, new = NamedKind(kept["kind"]), kept["old"], kept["new"]
    if names.find_named(session, project.id, kind, new) is None:
        raise ConflictError(f"the {kind} was merged into another since; take that back first")
    if gone := deletions.gone_since(session, project.id, found.id, kept["runs"]):
        raise ConflictError(f"run {gone} was deleted after the merge: bring that run back first")
    there = run_choices.known_runs(session, project.id, kept["runs"])
    move = NameMove(project.id, kind, new, old, there)
    if kind is NamedKind.SUITE and (against := merges.collisions(session, move)):
        raise ConflictError(f"suite “{kept['name']}” is not taken apart: {against[0]}")
    names.archive(session, project.id, kind, old, is_archived=kept["archived"])
    names.set_alias(session, project.id, kind, (kept["scope"], kept["name"]), None)
    names.give_aliases(session, project.id, kind, (new, old), kept["aliases"])
    merges.refer(session, move, kept["rows"])
    _carry_over(session, queue, move)
    merges.drop_commits(session, move, kept["commits"])
    suite_pairs.drop_aliases(session, move.asked, kept.get("carried", {}))
    deletions.end(session, project.id, found.id, actor.name)
    projects.count_correction(session, project.id)
    record(session, found.id, kept["name"], kind=kind.value, runs=len(there))
    return Corrected(len(there), found.results)
