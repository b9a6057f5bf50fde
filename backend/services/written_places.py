"""Up to where a writer, or a project, has written: whoever reads next must see it.

Places in the write-ahead log, in Redis, since the next request may come to another process. Where
Redis does not tell, nobody knows, and the primary is asked.
"""

from collections.abc import Sequence

import redis
import redis.asyncio
import structlog
from redis.exceptions import RedisError

from backend.services.heartbeats import PATIENCE_S, quick_redis

log = structlog.get_logger()
KEPT_S = 3_600
"""A replica that is further behind is not read."""
_MEMBER = "place"


def of_project(project_id: int) -> str:
    return f"tidemark:written:project:{project_id}"


def of_writer(credential: str) -> str:
    return f"tidemark:written:by:{credential}"


class WrittenPlaces:
    """Notes places, and tells the last of several."""

    def __init__(self, redis_url: str) -> None:
        self._client = quick_redis(redis_url)
        self._asking = redis.asyncio.Redis.from_url(
            redis_url, socket_connect_timeout=PATIENCE_S, socket_timeout=PATIENCE_S
        )

    def note(self, names: Sequence[str], place: int) -> None:
        """Note that some have written up to a place; of several places the last one counts."""
        try:
            with self._client.pipeline(transaction=False) as told:
                for name in names:
                    told.zadd(name, {_MEMBER: place}, gt=True)
                    told.expire(name, KEPT_S)
                told.execute()
        except RedisError as error:
            log.warning("a place was not noted", error=str(error)[:200])

    async def last(self, names: Sequence[str]) -> int | None:
        """Return the last place that any of them wrote, 0 for none; None where nobody knows."""
        try:
            async with self._asking.pipeline(transaction=False) as asked:
                for name in names:
                    asked.zscore(name, _MEMBER)
                found = await asked.execute()
        except (RedisError, OSError):
            return None
        return int(max((place for place in found if place is not None), default=0))

    async def close(self) -> None:
        self._client.close()
        await self._asking.aclose()
