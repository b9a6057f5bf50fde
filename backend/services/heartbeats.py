"""Signs of life: given by what does the work, read by whoever must know that it is done."""

import time
from collections.abc import Callable

import redis
import structlog

from backend.domain.readiness import BEAT_EVERY_S, Pulse

log = structlog.get_logger()
REMEMBERED_S = 86_400
PATIENCE_S = 0.5


def quick_redis(url: str) -> redis.Redis:
    """Return a client that waits for half a second at most: no sign of life holds up work."""
    return redis.Redis.from_url(url, socket_connect_timeout=PATIENCE_S, socket_timeout=PATIENCE_S)


def _key(pulse: Pulse) -> str:
    return f"tidemark:heartbeat:{pulse}"


class Heart:
    """Gives signs of life through Redis, and to what else keeps them."""

    def __init__(
        self, redis_url: str, keep: Callable[[Pulse], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._redis = quick_redis(redis_url)
        self._keep = keep
        self._clock = clock
        self._next = float("-inf")

    def beat(self, pulse: Pulse) -> None:
        """Give a sign of life; where nobody can take it, it is left out."""
        self._store_in_redis(pulse)
        if self._keep is not None:
            self._keep(pulse)

    def show_work(self, pulse: Pulse) -> None:
        """Tell Redis that work goes on; often called, seldom sent."""
        if self._clock() >= self._next:
            self._next = self._clock() + BEAT_EVERY_S
            self._store_in_redis(pulse)

    def _store_in_redis(self, pulse: Pulse) -> None:
        try:
            self._redis.set(_key(pulse), 1, ex=REMEMBERED_S)
        except redis.RedisError as error:
            log.warning("heartbeat not sent", pulse=pulse, error=str(error)[:200])

    def close(self) -> None:
        self._redis.close()


def ages_in_redis(client: redis.Redis) -> dict[Pulse, float]:
    """Return how many seconds ago each pulse was seen, by Redis's own clock."""
    with client.pipeline(transaction=False) as asked:
        for pulse in Pulse:
            asked.pttl(_key(pulse))
        left_ms = asked.execute()
    ages = zip(Pulse, left_ms, strict=True)
    return {pulse: REMEMBERED_S - left / 1000 for pulse, left in ages if left >= 0}
