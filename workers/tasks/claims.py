"""Claims and pages that manifests name: brought in line with the runs that were stored."""

from backend.domain.events import EventKind, LiveEvent
from backend.services.claims.judge import judge_requested
from backend.services.reports.follow_manifests import follow_manifests
from backend.services.task_queue import TaskName
from backend.storage.engine import transaction
from workers.base import task
from workers.process import process


@task(TaskName.JUDGE_CLAIMS)
def judge_claims(project_id: int, outbox_id: int) -> None:
    """Judge the claims that rest on some runs; nothing where it is done already."""
    with transaction(process().engine) as session:
        touched = judge_requested(session, project_id, outbox_id)
    if touched:
        process().events.publish(project_id, LiveEvent(EventKind.CLAIM, tuple(touched)))


@task(TaskName.FOLLOW_MANIFESTS)
def make_pages(project_id: int, outbox_id: int) -> None:
    """Make the ladders and splits that manifests name; nothing where it is done already."""
    with transaction(process().engine) as session:
        found = follow_manifests(session, project_id, outbox_id)
    for kind, ids in ((EventKind.SPLIT, found.splits), (EventKind.LADDER, found.ladders)):
        if ids:
            process().events.publish(project_id, LiveEvent(kind, tuple(ids)))
