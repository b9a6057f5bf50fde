"""Thresholds: what holds, what was saved before, and what another file would find."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query

from backend.api.answers.thresholds import (
    answer_of_dry_run,
    answer_of_reading,
    answer_of_saved,
    answer_of_version,
)
from backend.api.audited import writes, writes_nothing
from backend.api.dependencies import (
    IN_TURN,
    ConfiguredProject,
    CurrentActor,
    Db,
    Queue,
    ReadableProject,
    TriagedProject,
)
from backend.api.parameters.filters import Id
from backend.api.schemas import thresholds as schema
from backend.api.shared_calls import Call
from backend.services.thresholds import save as keep_thresholds
from backend.services.thresholds.begin_dry_run import show_dry_run, start_dry_run
from backend.services.thresholds.hold_bounds import (
    HeldBounds,
    SinceReferences,
    read_bounds,
    read_references,
)
from backend.services.thresholds.save import SavedThresholds

router = APIRouter(prefix="/projects/{project}", tags=["thresholds"], route_class=Call)


@router.get("/thresholds")
def thresholds(db: Db, project: ReadableProject) -> schema.Thresholds:
    """Return the thresholds that hold, how many series each rule judges, and older versions."""
    return schema.Thresholds.model_validate(
        answer_of_saved(keep_thresholds.read_saved(db, project.id)), from_attributes=True
    )


@router.put(
    "/thresholds",
    dependencies=[writes("saved", "thresholds")],
)
def save(
    new: schema.NewThresholds, db: Db, queue: Queue, project: ConfiguredProject,
    actor: CurrentActor,
) -> SavedThresholds:  # fmt: skip
    """Keep a file of thresholds; series it judges otherwise are looked at again, quietly.

    An empty text takes them away: the defaults apply, and the history says so. What is wrong with
    a file is named by line and column, and nothing is kept.
    """
    told = (new.text, new.source.strip(), new.based_on)
    return keep_thresholds.save_thresholds(db, queue, project.id, told, actor.name)


@router.get("/thresholds/versions/{number}")
def version(number: Id, db: Db, project: ReadableProject) -> schema.ThresholdText:
    """Return a file of thresholds as it was saved."""
    return schema.ThresholdText.model_validate(
        answer_of_version(keep_thresholds.read_version(db, project.id, number)),
        from_attributes=True,
    )


@router.post(
    "/threshold-readings",
    dependencies=[writes_nothing("reads a file and keeps nothing")],
)
def reading(
    tried: schema.TriedThresholds, db: Db, project: TriagedProject
) -> schema.ThresholdReading:
    """Say what a file says and of how many series, or what is wrong with it."""
    return schema.ThresholdReading.model_validate(
        answer_of_reading(keep_thresholds.try_reading(db, project.id, tried.text)),
        from_attributes=True,
    )


@router.get("/series/{series_id}/threshold")
def of_series(series_id: Id, db: Db, project: ReadableProject) -> schema.JudgedSeries:
    """Say how a series is judged, by which rule, and why."""
    judged = keep_thresholds.judged_series(db, project.id, series_id)
    rule = judged.threshold.rule
    return schema.JudgedSeries.model_validate(
        asdict(judged)
        | {
            "rule": rule.number if rule else None,
            "name": rule.name if rule else "",
        },
        from_attributes=True,
    )


@router.get("/bounds", dependencies=[IN_TURN])
def bounds(
    series: Annotated[list[Id], Query(min_length=1, max_length=60)],
    db: Db, project: ReadableProject,
) -> HeldBounds:  # fmt: skip
    """Say how some series stand to the references and budgets of the project."""
    return read_bounds(db, project.id, series)


@router.get("/references", dependencies=[IN_TURN])
def references(db: Db, project: ReadableProject) -> SinceReferences:
    """Compare the newest commit of each suite with the references; the first twelve pairs."""
    return read_references(db, project.id)


@router.post(
    "/dry-runs",
    status_code=HTTPStatus.ACCEPTED,
    dependencies=[writes("began", "dry run")],
)
def dry_run(
    tried: schema.TriedThresholds, db: Db, queue: Queue, project: TriagedProject,
    actor: CurrentActor,
) -> schema.DryRun:  # fmt: skip
    """Try a file on the stored histories, in the background; nothing of them is changed."""
    id_ = start_dry_run(db, queue, project.id, tried.text, actor.name)
    return schema.DryRun.model_validate(
        answer_of_dry_run(show_dry_run(db, project.id, id_)), from_attributes=True
    )


@router.get("/dry-runs/{dry_run_id}")
def read_dry_run(dry_run_id: Id, db: Db, project: TriagedProject) -> schema.DryRun:
    """Say how far a dry run has come and what it found; the newest twenty are kept."""
    return schema.DryRun.model_validate(
        answer_of_dry_run(show_dry_run(db, project.id, dry_run_id)), from_attributes=True
    )
