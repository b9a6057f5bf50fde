"""Thresholds from the first rule on: written by fields, tried, saved, named where they judge."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from backend.embedded.stores.services import Services
from backend.testing.accessibility import faults_of
from backend.testing.brokers import fresh_broker
from backend.testing.browser import Visitor
from backend.testing.stack import Stack, make_stack, wait_until
from backend.tests.api.releasing import a_release_history

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def stack(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    made = make_stack(
        module_database_url, fresh_broker(services.redis_url), tmp_path_factory.mktemp("stack")
    )
    try:
        made.start_api()
        made.start_worker()
        yield made
    finally:
        made.drop()


def test_a_rule_is_tried_saved_and_named_by_the_change_that_it_judges(
    person: Visitor, stack: Stack
) -> None:
    page = person.page
    measure(stack)
    person.open(f"{stack.url}/p/judged/settings/thresholds")
    person.wait_for_answer("Default rule for all")
    person.keep("thresholds-empty")
    write_a_rule(page)
    person.see("parameter engine is smol")
    page.get_by_role("button", name="Dry run").click()
    person.see("1 change would be removed (1 regression)")
    person.see("smaller than the minimum effect")
    person.keep("thresholds-dry-run")
    assert faults_of(page) == []
    page.reload()
    change = page.get_by_role("link", name=re.compile(r"^change \d+$")).get_attribute("href")
    page.get_by_role("button", name="Save", exact=True).click()
    person.wait_for_answer("1 rule judges 1 of 3 series; the standard judges the rest.")
    person.see("holds now")
    person.keep("thresholds-kept")
    person.open(f"{stack.url}{change}")
    person.see("Judged by rule 1 “smol is noisy”: parameter engine is smol")


def measure(stack: Stack) -> None:
    stack.project("judged")
    with stack.client("judged") as client:
        for report in a_release_history():
            assert client.post("/reports", json=report).status_code == 201
        wait_until(lambda: len(client.get("/changes").json()["rows"]) > 1, "both changes are found")


def write_a_rule(page: Page) -> None:
    page.get_by_text("Add a rule by its fields").click()
    form = page.get_by_role("form", name="New rule")
    form.get_by_label("Name").fill("smol is noisy")
    form.get_by_label("Only parameters").fill("engine=smol")
    form.get_by_label("Minimum effect, %").fill("30")
    form.get_by_label("Action").select_option("inform")
    form.get_by_role("button", name="Add to the file").click()
