"""The page of the server: its history, what is wrong with it, and who may look."""

import re
from datetime import UTC, datetime, timedelta
from math import sin

import pytest
from playwright.sync_api import Browser

from backend.domain.server_health import Answers, ServerSample
from backend.storage import server_samples
from backend.storage.engine import make_engine, transaction
from backend.testing.browser import Visitor, visitor
from backend.testing.stack import Stack

pytestmark = pytest.mark.browser
MINUTES = 600


def a_day(stack: Stack) -> None:
    """Let the server have been watched for ten hours, with a worker that hung for one of them."""
    engine = make_engine(stack.database_url)
    now = datetime.now(UTC)
    with transaction(engine) as session:
        for minute in range(MINUTES):
            waits = max(0, 30 - abs(minute - 300))
            count = 60.0 * minute + 20 * sin(minute / 40)
            sample = ServerSample(
                at=now - timedelta(minutes=MINUTES - minute),
                answers=Answers(count, minute // 50, count * (0.004 + minute / 4e5)),
                work_waiting=10 * waits,
                work_oldest_s=60.0 * waits,
                reports_waiting=waits,
                ingestion_lag_s=60.0 * waits,
                disk_free_bytes=(80 << 30) - minute * (5 << 20),
                database_bytes=(2 << 30) + minute * (4 << 20),
            )
            server_samples.store(session, sample, [])
    engine.dispose()


def test_an_administrator_sees_what_is_wrong_and_how_the_server_did(
    person: Visitor, stack: Stack
) -> None:
    person.open(f"{stack.url}/server")
    person.see(re.compile("No history yet|Requests a minute"))
    person.keep("server-empty")
    a_day(stack)
    person.open(f"{stack.url}/account")
    person.page.get_by_role("link", name="Server", exact=True).click()
    person.see(re.compile("Age of the oldest that waits"))
    assert person.page.locator("main figure").count() == 6
    person.keep("server-full")
    person.page.get_by_label("Charts").select_option("last 7 days")
    person.page.wait_for_url("**/server?range=week")
    person.see(re.compile("Age of the oldest that waits"))


def test_nobody_else_is_told_how_the_server_does(browser: Browser, stack: Stack) -> None:
    with visitor(browser) as nobody:
        nobody.open(f"{stack.url}/server")
        nobody.see("The state of the server could not be loaded.")
        nobody.keep("server-failing")
