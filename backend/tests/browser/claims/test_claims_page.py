"""Claims by clicking: a file brings them in, two machines' runs judge them, one page shows both."""

import re

import pytest

from backend.domain.people.rights import Scope
from backend.testing.accessibility import faults_of
from backend.testing.browser import Visitor
from backend.testing.builders import a_report
from backend.testing.stack import Stack, wait_until
from backend.tests.api.claims.claiming import CLAIMS, a_measured_run
from backend.tests.api.claims.replaying import CLAIMS as FIVE
from backend.tests.api.claims.replaying import quick_reports

pytestmark = pytest.mark.browser
TITLE = "smol is 15 % faster than rayon"
VERDICTS = "confirmed|refuted|same direction, other size|undecided|not measurable here"
LIKE_PUBLISHED = {"smol": 1.0, "rayon": 1.15, "tokio": 1.3}


def test_a_file_of_claims_becomes_a_table_of_verdicts_and_machines(
    person: Visitor, stack: Stack
) -> None:
    page = person.page
    with stack.client("claims") as client:
        assert client.post("/reports", json=a_report(suite={"name": "other"})).status_code == 201
    person.open(f"{stack.url}/p/claims/claims")
    person.wait_for_answer("No claims yet")
    page.get_by_role("button", name="Add claims").click()
    page.get_by_role("textbox").fill(CLAIMS.replace('"1.15"', '"faster"'))
    page.get_by_role("button", name="Keep claims").click()
    person.see(re.compile("“faster” is no figure"))
    page.get_by_role("textbox").fill(CLAIMS)
    page.get_by_role("button", name="Keep claims").click()
    waiting = page.get_by_text(re.compile("waits for runtime, which no agent plans to run"))
    waiting.wait_for()
    measure(stack)
    wait_for_verdicts(stack)
    waiting.wait_for(state="detached")
    person.wait_for_answer("1 published claim on laptop: ")
    row = page.get_by_role("row", name=re.compile(TITLE))
    assert "refuted" in row.inner_text()
    assert "published 1.15" in row.inner_text()
    assert faults_of(page) == []
    person.keep("claims")
    look_at_the_claim(person)
    person.open(f"{stack.url}/p/claims")
    page.get_by_role("region", name="Claims").get_by_role("link", name=TITLE).wait_for()
    person.keep("overview-with-claims")


def measure(stack: Stack) -> None:
    """Replay the runs of two machines."""
    with stack.client("claims") as client:
        for report in (
            a_measured_run(1, failed=["async-std"]),
            a_measured_run(2, testbed="laptop", engines=LIKE_PUBLISHED),
        ):
            assert client.post("/reports", json=report).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == 3, "both runs are there")


def wait_for_verdicts(stack: Stack) -> None:
    with stack.client("claims") as client:
        wait_until(
            lambda: [len(one["machines"]) for one in client.get("/claims").json()["rows"]] == [2],
            "both machines have judged it",
        )


def look_at_the_claim(person: Visitor) -> None:
    page = person.page
    page.get_by_role("link", name=TITLE).click()
    person.wait_for_answer(f"{TITLE}: ")
    page.get_by_label("Measured on").select_option("box")
    person.wait_for_answer(f"{TITLE}: refuted on box")
    person.see(re.compile("not installed"))
    person.see(re.compile("a level of another machine \\(10-core laptop\\)"))
    person.see("tidemark-agent run runtime --quick")
    assert "laptop" in page.get_by_role("table", name="Verdict of each machine").inner_text()
    assert faults_of(page) == []
    person.keep("claim")


def test_the_five_claims_of_the_checkout_make_a_table_of_claims_and_machines(
    person: Visitor, stack: Stack
) -> None:
    page = person.page
    with stack.client("five", Scope.ADMIN) as client:
        assert client.post("/claims/imports", json={"text": FIVE}).status_code == 200
        for testbed in ("box", "laptop"):
            for report in quick_reports(testbed):
                answer = client.post("/reports", json=report)
                assert answer.status_code == 201, answer.text
        wait_until(
            lambda: (
                [len(one["machines"]) for one in client.get("/claims").json()["rows"]] == [2] * 5
            ),
            "both machines have judged all five",
            300,
        )
        claims = client.get("/claims").json()["rows"]
    person.open(f"{stack.url}/p/five/claims")
    person.wait_for_answer("5 published claims on ")
    heads = page.get_by_role("columnheader").all_inner_texts()
    assert {"box", "laptop"} <= set(heads)
    for claim in claims:
        row = page.get_by_role("row", name=claim["title"])
        assert len(re.findall(VERDICTS, row.inner_text())) >= 2
    person.keep("five-claims")
    for claim in claims:
        person.open(f"{stack.url}/p/five/claims/{claim['id']}")
        person.wait_for_answer(f"{claim['title']}: ")
        main = page.locator("main")
        main.get_by_role("table").filter(has_text="published ").first.wait_for()
        assert "undefined" not in main.inner_text()
        assert faults_of(page) == []
        person.keep(f"five-claims-{claim['key']}")
    person.open(f"{stack.url}/p/five")
    page.mouse.move(720, 450)
    cards = page.get_by_role("region", name="Claims", exact=True)

    def are_there() -> bool:
        page.mouse.wheel(0, 5_000)  # they are asked for when they come into view
        return all(cards.get_by_role("link", name=one["title"]).count() for one in claims)

    wait_until(are_there, "a picture of each claim")
    person.keep("overview-with-five-claims")
