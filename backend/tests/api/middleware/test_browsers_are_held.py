"""What holds browsers to what they may do: headers, foreign forms."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.services.people.sign_in import issue_sign_in_link
from backend.storage.engine import transaction

MAIN = "/api/v1/projects/main"


@pytest.fixture
def signed_in(api: TestClient, engine: Engine, project: Project) -> TestClient:
    assert project.slug == "main"
    with transaction(engine) as session:
        token = issue_sign_in_link(session, "a@b", "Admin", 5)
    api.get(f"/sign-in?token={token}")
    return api


@pytest.mark.parametrize(
    ("path", "policy"),
    [
        ("/p/main", "default-src 'self'"),
        ("/embed/main/explore", "frame-ancestors *"),
        ("/api/v1/session", "default-src 'none'"),
        ("/api/v1/nonsense", "default-src 'none'"),
        ("/l/nowhere", "frame-ancestors 'self'"),
    ],
)
def test_every_answer_says_what_a_browser_may_do_with_it(
    api: TestClient, path: str, policy: str
) -> None:
    headers = api.get(path).headers
    assert policy in headers["content-security-policy"]
    assert "unsafe-inline'" not in headers["content-security-policy"].partition("style-src")[0]
    assert "script-src" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_a_form_of_another_site_changes_nothing(signed_in: TestClient) -> None:
    before = signed_in.get(f"{MAIN}/keys").json()
    simple = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
    for kind in simple:
        answer = signed_in.post(
            f"{MAIN}/keys",
            content='{"name": "stolen", "scopes": ["admin"]}',
            headers={"Content-Type": kind, "Origin": "https://evil.example"},
        )
        assert answer.status_code == 403
    assert signed_in.get(f"{MAIN}/keys").json() == before


def test_a_page_of_another_site_reads_nothing_with_a_session(signed_in: TestClient) -> None:
    answer = signed_in.get("/api/v1/session", headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in answer.headers
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST",
             "Access-Control-Request-Headers": "x-tidemark"}  # fmt: skip
    before = signed_in.options(f"{MAIN}/keys", headers=asked)
    assert "access-control-allow-origin" not in before.headers
