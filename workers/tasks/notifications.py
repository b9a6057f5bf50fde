"""Notifications: messages are made of what waits and sent beside other work; silence is noticed."""

from backend.services.keeping.watch_server import take_sample
from backend.services.notifications.deliver_messages import (
    deliver_all,
    due_channels,
    make_messages,
    now_utc,
)
from backend.services.notifications.detect_outages import detect_project_outages, lively_projects
from backend.services.notifications.report_server_health import report_server_health
from backend.services.task_queue import TaskName, TaskQueue
from backend.settings import settings
from backend.storage.engine import transaction
from workers.base import task
from workers.process import process


@task(TaskName.DELIVER_MESSAGES)
def deliver_messages(project_id: int | None = None) -> None:  # noqa: ARG001  of all projects
    """Make messages and hand each channel to a thread: one that hangs keeps no task waiting."""
    with transaction(process().engine) as session:
        make_messages(session, now_utc())
    with transaction(process().engine) as session:
        due = due_channels(session)
    for project, channel in due:
        process().carry(deliver_all, project, channel)


@task(TaskName.MAIL_LINKS)
def mail_links(project_id: int | None = None) -> None:  # noqa: ARG001  of the installation
    """Hand the mails that people asked for to a thread."""
    process().mail_links()


@task(TaskName.WATCH_SERVER)
def watch_server() -> None:
    """Keep how the server is, and tell those who operate it of what is wrong."""
    with transaction(process().engine) as session:
        watched = take_sample(session, settings(), now_utc())
        queue = TaskQueue(session, process().relay)
        report_server_health(session, queue, watched, now_utc())


@task(TaskName.DETECT_OUTAGES)
def detect_outages() -> None:
    """Notice what should report and does not, one transaction a project that has anything."""
    with transaction(process().engine) as session:
        lively = lively_projects(session, now_utc())
    for project_id in lively:
        with transaction(process().engine) as session:
            detect_project_outages(
                session, TaskQueue(session, process().relay), project_id, now_utc()
            )
