"""What nobody can mean is answered with a 4xx that names its place."""

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.api.app import create_app
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.settings import Settings
from backend.testing.builders import a_report
from backend.testing.fixtures import MakeKey

PROJECT = "/api/v1/projects/main"
LARGEST = 2**63
UNREADABLE = (
    "http://[::1", "https://x:port/a", "https://x/a b", "https://x/\u202ea", "https://x\u2066.y/a",
    "https://x/\x1b[2Ja", "https://x/\u200ba", "https://good.example\\@evil.example/a",
)  # fmt: skip


@pytest.mark.parametrize(
    "path",
    [
        "/%00", "/assets/%00", "/l/%00", "/p/main/%00", "/pictures/%00", f"{PROJECT}/%00",
        f"{PROJECT}/runs/%00", f"{PROJECT}/sweeps/1/%00", f"{PROJECT}/series?text=%00", "/?a=%00",
        f"{PROJECT}/imports/github-action-benchmark?testbed=%00", "/api/v1/projects/%00/runs",
        "/sign-in?token=%00", f"{PROJECT}/runs/1%0a",
    ],
)  # fmt: skip
def test_no_address_holds_a_nul_character(
    api: TestClient, project: Project, reporter: dict[str, str], path: str
) -> None:
    assert project.slug == "main"
    answer = api.get(path, headers=reporter)
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"] in ("/path", "/query")


@pytest.mark.parametrize(
    "path", ["/", "/assets/", "/l/", "/pictures/", f"{PROJECT}/runs/", "/api/v1/projects/"]
)
def test_no_address_is_endless(settings: Settings, tmp_path: Path, path: str) -> None:
    (tmp_path / "index.html").write_text("the page")
    (tmp_path / "assets").mkdir()
    built = create_app(settings.model_copy(update={"web_dist": tmp_path}))
    with TestClient(built, raise_server_exceptions=False) as api:
        for length in (250, 256, 400, 1_500):
            assert api.get(path + "ä" * length).status_code < 500
        assert api.get(path + "a" * 5_000).status_code == 414
        assert api.get(f"{path}?text={'a' * 40_000}").status_code == 414


@pytest.mark.parametrize("number", [LARGEST - 2, LARGEST - 1, LARGEST, 10**30, 0, -1])
def test_no_number_in_an_address_is_too_large_to_be_refused(
    api: TestClient, project: Project, make_key: MakeKey, number: int
) -> None:
    assert project.slug == "main"
    headers = make_key(*Scope)
    wrong = []
    for path, methods in api.get("/api/openapi.json").json()["paths"].items():
        if "_id}" not in path and "number}" not in path:
            continue
        address = path.replace("{project}", "main")
        while "{" in address:
            head, _, tail = address.partition("{")
            address = f"{head}{number}{tail.partition('}')[2]}"
        for method in methods:
            sent: dict[str, Any] = {} if method in ("get", "delete") else {"json": {}}
            status = api.request(method.upper(), address, headers=headers, **sent).status_code
            if not 400 <= status < 500:
                wrong.append(f"{method} {address}: {status}")
    assert not wrong


@pytest.mark.parametrize(
    ("body", "pointer", "reason"),
    [
        (b'{"name": "a\\u0000b", "address": "/p/main/"}', "/body/name", "a NUL character"),
        (b'{"name": "a\\ud800b", "address": "/p/main/"}', "/body/name", "half of a character"),
        (b'{"a\\ud800": 1}', "/body/a\\ud800", "half of a character"),
        (b'{"name": 1e999}', "/body/name", "not finite"),
        (b'{"name": NaN}', "/body/name", "not finite"),
        (b'{"name": [1, 9223372036854775808]}', "/body/name/1", "64 bits"),
    ],
)
def test_a_body_with_what_cannot_be_kept_is_refused_with_its_place(
    api: TestClient, project: Project, make_key: MakeKey, body: bytes, pointer: str, reason: str
) -> None:
    assert project.slug == "main"
    headers = make_key(*Scope) | {"Content-Type": "application/json"}
    answer = api.post(f"{PROJECT}/views", content=body, headers=headers)
    fault = answer.json()["faults"][0]
    assert (answer.status_code, fault["pointer"]) == (422, pointer)
    assert reason in fault["reason"]


@pytest.mark.parametrize(
    "body", [b"\xff\xfe{", b'{"a": "\xff"}', b"{" * 50_000, b"[" * 50_000, b"1" * 6_000, b"{", b""]
)
def test_a_body_that_is_no_json_is_refused(
    api: TestClient, project: Project, make_key: MakeKey, body: bytes
) -> None:
    assert project.slug == "main"
    headers = make_key(*Scope) | {"Content-Type": "application/json"}
    for path in ("/views", "/reports", "/splits/tables", "/alert-mutes"):
        answer = api.post(f"{PROJECT}{path}", content=body, headers=headers)
        assert 400 <= answer.status_code < 500, (path, answer.text)


@pytest.mark.parametrize("address", UNREADABLE)
def test_an_address_that_cannot_be_read_is_refused_where_it_stands(
    api: TestClient, project: Project, make_key: MakeKey, address: str
) -> None:
    headers = make_key(*Scope)
    for part, pointer in (
        ({"commit": {"id": "c1", "url": address}}, "/commit/url"),
        ({"pull_request": {"number": 1, "url": address}}, "/pull_request/url"),
    ):
        answer = api.post(f"{PROJECT}/reports", json=a_report(**part), headers=headers)
        (fault,) = answer.json()["faults"]
        assert fault["pointer"] == pointer
        assert fault["reason"].startswith("the address ")
        assert address.isascii() or "character that cannot be seen, U+2" in fault["reason"]
    asked: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("PATCH", "", {"repository_url": address}),
        ("POST", "/links", {"address": f"/p/{project.slug}/explore?a={address}"}),
        ("POST", "/links", {"address": f"//{address.partition('//')[2]}"}),
        ("POST", "/forge", {"kind": "github", "api_url": address, "repository": "a/b"}),
        ("POST", "/channels", {"name": "c", "kind": "webhook", "address": address}),
        ("POST", "/ci-rules", {"name": "c", "issuer": address, "audience": "a",
                               "claims": {"repository": "a/b"}, "testbed": "box"}),
    )  # fmt: skip
    for method, path, sent in asked:
        answer = api.request(method, f"{PROJECT}{path}", json=sent, headers=headers)
        is_fine = path == "/links" and sent["address"].startswith("/p/") and " " not in address
        assert answer.status_code == (201 if is_fine and answer.is_success else 422), answer.text
