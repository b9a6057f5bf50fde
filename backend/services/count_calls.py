"""Counts calls per caller, in this process, and shares the counts with the others over Redis.

No call waits for Redis: a call is counted here, and what is counted is told to the others a moment
later. Where Redis is away each process goes on by what it knows. Library: limits, its strategy
“sliding window counter”, so that nobody gets twice the rate at the turn of a window.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, floor

import structlog
from limits import RateLimitItem, RateLimitItemPerSecond, parse
from limits.aio.storage import RedisStorage
from limits.aio.storage.redis.redispy import RedispyBridge
from limits.storage import SlidingWindowCounterSupport, Storage
from limits.storage.base import TimestampedSlidingWindow
from limits.strategies import SlidingWindowCounterRateLimiter

from backend.domain.rates import (
    Caller,
    CallerKind,
    CallKind,
    CallRate,
    CallStanding,
    WindowCounts,
    room_in,
)

log = structlog.get_logger()

MOST_WINDOWS = 100_000
"""Counters kept by one process; the oldest are forgotten first."""
WORTH_SHARING = 16
"""Counts below this part of their limit are not worth telling the other processes."""
PAUSE_S = 0.25
"""Between two exchanges of counts."""
PATIENCE_S = 0.5
OUT_OF_PROJECTS = frozenset({CallKind.GUESS, CallKind.STREAM})
"""Kinds that are counted per sender alone."""


@dataclass(slots=True)
class CallWindow:
    """Calls of one sender in one window of time."""

    expires: float
    known: int = 0
    """Calls that Redis knows of, of all processes."""
    unreported: int = 0
    """Calls that this process has not told yet."""

    @property
    def count(self) -> int:
        return self.known + self.unreported


class CallWindows(Storage, SlidingWindowCounterSupport, TimestampedSlidingWindow):
    """The counters of this process, in a form that the library takes."""

    STORAGE_SCHEME = ["tidemark"]  # noqa: RUF012 - the library asks for a list

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self.clock = clock
        self.unreported: set[str] = set()
        """Names of windows whose counts the other processes should hear."""
        self._windows: OrderedDict[str, CallWindow] = OrderedDict()

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def find(self, key: str) -> CallWindow | None:
        return self._windows.get(key)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        window = self._windows.get(key)
        if window is None:
            window = self._windows[key] = CallWindow(self.clock() + expiry)
            self._forget()
        window.unreported += amount
        return window.count

    def get(self, key: str) -> int:
        window = self._windows.get(key)
        return window.count if window else 0

    def get_expiry(self, key: str) -> float:
        window = self._windows.get(key)
        return window.expires if window else self.clock()

    def acquire_sliding_window_entry(
        self, key: str, limit: int, expiry: int, amount: int = 1
    ) -> bool:
        now = self.clock()
        before, current = self.sliding_window_keys(key, expiry, now)
        weighted = self.get(before) * (1 - now / expiry % 1) + self.get(current)
        if floor(weighted) + amount > limit:
            return False
        # kept for as long as it weighs as the window before
        if self.incr(current, 2 * expiry, amount) * WORTH_SHARING >= limit:
            self.unreported.add(current)
        return True

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        now = self.clock()
        before, current = self.sliding_window_keys(key, expiry, now)
        left = (1 - now / expiry % 1) * expiry
        return self.get(before), left, self.get(current), left + expiry

    def clear_sliding_window(self, key: str, expiry: int) -> None:
        for name in self.sliding_window_keys(key, expiry, self.clock()):
            self.clear(name)

    def check(self) -> bool:
        return True

    def clear(self, key: str) -> None:
        self._windows.pop(key, None)
        self.unreported.discard(key)

    def reset(self) -> int:
        count = len(self._windows)
        self._windows.clear()
        self.unreported.clear()
        return count

    def _forget(self) -> None:
        """Forget two windows that are over, so that they cannot become more, or the oldest."""
        now = self.clock()
        for _ in range(2):
            name, oldest = next(iter(self._windows.items()))
            if oldest.expires > now and len(self._windows) <= MOST_WINDOWS:
                return
            self.clear(name)


class Exchange:
    """Tells Redis what this process counted, and hears what the others did.

    Runs only while there is something to tell, in the loop of whoever counts.
    """

    def __init__(self, windows: CallWindows, redis_url: str) -> None:
        self._windows = windows
        self._url = redis_url
        self._task: asyncio.Task[None] | None = None
        self._is_away = False

    def begin(self) -> None:
        """Start to exchange unless that is under way; never waits."""
        if self._windows.unreported and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        shared = RedisStorage(
            f"async+{self._url}",
            implementation="redispy",
            key_prefix="tidemark:rates",
            socket_connect_timeout=PATIENCE_S,
            socket_timeout=PATIENCE_S,
        )
        try:
            while self._windows.unreported:
                await asyncio.sleep(PAUSE_S)
                await self._report(shared)
        finally:
            if isinstance(shared.bridge, RedispyBridge):
                await shared.bridge.storage.aclose()

    async def _report(self, shared: RedisStorage) -> None:
        names, self._windows.unreported = self._windows.unreported, set()
        for name in names:
            window = self._windows.find(name)
            if window is None or not window.unreported:
                continue
            told = window.unreported
            window.known, window.unreported = window.known + told, 0
            try:
                expiry = max(1, ceil(window.expires - self._windows.clock()))
                window.known = await shared.incr(name, expiry, told)
            except shared.base_exceptions as error:
                self._say_away(error)
                return
        self._is_away = False

    def _say_away(self, error: Exception) -> None:
        """Say once that Redis is away; what was not told now is told with later counts at best."""
        if not self._is_away:
            log.warning("calls are counted by this process alone", error=str(error)[:200])
        self._is_away = True


class CallCounter:
    """Says of each call whether its sender may make it now."""

    def __init__(
        self,
        rates: Mapping[CallKind, CallRate],
        project_factor: int,
        redis_url: str | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._windows = CallWindows(clock)
        self._limiter = SlidingWindowCounterRateLimiter(self._windows)
        self._exchange = Exchange(self._windows, redis_url) if redis_url else None
        self._alone = {kind: _item(rate, 1) for kind, rate in rates.items()}
        self._together = {
            kind: _item(rate, project_factor)
            for kind, rate in rates.items()
            if project_factor and kind not in OUT_OF_PROJECTS
        }

    def count(self, kind: CallKind, caller: Caller, project: str = "") -> CallStanding | None:
        """Count a call of a sender in a project; return how it stands, None where nothing limits.

        A refused call is not counted.
        """
        standing = self._take(self._alone, kind, caller)
        if project and not (standing and standing.is_refused):
            is_visitor = caller.kind is CallerKind.ADDRESS
            everybody = Caller(CallerKind.VISITORS if is_visitor else CallerKind.MEMBERS, project)
            together = self._take(self._together, kind, everybody)
            if together and together.is_refused:
                standing = together
        if self._exchange:
            self._exchange.begin()
        return standing

    def _take(
        self, items: Mapping[CallKind, RateLimitItem], kind: CallKind, caller: Caller
    ) -> CallStanding | None:
        item = items.get(kind)
        if item is None:
            return None
        names = (kind.name, caller.kind.value, caller.name)
        is_taken = self._limiter.hit(item, *names)
        seen = self._windows.get_sliding_window(item.key_for(*names), item.get_expiry())
        rate = CallRate(item.amount, item.get_expiry())
        left, wait_s = room_in(rate, WindowCounts(seen[0], seen[2], seen[1]))
        return CallStanding(kind, caller, rate, left, wait_s, not is_taken)


def read_rate(text: str) -> CallRate | None:
    """Read “600 per minute” or “20/10 seconds”; None for 0. ValueError for anything else."""
    plain = text.strip()
    if plain == "0":
        return None
    item = parse(plain)
    if item.amount == 0:
        return None
    return CallRate(item.amount, item.get_expiry())


def _item(rate: CallRate, factor: int) -> RateLimitItem:
    return RateLimitItemPerSecond(rate.amount * factor, rate.window_s)
