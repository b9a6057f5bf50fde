"""Addresses of pages get the page, all others 404: a page for people, a document for programs."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from backend.api.app import create_app
from backend.api.pages.routes import OF_PROJECTS, OUTSIDE, is_page
from backend.settings import Settings
from backend.testing.databases import ROOT

ROUTER = (ROOT / "frontend" / "src" / "app" / "router.tsx").read_text()
OF_LINKS = "/l/$code"
"""The server itself answers for short links."""
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
UNKNOWN = (
    "/nonsense",
    "/wp-login.php",
    "/p",
    "/p/main/nonsense",
    "/p/main/runs/1/2",
    "/p//runs",
    "/help",
    "/help/a/b",
    "/embed/main",
    "/embed/main/runs",
    "/assets/nonsense.js",
    "/.env",
    "/.well-known/nonsense",
)


@pytest.fixture
def pages(settings: Settings) -> Iterator[TestClient]:
    settings.web_dist.mkdir()
    (settings.web_dist / "index.html").write_text("<!doctype html>the page")
    (settings.web_dist / "robots.txt").write_text("User-agent: *")
    with TestClient(create_app(settings)) as client:
        yield client


def of_the_router() -> set[str]:
    """Return the addresses of all pages as the router of the pages joins them."""
    routes = {
        name: (parent, path)
        for name, parent, path in re.findall(
            r"const (\w+) = createRoute\(\{\s+getParentRoute: \(\) => (\w+),\s+path: \"([^\"]+)\"",
            ROUTER,
        )
    }
    leaves = set(routes) - {"projectRoute"}
    joined = {_joined(name, routes) for name in leaves}
    assert len(re.findall(r"createRoute\(", ROUTER)) == len(routes) + 1, "one has no path: plain"
    return joined


def _joined(name: str, routes: dict[str, tuple[str, str]]) -> str:
    if name not in routes:
        return ""
    parent, path = routes[name]
    return (_joined(parent, routes) + path).rstrip("/") or "/"


def test_the_server_knows_the_pages_of_the_router_and_no_others() -> None:
    assert {*OUTSIDE, *OF_PROJECTS, OF_LINKS} == of_the_router()


@pytest.mark.parametrize("headers", [BROWSER, {"Accept": "*/*"}, {}])
def test_every_page_is_there_whoever_asks(pages: TestClient, headers: dict[str, str]) -> None:
    for pattern in sorted(of_the_router() - {OF_LINKS}):
        path = re.sub(r"\$\w+", "some%20thing", pattern)
        for written in {path, f"{path.rstrip('/')}/", f"{path}?series=1"}:
            answer = pages.get(written, headers=headers)
            assert (answer.status_code, answer.text) == (200, "<!doctype html>the page"), written


@pytest.mark.parametrize("path", UNKNOWN)
def test_nothing_is_elsewhere(pages: TestClient, path: str) -> None:
    page = pages.get(path, headers=BROWSER)
    assert page.status_code == 404
    assert path.startswith("/assets/") or page.text == "<!doctype html>the page"
    document = pages.get(path, headers={"Accept": "application/json"})
    assert document.status_code == 404


def test_programs_are_told_in_a_document(pages: TestClient) -> None:
    document = pages.get("/nonsense")
    assert document.headers["content-type"] == "application/problem+json"
    assert "there is nothing at /nonsense" in document.json()["detail"]


def test_an_address_of_many_parts_is_no_page() -> None:
    assert not is_page("p/" + "/" * 50_000)


def test_what_programs_ask_of_every_site_is_there(pages: TestClient) -> None:
    assert pages.get("/robots.txt").text == "User-agent: *"
    for name in ("robots.txt", "favicon.ico"):
        assert (ROOT / "frontend" / "public" / name).stat().st_size


@pytest.mark.parametrize(
    ("setting", "contact"),
    [
        ({"security_contact": "https://example.org/report"}, "https://example.org/report"),
        ({"security_contact": "security@example.org"}, "mailto:security@example.org"),
        ({"mail_from": "bench@example.org"}, "mailto:bench@example.org"),
    ],
)
def test_the_installation_says_whom_to_tell_of_a_weakness(
    settings: Settings, setting: dict[str, str], contact: str
) -> None:
    chosen = settings.model_copy(update={**setting, "public_url": "https://bench.example.org"})
    with TestClient(create_app(chosen)) as pages:
        answer = pages.get("/.well-known/security.txt")
    said = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert said["Contact"] == contact
    assert said["Canonical"] == "https://bench.example.org/.well-known/security.txt"
    left = datetime.fromisoformat(said["Expires"]) - datetime.now(UTC)
    assert timedelta(days=100) < left < timedelta(days=365)


def test_an_installation_that_names_nobody_says_so(pages: TestClient) -> None:
    answer = pages.get("/.well-known/security.txt")
    assert answer.status_code == 404
    assert "TIDEMARK_SECURITY_CONTACT" in answer.json()["detail"]
