"""No test runs for hours: what waits for ever fails, and the others go on."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from backend.testing.runs.ordering import LONG

LONGEST_S = 900
LONGEST_OF_LONG_S = 2_700
"""Many times what tests take on a busy machine: nobody's speed is judged by it."""


@contextmanager
def in_time(item: pytest.Item) -> Iterator[None]:
    """Fail what runs within the block once it has run for longer than any test may."""
    seconds = LONGEST_OF_LONG_S if item.get_closest_marker(LONG) else LONGEST_S
    with within(seconds):
        yield


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Interrupt the block after so many seconds, wherever it waits."""

    def give_up(_number: int, _frame: FrameType | None) -> None:
        # no subclass of Exception: nobody takes it for a fault that is worth another try
        pytest.fail(f"it did not end within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
