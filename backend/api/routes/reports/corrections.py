"""Corrections of what was sent: runs and results, metrics, names, commits."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request

from backend.api.audited import writes
from backend.api.dependencies import (
    ConfiguredProject,
    CurrentActor,
    Db,
    Queue,
    ReadableProject,
    TriagedProject,
)
from backend.api.parameters.filters import Id
from backend.api.schemas.reports.corrections import (
    CommitChange,
    MetricChange,
    NameChange,
    NewDeletion,
    NewExclusion,
    NewInclusion,
    NewMerge,
    NewReading,
)
from backend.api.shared_calls import Call
from backend.domain.catalogue.corrections import (
    Merged,
    MetricCorrection,
    MetricList,
    NamedKind,
    NamedList,
    NamedThing,
    StoredMetric,
)
from backend.domain.events import EventKind, LiveEvent
from backend.domain.reports.corrections import (
    Corrected,
    DeletionList,
    OneResult,
    RunChoice,
    RunFilter,
)
from backend.domain.reports.readings import FilesRead, ReadingWanted
from backend.services.events import publish_after_commit
from backend.services.reports.correct_commits import (
    CommitCorrection,
    CommitList,
    correct_commit,
    find_commits,
)
from backend.services.reports.correct_names import (
    MergeWanted,
    NameCorrection,
    correct_metric,
    correct_name,
    list_metrics,
    list_named,
    merge_names,
)
from backend.services.reports.correct_runs import (
    delete_runs,
    exclude_runs,
    include_runs,
    list_deletions,
    restore_runs,
)
from backend.services.reports.tools.read_again import read_again
from backend.settings import limits
from backend.storage.commits.corrections import KnownCommit

router = APIRouter(prefix="/projects/{project}", tags=["corrections"], route_class=Call)
Suites = Annotated[list[str], Query(max_length=200)]
OneName = Annotated[str | None, Query(max_length=200)]
Begin = Annotated[str, Query(min_length=1, max_length=200)]


@router.post("/exclusions", dependencies=[writes("excluded", "runs")])
def exclude(
    new: NewExclusion,
    request: Request,
    db: Db,
    queue: Queue,
    project: TriagedProject,
    actor: CurrentActor,
) -> Corrected:
    """Leave runs or single results out of all baselines; charts show them hollow."""
    done = exclude_runs(db, queue, project, actor, _chosen(new, new.reason))
    _publish(request, db, project.id)
    return done


@router.post("/inclusions", dependencies=[writes("included", "runs")])
def include(
    new: NewInclusion, request: Request, db: Db, queue: Queue, project: TriagedProject
) -> Corrected:
    """Let runs or single results count again that were excluded."""
    done = include_runs(db, queue, project, _chosen(new, ""))
    _publish(request, db, project.id)
    return done


@router.post("/deletions", dependencies=[writes("deleted", "runs")])
def delete(
    new: NewDeletion,
    request: Request,
    db: Db,
    queue: Queue,
    project: ConfiguredProject,
    actor: CurrentActor,
) -> Corrected:
    """Delete runs with all that they gave; for seven days they can be brought back."""
    chosen = RunChoice(new.runs, (), _filter(new), new.reason, new.dry_run)
    done = delete_runs(db, queue, project, actor, chosen)
    _publish(request, db, project.id)
    return done


@router.post("/readings", dependencies=[writes("read again", "runs")])
def read_files_again(
    new: NewReading,
    request: Request,
    db: Db,
    queue: Queue,
    project: ConfiguredProject,
    actor: CurrentActor,
) -> FilesRead:
    """Read the kept files of runs again, after a format or mapping got better.

    `dry_run` says what would change. Runs keep their ids; for seven days the deletion that is named
    brings back what they were.
    """
    wanted = ReadingWanted(
        new.runs, new.suite or "", new.before, new.format, new.mapping, new.dry_run
    )
    done = read_again(db, queue, (project, actor), wanted, limits())
    _publish(request, db, project.id)
    return done


@router.get("/deletions")
def deletions(db: Db, project: ReadableProject) -> DeletionList:
    """List the deletions that can be taken back."""
    return list_deletions(db, project.id)


@router.post("/deletions/{deletion_id}/restore", dependencies=[writes("restored", "runs")])
def restore_deleted(
    request: Request,
    db: Db,
    queue: Queue,
    project: ConfiguredProject,
    actor: CurrentActor,
    deletion_id: Id,
) -> Corrected:
    """Bring deleted runs back, or take a merge apart."""
    done = restore_runs(db, queue, project, actor, deletion_id)
    _publish(request, db, project.id)
    return done


@router.get("/metrics")
def metrics(db: Db, project: ReadableProject, suite: Suites = []) -> MetricList:  # noqa: B006
    """List the metrics of some suites, of all where none is named."""
    return list_metrics(db, project.id, suite)


@router.patch("/metrics/{metric_id}", dependencies=[writes("corrected", "metric")])
def change_metric(
    wanted: MetricChange,
    request: Request,
    db: Db,
    queue: Queue,
    project: ConfiguredProject,
    metric_id: Id,
) -> StoredMetric:
    """Correct direction, unit or name of a metric; its verdicts are worked out again."""
    correction = MetricCorrection(wanted.name, wanted.direction, wanted.unit, wanted.was)
    done = correct_metric(db, queue, project, metric_id, correction)
    _publish(request, db, project.id)
    return done


@router.get("/names/{kind}")
def names(db: Db, project: ReadableProject, kind: NamedKind, name: OneName = None) -> NamedList:
    """List suites, benchmarks, metrics, testbeds, branches or machines with their aliases."""
    return list_named(db, project.id, kind, name)


@router.patch("/names/{kind}/{named_id}", dependencies=[writes("corrected", "name")])
def change_name(
    wanted: NameChange,
    request: Request,
    db: Db,
    project: ConfiguredProject,
    kind: NamedKind,
    named_id: Id,
) -> NamedThing:
    """Rename something, archive it, or bring it back; its history goes on."""
    correction = NameCorrection(wanted.name, wanted.archived)
    done = correct_name(db, project, kind, named_id, correction)
    _publish(request, db, project.id)
    return done


@router.post("/names/{kind}/{named_id}/merge", dependencies=[writes("merged", "name")])
def merge(  # noqa: PLR0913 - a request and who makes it
    wanted: NewMerge,
    request: Request,
    db: Db,
    queue: Queue,
    project: ConfiguredProject,
    actor: CurrentActor,
    kind: NamedKind,
    named_id: Id,
) -> Merged:
    """Merge something into another of its kind: one history, to which both names lead.

    `dry_run` says what would be moved and what stands against it. For seven days the deletion that
    is named takes it apart again.
    """
    how = MergeWanted(wanted.into, wanted.dry_run)
    done = merge_names(db, queue, project, actor, (kind, named_id), how)
    _publish(request, db, project.id)
    return done


@router.get("/commits")
def commits(db: Db, project: ReadableProject, name: Begin) -> CommitList:
    """List the commits whose name begins so, with parents and branches."""
    return find_commits(db, project.id, name)


@router.patch(
    "/commits/{commit_id}",
    status_code=HTTPStatus.OK,
    dependencies=[writes("corrected", "commit")],
)
def change_commit(
    wanted: CommitChange,
    request: Request,
    db: Db,
    queue: Queue,
    project: ConfiguredProject,
    commit_id: Id,
) -> KnownCommit:
    """Correct time or parents of a commit; its branches are put in order again."""
    correction = CommitCorrection(wanted.time, wanted.parents)
    done = correct_commit(db, queue, project, commit_id, correction)
    _publish(request, db, project.id)
    return done


def _chosen(new: NewInclusion, reason: str) -> RunChoice:
    results = [OneResult(one.run, one.series) for one in new.results]
    return RunChoice(new.runs, results, _filter(new), reason, new.dry_run)


def _filter(new: NewInclusion | NewDeletion) -> RunFilter | None:
    return None if new.where is None else RunFilter(**new.where.model_dump())


def _publish(request: Request, db: Db, project_id: int) -> None:
    publish_after_commit(db, request.app.state.events, project_id, LiveEvent(EventKind.RUN))
