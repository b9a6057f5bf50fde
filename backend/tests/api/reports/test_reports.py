import base64
import gzip
import json
import struct
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from jsonschema import Draft202012Validator
from sqlalchemy import Engine, text

from backend.api.middleware.body_limit import LARGEST_BODY
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.set_up import ensure_project
from backend.settings import limits
from backend.storage.engine import transaction
from backend.testing.builders import a_report, a_result
from backend.testing.draining import drain
from backend.testing.fixtures import MakeKey

REPORTS = "/api/v1/projects/main/reports"
Headers = dict[str, str]


def count(engine: Engine, table: str) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text(f"select count(*) from {table}")).scalar_one())


def faults_of(answer: Response) -> dict[str, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return {fault["pointer"]: fault["reason"] for fault in answer.json()["faults"]}


def with_histogram(counts: list[int]) -> dict[str, Any]:
    """Return a result with a histogram whose first buckets hold so many recordings each."""
    payload = bytearray()
    for count_here in counts:
        zigzag = count_here << 1
        while zigzag >= 0x80:
            payload.append(zigzag & 0x7F | 0x80)
            zigzag >>= 7
        payload.append(zigzag)
    header = struct.pack(">iiiiqqd", 0x1C849313, len(payload), 0, 3, 1, 3_600_000, 1.0)
    data = base64.b64encode(header + payload).decode()
    return a_result(samples=None, histogram={"encoding": "hdr-v2", "data": data})


def test_an_accepted_report_is_stored_before_the_answer_and_its_state_can_be_asked_for(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    answer = api.post(REPORTS, json=a_report(), headers=reporter)
    assert answer.status_code == 201
    assert count(engine, "report") == 1
    assert count(engine, "outbox") == 1
    assert api.get(answer.json()["url"], headers=reporter).json()["state"] == "accepted"
    drain(engine, project.id)
    status = api.get(answer.json()["url"], headers=reporter).json()
    assert status["state"] == "ingested"
    assert status["run_id"] is not None
    assert count(engine, "outbox") == 0


def test_the_same_document_again_answers_the_first_outcome(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    report = a_report()
    first = api.post(REPORTS, json=report, headers=reporter)
    drain(engine, project.id)
    again = api.post(REPORTS, json=report, headers=reporter)
    assert again.status_code == 200
    assert again.headers["idempotent-replay"] == "true"
    assert again.json()["id"] == first.json()["id"]
    drain(engine, project.id)
    assert count(engine, "run") == 1
    assert count(engine, "result") == 1


def test_another_document_under_the_same_key_is_a_conflict(
    api: TestClient, reporter: Headers
) -> None:
    report = a_report()
    api.post(REPORTS, json=report, headers=reporter)
    other = api.post(REPORTS, json=report | {"testbed": "other"}, headers=reporter)
    assert other.status_code == 409
    assert "/idempotency_key" in faults_of(other)


def test_a_report_may_be_larger_than_other_requests(api: TestClient, reporter: Headers) -> None:
    many = [a_result(parameters={"n": n}, samples=[0.125] * 150) for n in range(1_200)]
    report = a_report(results=many)
    assert len(json.dumps(report)) > LARGEST_BODY
    assert api.post(REPORTS, json=report, headers=reporter).status_code == 201


def test_a_compressed_report_is_accepted_and_a_broken_one_is_named(
    api: TestClient, reporter: Headers
) -> None:
    body = gzip.compress(json.dumps(a_report()).encode())
    headers = reporter | {"Content-Encoding": "gzip"}
    assert api.post(REPORTS, content=body, headers=headers).status_code == 201
    cut = api.post(REPORTS, content=body[:-20], headers=headers)
    assert cut.status_code == 422
    assert "gzip" in cut.json()["detail"]


def test_every_fault_of_a_malformed_report_is_named_with_its_place(
    api: TestClient, reporter: Headers, engine: Engine
) -> None:
    report = a_report(results=[a_result(samples=["fast"]), a_result(metric=7), {"benchmark": "x"}])
    del report["branch"]
    report["colour"] = "blue"
    answer = api.post(REPORTS, json=report, headers=reporter)
    assert answer.status_code == 422
    faults = faults_of(answer)
    assert "/results/0/samples/0" in faults
    assert "/results/1/metric" in faults
    assert "colour" in faults[""] or "branch" in faults[""]
    assert count(engine, "report") == 0


def test_of_a_huge_report_the_first_fault_is_named_without_reading_it_all_again(
    api: TestClient, reporter: Headers
) -> None:
    many = [a_result(parameters={"n": n}, samples=[0.125] * 100) for n in range(2_000)]
    report = a_report(results=[*many, {"benchmark": 5}, {"benchmark": 6}])
    faults = faults_of(api.post(REPORTS, json=report, headers=reporter))
    assert list(faults) == ["/results/2000/benchmark"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "truncated"),
        (b'{"version": 1, "results": [', "truncated"),
        (b'{"version": NaN}', "malformed"),
        (b"[" * 200_000, "nested"),
        (b'{"version": 1, "suite": ' + b'{"a":' * 40 + b"1" + b"}" * 41, "nested"),
        (b"\xff\xfe", "malformed"),
    ],
)
def test_what_is_not_a_complete_document_is_refused(
    api: TestClient, reporter: Headers, body: bytes, reason: str
) -> None:
    answer = api.post(REPORTS, content=body, headers=reporter)
    assert answer.status_code == 422
    assert reason in str(answer.json()["faults"])


def test_numbers_that_are_not_finite_are_refused(api: TestClient, reporter: Headers) -> None:
    body = json.dumps(a_report()).replace("0.101", "1e999")
    answer = api.post(REPORTS, content=body, headers=reporter)
    assert answer.status_code == 422
    assert "/results/0/samples/0" in faults_of(answer)


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"metrics": {"time": {"unit": "12", "direction": "lower"}}}, "/metrics/time/unit"),
        ({"metrics": {}}, "/results/0/metric"),
        ({"results": [a_result(samples=[])]}, "/results/0/samples"),
        ({"results": [a_result(), a_result()]}, "/results/1"),
        ({"results": [a_result(summary={"value": 1.0})]}, "/results/0"),
        ({"results": [a_result(metric=None)]}, "/results/0/metric"),
        ({"suite": {"name": "x" * 1000}}, "/suite/name"),
        ({"branch": "a\u0000b"}, "/branch"),
        ({"idempotency_key": "long-enough\u0000"}, "/idempotency_key"),
        ({"suite": {"name": "x", "version": "\u0000"}}, "/suite/version"),
        ({"commit": {"id": "c", "parents": ["p", "x" * 9_000]}}, "/commit/parents/1"),
        ({"commit": {"id": "c", "ancestry": ["\u0000"]}}, "/commit/ancestry/0"),
        ({"commit": {"id": "c", "author": {"name": "\u0000"}}}, "/commit/author/name"),
        ({"commit": {"id": "c", "time": "0001-01-01T00:00:00+12:00"}}, "/commit/time"),
        ({"run": {"started_at": "0001-01-01T00:00:00Z"}}, "/run/started_at"),
        ({"run": {"agent": "\u0000"}}, "/run/agent"),
        ({"base": {"branch": "x" * 9_000}}, "/base/branch"),
        ({"pull_request": {"number": 2**63}}, "/pull_request/number"),
        ({"metrics": {"m" * 9_000: {"unit": "s", "direction": "lower"}}}, f"/metrics/{'m' * 100}"),
        ({"benchmarks": {"search": {"tags": {"a": "\u0000"}}}}, "/benchmarks/search/tags/a"),
        ({"benchmarks": {"search": {"sweep": ["\u0000"]}}}, "/benchmarks/search/sweep/0"),
        ({"results": [a_result(binary_hash="\u0000")]}, "/results/0/binary_hash"),
        ({"results": [a_result(parameters={"n": 2**64})]}, "/results/0/parameters/n"),
        ({"results": [a_result(parameters={"n": 1e300})]}, "/results/0/parameters/n"),
        ({"results": [a_result(samples=[1.7e308, 1.7e308])]}, "/results/0/samples"),
        ({"results": [a_result(samples=None, summary={"value": 1e200})]}, "/results/0/summary"),
        (
            {"results": [a_result(samples=None, summary={"value": 1.0, "n": 2**31})]},
            "/results/0/summary/n",
        ),
        ({"environment": {f"k{i}": 1 for i in range(400)}}, "/environment"),
        (
            {
                "results": [
                    a_result(samples=None, histogram={"encoding": "hdr-v2", "data": "bm9uc2Vuc2U="})
                ]
            },
            "/results/0/histogram/data",
        ),
        ({"results": [with_histogram([])]}, "/results/0/histogram/data"),
        ({"results": [with_histogram([2**40])]}, "/results/0/histogram/data"),
    ],
)
def test_what_the_shape_cannot_say_is_checked_and_named(
    api: TestClient, reporter: Headers, changes: dict[str, Any], pointer: str
) -> None:
    answer = api.post(REPORTS, json=a_report(**changes), headers=reporter)
    assert answer.status_code == 422
    assert pointer in faults_of(answer)


def test_a_unit_or_direction_that_contradicts_the_stored_metric_is_refused(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    api.post(REPORTS, json=a_report(), headers=reporter)
    drain(engine, project.id)
    bytes_now = a_report(metrics={"time": {"unit": "B", "direction": "lower"}})
    assert "/metrics/time" in faults_of(api.post(REPORTS, json=bytes_now, headers=reporter))
    higher_now = a_report(metrics={"time": {"unit": "s", "direction": "higher"}})
    assert "/metrics/time" in faults_of(api.post(REPORTS, json=higher_now, headers=reporter))
    in_ms = a_report(metrics={"time": {"unit": "ms", "direction": "lower"}})
    assert api.post(REPORTS, json=in_ms, headers=reporter).status_code == 201


def test_a_contradiction_between_two_waiting_reports_fails_the_later_one(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    api.post(REPORTS, json=a_report(), headers=reporter)
    wrong = a_report(metrics={"time": {"unit": "B", "direction": "lower"}})
    url = api.post(REPORTS, json=wrong, headers=reporter).json()["url"]
    drain(engine, project.id)
    status = api.get(url, headers=reporter).json()
    assert status["state"] == "failed"
    assert status["faults"][0]["pointer"] == "/metrics/time"
    assert count(engine, "run") == 1


def test_limits_are_settings_with_errors_of_their_own(
    api: TestClient, reporter: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIDEMARK_MAX_RESULTS", "2")
    monkeypatch.setenv("TIDEMARK_MAX_SAMPLES_PER_RESULT", "3")
    monkeypatch.setenv("TIDEMARK_MAX_REPORT_BYTES", "20000")
    limits.cache_clear()
    try:
        many = [a_result(parameters={"n": n}, samples=[1.0]) for n in range(3)]
        assert "/results" in faults_of(
            api.post(REPORTS, json=a_report(results=many), headers=reporter)
        )
        assert "/results/0/samples" in faults_of(
            api.post(REPORTS, json=a_report(), headers=reporter)
        )
        huge = a_report(tags={"note": "x" * 30_000})
        assert api.post(REPORTS, json=huge, headers=reporter).status_code == 413
        bomb = gzip.compress(b" " * 5_000_000, mtime=0)
        answer = api.post(REPORTS, content=bomb, headers=reporter | {"Content-Encoding": "gzip"})
        assert answer.status_code == 413
    finally:
        limits.cache_clear()


def test_a_key_does_only_what_it_is_for(
    api: TestClient, make_key: MakeKey, engine: Engine, project: Project
) -> None:
    report = a_report()
    assert api.post(REPORTS, json=report).status_code == 401
    wrong = {"Authorization": "Bearer tdm_nobody"}
    assert api.post(REPORTS, json=report, headers=wrong).status_code == 401
    assert api.post(REPORTS, json=report, headers=make_key(Scope.READ)).status_code == 403
    bound = make_key(Scope.REPORT, testbed="other")
    assert api.post(REPORTS, json=report, headers=bound).status_code == 403
    with transaction(engine) as session:
        foreign = ensure_project(session, "foreign", "Foreign")
    stranger = make_key(Scope.REPORT, of=foreign)
    answer = api.post(REPORTS, json=report, headers=stranger)
    assert answer.status_code == 404
    unknown = api.post("/api/v1/projects/nowhere/reports", json=report, headers=stranger)
    assert unknown.json()["detail"].replace("nowhere", "main") == answer.json()["detail"]
    assert count(engine, "report") == 0
    assert project.slug == "main"


def test_the_published_schema_describes_what_is_accepted(api: TestClient) -> None:
    schema = api.get("/api/v1/schemas/report-v1.json").json()
    validator = Draft202012Validator(schema)
    assert validator.is_valid(a_report())
    assert not validator.is_valid(a_report(version=2))
    assert not validator.is_valid(a_report(unknown=1))


def test_reports_that_failed_are_listed_with_their_faults(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    api.post(REPORTS, json=a_report(), headers=reporter)
    wrong = a_report(metrics={"time": {"unit": "B", "direction": "lower"}})
    refused = api.post(REPORTS, json=wrong, headers=reporter).json()["id"]
    assert api.get(REPORTS, headers=reporter).json()["total"] == 0
    assert api.get(f"{REPORTS}?state=accepted", headers=reporter).json()["total"] == 2
    drain(engine, project.id)
    listed = api.get(REPORTS, headers=reporter).json()
    assert [row["id"] for row in listed["rows"]] == [refused]
    assert listed["rows"][0]["faults"][0]["pointer"] == "/metrics/time"
