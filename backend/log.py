"""Structured logging: one JSON line per event, to standard error."""

import io
import logging
import sys
from contextlib import suppress
from typing import TextIO, cast

import structlog

from backend.tracing import trace_id


class _Lenient(io.TextIOBase):
    """A stream that loses what a full disk does not take: no answer fails for want of its log."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def _with_trace(
    _logger: object, _method: str, line: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    if found := trace_id():
        line["trace_id"] = found
    return line


SHARED: tuple[structlog.typing.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    _with_trace,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)


def configure(level: str) -> None:
    """Send everything that is logged, ours and the libraries', through one renderer."""
    structlog.configure(
        processors=[
            *SHARED,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _Lenient(sys.stderr))),
        cache_logger_on_first_use=True,
    )


def adopt_libraries(level: int | str) -> None:
    """Send what libraries log by the standard library through the same renderer."""
    handler = logging.StreamHandler(cast("TextIO", _Lenient(sys.stderr)))
    render: list[structlog.typing.Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.JSONRenderer(),
    ]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(processors=render, foreign_pre_chain=SHARED)
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
