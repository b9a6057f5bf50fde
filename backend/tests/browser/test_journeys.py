"""From a pushed regression to everybody whom it concerns, once each, though workers die."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from backend.domain.people.rights import Scope
from backend.domain.pulls.forge_events import ForgeKind
from backend.embedded.stores.services import Services
from backend.testing.accessibility import faults_of
from backend.testing.brokers import fresh_broker
from backend.testing.browser import Visitor
from backend.testing.builders import Document, a_history
from backend.testing.forges.running import forge
from backend.testing.forges.server import StandIn
from backend.testing.forges.webhooks import Webhook, pull_request_webhook
from backend.testing.forges.world import BOT, TOKEN
from backend.testing.receivers import Mailbox, Webhooks, mail_server, webhooks
from backend.testing.stack import Stack, make_stack, wait_until
from backend.tests.browser.days import is_found, mails_to, spaced, wait_for_quiet
from backend.tests.browser.surfaces import (
    differing,
    effects_in,
    of_change,
    of_previews,
    on_pages,
)
from backend.tests.cli.shell import Shell
from backend.tests.services.pulls.pulling import (
    FORK,
    HEAD,
    MAIN,
    main_history,
    pull_report,
    results,
)

pytestmark = [pytest.mark.browser, pytest.mark.long]

PROJECT = "engine"
PATIENCE_S = 120.0
AFTERWARDS = 12
SLOWER = 1.2
SINCE_THEN = datetime.now(UTC) - datetime(2026, 1, 8, tzinfo=UTC)
"""From the days of made commits to these days."""
WORSE = "search engine=smol time 20.0\u202f% slower since "


@dataclass
class Place:
    """A project with a connected repository, a chat, a mailbox, and a worker that dies."""

    stack: Stack
    github: StandIn
    chat: Webhooks
    mailbox: Mailbox
    hook: str

    def report(self, *documents: Document) -> None:
        """Upload reports, and kill the worker while it is at them."""
        with self.stack.client(PROJECT) as client:
            for document in documents:
                assert client.post("/reports", json=recent(document)).status_code == 201
        self.stack.kill("worker")
        self.stack.start_worker()

    def hear(self, webhook: Webhook) -> None:
        address = f"{self.stack.url}{self.hook}"
        answer = httpx.post(address, headers=dict(webhook.headers), content=webhook.body)
        assert answer.status_code == 202, answer.text

    def comments(self) -> list[str]:
        return [comment.body for comment in self.github.world.comments_of(7, BOT)]

    def checks(self) -> list[str]:
        return [check.state for check in self.github.world.checks if check.commit == HEAD]

    def told_by_mail(self, begin: str) -> list[str]:
        subjects = [str(mail["Subject"]).strip() for mail in self.mailbox.mails]
        return [subject for subject in subjects if subject.startswith(begin)]

    def told_in_chat(self, begin: str) -> list[str]:
        lines = [str(received.json()["text"]) for received in self.chat.received]
        return [line for line in lines if line.startswith(begin)]


@pytest.fixture(scope="module")
def stack(
    services: Services, module_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    made = make_stack(
        module_database_url, fresh_broker(services.redis_url), tmp_path_factory.mktemp("stack")
    )
    yield made
    made.drop()


@pytest.fixture
def place(stack: Stack) -> Iterator[Place]:
    with mail_server() as mailbox, webhooks() as chat, forge(ForgeKind.GITHUB) as github:
        stack.environment |= {
            "TIDEMARK_OUTGOING_ALLOWED": "127.0.0.0/8",
            "TIDEMARK_SMTP_HOST": "127.0.0.1",
            "TIDEMARK_SMTP_PORT": str(mailbox.port),
            "TIDEMARK_SMTP_SECURITY": "none",
            "TIDEMARK_PUBLIC_URL": stack.url,
        }
        stack.start_api()
        stack.start_worker()
        yield prepared(Place(stack, github, chat, mailbox, ""))


def prepared(place: Place) -> Place:
    """Tell the forge its commits, connect it, and add both channels."""
    world = place.github.world
    world.parents |= dict(zip(MAIN, [(), *((one,) for one in MAIN)], strict=False))
    world.parents[HEAD] = (FORK,)
    world.branches["main"] = MAIN[-1]
    world.pull(7, HEAD)
    with place.stack.client(PROJECT, Scope.ADMIN) as client:
        made = client.post(
            "/forge",
            json={
                "kind": "github",
                "api_url": place.github.api_url,
                "repository": world.repository,
                "token": TOKEN,
            },
        ).raise_for_status().json()  # fmt: skip
        place.hook, place.github.secret = made["webhook_path"], made["secret"]
        for kind, address in (("mail", "ada@example.org"), ("slack", place.chat.address("slack"))):
            body = {"kind": kind, "name": kind, "address": address}
            client.post("/channels", json=body).raise_for_status()
    return place


def test_a_regression_reaches_everybody_once_and_is_triaged_until_it_is_fixed(
    place: Place, person: Visitor, tmp_path: Path
) -> None:
    settings = {
        "TIDEMARK_URL": place.stack.url,
        "TIDEMARK_KEY": place.stack.key(PROJECT, Scope.READ),
        "TIDEMARK_PROJECT": PROJECT,
    }
    shell = Shell(tmp_path, settings)
    place.report(*main_history())
    judge_the_pull_request(person, place)
    of_pull = say_the_comparison_alike(person, place, shell)
    see_it_on_main(place, shell)
    say_the_change_alike(person, place, shell, of_pull)
    place.report(*more_of_main(first=50 - AFTERWARDS, search=SLOWER)[:AFTERWARDS])
    triage_it_until_it_is_fixed(person, place)


def judge_the_pull_request(person: Visitor, place: Place) -> None:
    """J1: one comment and a failing check; accepted with a reason, the check passes."""
    place.hear(pull_request_webhook(place.github, 7, "opened"))
    place.report(pull_report(search=SLOWER))
    wait_until(lambda: place.checks()[-1:] == ["failure"], "the check fails", PATIENCE_S)
    (comment,) = place.comments()
    assert re.search(r"search engine=smol time .+? → .+?, \d\d\.\d\u202f% slower \[", comment)

    person.open(f"{place.stack.url}/p/{PROJECT}/pull-requests")
    person.wait_for_answer("1 pull request; 1 fails")
    person.page.get_by_role("link", name=re.compile("#7")).first.click()
    form = person.page.get_by_role("form", name="Accept the regressions")
    form.get_by_label("Reason").fill("The new order is right and costs this")
    form.get_by_role("button").click()
    wait_until(lambda: place.checks()[-1:] == ["success"], "the check passes", PATIENCE_S)
    wait_until(lambda: "The new order is right" in place.comments()[0], "the comment says why")
    assert faults_of(person.page) == []


def say_the_comparison_alike(person: Visitor, place: Place, shell: Shell) -> set[str]:
    """Read one comparison everywhere: the same number and interval, to the digit."""
    (comment,) = place.comments()
    worst = comment.partition(" search ")[2].partition("\n")[0]
    (said,), others = effects_in(worst), effects_in(comment)
    with place.stack.client(PROJECT, Scope.READ) as client:
        pull = client.get("/pull-requests").json()["rows"][0]
    compared = (f"commit:{FORK}", f"commit:{HEAD}")
    table = f"/compare?baseline={compared[0]}&contender={compared[1]}"
    paths = (f"/pull-requests/{pull['id']}", table)
    person.open(f"{place.stack.url}/p/{PROJECT}/pull-requests")
    person.see(re.compile("1 regression"))
    assert said.partition(" [")[0] in spaced(person.page.locator("main").inner_text())
    found = on_pages(person, place.stack, PROJECT, paths, said)
    average = person.page.get_by_role("region", name="On average").inner_text()
    found[table] -= effects_in(average) - {said}
    found["compare"] = effects_in(shell.run("compare", *compared).out)
    assert differing(found, said, others) == {}
    return others


def see_it_on_main(place: Place, shell: Shell) -> None:
    """J2: merged after all, it opens one alert group, told once in each channel."""
    with place.stack.client(PROJECT) as client:
        for report in more_of_main(first=30, search=SLOWER):
            assert client.post("/reports", json=recent(report)).status_code == 201
            wait_for_quiet(place.stack)
            if is_found(shell):
                break
    wait_until(lambda: place.told_by_mail(WORSE), "the mail arrived", PATIENCE_S)
    wait_until(lambda: place.told_in_chat(WORSE), "the chat heard of it", PATIENCE_S)


def say_the_change_alike(person: Visitor, place: Place, shell: Shell, of_pull: set[str]) -> None:
    """Read one change everywhere: the same number and interval, to the digit."""
    (_, mailed), *_ = mails_to(place.mailbox, "ada@example.org")
    (said,) = effects_in(mailed)
    with place.stack.client(PROJECT, Scope.ADMIN) as client:
        found = of_change(person, place.stack, shell, client)
        change = client.get("/changes").json()["rows"][0]
    series = change["series"]
    paths = (
        "",
        "/changes",
        f"/changes/{change['id']}",
        "/alert-groups/1",
        "/triage-report",
        f"/explore?series={series['id']}",
        f"/benchmarks/{series['benchmark_id']}",
        f"/suites/{series['suite_id']}",
    )
    found |= on_pages(person, place.stack, PROJECT, paths, said)
    addresses = [f"/p/{PROJECT}{path}" for path in (paths[2], paths[5])]
    with place.stack.client(PROJECT, Scope.ADMIN) as client:
        previews = of_previews(place.stack, client, addresses)
    found |= {address: effects_in(told) for address, told in previews.items()}
    assert differing(found, said, of_pull) == {}
    size = said.partition(" [")[0]
    for subject in (*place.told_in_chat(WORSE), *place.told_by_mail(WORSE)):
        assert size in spaced(subject)


def triage_it_until_it_is_fixed(person: Visitor, place: Place) -> None:
    page = person.page
    person.open(f"{place.stack.url}/p/{PROJECT}/changes")
    person.wait_for_answer("1 open change in 1 series.")
    page.get_by_role("link", name=re.compile(r"% slower \[")).first.click()
    page.get_by_label("Reason").fill("Known, mended next")
    page.get_by_role("button", name="Acknowledge").click()
    page.get_by_text(re.compile("acknowledged by")).first.wait_for()
    place.report(*more_of_main(first=50))
    page.get_by_text("fixed: the level came back").first.wait_for(timeout=PATIENCE_S * 1000)
    person.keep("journey-fixed")
    wait_until(lambda: place.told_by_mail("Fixed: "), "the mail says that it is fixed")
    wait_until(lambda: place.told_in_chat("Fixed: "), "the chat hears that it is fixed")
    for told in (place.told_by_mail(""), place.told_in_chat("")):
        assert len(told) == 2, told
    assert len(place.comments()) == 1
    assert page.get_by_role("alert").count() == 0


def more_of_main(first: int, **factors: float) -> list[Document]:
    """Return twenty further commits of the base branch."""
    history = a_history([1.0] * (first + 20))[first:]
    before = MAIN[-1] if first == len(MAIN) else commit(first - 1)
    for index, report in enumerate(history, first):
        report["commit"] |= {"id": commit(index), "parents": [before]}
        report["results"] = results(index % len(MAIN), **factors)
        before = commit(index)
    return history


def recent(report: Document) -> Document:
    """Return a report with its commit of the last days: an older change would be history."""
    made_at = datetime.fromisoformat(report["commit"]["time"]) + SINCE_THEN
    return report | {"commit": report["commit"] | {"time": made_at.isoformat()}}


def commit(index: int) -> str:
    return f"{index + 1:040x}"
