"""Exclude, include, delete and restore runs, and have recomputed what rested on them."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.people.projects import Actor, Project
from backend.domain.reports.corrections import (
    MOST_RUNS,
    RESTORABLE,
    Corrected,
    DeletionList,
    RunChoice,
)
from backend.services.people.audit import record, record_nothing_written
from backend.services.reports.correct_names import take_merge_back
from backend.services.reports.recompute import affected_by, hold_ingestion, recompute
from backend.services.task_queue import TaskName, TaskQueue
from backend.storage import outbox
from backend.storage.reports import deletions, exclusions, run_choices

PURGED_AT_ONCE = 20


def exclude_runs(
    session: Session, queue: TaskQueue, project: Project, actor: Actor, chosen: RunChoice
) -> Corrected:
    """Leave runs, or single results, out of all baselines, for a reason."""
    hold_ingestion(session, project.id)
    runs = _runs_of(session, project.id, chosen)
    counted = Corrected(len(runs), _count(session, project.id, runs, chosen))
    if chosen.is_dry or not (runs or chosen.results):
        record_nothing_written(session)
        return counted
    said = (chosen.reason.strip(), actor.name)
    told = affected_by(session, project.id, _all_runs(runs, chosen))
    series = exclusions.exclude_runs(session, project.id, runs, said) if runs else []
    if chosen.results:
        series += exclusions.exclude_results(session, project.id, chosen.results, said)
    recompute(session, queue, project.id, series, told)
    _record(session, runs, chosen, results=len(series), reason=said[0])
    return Corrected(len(runs), len(series))


def include_runs(
    session: Session, queue: TaskQueue, project: Project, chosen: RunChoice
) -> Corrected:
    """Let runs, or single results, count again that were excluded."""
    hold_ingestion(session, project.id)
    runs = _runs_of(session, project.id, chosen)
    if chosen.is_dry or not (runs or chosen.results):
        record_nothing_written(session)
        return Corrected(len(runs), run_choices.count_results(session, project.id, runs)[1])
    series = exclusions.include_runs(session, project.id, runs) if runs else []
    if chosen.results:
        series += exclusions.include_results(session, project.id, chosen.results)
    all_runs = _all_runs(runs, chosen)
    told = affected_by(session, project.id, all_runs)
    recompute(session, queue, project.id, series, told, judged=all_runs)
    _record(session, runs, chosen, results=len(series))
    return Corrected(len(runs), len(series))


def delete_runs(
    session: Session, queue: TaskQueue, project: Project, actor: Actor, chosen: RunChoice
) -> Corrected:
    """Delete runs with all that they gave; they can be brought back for seven days."""
    hold_ingestion(session, project.id)
    runs = _runs_of(session, project.id, chosen)
    results = sum(run_choices.count_results(session, project.id, runs))
    if chosen.is_dry or not runs:
        record_nothing_written(session)
        return Corrected(len(runs), results)
    told = affected_by(session, project.id, runs)
    series = deletions.series_of(session, project.id, runs)
    exclusions.forget_judgements(session, project.id, runs)
    said = (chosen.reason.strip(), actor.name)
    id_, at = deletions.begin(session, project.id, said, (len(runs), results))
    deletions.move_away(session, project.id, id_, runs)
    recompute(session, queue, project.id, series, told)
    record(session, id_, "", runs=len(runs), results=results, reason=said[0])
    return Corrected(len(runs), results, id_, at + RESTORABLE)


def restore_runs(
    session: Session, queue: TaskQueue, project: Project, actor: Actor, deletion_id: int
) -> Corrected:
    """Bring deleted runs back, or take a merge apart. NotFoundError where nothing is left."""
    hold_ingestion(session, project.id)
    found = deletions.lock_restorable(session, project.id, deletion_id)
    if found is None:
        raise NotFoundError(f"there is no deletion {deletion_id} that can be taken back")
    apart = take_merge_back(session, queue, project, actor, found)
    if apart is not None:
        return apart
    if merged := deletions.later_merge(session, project.id, deletion_id):
        raise ConflictError(f"{merged} after these runs were deleted: take that merge back first")
    series = _make_room(session, project.id, deletion_id)
    runs = deletions.move_back(session, project.id, deletion_id, actor.name)
    series += deletions.series_of(session, project.id, runs)
    told = affected_by(session, project.id, runs)
    recompute(session, queue, project.id, series, told, judged=runs)
    record(session, deletion_id, "", runs=len(runs), results=found.results)
    return Corrected(len(runs), found.results)


def _make_room(session: Session, project_id: int, deletion_id: int) -> list[int]:
    """Take out what was read again in place of what comes back; returns the series that lose it."""
    there = run_choices.known_runs(
        session, project_id, deletions.runs_of(session, project_id, deletion_id)
    )
    again = deletions.put_documents_back(session, project_id, deletion_id)
    if there and not again:
        raise ConflictError(f"run {there[0]} is there again; delete it first")
    outbox.remove_for(session, TaskName.INGEST_REPORTS, project_id, again)
    series = deletions.series_of(session, project_id, there)
    exclusions.forget_judgements(session, project_id, there)
    deletions.drop(session, project_id, there)
    return series


def list_deletions(session: Session, project_id: int) -> DeletionList:
    return DeletionList(deletions.read_restorable(session, project_id))


def purge_deleted(session: Session) -> int:
    """Forget some of what nobody can bring back any more; returns how many deletions."""
    return deletions.purge_old(session, PURGED_AT_ONCE)


def _runs_of(session: Session, project_id: int, chosen: RunChoice) -> list[int]:
    """Return the runs that are meant; InvalidError for none named and too many found."""
    if chosen.where is not None:
        if chosen.where.is_empty:
            raise _refused("/where", "that would be every run of the project", "name one of them")
        found = run_choices.find_runs(session, project_id, chosen.where, MOST_RUNS + 1)
        if len(found) > MOST_RUNS:
            remedy = "name a shorter time, or one suite"
            raise _refused("/where", f"these are more than {MOST_RUNS:,} runs", remedy)
        return found
    if not chosen.runs and not chosen.results:
        raise _refused("/runs", "no run is named", "name runs, results, or where")
    known = run_choices.known_runs(session, project_id, chosen.runs)
    missing = sorted({*chosen.runs} - {*known})
    if missing:
        raise NotFoundError(f"there is no run {missing[0]} in this project")
    return known


def _refused(pointer: str, reason: str, remedy: str) -> InvalidError:
    return InvalidError(reason, [Fault(pointer, reason, remedy)])


def _count(session: Session, project_id: int, runs: Sequence[int], chosen: RunChoice) -> int:
    return run_choices.count_results(session, project_id, runs)[0] + len(chosen.results)


def _all_runs(runs: Sequence[int], chosen: RunChoice) -> list[int]:
    return sorted({*runs, *(one.run for one in chosen.results)})


def _record(session: Session, runs: Sequence[int], chosen: RunChoice, **after: str | int) -> None:
    ids = ", ".join(map(str, _all_runs(runs, chosen)))
    record(session, ids, "", runs=len(runs), **after)
