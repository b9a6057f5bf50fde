"""A history that the server fetches from an address, begun on the page Import."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from backend.embedded.stores.services import Services
from backend.testing.brokers import fresh_broker
from backend.testing.browser import Visitor, visitor
from backend.testing.stack import Stack, make_stack
from backend.tests.adapters.tracker_samples import HASHES
from backend.tests.adapters.tracker_server import Given, tracker_server


@pytest.fixture(scope="module")
def fetching(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """Run a server that may call this machine."""
    directory: Path = tmp_path_factory.mktemp("fetching")
    stack = make_stack(module_database_url, fresh_broker(services.redis_url), directory)
    stack.environment["TIDEMARK_OUTGOING_ALLOWED"] = "127.0.0.1"
    try:
        stack.start_api()
        stack.start_worker()
        yield stack
    finally:
        stack.drop()


@pytest.fixture
def person(browser: Browser, fetching: Stack) -> Iterator[Visitor]:
    with visitor(browser) as someone:
        someone.sign_in(fetching.sign_in_url())
        yield someone
        assert someone.complaints == []


def test_a_history_is_fetched_from_an_address_by_the_page(person: Visitor, fetching: Stack) -> None:
    fetching.project("fetched")
    lines = [f"{HASHES[day]},2026-01-0{day + 1}T00:00:00Z,parse,1.5,ms" for day in range(3)]
    table = "\n".join(["commit,commit_time,benchmark,value,unit", *lines]).encode()
    with tracker_server() as tracker:
        address = tracker.give("/table.csv", Given(table, wants="s3cr3t"))
        person.open(f"{fetching.url}/p/fetched/import")
        person.page.get_by_role("textbox", name="Address").fill(address)
        person.page.get_by_label("Testbed").fill("ci")
        person.page.get_by_role("button", name="Import").click()
        person.see(re.compile("lets nobody in without permission"))
        person.page.get_by_label("Token").fill("s3cr3t")
        person.page.get_by_role("button", name="Import").click()
        person.see(re.compile("3 reports taken"))
        person.keep("import-address")
        person.page.get_by_role("textbox", name="Address").fill("http://10.0.0.9/data.js")
        person.page.get_by_role("button", name="Import").click()
        person.see(re.compile("TIDEMARK_OUTGOING_ALLOWED"))
