"""Event loops, and the threads on which they run for ever."""

import asyncio
import contextvars
import importlib
import threading
from collections.abc import Callable, Coroutine

Loop = asyncio.AbstractEventLoop
Run = Callable[[Coroutine[object, object, object]], object]


def new_loop(kind: str) -> Loop:
    """Return a fresh loop of `asyncio` or `uvloop`."""
    loop: Loop = importlib.import_module(kind).new_event_loop()
    return loop


def run_on_new_loop(kind: str) -> Run:
    """Return `asyncio.run`, or its counterpart on another kind of loop."""
    if kind == "asyncio":
        return asyncio.run

    def run(coroutine: Coroutine[object, object, object]) -> object:
        with asyncio.Runner(loop_factory=lambda: new_loop(kind)) as runner:
            return runner.run(coroutine)

    return run


class LoopThread:
    """A loop that runs on a thread of its own until it is ended."""

    def __init__(self, kind: str) -> None:
        self.loop = new_loop(kind)
        # What the application set before it was served is what its handlers see.
        context = contextvars.copy_context()
        self._thread = threading.Thread(target=context.run, args=(self._run,), daemon=True)

    def start(self) -> None:
        self._thread.start()

    def ask_to_end(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)

    def has_ended(self, seconds: float) -> bool:
        """Wait for the thread's end; false if a handler keeps it."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            self.loop.run_until_complete(_cancel_all(self.loop))
            self.loop.close()


async def _cancel_all(loop: Loop) -> None:
    """Cancel what still runs and let its `finally` blocks run."""
    tasks = asyncio.all_tasks(loop) - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await loop.shutdown_asyncgens()
