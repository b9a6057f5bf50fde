"""Traces leave real processes, and one goes from an upload to the message that it led to."""

import json
import secrets
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from backend.domain.people.rights import Scope
from backend.embedded.stores.ports import free_port
from backend.embedded.stores.services import Services
from backend.testing.brokers import fresh_broker
from backend.testing.builders import a_report
from backend.testing.receivers import Webhooks, mail_server, webhooks
from backend.testing.stack import Stack, make_stack, wait_until
from backend.testing.templates import plain
from backend.tests.api.releasing import a_release_history
from backend.tests.tracing.collector import Collector, Seen, collector

LONG = 8
"""Digits of a value that nothing else happens to hold."""
UPLOAD = "POST /api/v1/projects/{project}/reports"
MESSAGE = "send a message"
TASKS = {"run/ingestion.ingest_reports", "run/detection.detect_changes"}
"""Of whichever trace asked first: they take up what waits, of any."""
STEPS = {
    "ingest reports",
    "detect changes",
    "run/alerting.group_changes",
    "run/alerting.record_events",
}


@contextmanager
def traced(
    services: Services, database_url: str, folder: Path, endpoint: str, **more: str
) -> Iterator[Stack]:
    """Run API and worker that send traces to an address."""
    made = make_stack(database_url, fresh_broker(services.redis_url), folder)
    made.environment |= {
        "TIDEMARK_OUTGOING_ALLOWED": "127.0.0.0/8",
        "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint,
        "OTEL_BSP_SCHEDULE_DELAY": "100",
    } | more
    try:
        made.start_api()
        made.start_worker()
        yield made
    finally:
        made.stop()


def header_of(trace: str) -> dict[str, str]:
    return {"traceparent": f"00-{trace}-{secrets.token_hex(8)}-01"}


def add_channels(stack: Stack, hooks: Webhooks) -> None:
    """Have a webhook and an address informed of every change for the worse."""
    addresses = {"webhook": hooks.address("webhook"), "mail": "ada@example.org"}
    with stack.client("main", Scope.ADMIN) as client:
        for kind, address in addresses.items():
            made = client.post("/channels", json={"name": kind, "kind": kind, "address": address})
            assert made.status_code == 201, made.text


def wait_idle(stack: Stack) -> None:
    with psycopg.connect(plain(stack.database_url), autocommit=True) as connection:
        left = "select exists (select from outbox)"
        wait_until(lambda: connection.execute(left).fetchone() == (False,), "all work is done")


def upload(stack: Stack, reports: list[dict[str, Any]], traces: list[str]) -> None:
    """Send each report as part of a trace of its own."""
    with stack.client() as client:
        for report, trace in zip(reports, traces, strict=True):
            headers = header_of(trace)
            assert client.post("/reports", json=report, headers=headers).status_code == 201


def of(spans: list[Seen], name: str) -> list[Seen]:
    return [span for span in spans if span.name == name]


def lines_of(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]


def test_one_trace_goes_from_an_upload_to_the_messages_about_it(
    services: Services, database_url: str, tmp_path: Path
) -> None:
    history = a_release_history()
    traces = [secrets.token_hex(16) for _ in history]
    with (
        collector() as collected,
        mail_server() as mailbox,
        webhooks() as hooks,
        traced(
            services, database_url, tmp_path, collected.address,
            TIDEMARK_SMTP_HOST="127.0.0.1", TIDEMARK_SMTP_PORT=str(mailbox.port),
            TIDEMARK_SMTP_SECURITY="none",
        ) as stack,
    ):  # fmt: skip
        add_channels(stack, hooks)
        upload(stack, history, traces)
        wait_until(lambda: hooks.received and mailbox.mails, "both messages arrive")
        wait_until(lambda: len(of(collected.spans(), MESSAGE)) > 1, "their spans arrive")
    ended = {span.trace for span in of(collected.spans(), MESSAGE)}
    assert ended <= set(traces)
    assert {span.name for span in collected.spans()} >= TASKS
    trace = ended.pop()
    whole = [span for span in collected.spans() if span.trace == trace]
    assert {UPLOAD, MESSAGE} | STEPS <= {span.name for span in whole}
    (began,) = of(whole, UPLOAD)
    assert began.service == "tidemark-api"
    assert {span.service for span in whole} == {"tidemark-api", "tidemark-worker"}
    assert any(span.parent == began.id for span in whole if span.statement.startswith("insert"))
    known = {span.id for span in whole}
    assert [span.name for span in whole if span.parent not in known] == [UPLOAD]
    assert_nothing_secret(collected, hooks, history)
    assert trace in {line.get("trace_id") for line in lines_of(tmp_path / "worker.log")}


def assert_nothing_secret(
    collected: Collector, hooks: Webhooks, history: list[dict[str, Any]]
) -> None:
    """Look for what was measured, where messages go, and the key: in no span."""
    sent = b"".join(collected.bodies)
    assert b"insert into" in sent
    samples = {str(one) for report in history for one in report["results"][0]["samples"]}
    values = [one for one in samples if len(one) > LONG]
    assert values
    for word in (*values, hooks.address("webhook"), "ada@example.org", "s3cr3t", "Bearer"):
        assert word.encode() not in sent


def test_reports_of_one_batch_keep_their_traces_and_lead_to_each_other(
    services: Services, database_url: str, tmp_path: Path
) -> None:
    traces = [secrets.token_hex(16) for _ in range(3)]
    with (
        collector() as collected,
        traced(services, database_url, tmp_path, collected.address) as stack,
    ):
        stack.kill("worker")
        with stack.client() as client:
            for trace in traces:
                headers = header_of(trace)
                assert client.post("/reports", json=a_report(), headers=headers).is_success
        stack.start_worker()
        wait_idle(stack)
        wait_until(lambda: len(of(collected.spans(), "ingest reports")) == 3, "three spans")
    first, *others = sorted(
        of(collected.spans(), "ingest reports"), key=lambda one: -len(one.links)
    )
    assert {first.trace, *first.links} == set(traces)
    assert [one.links for one in others] == [(first.trace,), (first.trace,)]


@pytest.mark.parametrize("is_there", [False, True], ids=["refuses", "hangs"])
def test_a_collector_that_is_away_or_hangs_holds_nothing_up(
    services: Services, database_url: str, tmp_path: Path, *, is_there: bool
) -> None:
    with collector(hangs=True) as collected:
        address = collected.address if is_there else f"http://127.0.0.1:{free_port()}"
        with traced(services, database_url, tmp_path, address, OTEL_BSP_MAX_QUEUE_SIZE="64",
                    OTEL_BSP_MAX_EXPORT_BATCH_SIZE="16") as stack:  # fmt: skip
            with stack.client() as client:
                for _ in range(40):
                    answer = client.post("/reports", json=a_report(), headers={"X-Request-ID": "a"})
                    assert answer.status_code == 201
                wait_idle(stack)
                assert client.get("/runs").status_code == 200
            if is_there:
                wait_until(lambda: collected.asked > 1, "API and worker wait for the collector")
            api, worker = stack.processes["api"], stack.processes["worker"]
            stack.stop()
            # uvicorn ends by the signal that it was sent; who does not end in time is killed
            assert (api.wait(0), worker.wait(0)) == (-signal.SIGTERM, 0)
        assert not collected.bodies


def test_without_the_packages_a_line_says_how_to_get_them_and_the_server_works(
    services: Services, database_url: str, tmp_path: Path
) -> None:
    made = make_stack(database_url, fresh_broker(services.redis_url), tmp_path)
    made.environment |= {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    made.environment["PYTHONPATH"] = f"{_hiding(tmp_path)}:{made.environment['PYTHONPATH']}"
    made.forks = False
    try:
        made.start_api()
        assert httpx.get(f"{made.url}/api/v1/health").is_success
    finally:
        made.stop()
    (line,) = [one for one in lines_of(tmp_path / "api.log") if one["level"] == "error"]
    assert "make traces" in line["event"]
    assert line["missing"].startswith("opentelemetry.")


def test_a_wrong_setting_is_said_and_the_server_works(
    services: Services, database_url: str, tmp_path: Path
) -> None:
    made = make_stack(database_url, fresh_broker(services.redis_url), tmp_path)
    made.environment |= {
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9",
        "OTEL_BSP_MAX_QUEUE_SIZE": "10",
    }
    try:
        made.start_api()
        assert httpx.get(f"{made.url}/api/v1/health").is_success
    finally:
        made.stop()
    (line,) = [one for one in lines_of(tmp_path / "api.log") if one["level"] == "error"]
    assert "a setting OTEL_" in line["event"]


def _hiding(folder: Path) -> Path:
    """Return a folder whose code has Python believe that its environment is elsewhere."""
    hiding = folder / "hiding"
    hiding.mkdir()
    (hiding / "sitecustomize.py").write_text("import sys; sys.prefix = '/nowhere'")
    return hiding
