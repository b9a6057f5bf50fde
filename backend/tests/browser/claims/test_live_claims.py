"""The claims of the checkout, judged by the suites themselves, as `make up` has them measured."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from backend.domain.people.rights import Scope
from backend.embedded.state import StateDir, read_running
from backend.embedded.stores.ports import free_port
from backend.storage.engine import make_engine, transaction
from backend.storage.ladders.sources import read_document
from backend.testing.browser import Visitor, visitor
from backend.testing.stack import Stack, wait_until
from backend.tests.embedded.installation import Tidemark

pytestmark = [pytest.mark.agent, pytest.mark.browser, pytest.mark.long(seconds=600)]

BUILD_AND_MEASURE_S = 2_400.0
"""The agent and four suites are built and measured; a busy machine takes long for that."""
PROJECT, LAPTOP = "main", "laptop"
ENGINES = {"smol", "smol-mt", "tokio", "tokio-async", "rayon", "serial"}
LEADS_TO = {
    "blocking-threads": "^Sweep of blocking_max_threads",
    "ring-split": "^Split “rings of 64”",
    "async-bridge": "^Ladder “async handlers",
}
"""The page that a suite makes by itself, where it makes one."""
RECORDED = {"async-bridge", "order-clients"}
"""Claims about latencies that were recorded one by one."""
VERDICTS = "confirmed|refuted|same direction, other size|undecided|not measurable here"


@pytest.fixture
def installation(program: Path, tmp_path: Path) -> Iterator[Tidemark]:
    """Start everything as `make up` does, the agent included, on a machine it does not know."""
    assert program.is_file()
    extra = {"TIDEMARK_CONTROLS": str(tmp_path / "controls")}
    made = Tidemark(StateDir(tmp_path / "state"), free_port(), extra=extra, has_agent=True)
    made.up()
    yield made
    made.end()


@pytest.fixture
def running(installation: Tidemark) -> Stack:
    facts = read_running(installation.state)
    addresses = (str(facts["database_url"]), str(facts["redis_url"]))
    return Stack(installation.url, *addresses, installation.state.path, {})


@pytest.fixture
def visiting(browser: Browser, running: Stack) -> Iterator[Visitor]:
    with visitor(browser) as someone:
        someone.open(running.sign_in_url())
        yield someone
        assert someone.complaints == []


@pytest.mark.nightly(
    shorter=[
        (
            "browser/claims/test_claims_page.py"
            "::test_the_five_claims_of_the_checkout_make_a_table_of_claims_and_machines"
        ),
        "api/claims/test_claims.py::test_first_steps_bring_in_the_claims_of_the_checkout_once",
        (
            "embedded/test_agent_configuration.py"
            "::test_one_suite_is_measured_at_once_every_other_later_and_all_daily"
        ),
    ]
)
def test_make_up_measures_by_itself_what_judges_the_five_claims(
    installation: Tidemark, running: Stack, visiting: Visitor
) -> None:
    person, project = visiting, f"{running.url}/p/{PROJECT}"
    with running.client(PROJECT, Scope.ADMIN) as client:
        person.open(f"{project}/claims")
        person.wait_for_answer("5 claims, none judged yet", 120)
        person.see(re.compile("waits for runtime-rust"))
        # the page is open all the while and fills by itself
        installation.seconds_until(
            lambda: person.answer().startswith("5 published claims on "),
            "the suites are built and measured, and every claim has a verdict",
            BUILD_AND_MEASURE_S,
        )
        ((box,),) = {tuple(one) for one in machines_of_claims(client)}
        look_at_the_first_suite(client, person, project, box)
        for claim in claims_of(client):
            look_at_the_claim(person, project, claim, box)
        replay(running, client, {box: LAPTOP})
        wait_until(
            lambda: [set(one) for one in machines_of_claims(client)] == [{box, LAPTOP}] * 5,
            "both machines have verdicts",
            300,
        )
        look_at_both_machines(person, project, claims_of(client), box)


def claims_of(client: httpx.Client) -> list[dict[str, Any]]:
    return list(client.get("/claims").json()["rows"])


def machines_of_claims(client: httpx.Client) -> list[list[str]]:
    """Return the machines of each claim that has a verdict."""
    told = [sorted(one["testbed"] for one in row["machines"]) for row in claims_of(client)]
    return [one for one in told if one]


def look_at_the_first_suite(client: httpx.Client, person: Visitor, project: str, box: str) -> None:
    """See its run and sweep, and the machine with what it is going to measure.

    Rules may have asked for jobs by then, whose runs are newer and measure only a part.
    """
    runs = client.get("/runs", params={"suite": "runtime-rust"}).json()["rows"]
    assert {run["failures"] for run in runs} == {0}
    detail = client.get(f"/runs/{runs[-1]['id']}").json()
    labels = [row["series"] for row in detail["rows"]]
    assert {
        one["parameters"]["engine"] for one in labels if one["benchmark"] == "engines"
    } == ENGINES
    assert "cpu_model" in detail["fingerprint"]
    assert detail["conditions"]["control"]["verdict"] in {"steady", "moved"}
    assert client.get("/runs", params={"suite": "machine-control"}).json()["rows"]
    person.open(f"{project}/sweeps")
    person.page.get_by_role("link", name="blocking_threads").first.click()
    person.page.locator("svg.recharts-surface").first.wait_for()
    person.keep("live-sweep")
    person.open(f"{project}/machines")
    person.page.get_by_role("link", name=box).first.click()
    queue = person.page.get_by_role("table", name="Queue")
    queue.get_by_role("cell", name="runtime-rust").wait_for()
    person.keep("live-queue")


def look_at_the_claim(
    person: Visitor, project: str, claim: Mapping[str, Any], testbed: str
) -> None:
    """See its verdict, and published figures beside those of this machine."""
    person.open(f"{project}/claims/{claim['id']}")
    person.wait_for_answer(f"{claim['title']}: ", 60)
    answer = person.answer()
    assert re.search(f": ({VERDICTS}) on {re.escape(testbed)}$", answer), answer
    person.page.get_by_role("table").filter(has_text="published ").first.wait_for()
    if page := LEADS_TO.get(claim["key"]):
        person.page.get_by_role("link", name=re.compile(page)).wait_for()
    if claim["key"] in RECORDED:
        causes = person.page.get_by_role("region", name="What may explain it")
        # an order of clients has a verdict at the first of them; it can be judged at the second
        wait_until(lambda: causes.count() > 0, "two clients are measured", BUILD_AND_MEASURE_S)
        # their room is at the end of it; they are asked for when it comes into view
        causes.evaluate("one => one.scrollIntoView({block: 'end'})")
        curves = causes.get_by_role("figure", name=re.compile("^Percentiles of latency"))
        wait_until(lambda: curves.count() > 0, "the latency curves are drawn")
    assert "undefined" not in person.page.locator("main").inner_text()
    person.keep(f"live-claim-{claim['key']}")


def look_at_both_machines(
    person: Visitor, project: str, claims: list[dict[str, Any]], box: str
) -> None:
    """See the table of claims and machines, and the thumbnails on the overview."""
    person.open(f"{project}/claims")
    person.wait_for_answer("5 published claims on ", 60)
    heads = person.page.get_by_role("columnheader").all_inner_texts()
    assert {box, LAPTOP} <= set(heads)
    for claim in claims:
        row = person.page.get_by_role("row", name=claim["title"])
        assert len(re.findall(VERDICTS, row.inner_text())) >= 2
    person.keep("live-claims")
    person.open(project)
    cards = person.page.get_by_role("region", name="Claims", exact=True)

    def are_there() -> bool:
        person.page.mouse.wheel(0, 5_000)  # they are asked for when they come into view
        return all(cards.get_by_role("link", name=one["title"]).count() for one in claims)

    person.page.mouse.move(720, 450)
    wait_until(are_there, "a picture of each claim")
    person.keep("live-overview")


def replay(running: Stack, client: httpx.Client, names: Mapping[str, str]) -> None:
    """Send every report of a schedule again, as one of another machine and of no job."""
    runs = [one["id"] for one in client.get("/runs", params={"limit": 50}).json()["rows"]]
    project = running.project(PROJECT).id
    engine = make_engine(running.database_url, 1)
    with transaction(engine) as session:
        documents = [read_document(session, project, run) for run in runs]
    engine.dispose()
    for document in documents:
        report = json.loads(document or b"{}")
        if report["run"].pop("job", None) is not None and report["run"]["trigger"] == "job":
            continue
        testbed = names[report["testbed"]]
        other = {"testbed": testbed, "idempotency_key": f"{report['idempotency_key']}-again"}
        machine = report.get("machine", {}) | {"name": testbed}
        answer = client.post("/reports", json=report | other | {"machine": machine})
        assert answer.status_code == 201, answer.text
