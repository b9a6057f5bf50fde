"""Notice what should report and does not, and tell of it: silence is news too."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.domain.notifications.outages import (
    JUDGED_ELSEWHERE,
    Outage,
    OutageKind,
    Sign,
    is_agent_quiet,
    is_channel_down,
    suite_stopped_at,
)
from backend.services.claims.page import lost_statements
from backend.services.claims.read import list_claims
from backend.services.notify import BEGUN, OVER, notify_of_outages
from backend.services.task_queue import TaskQueue
from backend.storage.notifications import channels, outages
from backend.storage.thresholds import bounds

LONGEST_THING = 300
LOCK = 0x7369_6C65
"""First half of the advisory lock's key; the project is the other half."""


def lively_projects(session: Session, now: datetime) -> list[int]:
    """Return the projects to look at; in the others nothing reports, so nothing can be silent."""
    return outages.lively_projects(session, now)


def detect_project_outages(
    session: Session, queue: TaskQueue, project_id: int, now: datetime
) -> bool:
    """Begin and end outages of one project; tells whether anything is news."""
    session.execute(
        text("select pg_advisory_xact_lock(:kind, :project)"),
        {"kind": LOCK, "project": project_id},
    )
    end_forgotten_budgets(session, project_id)
    known = {
        (one.kind, one.thing): one
        for one in outages.open_outages(session, project_id)
        if one.kind not in JUDGED_ELSEWHERE
    }
    present = {(one.kind, one.thing): one for one in _signs(session, project_id, now)}
    over = [one for key, one in known.items() if key not in present]
    outages.end(session, project_id, [one.id for one in over])
    begun = [
        (sign, outages.begin(session, project_id, sign))
        for key, sign in present.items()
        if key not in known
    ]
    told = [(id_, BEGUN) for _, id_ in begun if id_ is not None]
    told += [(one.id, OVER) for one in over]
    if told:
        down = [sign for key, sign in present.items() if key[0] is OutageKind.CHANNEL]
        notify_of_outages(session, project_id, told, _ids_of_channels(down))
        queue.request_delivery(project_id)
    return bool(told)


def _signs(session: Session, project_id: int, now: datetime) -> Iterator[Sign]:
    for agent in outages.agents(session, project_id):
        if agent.last_beat_at is not None and is_agent_quiet(agent.last_beat_at, now):
            yield Sign(OutageKind.AGENT, str(agent.id), agent.name, "", agent.last_beat_at)
    for (suite_id, name), received in outages.turns_of_suites(session, project_id, now).items():
        stopped = suite_stopped_at(received, now)
        if stopped is not None:
            yield Sign(OutageKind.SUITE, str(suite_id), name, "", stopped)
    for one in outages.failing(session, project_id, now):
        yield Sign(OutageKind.BENCHMARK, one.thing, one.name, one.message[:300], one.since)
    for suite in outages.vetoed(session, project_id, now):
        yield Sign(OutageKind.VETO, suite.thing, suite.name, suite.message[:300], suite.since)
    yield from _claims_lost(session, project_id)
    yield from _channels_down(session, project_id, now)


def _claims_lost(session: Session, project_id: int) -> Iterator[Sign]:
    """Yield a sign for each claim and testbed where what held does not hold any more."""
    for one in list_claims(session, project_id).rows:
        for lost in lost_statements(one):
            yield Sign(
                OutageKind.CLAIM,
                f"{one.id}:{lost.testbed}"[:LONGEST_THING],
                f"{one.title} ({lost.testbed})",
                lost.sentence[:300],
                lost.standing.since or lost.measured_at,
            )


def _channels_down(session: Session, project_id: int, now: datetime) -> Iterator[Sign]:
    health = channels.health_of(session, project_id)
    for channel in channels.channels_of(session, project_id):
        found = health[channel.id]
        if channel.paused_at is None and is_channel_down(found.failing_since, found.dead, now):
            since = found.failing_since or now
            yield Sign(OutageKind.CHANNEL, str(channel.id), channel.name, found.last_reason, since)


def _ids_of_channels(signs: Sequence[Sign]) -> list[int]:
    return [int(sign.thing) for sign in signs]


def end_forgotten_budgets(session: Session, project_id: int) -> list[int]:
    """End broken budgets of series that are hidden, or that nobody measured lately; untold.

    Returns the series.
    """
    known = open_budgets(session, project_id)
    asked = sorted({one.thing_id for one in known})
    current = bounds.read_current(session, project_id, series=asked) if asked else []
    series = {one.series_id for one in current}
    gone = [one for one in known if one.thing_id not in series]
    outages.end(session, project_id, [one.id for one in gone])
    return [one.thing_id for one in gone]


def open_budgets(session: Session, project_id: int) -> list[Outage]:
    found = outages.open_outages(session, project_id)
    return [one for one in found if one.kind is OutageKind.BUDGET]


def open_outages(session: Session, project_id: int) -> list[Outage]:
    """Return what is out of order now."""
    return outages.open_outages(session, project_id)
