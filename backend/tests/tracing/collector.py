"""A receiver of traces, at the wire: OTLP over HTTP, as a collector takes it."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from backend.testing.receivers import QuietHandler, serving


@dataclass(frozen=True, slots=True)
class Seen:
    """One span, as it arrived."""

    service: str
    trace: str
    id: str
    parent: str
    name: str
    links: tuple[str, ...]
    """Traces that it is linked to."""
    statement: str


@dataclass
class Collector:
    """What arrived; `release` lets requests go that were held."""

    port: int
    bodies: list[bytes] = field(default_factory=list)
    asked: int = 0
    release: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def spans(self) -> list[Seen]:
        """Read what arrived so far."""
        return [span for body in [*self.bodies] for span in _read(body)]


@contextmanager
def collector(*, hangs: bool = False) -> Iterator[Collector]:
    """Run a receiver as long as the block runs; one that hangs takes requests and never answers."""

    class Handler(QuietHandler):
        def do_POST(self) -> None:  # noqa: N802  as http.server calls it
            body = self.body()
            here.asked += 1
            if hangs:
                here.release.wait(60)
            if hangs or body is None:
                self.close_connection = True
                return
            is_packed = self.headers.get("Content-Encoding") == "gzip"
            here.bodies.append(gzip.decompress(body) if is_packed else body)
            self.reply(200, {}, b"")

    with serving(Handler) as port:
        here = Collector(port)
        try:
            yield here
        finally:
            here.release.set()


def _read(body: bytes) -> Iterator[Seen]:
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2  # noqa: PLC0415

    asked: Any = trace_service_pb2.ExportTraceServiceRequest.FromString(body)
    for resource in asked.resource_spans:
        named = {one.key: one.value.string_value for one in resource.resource.attributes}
        for scope in resource.scope_spans:
            for span in scope.spans:
                facts = {one.key: one.value.string_value for one in span.attributes}
                yield Seen(
                    named["service.name"],
                    span.trace_id.hex(),
                    span.span_id.hex(),
                    span.parent_span_id.hex(),
                    span.name,
                    tuple(one.trace_id.hex() for one in span.links),
                    facts.get("db.statement", facts.get("db.query.text", "")).strip(),
                )
