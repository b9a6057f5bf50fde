"""Ends a process whose event loop is hung, so that uvicorn or the supervisor starts another.

uvicorn itself asks each of its processes every half second, but a thread answers: it notices a
process that is stopped, not a loop that one request holds for ever.
"""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable

import structlog

log = structlog.get_logger()
LOOK_EVERY_S = 1.0
LONGEST_TURN_S = 20.0
"""No request may hold the loop for so long: whoever computes does it in a thread."""


def end_this_process() -> None:
    """End at once: what hangs cannot be asked to stop."""
    os.kill(os.getpid(), signal.SIGKILL)


class LoopWatch:
    """A thread that has the loop note the time, and looks whether it did."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, longest_s: float = LONGEST_TURN_S,
        end: Callable[[], None] = end_this_process,
    ) -> None:  # fmt: skip
        self._loop = loop
        self._longest_s = longest_s
        self._end = end
        self._turned_at = time.monotonic()
        self._looked_at = self._turned_at

    def begin(self) -> None:
        threading.Thread(target=self._run, name="loop watch", daemon=True).start()

    def _run(self) -> None:
        while not self._loop.is_closed():
            before, self._looked_at = self._looked_at, time.monotonic()
            if self._looked_at - before > self._longest_s:
                # this thread did not run either: the whole process was stopped for a while
                self._turned_at = self._looked_at
            elif self._looked_at - self._turned_at > self._longest_s:
                log.error("the event loop is hung; this process ends", seconds=self._longest_s)
                self._end()
                return
            try:
                self._loop.call_soon_threadsafe(self._turn)
            except RuntimeError:  # closed meanwhile
                return
            time.sleep(min(LOOK_EVERY_S, self._longest_s / 5))

    def _turn(self) -> None:
        self._turned_at = time.monotonic()
