"""Slow those who guess passwords: each failure makes the account and the address wait longer.

Counts live in Redis, for all processes; where Redis is away each process counts for itself, so
that nobody ever guesses freely.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import Lock

import redis
import structlog

from backend.domain.errors import TooOftenError
from backend.domain.people.passwords import MEMORY_S, wait_after

log = structlog.get_logger()
MOST_REMEMBERED = 100_000


class SharedCounter:
    """Counts in Redis."""

    def __init__(self, client: redis.Redis) -> None:
        self._redis = client

    def attempt(self, name: str, *, is_address: bool) -> int:
        failures, wait = f"tidemark:failures:{name}", f"tidemark:wait:{name}"
        left = int(str(self._redis.ttl(wait)))
        if left >= 0:
            return left + 1
        counted = int(str(self._redis.incr(failures)))
        self._redis.expire(failures, MEMORY_S)
        seconds = wait_after(counted - 1, is_address=is_address)
        # of several attempts at the same moment one sets the mark, and only that one goes on
        if seconds and not self._redis.set(wait, 1, ex=seconds, nx=True):
            return seconds
        return 0

    def take_back(self, name: str, *, is_address: bool) -> None:
        if is_address:
            self._redis.decr(f"tidemark:failures:{name}")
        else:
            self._redis.delete(f"tidemark:failures:{name}", f"tidemark:wait:{name}")


class OwnCounter:
    """Counts in this process."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._known: dict[str, tuple[int, float, float]] = {}
        """Failures, until when to wait, and when the last one was."""

    def attempt(self, name: str, *, is_address: bool) -> int:
        now = self._clock()
        with self._lock:
            failures, until, last = self._known.pop(name, (0, 0.0, now))
            if now - last >= MEMORY_S:
                failures = 0
            if now < until:
                self._known[name] = (failures, until, last)
                return ceil(until - now)
            if len(self._known) >= MOST_REMEMBERED:
                self._known.pop(next(iter(self._known)))
            wait = wait_after(failures, is_address=is_address)
            self._known[name] = (failures + 1, now + wait, now)
        return 0

    def take_back(self, name: str, *, is_address: bool) -> None:
        with self._lock:
            failures, until, last = self._known.pop(name, (0, 0.0, 0.0))
            if is_address and failures > 1:
                self._known[name] = (failures - 1, until, last)


@dataclass(frozen=True, slots=True)
class SignInSource:
    """Who tries to sign in: as whom, and from where."""

    email: str
    address: str

    def names(self) -> tuple[tuple[str, bool], tuple[str, bool]]:
        account = hashlib.sha256(self.email.lower().encode()).hexdigest()[:32]
        return (f"account:{account}", False), (f"address:{self.address[:64]}", True)


class SignInThrottle:
    """Refuses attempts while somebody has to wait."""

    def __init__(self, redis_url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._redis = redis.Redis.from_url(
            redis_url, socket_connect_timeout=0.5, socket_timeout=0.5
        )
        self._shared = SharedCounter(self._redis)
        self._own = OwnCounter(clock)

    def attempt(self, source: SignInSource) -> None:
        """Count an attempt before it is made; TooOftenError while somebody has to wait."""
        wait = max(self._wait(name, is_address=so) for name, so in source.names())
        if wait:
            raise TooOftenError(f"too many wrong passwords; try again in {wait} s", wait)

    def succeeded(self, source: SignInSource) -> None:
        """Take the attempt back; the address's earlier failures stay, as it may guess on."""
        for name, is_address in source.names():
            self._own.take_back(name, is_address=is_address)
            try:
                self._shared.take_back(name, is_address=is_address)
            except redis.RedisError as error:
                log.warning("a success is known to this process alone", error=str(error)[:200])

    def _wait(self, name: str, *, is_address: bool) -> int:
        # what this process counted while Redis was away goes on counting
        mine = self._own.attempt(name, is_address=is_address)
        try:
            return max(mine, self._shared.attempt(name, is_address=is_address))
        except redis.RedisError as error:
            log.warning("failures are counted by this process alone", error=str(error)[:200])
            return mine

    def close(self) -> None:
        self._redis.close()
