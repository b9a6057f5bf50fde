"""Live events over Redis: published after the commit, lost without harm."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Protocol

import msgspec
import redis
import redis.asyncio
import structlog
from sqlalchemy.event import listen
from sqlalchemy.orm import Session

from backend.domain.errors import UnavailableError
from backend.domain.events import EventKind, LiveEvent
from backend.services.work_watch import WorkDesk

log = structlog.get_logger()

HEARTBEAT_S = 15.0
MOST_IDS = 100
MOST_WAITING = 100
"""Events that a page may be behind."""
COME_AGAIN_S = 5


def _channel(project_id: int | str) -> str:
    return f"tidemark:events:{project_id}"


class Teller(Protocol):
    """Tells open pages, and agents that wait for work."""

    def publish(self, project_id: int, event: LiveEvent) -> None: ...


def publish_after_commit(
    session: Session, teller: Teller, project_id: int, news: LiveEvent
) -> None:
    """Send an event once others can see what it tells of; nothing where that is rolled back."""
    waiting = [news]

    def publish(ended: Session) -> None:
        # a savepoint that ends shows nobody anything
        if waiting and not ended.in_nested_transaction():
            teller.publish(project_id, waiting.pop())

    def forget(ended: Session) -> None:
        if not ended.in_nested_transaction():
            waiting.clear()

    listen(session, "after_commit", publish)
    listen(session, "after_rollback", forget)


class EventBus:
    """Tells open pages what happened."""

    def __init__(self, redis_url: str, note: Callable[[int], None] | None = None) -> None:
        self._note = note
        """Notes up to where a project is written, where pages may be read elsewhere."""
        self._redis = redis.Redis.from_url(
            redis_url, socket_connect_timeout=0.5, socket_timeout=0.5
        )

    def publish(self, project_id: int, event: LiveEvent) -> None:
        """Send an event; where Redis is away the pages find out at their next look."""
        if self._note is not None:
            self._note(project_id)
        short = msgspec.structs.replace(event, ids=event.ids[:MOST_IDS])
        try:
            self._redis.publish(_channel(project_id), msgspec.json.encode(short))
        except redis.RedisError as error:
            log.warning("event not sent", event=event.kind, error=str(error)[:200])

    def close(self) -> None:
        self._redis.close()


class EventHub:
    """Hands the events of all projects to the open pages of one process.

    One connection to Redis serves every page. A page that does not keep up, and every page when
    Redis goes away, is sent the end of its stream: it connects again and asks for what it missed.
    """

    def __init__(self, redis_url: str) -> None:
        self._url = redis_url
        self.work = WorkDesk()
        """Agents that wait for work: what pages are told wakes none of them."""
        self._pages: dict[int, set[Listener]] = {}
        self._reader: asyncio.Task[None] | None = None
        self._opened: asyncio.Future[None] | None = None

    @asynccontextmanager
    async def listen(self, project_id: int) -> AsyncIterator["Listener"]:
        """Give a listener to what pages are told of a project from now on.

        Raises UnavailableError where Redis is away.
        """
        await self.begin()
        listener = Listener()
        self._pages.setdefault(project_id, set()).add(listener)
        try:
            yield listener
        finally:
            pages = self._pages.get(project_id, set())
            pages.discard(listener)
            if not pages:
                self._pages.pop(project_id, None)

    def end_all(self) -> None:
        """Send everybody the end, once: they come again, and find another process."""
        self.work.end_all()
        ended, self._pages = self._pages, {}
        for pages in ended.values():
            for listener in pages:
                listener.end()

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader

    async def begin(self) -> None:
        """Hear from now on; UnavailableError where Redis is away."""
        if self._reader is None or self._reader.done():
            self._opened = asyncio.get_running_loop().create_future()
            self._reader = asyncio.create_task(self._read(self._opened))
        if self._opened is not None:
            await asyncio.shield(self._opened)

    async def _read(self, opened: "asyncio.Future[None]") -> None:
        client = redis.asyncio.Redis.from_url(
            self._url, socket_connect_timeout=2.0, health_check_interval=HEARTBEAT_S
        )
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as channel:
                await channel.psubscribe(_channel("*"))
                opened.set_result(None)
                while True:
                    message = await channel.get_message(timeout=HEARTBEAT_S)
                    if message is not None:
                        self._hand_out(message["channel"], message["data"])
        except (redis.RedisError, OSError) as error:
            log.warning("no live events", error=str(error)[:200])
            if not opened.done():
                away = UnavailableError("there are no live events: Redis is away", COME_AGAIN_S)
                opened.set_exception(away)
                opened.exception()  # said to whoever asked; nobody else need look
        finally:
            self.end_all()
            await client.aclose()

    def _hand_out(self, channel: bytes, sent: bytes) -> None:
        project = int(channel.rpartition(b":")[2])
        pages = self._pages.get(project, ())
        if not pages and not self.work.is_awaited(project):
            return
        event = msgspec.json.decode(sent, type=LiveEvent)
        if event.kind is EventKind.WORK:
            self.work.notify(project, event)
            return
        document = msgspec.json.encode({"ids": event.ids})
        line = b"event: %s\ndata: %s\n\n" % (event.kind.encode(), document)
        for listener in pages:
            listener.put(line)


class Listener:
    """The events that one page has not been sent yet."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._is_over = False
        self._woken = asyncio.Event()

    def put(self, line: bytes) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self.end()
        else:
            self._waiting.append(line)
            self._woken.set()

    def end(self) -> None:
        self._is_over = True
        self._woken.set()

    async def next(self, patience_s: float) -> bytes | None:
        """Return what came, within so many seconds; nothing where nothing did; None at the end."""
        if not self._waiting and not self._is_over:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    await self._woken.wait()
        self._woken.clear()
        if self._is_over:
            return None
        lines, self._waiting = self._waiting, []
        return b"".join(lines)
