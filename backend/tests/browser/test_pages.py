import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from sqlalchemy import text

from backend.storage.engine import make_engine, transaction
from backend.testing.browser import Visitor, visitor
from backend.testing.builders import Document, a_history, a_report, a_result, dated
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

ENGINES = {"smol": 0.200, "tokio": 0.270, "rayon": 0.160}
THREADS = {1: 0.30, 2: 0.21, 4: 0.190, 8: 0.191, 16: 0.22, 500: 0.25}
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001)


def samples_around(centre: float, seed: int) -> list[float]:
    return [centre * (1 + NOISE[(seed + index) % 7]) for index in range(8)]


def a_full_run() -> Document:
    """Return a run with a sweep, engines side by side, a failure and a machine."""
    sweep = [
        a_result(
            benchmark="blocking_threads",
            parameters={"threads": threads},
            samples=samples_around(centre, threads),
        )
        for threads, centre in THREADS.items()
    ]
    engines = [
        a_result(
            benchmark="engines",
            parameters={"engine": engine},
            samples=samples_around(centre, len(engine)),
        )
        for engine, centre in ENGINES.items()
    ]
    failed = {
        "benchmark": "engines",
        "parameters": {"engine": "broken"},
        "failure": {"kind": "wrong_answer", "message": "expected 12 hits, got 11"},
    }
    return a_report(
        results=[*sweep, *engines, failed],
        benchmarks={"blocking_threads": {"sweep": ["threads"]}},
        commit={"id": "f" * 40, "subject": "Wake one worker", "time": "2026-03-01T00:00:00Z"},
        machine={"name": "box-1", "fingerprint": {"cpu_model": "Example 9000", "cores": 2}},
        environment={"rustc": "1.95.0"},
    )


@pytest.fixture(scope="module")
def filled(stack: Stack) -> Stack:
    """Give a server with a history that got 20 % slower, and one full run."""
    history = a_history([(1.0 if i < 20 else 1.2) * (1 + NOISE[i % 7]) for i in range(40)])
    with stack.client("full") as client:
        reports = dated([*history, a_full_run()], datetime.now(UTC))
        for report in reports:
            assert client.post("/reports", json=report).status_code == 201
        wait_until(
            lambda: len(client.get("/runs").json()["rows"]) == len(reports), "every run is there"
        )
        wait_until(
            lambda: client.get("/overview").json()["open_change_total"] == 1, "the change is found"
        )
    return stack


def test_a_visitor_is_told_how_to_sign_in(browser: Browser, stack: Stack) -> None:
    with visitor(browser) as stranger:
        stranger.open(stack.url)
        stranger.see("tidemark sign-in")
        stranger.keep("sign-in")
        stranger.open(f"{stack.url}/nowhere")
        stranger.see("Page not found.")
        stranger.page.get_by_role("link", name="Sign in").click()
        stranger.wait_for_answer("Sign in to Tidemark")
        stack.project("private")
        stranger.open(f"{stack.url}/p/private/sweeps")
        stranger.wait_for_answer("Sign in to Tidemark")
        assert stranger.page.get_by_role("navigation", name="Pages").count() == 0


def test_a_sign_in_link_works_once(browser: Browser, stack: Stack) -> None:
    link = stack.sign_in_url()
    with visitor(browser) as first:
        first.open(link)
        first.see("Administrator")
    with visitor(browser) as second:
        second.open(link)
        second.see("used before")


def test_somebody_invited_joins_reads_by_their_role_and_is_removed(
    browser: Browser, person: Visitor, stack: Stack
) -> None:
    stack.project("guests")
    page = person.page
    person.open(f"{stack.url}/p/guests/settings")
    page.get_by_label("Visibility").select_option("private")
    person.see("The project is private")
    person.open(f"{stack.url}/p/guests/settings/members")
    page.get_by_label("E-mail address").fill("ada@example.org")
    page.get_by_label("As").select_option("viewer")
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_role("status").locator("code").inner_text()
    person.keep("invitation")
    with visitor(browser) as guest:
        guest.open(link)
        guest.wait_for_answer("invites you to Guests as viewer")
        guest.page.get_by_label("Your name").fill("Ada")
        guest.page.get_by_label("A password").fill("much better than a guess")
        guest.keep("join")
        guest.page.get_by_role("button", name="Create an account and join").click()
        guest.see("Waiting for the first report…")
        guest.open(f"{stack.url}/p/guests/settings/members")
        guest.see("it takes an owner")
        person.open(f"{stack.url}/p/guests/settings/members")
        page.get_by_role("button", name="Remove Ada").click()
        page.get_by_text("removed in").wait_for(state="detached", timeout=30_000)
        guest.open(f"{stack.url}/p/guests")
        guest.see("Project “guests” not found, or you do not have access.")
        guest.keep("removed")


def test_an_empty_project_says_what_will_be_there(person: Visitor, stack: Stack) -> None:
    stack.project("empty")
    for page in ("", "/explore", "/compare", "/runs", "/sweeps", "/changes", "/machines"):
        person.open(f"{stack.url}/p/empty{page}")
        assert person.answer()
        person.keep(f"empty-{page.strip('/') or 'overview'}")
    person.open(f"{stack.url}/p/empty")
    person.see("Waiting for the first report…")


def test_the_overview_answers_first_and_leads_to_the_change(person: Visitor, filled: Stack) -> None:
    person.open(f"{filled.url}/p/full")
    person.wait_for_answer("1 regression is open")
    # the last points may still be on their way, and each moves the estimate a little
    assert re.search(r"(19|20)[.\d]*\s%\sslower \[", person.answer())
    person.see("1 failure")
    person.keep("overview")
    person.page.get_by_role("link", name=re.compile("search")).first.click()
    person.see(re.compile("r20"))


def test_the_explorer_shows_the_step_with_its_interval_and_keeps_its_state_in_the_address(
    person: Visitor, filled: Stack
) -> None:
    person.open(f"{filled.url}/p/full/explore?text=search")
    person.see(re.compile("1 series"))
    listed = person.page.get_by_role("region", name="Series")
    listed.get_by_role("button", name="Select series").click()
    listed.get_by_role("checkbox", name=re.compile("search")).check()
    person.page.locator("svg.recharts-surface").first.wait_for()
    person.see(re.compile("slower"))
    assert "series=" in person.page.url
    person.keep("explore")
    shared = person.page.url
    person.open("about:blank")
    person.open(shared)
    person.see(re.compile("slower"))


def test_a_run_shows_every_result_its_engines_and_its_failure(
    person: Visitor, filled: Stack
) -> None:
    person.open(f"{filled.url}/p/full/runs")
    person.page.get_by_text("Wake one worker").first.wait_for()
    person.keep("runs")
    with filled.client("full") as client:
        run = client.get("/runs").json()["rows"][0]["id"]
    person.open(f"{filled.url}/p/full/runs/{run}")
    person.wait_for_answer("9 results")
    person.keep("run")
    person.page.get_by_role("tab", name=re.compile("Variants")).click()
    person.page.get_by_label("Benchmark").select_option("engines")
    person.see(re.compile("rayon is best"))
    person.keep("run-variants")
    person.page.get_by_role("tab", name=re.compile("Failures")).click()
    person.see("expected 12 hits, got 11")


def test_the_samples_of_a_result_open_as_a_plot_and_as_a_table_in_the_address(
    person: Visitor, filled: Stack
) -> None:
    with filled.client("full") as client:
        run = client.get("/runs").json()["rows"][0]["id"]
    person.open(f"{filled.url}/p/full/runs/{run}")
    person.page.get_by_role("table").get_by_text("300", exact=True).click()
    person.see(re.compile("of 8 samples, in measuring order"))
    person.keep("run-samples")
    person.page.get_by_role("button", name="Table").click()
    person.page.get_by_role("table", name="Samples in measuring order").wait_for()
    person.page.wait_for_url(re.compile("samples=table"))
    person.page.reload()
    person.page.get_by_role("table", name="Samples in measuring order").wait_for()


def test_a_sweep_names_the_values_that_cannot_be_told_from_the_best(
    person: Visitor, filled: Stack
) -> None:
    person.open(f"{filled.url}/p/full/sweeps")
    person.page.get_by_role("link", name=re.compile("blocking_threads")).first.click()
    person.page.locator("svg.recharts-surface").first.wait_for()
    assert "4" in person.answer()
    assert "8" in person.answer()
    person.see(re.compile("cores = 2"))
    person.keep("sweep")


def test_machines_and_changes_are_listed(person: Visitor, filled: Stack) -> None:
    person.open(f"{filled.url}/p/full/machines")
    person.see("Example 9000")
    person.keep("machines")
    person.open(f"{filled.url}/p/full/changes")
    person.see(re.compile("slower"))
    person.page.get_by_label("History of search time").wait_for()
    person.keep("changes")


def test_another_machine_is_an_event_and_no_regression(person: Visitor, stack: Stack) -> None:
    stack.project("moved")
    machines = [
        {"name": "box-1", "fingerprint": {"cpu_model": model, "cores": 2}}
        for model in ["Example 9000"] * 12 + ["Example 9500"] * 12
    ]
    levels = [(1.0 if i < 12 else 1.3) * (1 + NOISE[i % 7]) for i in range(24)]
    reports = dated(a_history(levels), datetime.now(UTC))
    with stack.client("moved") as client:
        for report, machine in zip(reports, machines, strict=True):
            assert client.post("/reports", json=report | {"machine": machine}).status_code == 201
        wait_until(
            lambda: client.get("/overview").json()["totals"]["runs"] == len(reports),
            "every report is read",
        )
        wait_until(
            lambda: client.get("/changes").json()["total"] > 0, "the change of machine is noticed"
        )
        series = client.get("/series").json()["rows"][0]["series"]["id"]
    person.open(f"{stack.url}/p/moved")
    person.see(re.compile("environment changed, level 1.*→"))
    assert "regression" not in person.answer()
    person.keep("moved-overview")
    person.open(f"{stack.url}/p/moved/explore?series={series}")
    person.wait_for_answer("the environment changed at r12")
    person.see(re.compile("No commit is blamed"))
    person.keep("moved-explore")
    person.open(f"{stack.url}/p/moved/machines")
    person.see("Example 9500")
    person.keep("moved-machines")


def test_a_new_run_appears_on_an_open_page(person: Visitor, filled: Stack) -> None:
    person.open(f"{filled.url}/p/full")
    person.see("Live")
    late = a_report(
        commit={
            "id": "e" * 40,
            "subject": "Arrived just now",
            "time": datetime.now(UTC).isoformat(),
        }
    )
    with filled.client("full") as client:
        assert client.post("/reports", json=late).status_code == 201
    person.see("Arrived just now")


def test_a_history_is_imported_from_the_page(person: Visitor, stack: Stack, tmp_path: Path) -> None:
    stack.project("imported")
    entries = [
        {
            "commit": {
                "id": f"{i:040x}",
                "message": f"Commit {i}",
                "timestamp": f"2026-01-{1 + i:02d}T00:00:00Z",
            },
            "date": 1767225600000 + i * 86_400_000,
            "tool": "cargo",
            "benches": [
                {"name": "parse", "value": 100 + (20 if i >= 10 else 0) + i % 3, "unit": "ns/iter"},
                {"name": "broken", "value": "fast", "unit": "ns/iter"},
            ],
        }
        for i in range(20)
    ]
    file = tmp_path / "data.js"
    file.write_text("window.BENCHMARK_DATA = " + json.dumps({"entries": {"Rust": entries}}))
    person.open(f"{stack.url}/p/imported/import")
    person.page.locator("input[type=file]").set_input_files(file)
    person.page.get_by_label(re.compile("Testbed")).fill("ci")
    person.page.get_by_role("button", name="Import").click()
    person.see(re.compile("20 reports"))
    person.see(re.compile(r"/entries/Rust/0/benches/1"))
    person.keep("import")
    person.open(f"{stack.url}/p/imported")
    person.wait_for_answer("No open change; 1 change in imported history", 60)


def test_a_report_that_cannot_be_read_is_listed_with_its_faults(
    person: Visitor, stack: Stack
) -> None:
    project = stack.project("unread")
    engine = make_engine(stack.database_url, 1)
    with transaction(engine) as session:
        # a stored document of a format that this version does not know
        session.execute(
            text(
                "insert into report (project_id, idempotency_key, body_hash, body, source) "
                "values (:p, 'strange-document', '', :body, 'api')"
            ),
            {"p": project.id, "body": b"x\x9c\x03\x00\x00\x00\x00\x01"},
        )
    engine.dispose()
    with stack.client("unread") as client:
        assert client.post("/reports", json=a_report()).status_code == 201
        wait_until(
            lambda: client.get("/overview").json()["failed_reports"] == 1, "the report is refused"
        )
        unread = client.get("/reports").json()["rows"][0]
    person.open(f"{stack.url}/p/unread")
    person.page.get_by_role("link", name="1 report could not be read").click()
    person.wait_for_answer("1 report could not be read")
    person.see(unread["id"])
    person.see(unread["faults"][0]["reason"])
    person.keep("reports")


def test_a_failing_server_is_said_with_what_to_do(browser: Browser, filled: Stack) -> None:
    with visitor(browser) as someone:
        someone.sign_in(filled.sign_in_url())
        someone.open(f"{filled.url}/p/full")
        someone.wait_for_answer("open")
        someone.page.route("**/api/v1/projects/full/runs*", lambda route: route.abort())
        someone.open(f"{filled.url}/p/full/runs")
        someone.see(re.compile("could not be loaded"))
        someone.see(re.compile("again", re.IGNORECASE))
        someone.keep("failing-runs")
