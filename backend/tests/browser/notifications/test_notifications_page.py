"""A channel from the first click on: tried, told of a regression, refused, told again."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page

from backend.testing.accessibility import faults_of
from backend.testing.browser import Visitor
from backend.testing.receivers import (
    Mailbox,
    Received,
    Webhooks,
    webhooks,
)
from backend.testing.stack import Stack, wait_until
from backend.tests.api.releasing import a_release_history

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def hooks() -> Iterator[Webhooks]:
    with webhooks() as running:
        yield running


@pytest.fixture(scope="module")
def stack(mailing: Stack) -> Stack:
    return mailing


def test_a_regression_reaches_a_chat_and_a_mailbox_once_and_what_was_refused_is_sent_again(
    person: Visitor, stack: Stack, hooks: Webhooks, mailbox: Mailbox
) -> None:
    page = person.page
    stack.project("told")
    here = f"{stack.url}/p/told/settings/notifications"
    person.open(here)
    person.wait_for_answer("No channels")
    person.keep("notifications-empty")
    add(page, "Slack", "Team chat", "Incoming webhook", hooks.address("slack"))
    add(page, "E-mail", "Ada", "Addresses", "ada@example.org")
    panel(page, "Team chat").get_by_role("button", name="Send a test message").click()
    wait_until(lambda: hooks.received, "the test message arrived")

    hooks.answers = [(410, {})]
    measure_a_regression(stack)
    wait_until(lambda: mailbox.mails, "the mail arrived")
    wait_until(lambda: hooks.answers == [], "the chat refused")
    assert re.search(r" 2\d\.\d\u202f% slower since ", str(mailbox.mails[0]["Subject"]))

    person.open(f"{here}?state=dead")
    page.get_by_role("button", name="Send again").wait_for()
    person.wait_for_answer("2 channels; 1 cannot deliver")
    person.keep("notifications-failing")
    assert faults_of(page) == []
    page.get_by_role("button", name="Send again").click()
    wait_until(lambda: any(map(tells, hooks.received)), "the message arrived after all")
    look_before_saving(person, here)
    assert sum("% slower since" in mail["Subject"] for mail in mailbox.mails) == 1
    assert sum(map(tells, hooks.received)) == 1


def tells(received: Received) -> bool:
    """Tell whether a message is about the regression."""
    return "% slower [" in received.body.decode()


def measure_a_regression(stack: Stack) -> None:
    with stack.client("told") as client:
        for report in a_release_history():
            assert client.post("/reports", json=report).status_code == 201


def look_before_saving(person: Visitor, here: str) -> None:
    """Change what a channel is told, leave it, remove the channel and bring it back."""
    page = person.page
    person.open(here)
    panel(page, "Ada").get_by_role("button", name=re.compile("^Change: Regressions")).click()
    person.see("In the last 7 days this would have sent 1 message")
    page.get_by_label("From (%)").fill("90")
    person.see("this would have sent nothing")
    person.keep("notifications-preview")
    page.go_back()
    page.get_by_role("form", name="What Ada is told").wait_for(state="detached")
    panel(page, "Ada").get_by_role("button", name="Remove Ada").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    panel(page, "Ada").wait_for()


def add(page: Page, kind: str, name: str, place: str, address: str) -> None:
    """Fill in the form of a new channel and wait for its panel."""
    form = page.get_by_role("form", name="New channel")
    form.get_by_label("Kind").select_option(kind)
    form.get_by_label("Name").fill(name)
    form.get_by_label(place).fill(address)
    form.get_by_role("button", name="Add channel").click()
    panel(page, name).wait_for()


def panel(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)
