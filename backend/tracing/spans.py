"""How a traced process makes its spans: OpenTelemetry's SDK, and what is made for our libraries."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI
from opentelemetry import context, trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.propagate import set_global_textmap
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, NonRecordingSpan, SpanContext
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from sqlalchemy import Engine, event

from backend.tracing import HEADER
from backend.tracing.sending import OnlyOfRequests, WithoutContents

FAREWELL_S = 2.0
"""How long a process that ends waits for its last spans to go."""
UNTRACED = "/live$,/ready$,/health$,/metrics$,/events$,/leases$"
"""Asked all day, or open for hours."""
_format = TraceContextTextMapPropagator()


class Spans:
    """Makes the spans of one process and sends them, beside its work."""

    def __init__(self, service: str) -> None:
        set_global_textmap(_format)
        self._provider: Any = TracerProvider(
            resource=Resource.create({SERVICE_NAME: service}), shutdown_on_exit=False
        )
        self._provider.sampler = OnlyOfRequests(self._provider.sampler)
        self._provider.add_span_processor(BatchSpanProcessor(WithoutContents(OTLPSpanExporter())))
        self._tracer = self._provider.get_tracer("tidemark")
        event.listen(Engine, "connect", self._trace_statements)

    def close(self) -> None:
        """Stop; what a server that hangs does not take is lost."""
        event.remove(Engine, "connect", self._trace_statements)
        farewell = threading.Thread(target=self._provider.shutdown, daemon=True)
        farewell.start()
        farewell.join(FAREWELL_S)

    def trace_requests(self, app: FastAPI) -> None:
        """Wrap the application."""
        app.add_middleware(
            OpenTelemetryMiddleware,
            tracer_provider=self._provider,
            excluded_urls=UNTRACED,
            exclude_spans=["send", "receive"],
            default_span_details=lambda scope: (scope.get("method", "HTTP"), {}),
        )

    def trace_tasks(self) -> None:
        """Listen to what Celery tells of its tasks."""
        CeleryInstrumentor().instrument(tracer_provider=self._provider)

    def _trace_statements(self, connection: Any, _entry: object) -> None:  # noqa: ANN401
        PsycopgInstrumentor.instrument_connection(connection, self._provider)

    def name_request(self, method: str, route: str) -> None:
        """Name the current span."""
        span = trace.get_current_span()
        span.update_name(f"{method} {route}")
        span.set_attribute("http.route", route)

    def origin(self) -> str:
        """Return the current trace and span as the header does; empty where none is recorded."""
        if not trace.get_current_span().get_span_context().trace_flags.sampled:
            return ""
        carrier: dict[str, str] = {}
        _format.inject(carrier)
        return carrier.get(HEADER, "")

    def trace_id(self) -> str:
        """Return the id of the current trace; empty where none is recorded."""
        here = trace.get_current_span().get_span_context()
        return trace.format_trace_id(here.trace_id) if here.trace_flags.sampled else ""

    @contextmanager
    def continued(self, origin: str) -> Iterator[None]:
        """Make the span that `origin` names the current one, or none."""
        token = context.attach(_read(origin))
        try:
            yield
        finally:
            context.detach(token)

    @contextmanager
    def step(self, name: str, origins: Sequence[str], facts: Mapping[str, str]) -> Iterator[None]:
        """Trace a block in the current trace if it is among `origins`, else in their first."""
        here = trace.get_current_span().get_span_context()
        others = {one.trace_id: one for one in map(_span_of, origins) if one.is_valid}
        is_here = others.pop(here.trace_id, None) is not None or not others
        linked = [*others.values()]
        parent = None if is_here else _within(linked.pop(0))
        links = [Link(one) for one in (*linked, *([] if is_here else [here])) if one.is_valid]
        with self._tracer.start_as_current_span(
            name, context=parent, links=links, attributes=dict(facts)
        ) as span:
            for other in linked:
                here_too = [Link(span.get_span_context())]
                self._tracer.start_span(name, context=_within(other), links=here_too).end()
            yield


def _read(origin: str) -> Context:
    return _format.extract({HEADER: origin}, context=Context())


def _span_of(origin: str) -> SpanContext:
    return trace.get_current_span(_read(origin)).get_span_context()


def _within(span: SpanContext) -> Context:
    return trace.set_span_in_context(NonRecordingSpan(span), Context())
