"""People and their sessions on the pages: full, empty and failing, wide and narrow."""

import re

import pytest
from playwright.sync_api import Browser

from backend.domain.people.accounts import Device
from backend.domain.people.rights import Role
from backend.services.people.sign_in import begin_session
from backend.storage.engine import make_engine, transaction
from backend.storage.people import members
from backend.testing.browser import Visitor, visitor
from backend.testing.filling import an_account
from backend.testing.stack import Stack

pytestmark = pytest.mark.browser
PHONE = "Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36"


def a_person(stack: Stack, email: str) -> None:
    """Let somebody have an account, a role in a project, and a session on a phone."""
    project = stack.project()
    engine = make_engine(stack.database_url)
    with transaction(engine) as session:
        made = an_account(session, email, email.partition("@")[0].capitalize(), "no password")
        members.set_role(session, project.id, made, Role.TRIAGER)
        begin_session(session, made, 1, Device(PHONE, "192.0.2.7"))
    engine.dispose()


def test_an_administrator_disables_an_account_and_hands_on_a_link(
    person: Visitor, stack: Stack, browser: Browser
) -> None:
    a_person(stack, "grace@example.org")
    page = person.page
    person.open(f"{stack.url}/people")
    person.wait_for_answer("2 accounts")
    person.see(re.compile("triager of Main"))
    person.keep("people-full")
    page.get_by_role("button", name="Change Grace").click()
    page.get_by_role("menuitem", name="Create password link").click()
    page.get_by_role("button", name="Create link").click()
    person.see(re.compile(r"shown this once"))
    link = page.locator("code").inner_text()
    person.keep("people-link")
    page.get_by_role("button", name="Done").click()

    with visitor(browser) as grace:
        grace.open(link)
        grace.wait_for_answer("A new password for grace@example.org")
        grace.keep("reset-open")
        grace.page.get_by_label("New password").last.fill("nine quick blue herons")
        grace.page.get_by_role("button", name="Set the password").click()
        grace.wait_for_answer("The password is set")

    page.get_by_role("button", name="Change Grace").click()
    page.get_by_role("menuitem", name="Disable the account").click()
    person.see(re.compile("can come in no more"))
    person.keep("people-disabling")
    page.get_by_role("dialog").get_by_role("button", name="Disable the account").click()
    person.see("disabled, address unproven")
    person.open(f"{stack.url}/people?text=nobody-at-all")
    person.see("Nobody fits.")
    person.keep("people-empty")


def test_one_s_sessions_are_listed(person: Visitor, stack: Stack) -> None:
    person.open(f"{stack.url}/account")
    person.see("this one")
    person.keep("account-sessions")


def test_pages_say_why_they_cannot_be_read(browser: Browser, stack: Stack) -> None:
    with visitor(browser) as nobody:
        nobody.open(f"{stack.url}/people")
        nobody.see("The people could not be loaded.")
        nobody.keep("people-failing")
        nobody.open(f"{stack.url}/reset?token=gone")
        nobody.see(re.compile("may be used or expired"))
        nobody.keep("reset-failing")
        nobody.open(f"{stack.url}/welcome")
        nobody.see(re.compile("Forgotten"))
        nobody.keep("welcome")
        nobody.complaints.clear()
