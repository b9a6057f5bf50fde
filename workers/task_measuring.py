"""Each task is counted with its duration, and its log lines name the request behind it."""

import time
from functools import cache
from typing import Any

import structlog
from celery.signals import task_postrun, task_prerun

from backend.domain.operation import TASK
from backend.services.tallies import DurationTally
from backend.settings import settings

log = structlog.get_logger()
_begun: dict[str, float] = {}


@cache
def _tally() -> DurationTally:
    """Return the counts of this process."""
    return DurationTally(settings().redis_url)


@task_prerun.connect
def _begin(task_id: str, task: Any, **_arguments: Any) -> None:  # noqa: ANN401
    """Name the task and the request that asked for it in every line until the task ends."""
    structlog.contextvars.clear_contextvars()
    asked = task.request.get("request_id")
    named = {"request_id": asked} if asked else {}
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id, **named)
    _begun[task_id] = time.perf_counter()


@task_postrun.connect
def _end(task_id: str, task: Any, state: str | None = None, **_arguments: Any) -> None:  # noqa: ANN401
    """Count how long it took, whichever way it ended."""
    seconds = time.perf_counter() - _begun.pop(task_id, time.perf_counter())
    outcome = (state or "lost").lower()
    _tally().observe(TASK, (task.name, outcome), seconds)
    _tally().hand_over()
    tell = log.info if task.request.get("request_id") else log.debug
    tell("task done", outcome=outcome, seconds=round(seconds, 4))
    structlog.contextvars.clear_contextvars()
