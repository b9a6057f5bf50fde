"""The page of all calls loads nothing from elsewhere, and may not."""

import re

import pytest
from fastapi.testclient import TestClient

from backend.api.pages.description import PATH

NAMED = re.compile(r'(?:src|href)="([^"]+)"')


def test_the_page_names_files_of_this_server_alone(api: TestClient) -> None:
    page = api.get(PATH)
    named = NAMED.findall(page.text)
    assert len(named) == 4
    assert all(re.match(r"/[^/]", name) for name in named), named
    assert "<script>" not in page.text
    assert "<style" not in page.text


def test_browsers_are_told_to_load_nothing_else(api: TestClient) -> None:
    policy = api.get(PATH).headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "connect-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy
    assert "unsafe-inline" not in policy.partition("style-src")[0]


def test_its_files_are_there_and_kept_under_names_that_change_with_them(api: TestClient) -> None:
    for name in NAMED.findall(api.get(PATH).text):
        if not name.startswith(PATH):
            continue
        answer = api.get(name)
        assert answer.status_code == 200
        assert re.search(r"-[0-9a-f]{12}\.(js|css)$", name)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("name", ["swagger-ui.js", "..%2fstart.js", "oauth2-redirect"])
def test_no_other_file_is_given(api: TestClient, name: str) -> None:
    assert api.get(f"{PATH}/{name}").status_code == 404
