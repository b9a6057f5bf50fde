"""Ask for dry runs of thresholds, and show how far they have come."""

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.thresholds.dry_runs import ShownDryRun
from backend.domain.thresholds.files import rules_of
from backend.services.people.audit import record
from backend.services.task_queue import TaskQueue
from backend.storage.catalogue.labels import read_labels
from backend.storage.commits.refs import read_commits
from backend.storage.thresholds import dry_runs
from backend.storage.thresholds import rows as thresholds

MOST_UNFINISHED = 4
"""Dry runs of a project that may wait or be under way."""


def start_dry_run(
    session: Session, queue: TaskQueue, project_id: int, text: str, author: str
) -> int:
    """Have a file tried; InvalidError where it is wrong, ConflictError where too many wait."""
    rules = rules_of(text)
    if dry_runs.count_unfinished(session, project_id) >= MOST_UNFINISHED:
        reason = f"{MOST_UNFINISHED} dry runs of this project are under way: wait for one to end"
        raise ConflictError(reason)
    number = thresholds.last_number(session, project_id)
    id_ = dry_runs.add(session, project_id, (text, number), author)
    dry_runs.forget_old(session, project_id)
    queue.request_dry_run(project_id, id_)
    record(session, id_, rules=len(rules.rules))
    return id_


def show_dry_run(session: Session, project_id: int, id_: int) -> ShownDryRun:
    """Return a dry run with the names of what it found; NotFoundError where there is none."""
    run = dry_runs.find(session, project_id, id_)
    if run is None:
        raise NotFoundError(f"there is no dry run {id_} in this project, or it was forgotten")
    changes = run.found.changes
    return ShownDryRun(
        run,
        read_labels(session, project_id, sorted({one.series_id for one in changes})),
        read_commits(session, project_id, {one.commit_id for one in changes}),
    )
