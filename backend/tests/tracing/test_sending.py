"""What is a trace, and what of it leaves, by the SDK itself: these tests alone load it."""

from contextlib import suppress
from typing import Any

import pytest

SECRET = "s3cr3t-of-somebody"  # noqa: S105  what must not be found


def test_only_names_and_times_of_a_span_leave() -> None:
    exporter, tracer = a_tracer()
    facts = {
        "db.statement": "select 1 where a = %s",
        "db.user": SECRET,
        "http.url": f"http://127.0.0.1/sign-in?token={SECRET}",
        "http.route": "/sign-in",
    }
    with (
        suppress(ValueError),
        tracer.start_as_current_span("step", kind=a_request(), attributes=facts),
    ):
        raise ValueError(SECRET)
    (span,) = exporter.get_finished_spans()
    assert dict(span.attributes) == {
        "db.statement": "select 1 where a = %s", "http.route": "/sign-in"
    }  # fmt: skip
    assert [dict(event.attributes) for event in span.events] == [{"exception.type": "ValueError"}]
    assert SECRET not in span.to_json()


@pytest.mark.parametrize("sampler", ["parentbased_always_on", "always_on"])
def test_only_requests_begin_traces(monkeypatch: pytest.MonkeyPatch, sampler: str) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", sampler)
    exporter, tracer = a_tracer()
    with tracer.start_as_current_span("task of the schedule"), tracer.start_span("statement"):
        pass
    with tracer.start_as_current_span("request", kind=a_request()), tracer.start_span("statement"):
        pass
    names = [span.name for span in exporter.get_finished_spans()]
    assert names == ["statement", "request"]


def test_the_environment_chooses_the_sampler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
    exporter, tracer = a_tracer()
    with tracer.start_as_current_span("request", kind=a_request()):
        pass
    assert exporter.get_finished_spans() == ()


def a_request() -> Any:
    from opentelemetry.trace import SpanKind  # noqa: PLC0415  after the path is set

    return SpanKind.SERVER


def a_tracer() -> tuple[Any, Any]:
    """Return what keeps spans as they leave, and what makes them as a server does."""
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: PLC0415
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import (  # noqa: PLC0415
        InMemorySpanExporter,
    )

    from backend.tracing.sending import OnlyOfRequests, WithoutContents  # noqa: PLC0415

    exporter: Any = InMemorySpanExporter()
    provider: Any = TracerProvider(shutdown_on_exit=False)
    provider.sampler = OnlyOfRequests(provider.sampler)
    provider.add_span_processor(SimpleSpanProcessor(WithoutContents(exporter)))
    return exporter, provider.get_tracer("tests")
