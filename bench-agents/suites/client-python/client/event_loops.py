"""The event loops that may be chosen."""

import asyncio
import importlib
from collections.abc import Callable

NAMES = ("asyncio", "uvloop")


class UnknownLoopError(Exception):
    """There is no loop of that name."""


class UnavailableLoopError(Exception):
    """The loop is not installed."""


def factory(name: str) -> Callable[[], asyncio.AbstractEventLoop]:
    """Return what makes an event loop of that name."""
    if name not in NAMES:
        raise UnknownLoopError(f"--loop must be {' or '.join(NAMES)}, not '{name}'")
    if name == "asyncio":
        return asyncio.new_event_loop
    try:
        make: Callable[[], asyncio.AbstractEventLoop] = importlib.import_module(name).new_event_loop
    except ImportError as error:
        raise UnavailableLoopError(f"{name} is not installed in .venv: {error}") from error
    return make
