"""Which spans are kept, and what of them leaves the server: times and names, no contents."""

from collections.abc import Sequence
from typing import Any

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.trace.sampling import Decision, SamplingResult
from opentelemetry.trace import SpanKind, Status

LONGEST_VALUE = 2_000
ALLOWED = frozenset(
    {
        "http.method", "http.request.method", "http.route", "http.status_code",
        "http.response.status_code", "db.system", "db.system.name", "db.statement", "db.query.text",
        "db.operation.name", "celery.action", "celery.state", "celery.task_name", "celery.retries",
        "messaging.message.id", "messaging.destination.name", "error.type", "tidemark.channel",
    }
)  # fmt: skip
"""What may leave: no address, header, account or value. Statements have placeholders for those."""


class OnlyOfRequests:
    """Lets traces begin with requests: what the schedule does every few seconds is in none."""

    def __init__(self, chosen: Any) -> None:  # noqa: ANN401  a sampler of the SDK
        self._chosen = chosen

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        *more: Any,  # noqa: ANN401
        **named: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401  the result of the SDK
        """Ask the sampler that the environment chose, where this can be part of a trace."""
        parent = trace.get_current_span(parent_context).get_span_context()
        is_part = parent.is_valid and (parent.is_remote or parent.trace_flags.sampled)
        if kind is SpanKind.SERVER or is_part:
            return self._chosen.should_sample(parent_context, trace_id, name, kind, *more, **named)
        return SamplingResult(Decision.DROP)

    def get_description(self) -> str:
        """Return what the chosen sampler says of itself."""
        return str(self._chosen.get_description())


class WithoutContents:
    """Sends spans without what they might tell of measurements, people and secrets."""

    def __init__(self, exporter: Any) -> None:  # noqa: ANN401  an exporter of the SDK
        self._exporter = exporter

    def export(self, spans: Sequence[Any]) -> Any:  # noqa: ANN401  of the SDK
        """Send spans, in the thread of the SDK."""
        return self._exporter.export([_bare(span) for span in spans])

    def shutdown(self) -> None:
        """Send nothing more."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Send what waits."""
        return bool(self._exporter.force_flush(timeout_millis))


def _bare(span: Any) -> Any:  # noqa: ANN401  a span of the SDK
    attributes = {
        name: value[:LONGEST_VALUE] if isinstance(value, str) else value
        for name, value in (span.attributes or {}).items()
        if name in ALLOWED
    }
    failures = [
        Event(one.name, {"exception.type": str((one.attributes or {}).get("exception.type"))},
              one.timestamp)
        for one in span.events
        if one.name == "exception"
    ]  # fmt: skip
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        events=failures,
        links=span.links,
        kind=span.kind,
        instrumentation_scope=span.instrumentation_scope,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
    )
