"""Take a sample of the server, keep it, and read how it did."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import redis
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from backend.domain.operation import durations
from backend.domain.server_health import (
    KEPT,
    LONGEST_STEP,
    Answers,
    Finding,
    RecentAgent,
    ServerSample,
    ServerStatus,
    WaitingTask,
    answers,
    failing_requests,
    ordered,
    point_now,
    points_of,
    reported_parts,
)
from backend.services.heartbeats import quick_redis
from backend.services.keeping.doctor import examine
from backend.services.tallies import read_tallies
from backend.services.watch_components import space_of
from backend.settings import Settings
from backend.storage import operation, server_samples
from backend.storage.engine import make_engine, transaction

MOST_POINTS = 300
"""Of a chart; longer times are read in wider bins."""
PATIENCE_S = 5.0


@dataclass(frozen=True, slots=True)
class Watched:
    """What is wrong now, and of that what was wrong a minute ago as well."""

    findings: list[Finding]
    lasting: dict[str, Finding]
    """By key, worth a message."""
    is_first: bool
    """Nothing tells of a minute ago: what is not wrong now is not known to be over."""
    recent: frozenset[str]
    """Keys of findings worth a message that stand now, or stood a minute ago."""


def take_sample(session: Session, settings: Settings, now: datetime) -> Watched:
    """Store how the server is now, and hold it against the sample before."""
    kept = server_samples.newest(session, now - LONGEST_STEP)
    earlier, parts = kept or (None, [])
    sample = _measure(session, settings, now)
    findings = [*examine(settings), *failing_requests(earlier, sample)]
    told = reported_parts(findings)
    server_samples.store(session, sample, sorted(told))
    server_samples.forget(session, now - KEPT)
    lasting = {part: one for part, one in told.items() if part in parts}
    return Watched(findings, lasting, kept is None, frozenset(parts) | told.keys())


def read_status(settings: Settings, version: str, now: datetime, hours: int) -> ServerStatus:
    """Return what is wrong now and how the server did; without a database only the first."""
    findings = examine(settings)
    engine = make_engine(settings.database_url, 1, PATIENCE_S)
    try:
        with transaction(engine) as session:
            sooner, last = server_samples.newest_two(session, now - LONGEST_STEP)
            if last is not None:
                findings = [*findings, *failing_requests(sooner, last)]
            return ServerStatus(
                version=version,
                read_at=now,
                findings=ordered(findings),
                now=point_now(last, _measure(session, settings, now)),
                waiting=_waiting(session),
                agents=_agents(session),
                points=points_of(_history(session, now, hours)),
                hours=hours,
            )
    except (SQLAlchemyError, psycopg.Error):  # a finding says so
        return ServerStatus(version, now, ordered(findings), [], [], None, [], hours)
    finally:
        engine.dispose()


def _history(session: Session, now: datetime, hours: int) -> list[ServerSample]:
    reach = timedelta(hours=hours)
    return server_samples.read(session, now - reach, max(reach / MOST_POINTS, timedelta(minutes=1)))


def _waiting(session: Session) -> list[WaitingTask]:
    found = sorted(operation.waiting_work(session), key=lambda one: -one.oldest_s)
    return [WaitingTask(one.name, one.count, one.oldest_s) for one in found]


def _agents(session: Session) -> list[RecentAgent]:
    found = sorted(operation.recent_agents(session), key=lambda one: -one.silent_s)
    return [RecentAgent(one.project, one.name, one.silent_s) for one in found]


def _measure(session: Session, settings: Settings, now: datetime) -> ServerSample:
    work = operation.waiting_work(session)
    accepted = operation.unfinished_reports(session).get("accepted")
    return ServerSample(
        at=now,
        answers=_answers(settings.redis_url),
        work_waiting=sum(one.count for one in work),
        work_oldest_s=max((one.oldest_s for one in work), default=0.0),
        reports_waiting=accepted.count if accepted else 0,
        ingestion_lag_s=accepted.oldest_s if accepted else 0.0,
        disk_free_bytes=_free_bytes(settings),
        database_bytes=operation.database_bytes(session),
    )


def _answers(redis_url: str) -> Answers | None:
    try:
        with quick_redis(redis_url) as client:
            return answers(durations(read_tallies(client)))
    except redis.RedisError:
        return None


def _free_bytes(settings: Settings) -> int | None:
    place = Path(settings.data_disk) if settings.data_disk else settings.state_dir
    space = space_of(place)
    return space.free_bytes if space else None
