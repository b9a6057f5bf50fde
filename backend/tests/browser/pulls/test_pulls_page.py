"""J1: a slower pull request has one comment and a failing check; accepted, it turns green."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page

from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.forge_signatures import digest_of
from backend.embedded.stores.services import Services
from backend.testing.accessibility import faults_of
from backend.testing.brokers import fresh_broker
from backend.testing.browser import Visitor
from backend.testing.builders import Document
from backend.testing.forges.running import forge
from backend.testing.forges.server import StandIn
from backend.testing.forges.webhooks import Webhook, pull_request_webhook
from backend.testing.forges.world import BOT, REPOSITORY, TOKEN, commit_named
from backend.testing.stack import Stack, make_stack, wait_until
from backend.tests.browser.layout import layout_faults
from backend.tests.services.pulls.pulling import main_history, pull_report

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def there() -> Iterator[StandIn]:
    with forge(ForgeKind.GITHUB) as running:
        yield running


@pytest.fixture(scope="module")
def stack(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """Run a server that may call this machine."""
    made = make_stack(
        module_database_url, fresh_broker(services.redis_url), tmp_path_factory.mktemp("stack")
    )
    made.environment |= {
        "TIDEMARK_OUTGOING_ALLOWED": "127.0.0.0/8",
        "TIDEMARK_PUBLIC_URL": made.url,
    }
    try:
        made.start_api()
        made.start_worker()
        yield made
    finally:
        made.drop()


def test_a_slower_pull_request_has_one_comment_and_a_check_that_turns_green_when_accepted(
    person: Visitor, stack: Stack, there: StandIn
) -> None:
    page = person.page
    stack.project("gated")
    address, secret = connected(person, stack, there)
    measure(stack, history_of(there))
    head = there.world.commit("slower", "m25", branch="topic-7")
    there.world.pull(7, "slower", author="ada", is_from_fork=True)
    heard = send(address, secret, pull_request_webhook(there, 7))
    assert (heard.status_code, heard.json()) == (202, {"outcome": "looked at"})
    assert send(address, "another secret", pull_request_webhook(there, 7)).status_code == 401
    wait_until(lambda: states_of(there, head) == ["pending"], "the check is pending")
    measure(stack, [pull_report(head=head, search=1.25) | {"branch": "topic-7"}])
    wait_until(lambda: states_of(there, head) == ["failure"], "the check fails")
    (comment,) = there.world.comments_of(7, BOT)
    assert re.search(
        r"### ▲ 1 regression&#58; search engine=smol time .+? → .+?, 2\d\.\d\u202f% slower",
        comment.body,
    )

    picture = re.search(r"\((http\S+/pictures/\S+)\)\]", comment.body)
    assert picture is not None
    assert "search engine=smol time" in httpx.get(picture[1]).text, "the forge signs in nowhere"

    look_at_the_pages(person, stack)
    page.get_by_label("Reason").fill("the check of bounds is worth it")
    page.get_by_role("button", name="Accept the regressions").click()
    wait_until(lambda: states_of(there, head) == ["success"], "the check is green")
    (comment,) = there.world.comments_of(7, BOT)
    assert "the check of bounds is worth it" in comment.body
    person.see("It holds.")
    person.wait_for_answer("accepted by Administrator")
    person.keep("pull-accepted")


def connected(person: Visitor, stack: Stack, there: StandIn) -> tuple[str, str]:
    """Connect the repository from the empty list on; returns address and secret of the webhook."""
    page = person.page
    person.open(f"{stack.url}/p/gated/pull-requests")
    person.wait_for_answer("No repository connected")
    page.get_by_role("link", name="Connect it").click()
    person.wait_for_answer("No repository is connected")
    person.keep("forge-empty")
    made = connect(page, there)
    page.get_by_role("button", name="Try the connection").click()
    person.see("as tidemark-bot")
    person.keep("forge-connected")
    assert faults_of(page) == []
    return made


def look_at_the_pages(person: Visitor, stack: Stack) -> None:
    """Go from the overview over the list to the pull request that fails."""
    person.open(f"{stack.url}/p/gated")
    opened = person.page.get_by_role("region", name="Open pull requests")
    opened.get_by_text("▲ fails").wait_for()
    assert "1 regression: " in opened.inner_text()
    opened.get_by_role("link", name="All pull requests").click()
    person.wait_for_answer("1 pull request; 1 fails")
    person.keep("pulls-list")
    assert faults_of(person.page) == []
    person.page.get_by_role("link", name="#7").click()
    person.wait_for_answer("1 regression: ")
    person.page.locator("main figure svg, main [role=img]").first.wait_for()
    faults: list[str] = []
    person.keep("pull-failing", lambda _: faults.extend(layout_faults(person.page)))
    assert faults == []
    assert faults_of(person.page) == []


def connect(page: Page, there: StandIn) -> tuple[str, str]:
    """Fill in the form; returns the address and the secret of the webhook."""
    form = page.get_by_role("form", name="Connect a repository")
    form.get_by_label("Repository").fill(REPOSITORY)
    form.get_by_label("Address of its API").fill(there.api_url)
    form.get_by_label("Token").fill(TOKEN)
    form.get_by_role("button", name="Connect").click()
    secret = page.get_by_role("status").locator("code")
    secret.wait_for()
    address = page.get_by_text(re.compile(r"/api/v1/forges/.+/webhook")).inner_text()
    return address, secret.inner_text()


def send(address: str, secret: str, webhook: Webhook) -> httpx.Response:
    """Send a webhook as the forge does, signed with the secret that the page showed."""
    digest = f"sha256={digest_of(secret, webhook.body)}"
    signed = webhook.with_headers(x_hub_signature_256=digest)
    return httpx.post(address, content=signed.body, headers=dict(signed.headers))


def history_of(there: StandIn) -> list[Document]:
    """Return the history of the base branch, whose commits the forge knows."""
    history = main_history()
    for index, report in enumerate(history):
        before = [f"m{index - 1}"] if index else ["second"]
        there.world.commit(f"m{index}", *before, branch="main")
        report["commit"] |= {
            "id": commit_named(f"m{index}"),
            "parents": [commit_named(before[0])] if index else [],
        }
    return history


def measure(stack: Stack, reports: list[Document]) -> None:
    with stack.client("gated") as client:
        for report in reports:
            if report["commit"]["parents"] and len(reports) == 1:
                report["commit"]["parents"] = [commit_named("m25")]
            assert client.post("/reports", json=report).status_code == 201


def states_of(there: StandIn, head: str) -> list[str]:
    return [one.state for one in there.world.checks if one.commit == head]
