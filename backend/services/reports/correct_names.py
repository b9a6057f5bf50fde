"""Correct metrics and names: what reports said wrong, and what things are called now."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.catalogue.corrections import (
    ARCHIVED,
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
from backend.domain.people.projects import Project
from backend.services.people.audit import record, record_change, record_nothing_written
from backend.services.reports.recompute import hold_ingestion, judge_again
from backend.services.task_queue import TaskQueue
from backend.storage.catalogue import metrics, names
from backend.storage.people import projects
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
