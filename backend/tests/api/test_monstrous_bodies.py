"""Bodies that break parsers, deep, endless, not quite JSON: every call refuses them."""

import tracemalloc
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.fixtures import MakeKey

DEEP = 100_000
WRITES = ("post", "put", "patch")
MOST_BYTES = 60 * 1024 * 1024
"""Python may hold so much more at once: a parsed body takes a few times its size."""
TAKEN_AS_THEY_ARE = (
    "/reports", "/reports/files", "/imports/tidemark-json", "/imports/github-action-benchmark",
    "/mappings/outlines", "/splits/tables",
)  # fmt: skip
"""Calls that read a body themselves."""
BODIES: dict[str, bytes] = {
    "arrays within arrays": b"[" * DEEP,
    "closed arrays": b"[" * DEEP + b"]" * DEEP,
    "objects within objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "arrays in a field": b'{"name":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "an endless integer": b'{"name":' + b"9" * 5_000 + b"}",
    "an endless fraction": b'{"name":0.' + b"9" * 500_000 + b"}",
    "an endless exponent": b'{"name":1e' + b"9" * 5_000 + b"}",
    "no number": b'{"name":NaN,"x":Infinity}',
    "a field a hundred thousand times": b"{" + b'"name":"a",' * DEEP + b'"name":"b"}',
    "a hundred thousand fields": b"{" + b",".join(b'"f%d":1' % n for n in range(DEEP)) + b"}",
    "half a character": b'{"name":"\\ud800"}',
    "no text": b"\xff\xfe\x00\x01",
    "a word": b"null",
}


def calls(api: TestClient) -> Iterator[tuple[str, str]]:
    paths = api.get("/api/openapi.json").json()["paths"]
    for path, operations in paths.items():
        for method, operation in operations.items():
            if method in WRITES and "requestBody" in operation:
                yield method, path
    for path in TAKEN_AS_THEY_ARE:
        yield "post", f"/api/v1/projects/main{path}?testbed=box"


def filled(path: str) -> str:
    """Put something into each part of a path."""
    parts = ["main" if part == "{project}" else part for part in path.split("/")]
    return "/".join("1" if part.startswith("{") else part for part in parts)


def is_refused(answer: Any) -> bool:
    """Tell whether nothing was taken; an import answers which rows it does not take."""
    return answer.is_client_error or (
        answer.is_success and answer.json().get("accepted") == 0 and bool(answer.json()["rejected"])
    )


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_no_body_is_a_fault_of_the_server(
    api: TestClient, project: Project, make_key: MakeKey, body: bytes
) -> None:
    assert project.slug == "main"
    headers = make_key(*Scope) | {"Content-Type": "application/json"}
    asked = list(calls(api))
    assert len(asked) > len(TAKEN_AS_THEY_ARE) + 40
    wrong, without_detail, most = {}, [], 0
    tracemalloc.start()
    for method, path in asked:
        tracemalloc.reset_peak()  # what one call takes: cycles with its body go later, all at once
        before, _ = tracemalloc.get_traced_memory()
        answer = api.request(method, filled(path), content=body, headers=headers)
        most = max(most, tracemalloc.get_traced_memory()[1] - before)
        if not is_refused(answer):
            wrong[f"{method} {path}"] = answer.status_code
        is_unread = answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        if is_unread and not answer.json()["detail"]:
            without_detail.append(path)
    tracemalloc.stop()
    assert not wrong
    assert not without_detail
    assert most < MOST_BYTES
