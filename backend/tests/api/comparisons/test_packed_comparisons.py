"""A long comparison is packed once for all who are far away, and says what it says to others."""

import gzip
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import Engine

from backend.api.app import create_app
from backend.api.routes.comparisons import WORTH_PACKING
from backend.domain.gzip_parts import join, pack_end
from backend.domain.people.projects import Project
from backend.settings import Settings
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill

COMPARISON = "/api/v1/projects/main/comparison?baseline=commit:c1&contender=commit:c2"
RESULTS = 120


def at_commit(number: int, **changes: Any) -> Document:
    results = [
        a_result(parameters={"size": place}, samples=[number + place, number + place + 0.1])
        for place in range(RESULTS)
    ]
    commit = {"id": f"c{number}", "time": f"2026-01-0{number}T00:00:00Z"}
    return a_report(commit=commit, results=results) | changes


@pytest.fixture
def far(settings: Settings) -> Iterator[TestClient]:
    """Serve a client that is not on this machine."""
    application = create_app(settings)
    with TestClient(application, client=("203.0.113.9", 50_000)) as client:
        yield client


def test_who_is_far_away_is_told_the_same_in_fewer_bytes(
    far: TestClient, engine: Engine, project: Project, reporter: dict[str, str]
) -> None:
    fill(engine, project, at_commit(1), at_commit(2))

    def ask(encoding: str, further: str = "") -> Response:
        headers = reporter | {"Accept-Encoding": encoding}
        answer = far.get(f"{COMPARISON}{further}", headers=headers)
        assert answer.status_code == 200, answer.text
        return answer

    plain = ask("identity")
    assert "content-encoding" not in plain.headers
    assert len(plain.content) > WORTH_PACKING
    for _ in range(2):
        packed = ask("gzip")
        assert packed.headers["content-encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["vary"]
        assert int(packed.headers["content-length"]) < len(plain.content) / 4
        assert packed.content == plain.content
    table = ask("gzip", "&format=csv").text
    assert table.count("\n") == 1 + RESULTS
    assert ask("identity", "&format=csv").text == table
    # a result more is in the next answer, packed or not
    fill(engine, project, at_commit(2, idempotency_key="c2 once more"))
    assert ask("gzip").content == ask("identity").content != plain.content


def test_a_beginning_of_any_length_goes_before_what_was_packed() -> None:
    end = b'"rows":[' + b",".join(b"%d" % place for place in range(50_000)) + b"]}"
    packed = pack_end(end)
    for begin in (b"", b"{", end, b"\x00" * 70_000):
        assert gzip.decompress(join(begin, end, packed)) == begin + end
