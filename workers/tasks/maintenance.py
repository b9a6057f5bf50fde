"""Maintenance: signs of life, what a crash left, self-comparisons, stored suites, old events."""

from collections.abc import Callable
from functools import partial

import structlog
from sqlalchemy.orm import Session

from backend.domain.events import EventKind, LiveEvent
from backend.domain.readiness import Pulse
from backend.services.jobs.check_itself import projects_to_watch, watch_machines
from backend.services.jobs.quotas import catch_up_with_others
from backend.services.jobs.requeue import requeue_lost
from backend.services.machines.compare_with_itself import compare_with_itself
from backend.services.notifications.read_deliveries import forget_old_messages
from backend.services.people.audit import forget_old_events
from backend.services.people.delete_projects import purge_projects
from backend.services.redeliver_outbox import redeliver_outbox
from backend.services.reports.correct_runs import purge_deleted
from backend.services.reports.drop_documents import drop_documents
from backend.services.reports.forget_samples import forget_samples
from backend.services.splits.backfill import backfill_suite
from backend.services.splits.follow import judge_stale
from backend.services.task_queue import TaskName, TaskQueue
from backend.services.thresholds.follow_job_rules import follow_job_rules, projects_with_rules
from backend.settings import settings
from backend.storage.commits.series_writes import forget_old_writes
from backend.storage.engine import transaction
from backend.storage.reports.addresses.imports import drop_old_pages
from workers.base import task
from workers.process import process

log = structlog.get_logger()
MOST_PURGES = 100
MOST_BATCHES = 5
"""Looked at in one go: what must be handed over does not wait for a long history."""


@task(TaskName.SHOW_LIFE)
def show_life() -> None:
    """Show that broker, worker, pool and database do their part together."""
    process().heart.beat(Pulse.TASKS)


@task(TaskName.REDELIVER_OUTBOX)
def redeliver() -> None:
    """Tell workers of work that nobody finished in time."""
    with transaction(process().engine) as session:
        left = redeliver_outbox(session)
    for message in left:
        process().relay.publish(message)


@task(TaskName.REQUEUE_JOBS)
def requeue_jobs() -> None:
    """Give back what lost agents held, end what waited too long, and keep turns fair."""
    _repeat(
        lambda session: requeue_lost(session, process().events, TaskQueue(session, process().relay))
    )
    with transaction(process().engine) as session:
        catch_up_with_others(session)


@task(TaskName.FOLLOW_JOB_RULES)
def follow_rules() -> None:
    """Ask for the jobs that rules want, project by project."""
    with transaction(process().engine) as session:
        ruled = projects_with_rules(session)
    for project_id in ruled:
        try:
            events = process().events
            _repeat(partial(follow_job_rules, teller=events, project_id=project_id))
        except Exception:  # the rules of other projects go on
            log.exception("rules not followed", project_id=project_id)


@task(TaskName.WATCH_MACHINES)
def watch_flaky_machines() -> None:
    """Put flaky machines into quarantine and have those there checked, project by project."""
    with transaction(process().engine) as session:
        attended = projects_to_watch(session)
    for project_id in attended:
        try:
            with transaction(process().engine) as session:
                watch_machines(session, process().events, project_id)
        except Exception:  # the machines of other projects are watched
            log.exception("machines not watched", project_id=project_id)


@task(TaskName.COMPARE_WITH_ITSELF)
def compare_new_runs() -> None:
    """Judge new runs that measured the same code as the run before them."""
    _repeat(compare_with_itself)


@task(TaskName.FORGET_OLD_EVENTS)
def forget_events() -> None:
    """Forget what happened, and was sent, longer ago than the audit trail is kept.

    Runs and projects that were deleted too long ago to be brought back go with it, and samples
    and documents that the installation keeps no longer.
    """
    days = settings().audit_days
    _repeat(lambda session: forget_old_events(session, days) + forget_old_messages(session, days))
    with transaction(process().engine) as session:
        drop_old_pages(session)
    with transaction(process().engine) as session:
        forget_old_writes(session)
    _repeat(purge_deleted)
    _repeat(purge_projects, MOST_PURGES)
    _repeat(lambda session: forget_samples(session, settings().samples_days))
    _repeat(lambda session: drop_documents(session, settings().documents_days))


def _repeat(step: Callable[[Session], object], most: int = MOST_BATCHES) -> None:
    """Do a step in a transaction of its own, again while it finds something, so many times."""
    for _ in range(most):
        with transaction(process().engine) as session:
            if not step(session):
                return


@task(TaskName.BACKFILL_SPLITS)
def backfill_splits() -> None:
    """Ask for splits in suites that were stored before anybody looked; judge old ones again."""
    _repeat(lambda session: backfill_suite(session, TaskQueue(session, process().relay)))
    for _ in range(MOST_BATCHES):
        with transaction(process().engine) as session:
            found = judge_stale(session)
        if found is None:
            return
        project_id, touched = found
        if touched:
            process().events.publish(project_id, LiveEvent(EventKind.SPLIT, tuple(touched)))
