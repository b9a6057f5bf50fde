"""Live events over Redis: published after the commit, lost without harm."""

from collections.abc import AsyncIterator

import msgspec
import redis
import redis.asyncio
import structlog

from backend.domain.events import Event

log = structlog.get_logger()

HEARTBEAT_S = 15.0
MOST_IDS = 100


def _channel(project_id: int) -> str:
    return f"tidemark:events:{project_id}"


class EventBus:
    """Tells open pages what happened."""

    def __init__(self, redis_url: str) -> None:
        self._redis = redis.Redis.from_url(
            redis_url, socket_connect_timeout=0.5, socket_timeout=0.5
        )

    def publish(self, project_id: int, event: Event) -> None:
        """Send an event; where Redis is away the pages find out at their next look."""
        short = msgspec.structs.replace(event, ids=event.ids[:MOST_IDS])
        try:
            self._redis.publish(_channel(project_id), msgspec.json.encode(short))
        except redis.RedisError as error:
            log.warning("event not sent", event=event.kind, error=str(error)[:200])

    def close(self) -> None:
        self._redis.close()


async def subscribe(redis_url: str, project_id: int) -> AsyncIterator[Event | None]:
    """Yield events of a project; None whenever nothing happened for a heartbeat's time."""
    client = redis.asyncio.Redis.from_url(redis_url)
    try:
        async with client.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(_channel(project_id))
            while True:
                message = await channel.get_message(timeout=HEARTBEAT_S)
                yield msgspec.json.decode(message["data"], type=Event) if message else None
    finally:
        await client.aclose()
