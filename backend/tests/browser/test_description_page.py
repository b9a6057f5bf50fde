"""The page of all calls, as a person opens it on a network without the Internet."""

from urllib.parse import urlsplit

import pytest

from backend.testing.browser import Visitor
from backend.testing.stack import Stack

pytestmark = pytest.mark.browser


def test_all_calls_are_shown_and_tried_without_anything_from_elsewhere(
    person: Visitor, stack: Stack
) -> None:
    asked: list[str] = []
    refused: list[str] = []
    page = person.page
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: refused.append(said.text) if said.type == "error" else None)
    person.open(f"{stack.url}/api/docs")
    person.see("session")
    page.get_by_role("button", name="Expand operation").first.wait_for(state="attached")
    person.keep("all-calls")
    page.goto(f"{stack.url}/api/docs#/system/health_api_v1_health_get")
    page.reload()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    page.locator(".live-responses-table").get_by_text('"status"').first.wait_for()
    assert {urlsplit(url).netloc for url in asked} - {""} == {urlsplit(stack.url).netloc}
    assert refused == []
