"""Tell whoever operates the server of what is wrong with it, through the channels they chose."""

from datetime import datetime

from sqlalchemy.orm import Session

from backend.domain.notifications.outages import Outage, OutageKind, Sign
from backend.domain.server_health import Finding, Severity
from backend.services.keeping.watch_server import Watched
from backend.services.notify import BEGUN, OVER, notify_of_server
from backend.services.task_queue import TaskQueue
from backend.storage.notifications import channels, outages

LONGEST_TEXT = 300


def report_server_health(
    session: Session, queue: TaskQueue, watched: Watched, now: datetime
) -> None:
    """Begin and end outages of the server in each project where a channel asks for them.

    What is wrong for two samples in a row begins one, what is right for two ends it: a part that
    wavers within a minute is no news.
    """
    asking = set(channels.projects_notified_of_server(session))
    for project_id in sorted(asking | set(outages.projects_with(session, OutageKind.SERVER))):
        _follow(session, queue, project_id, watched, now, is_reported=project_id in asking)


def _follow(
    session: Session, queue: TaskQueue, project_id: int, watched: Watched, now: datetime,
    *, is_reported: bool,
) -> None:  # fmt: skip
    known = {
        one.name: one
        for one in outages.open_outages(session, project_id)
        if one.kind is OutageKind.SERVER
    }
    over = [one for one in known.values() if not is_reported or _is_over(one, watched)]
    outages.end(session, project_id, [one.id for one in over])
    if not is_reported:
        return
    begun = [
        outages.begin(session, project_id, _sign(key, finding, now))
        for key, finding in watched.lasting.items()
        if key not in known
    ]
    happened = [(id_, BEGUN) for id_ in begun if id_ is not None]
    happened += [(one.id, OVER) for one in over if not _is_worse_now(one, watched)]
    if happened:
        notify_of_server(session, project_id, happened)
        queue.request_delivery(project_id)


def _is_over(one: Outage, watched: Watched) -> bool:
    return not watched.is_first and one.name not in watched.recent


def _is_worse_now(one: Outage, watched: Watched) -> bool:
    """Tell whether a warning is over because the same part has a fault now, which is told."""
    faults = {item.part for item in watched.findings if item.severity is Severity.FAULT}
    return any(one.name == f"{part} ({Severity.WARNING})" for part in faults)


def _sign(key: str, finding: Finding, now: datetime) -> Sign:
    said = f"{finding.reason}. To do: {finding.remedy}"
    return Sign(OutageKind.SERVER, f"0:{key}", key, said[:LONGEST_TEXT], now)
