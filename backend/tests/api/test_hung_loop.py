"""A process whose event loop is held by one request ends, so that another can take its place."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from backend.api.loop_watch import LoopWatch
from backend.testing.stack import wait_until

LONGEST_S = 2.0


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    running = asyncio.new_event_loop()
    thread = threading.Thread(target=running.run_forever)
    thread.start()
    yield running
    running.call_soon_threadsafe(running.stop)
    thread.join()
    running.close()


def test_a_hung_loop_is_noticed_and_a_busy_one_spared(loop: asyncio.AbstractEventLoop) -> None:
    hung, go_on, turns = threading.Event(), threading.Event(), []

    def turn_after_turn() -> None:
        turns.append(1)
        if len(turns) < 20:
            loop.call_later(LONGEST_S / 10, turn_after_turn)

    LoopWatch(loop, LONGEST_S, hung.set).begin()
    loop.call_soon_threadsafe(turn_after_turn)
    wait_until(lambda: len(turns) == 20, "the loop has turned for longer than a turn may take")
    assert not hung.is_set()
    loop.call_soon_threadsafe(go_on.wait)
    assert hung.wait(60)
    go_on.set()
