"""Traces from an upload to the message that tells of it, by OpenTelemetry.

Off unless the environment names an endpoint, and then nothing of OpenTelemetry is loaded. Its
packages lie in a folder beside those of the server: libraries that find its SDK load it whenever
they start, which takes a second.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from backend.settings import traces_asked

if TYPE_CHECKING:
    from fastapi import FastAPI

    from backend.tracing.spans import Spans

log = structlog.get_logger()
PACKAGES = Path(sys.prefix) / "traces"
NOT_HERE = (
    "traces are asked for, but their packages are not installed: run make traces, or "
    "pip install 'tidemark-bench[server,traces]'; nothing is traced"
)
WRONG_SETTING = "traces cannot begin: a setting OTEL_… has a wrong value; nothing is traced"
HEADER = "traceparent"
_begun: "list[Spans]" = []
"""The spans of this process, while it is traced."""


def begin(part: str) -> None:
    """Trace this process from now on, if the environment asks for it; call it after all forks."""
    asked = traces_asked()
    if _begun or not asked.are_wanted:
        return
    if PACKAGES.is_dir() and str(PACKAGES) not in sys.path:
        sys.path.append(str(PACKAGES))
    try:
        from backend.tracing.spans import Spans  # noqa: PLC0415  see above
    except ImportError as error:
        log.error(NOT_HERE, missing=error.name)  # noqa: TRY400  the name says it all
        return
    try:
        _begun.append(Spans(asked.service_name or f"tidemark-{part}"))
    except Exception:
        log.exception(WRONG_SETTING)


def end() -> None:
    """Send what waits, within a moment, and trace no more."""
    while _begun:
        _begun.pop().close()


def is_traced() -> bool:
    """Tell whether this process is traced."""
    return bool(_begun)


def trace_requests(app: "FastAPI") -> None:
    """Begin or continue a trace with each request."""
    for spans in _begun:
        spans.trace_requests(app)


def trace_tasks() -> None:
    """Continue the trace that a message to the worker names."""
    for spans in _begun:
        spans.trace_tasks()


def name_request(method: str, route: str) -> None:
    """Name the span of a request by its route, which is known when it is answered."""
    for spans in _begun:
        spans.name_request(method, route)


def origin() -> str:
    """Return what continues the current trace elsewhere (`traceparent`); empty: there is none."""
    return _begun[0].origin() if _begun else ""


def trace_id() -> str:
    """Return the id of the current trace, for lines of the log."""
    return _begun[0].trace_id() if _begun else ""


@contextmanager
def continued(origin: str) -> Iterator[None]:
    """Let what is sent in this block belong to a trace that began elsewhere."""
    if not _begun:
        yield
        return
    with _begun[0].continued(origin):
        yield


@contextmanager
def step(name: str, origins: Sequence[str], **facts: str) -> Iterator[None]:
    """Trace a block as a step of the first of some traces; the others are linked to it."""
    if not _begun:
        yield
        return
    with _begun[0].step(name, origins, facts):
        yield
