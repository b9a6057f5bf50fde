"""Gather what an operator watches: from memory, the database and Redis, whichever answer."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import redis
from psycopg import Error as DriverError
from sqlalchemy.exc import SQLAlchemyError

from backend.domain import operation as told
from backend.domain.operation import Durations, Gauge, durations
from backend.domain.readiness import Component, Signs, judge
from backend.services.heartbeats import quick_redis
from backend.services.tallies import read_tallies
from backend.services.task_names import QUEUES
from backend.settings import Settings
from backend.storage import operation
from backend.storage.engine import make_engine, transaction
from backend.storage.replica import ReplicaStanding, standing

PATIENCE_S = 3.0
AWAY = (SQLAlchemyError, DriverError, redis.RedisError)


@dataclass(frozen=True, slots=True)
class OperationNow:
    """All measurements of one moment."""

    gauges: Sequence[Gauge]
    durations: dict[str, list[Durations]]


def read_operation(settings: Settings, signs: Signs, version: str) -> OperationNow:
    """Read everything; a source that does not answer is named and the rest is told."""
    counters: dict[str, float] = {}

    def from_redis() -> Iterator[Gauge]:
        with quick_redis(settings.redis_url) as client:
            counters.update(read_tallies(client))
            for queue in sorted(set(QUEUES.values())):
                yield Gauge(told.BROKER, client.llen(queue), (queue,))

    gauges = [
        Gauge(told.BUILD, 1, (version,)),
        *_of_signs(signs),
        *_from("database", lambda: _from_database(settings.database_url)),
        *_from("redis", from_redis),
        *(_from("replica", lambda: _from_replica(settings)) if settings.database_read_url else ()),
    ]
    return OperationNow(gauges, durations(counters))


def _from(source: str, read: Callable[[], Iterator[Gauge]]) -> list[Gauge]:
    try:
        return [*read(), Gauge(told.UNREAD, 0, (source,))]
    except AWAY:
        return [Gauge(told.UNREAD, 1, (source,))]


def _of_signs(signs: Signs) -> Iterator[Gauge]:
    down = {one.component for one in judge(signs).troubles}
    for component in Component:
        yield Gauge(told.COMPONENT, float(component not in down), (component,))
    for pulse, age_s in signs.pulses.items():
        yield Gauge(told.PULSE, age_s, (pulse,))
    if signs.disk is not None:
        yield Gauge(told.DISK_FREE, signs.disk.free_bytes)
        yield Gauge(told.DISK_TOTAL, signs.disk.total_bytes)


def _from_database(url: str) -> Iterator[Gauge]:
    """Ask by a connection of its own, which rests nowhere between two questions."""
    engine = make_engine(url, 1, PATIENCE_S)
    try:
        with transaction(engine) as session:
            work = operation.waiting_work(session)
            reports = operation.unfinished_reports(session)
            agents = operation.recent_agents(session)
            size = operation.database_bytes(session)
    finally:
        engine.dispose()
    accepted, failed = reports.get("accepted"), reports.get("failed")
    of_work = ((Gauge(told.WORK_WAITING, one.count, (one.name,)), _age(one)) for one in work)
    yield from chain.from_iterable(of_work)
    yield Gauge(told.REPORTS_WAITING, accepted.count if accepted else 0)
    yield Gauge(told.INGESTION_LAG, accepted.oldest_s if accepted else 0)
    yield Gauge(told.REPORTS_FAILED, failed.count if failed else 0)
    for agent in agents:
        yield Gauge(told.AGENT, agent.silent_s, (agent.project, agent.name))
    yield Gauge(told.DATABASE_SIZE, size)


def _from_replica(settings: Settings) -> Iterator[Gauge]:
    found = replica_standing(settings)
    if found is not None:
        yield Gauge(told.REPLICA_SECONDS, found.seconds_behind)
        yield Gauge(told.REPLICA_BYTES, found.bytes_behind)


def replica_standing(settings: Settings) -> ReplicaStanding | None:
    """Ask primary and replica how far apart they are; None where the other is no replica."""
    engines = [
        make_engine(url, 1, PATIENCE_S)
        for url in (settings.database_url, settings.database_read_url)
    ]
    try:
        with transaction(engines[0]) as primary, transaction(engines[1]) as replica:
            return standing(primary, replica)
    finally:
        for engine in engines:
            engine.dispose()


def _age(one: operation.WaitingWork) -> Gauge:
    return Gauge(told.WORK_AGE, one.oldest_s, (one.name,))
