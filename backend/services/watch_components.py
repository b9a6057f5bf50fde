"""Ask the database and Redis all the time how they and the workers are.

In threads of its own with a connection of its own: whoever asks for the outcome waits for nobody.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import redis
import structlog
from psycopg import Error as DriverError
from sqlalchemy.exc import SQLAlchemyError

from backend.domain.readiness import DiskSpace, Pulse, Readiness, Signs, judge
from backend.services.heartbeats import ages_in_redis, quick_redis
from backend.storage import heartbeats, operation
from backend.storage.engine import make_engine, transaction

log = structlog.get_logger()
ASK_EVERY_S = 1.0
LONGEST_ASK_S = 6.0
Ages = Mapping[Pulse, float]


class _Asked:
    """One service, asked again and again."""

    def __init__(self, name: str, ask: Callable[[], Ages]) -> None:
        self._ask = ask
        self._answer: tuple[float, Ages] = (time.monotonic(), {})
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"watch {name}", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """Ask no more; a question that is under way is waited for, within its own patience."""
        self._is_over.set()
        self._thread.join(LONGEST_ASK_S)

    def silent_s(self) -> float:
        """Seconds since it last answered."""
        return time.monotonic() - self._answer[0]

    def ages_s(self) -> Ages:
        """Seconds since each pulse was seen, counted on since the last answer."""
        at, ages = self._answer
        return {pulse: age + time.monotonic() - at for pulse, age in ages.items()}

    def _run(self) -> None:
        while not self._is_over.wait(ASK_EVERY_S):
            try:
                self._answer = (time.monotonic(), self._ask())
            except (SQLAlchemyError, DriverError, redis.RedisError) as error:
                log.debug("a part does not answer", error=str(error)[:200])


class ComponentWatch:
    """Knows at any time how the components are."""

    def __init__(self, database_url: str, redis_url: str, disk: Path | None = None) -> None:
        self._engine = make_engine(database_url, 1, LONGEST_ASK_S)
        self._client = quick_redis(redis_url)
        self._schema_fault = ""
        self._is_schema_known = False
        self._database = _Asked("database", self._ask_database)
        self._redis = _Asked("redis", lambda: ages_in_redis(self._client))
        self._disk = disk
        for asked in (self._database, self._redis):
            asked.begin()

    def close(self) -> None:
        """Ask no more."""
        self._database.end()
        self._redis.end()
        self._client.close()
        self._engine.dispose()

    def readiness(self) -> Readiness:
        """Return what is out of order now."""
        return judge(self.signs())

    def signs(self) -> Signs:
        """Return what is known now."""
        return Signs(
            database_silent_s=self._database.silent_s(),
            redis_silent_s=self._redis.silent_s(),
            pulses=_youngest((self._database.ages_s(), self._redis.ages_s())),
            disk=space_of(self._disk) if self._disk else None,
            schema_fault=self._schema_fault,
        )

    def _ask_database(self) -> Ages:
        with transaction(self._engine) as session:
            if self._schema_fault or not self._is_schema_known:
                self._schema_fault = operation.schema_fault(session)
                self._is_schema_known = True
            return {} if self._schema_fault else heartbeats.ages_s(session)


@contextmanager
def watched_components(
    database_url: str, redis_url: str, disk: Path | None = None
) -> Iterator[ComponentWatch]:
    """Watch the components for as long as the block runs; `disk` is where the data are."""
    watch = ComponentWatch(database_url, redis_url, disk)
    try:
        yield watch
    finally:
        watch.close()


def space_of(directory: Path) -> DiskSpace | None:
    """Ask the kernel, which knows it without reading the disk; None: there is no such directory.

    What is used and what is free make the whole, as `df` counts it: blocks that nobody but root
    may fill are in neither.
    """
    try:
        told = os.statvfs(directory)
    except OSError:
        return None
    used = told.f_blocks - told.f_bfree
    return DiskSpace(told.f_bavail * told.f_frsize, (used + told.f_bavail) * told.f_frsize)


def _youngest(known: Iterable[Ages]) -> dict[Pulse, float]:
    found: dict[Pulse, float] = {}
    for ages in known:
        for pulse, age in ages.items():
            found[pulse] = min(age, found.get(pulse, age))
    return found
