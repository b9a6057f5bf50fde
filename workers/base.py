"""How every task runs: tried again while a service is away, one log line when it fails."""

from collections.abc import Callable
from typing import Any, TypeVar

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from workers.app import app

log = structlog.get_logger()
F = TypeVar("F", bound=Callable[..., Any])

LONGEST_PAUSE_S = 30


def task(name: str) -> Callable[[F], F]:
    """Register a function as a task that may run twice with the same result."""

    def register(function: F) -> F:
        app.task(
            name=name,
            autoretry_for=(DBAPIError, PoolTimeoutError, OSError),
            retry_backoff=1,
            retry_backoff_max=LONGEST_PAUSE_S,
            retry_jitter=True,
            max_retries=8,
        )(function)
        return function

    return register
