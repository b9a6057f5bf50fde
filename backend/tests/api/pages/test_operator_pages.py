"""What monitoring reads: metrics over all processes, who may read them, `/live` and `/ready`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from backend.api.app import create_app
from backend.domain.operation import FAMILIES, FamilyKind
from backend.domain.people.rights import Scope
from backend.embedded.application import ROOT
from backend.embedded.stores.services import Services
from backend.settings import Settings
from backend.testing.brokers import fresh_broker
from backend.testing.builders import a_report
from backend.testing.databases import database_named, migrate
from backend.testing.fixtures import MakeKey, empty_database
from backend.testing.stack import Stack, make_stack, wait_until

REPORTS = "/api/v1/projects/{project}/reports"
Samples = dict[tuple[str, tuple[str, ...]], float]


@pytest.fixture
def here(settings: Settings) -> Iterator[TestClient]:
    """Ask from this machine."""
    with TestClient(create_app(settings), client=("127.0.0.1", 5000)) as client:
        yield client


def samples(text: str) -> Samples:
    """Return each sample by its name and the values of its labels, without those of buckets."""
    return {
        (one.name, tuple(value for name, value in sorted(one.labels.items()) if name != "le")): (
            one.value
        )
        for family in text_string_to_metric_families(text)
        for one in family.samples
        if not one.name.endswith("_bucket")
    }


def test_waiting_work_and_answers_are_measured(here: TestClient, make_key: MakeKey) -> None:
    headers = make_key(Scope.REPORT) | {"X-Request-ID": "of-a-proxy-1"}
    sent = here.post("/api/v1/projects/main/reports", json=a_report(), headers=headers)
    assert sent.status_code == 201
    assert sent.headers["x-request-id"] == "of-a-proxy-1"
    assert here.get("/nowhere/at/all").headers["x-request-id"]
    found = samples(here.get("/metrics").text)
    assert found["tidemark_reports_waiting", ()] == 1
    assert found["tidemark_work_waiting", ("ingestion.ingest_reports",)] == 1
    assert found["tidemark_ingestion_lag_seconds", ()] >= 0
    assert found["tidemark_http_request_seconds_count", ("POST", REPORTS, "201")] == 1
    assert found["tidemark_component_up", ("database",)] == 1
    assert found["tidemark_component_up", ("worker",)] == 0, "none is started"
    assert found["tidemark_metrics_unread", ("database",)] == 0


def test_an_id_that_could_break_a_log_line_is_replaced(here: TestClient) -> None:
    answer = here.get("/live", headers={"X-Request-ID": 'a"} {"forged": 1'})
    assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["x-request-id"])


def test_without_a_token_only_this_machine_reads(api: TestClient, here: TestClient) -> None:
    assert api.get("/metrics").status_code == 403
    assert here.get("/metrics").status_code == 200
    for name in ("X-Forwarded-For", "Forwarded"):
        assert here.get("/metrics", headers={name: "203.0.113.9"}).status_code == 403


def test_with_a_token_whoever_has_it_reads(settings: Settings) -> None:
    guarded = settings.model_copy(update={"metrics_token": SecretStr("sesame")})
    with TestClient(create_app(guarded), client=("127.0.0.1", 1)) as client:
        assert client.get("/metrics").status_code == 401
        wrong = {"Authorization": "Bearer open"}
        assert client.get("/metrics", headers=wrong).status_code == 401
        right = {"Authorization": "Bearer sesame"}
        assert client.get("/metrics", headers=right).status_code == 200


def test_the_metrics_tell_of_a_database_and_a_redis_that_are_away(settings: Settings) -> None:
    nowhere = {
        "database_url": "postgresql+psycopg://nobody@127.0.0.1:1/nothing",
        "redis_url": "redis://127.0.0.1:1/0",
    }
    app = create_app(settings.model_copy(update=nowhere))
    with TestClient(app, client=("127.0.0.1", 1)) as client:
        found = samples(client.get("/metrics").text)
    assert found["tidemark_metrics_unread", ("database",)] == 1
    assert found["tidemark_metrics_unread", ("redis",)] == 1


@pytest.fixture
def stack(services: Services, database_url: str, tmp_path: Path) -> Iterator[Stack]:
    """Run two processes of the API and a worker."""
    made = make_stack(database_url, fresh_broker(services.redis_url), tmp_path)
    try:
        port = made.url.rsplit(":", 1)[1]
        made.start("api", "backend.api.server", "--port", port, "--workers", "2")
        wait_until(lambda: _is_live(made.url), "the API answers")
        made.start_worker()
        yield made
    finally:
        made.drop()


def _is_live(url: str) -> bool:
    try:
        return httpx.get(f"{url}/live").is_success
    except httpx.TransportError:
        return False


def test_all_processes_count_together_and_a_request_is_followed_to_its_task(stack: Stack) -> None:
    live = ("tidemark_http_request_seconds_count", ("GET", "/live", "200"))
    task = ("tidemark_task_seconds_count", ("success", "ingestion.ingest_reports"))

    def read() -> Samples:
        return samples(httpx.get(f"{stack.url}/metrics", timeout=30).text)

    for _ in range(40):  # each on a connection of its own: both processes answer some
        assert httpx.get(f"{stack.url}/live").is_success
    wait_until(lambda: read().get(live, 0) >= 41, "all are counted")
    with stack.client() as client:
        sent = client.post("/reports", json=a_report())
    request_id = sent.headers["x-request-id"]
    wait_until(lambda: read().get(task, 0) >= 1, "the task is counted")
    log = stack.directory / "worker.log"
    wait_until(lambda: request_id in log.read_text(), "the task names the request")
    lines = [json.loads(line) for line in log.read_text().splitlines() if request_id in line]
    assert {line["event"] for line in lines} == {"task done"}
    assert lines[0]["task"] == "ingestion.ingest_reports"
    said = (stack.directory / "api.log").read_text().splitlines()
    assert "Application startup complete." in {json.loads(line)["event"] for line in said}


def test_a_server_is_not_ready_before_its_schema_is(services: Services, settings: Settings) -> None:
    with empty_database(services, "not_migrated") as name:
        url = database_named(services.database_url, name)
        app = create_app(settings.model_copy(update={"database_url": url}))
        with TestClient(app) as client:

            def said() -> str:
                answer = client.get("/ready")
                assert answer.status_code == 503
                return str(answer.json()["detail"])

            wait_until(lambda: "the database has no tables yet" in said(), "it says so")
            assert client.get("/live").status_code == 200
            migrate(url, "0035")
            wait_until(lambda: "the schema is 0035 and this release needs" in said(), "it says so")
            migrate(url)
            wait_until(lambda: "the worker has not answered" in said(), "only the worker lacks")


def test_the_board_shows_every_family_and_no_other(here: TestClient) -> None:
    board = json.loads((ROOT / "docs" / "grafana-board.json").read_text())
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    shown = set(re.findall(r"\btidemark_\w+", asked))
    endings = ("_bucket", "_count", "_sum")
    ours = {
        family.name: [family.name + ending for ending in endings]
        if family.kind is FamilyKind.HISTOGRAM
        else [family.name]
        for family in FAMILIES
    }
    assert shown <= {name for names in ours.values() for name in names}
    assert [name for name, names in ours.items() if not shown & set(names)] == []
    told = re.findall(r"^# TYPE (\w+) ", here.get("/metrics").text, re.MULTILINE)
    assert set(told) == set(ours)
