"""Structured logging: one JSON line per event, to standard error."""

import io
import logging
import sys
from contextlib import suppress
from typing import TextIO, cast

import structlog


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


def configure(level: str) -> None:
    """Send everything that is logged, ours and the libraries', through one renderer."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _Lenient(sys.stderr))),
        cache_logger_on_first_use=True,
    )
