"""Counts of what the processes of API and worker did, added up in Redis.

So one answer tells of all processes on all hosts, and a process that ends takes nothing with it.
Files that processes share, as Prometheus's client makes them, would kill them on a full disk.
"""

import threading

import redis
import structlog

from backend.domain.operation import Family, counted
from backend.services.heartbeats import quick_redis

log = structlog.get_logger()
KEY = "tidemark:tallies"


class DurationTally:
    """Counts in memory, and hands over to Redis when told."""

    def __init__(self, redis_url: str) -> None:
        self._redis = quick_redis(redis_url)
        self._lock = threading.Lock()
        self._waiting: dict[str, float] = {}

    def observe(self, family: Family, labels: tuple[str, ...], seconds: float) -> None:
        """Count one duration."""
        raised = counted(family, labels, seconds)
        with self._lock:
            self._add(raised)

    def hand_over(self) -> None:
        """Add what was counted to what Redis holds; while it is away, keep it."""
        with self._lock:
            taken, self._waiting = self._waiting, {}
        if not taken:
            return
        try:
            with self._redis.pipeline(transaction=True) as sent:
                for name, by in taken.items():
                    sent.hincrbyfloat(KEY, name, by)
                sent.execute()
        except redis.RedisError as error:
            log.debug("counts not handed over", error=str(error)[:200])
            with self._lock:
                self._add(taken)

    def close(self) -> None:
        self.hand_over()
        self._redis.close()

    def _add(self, raised: dict[str, float]) -> None:
        for name, by in raised.items():
            self._waiting[name] = self._waiting.get(name, 0.0) + by


def read_tallies(client: redis.Redis) -> dict[str, float]:
    """Return all counters."""
    held: dict[bytes, bytes] = client.hgetall(KEY)  # type: ignore[assignment]  # as it is made here
    return {name.decode(): float(value) for name, value in held.items()}
