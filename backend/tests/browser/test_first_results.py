"""From nothing to results by what the page shows, and back from each thing that was sent wrong."""

import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from backend.testing.browser import Visitor
from backend.testing.builders import a_history, dated
from backend.testing.stack import Stack, wait_until

NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001)


def test_the_command_of_a_new_project_brings_the_first_result_to_its_open_page(
    person: Visitor, stack: Stack, tmp_path: Path
) -> None:
    page = person.page
    person.open(f"{stack.url}/?all=1")
    page.get_by_label("Name").fill("Engine")
    page.get_by_role("button", name="Create project").click()
    person.see("Waiting for the first report…")
    person.keep("new-project")
    command = page.locator("main pre").first.inner_text()
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    # the page was open all the while
    person.wait_for_answer("1 result in 1 series at one commit")
    page.get_by_role("link", name=re.compile(r"^sleep.*100\sms")).wait_for()


def test_a_wrong_direction_and_wrong_runs_are_corrected_and_come_back(
    person: Visitor, stack: Stack
) -> None:
    stack.project("wrong")
    history = a_history([(1.0 if i < 20 else 1.2) * (1 + NOISE[i % 7]) for i in range(40)])
    with stack.client("wrong") as client:
        for report in dated(history, datetime.now(UTC)):
            assert client.post("/reports", json=report).status_code == 201
        wait_until(
            lambda: client.get("/overview").json()["open"]["regressions"] == 1, "the step is found"
        )
        page = person.page
        person.open(f"{stack.url}/p/wrong/settings/corrections")
        page.get_by_label("Better direction of runtime time").select_option("higher is better")
        wait_until(
            lambda: client.get("/overview").json()["open"]["improvements"] == 1, "verdicts turn"
        )
        person.open(f"{stack.url}/p/wrong")
        person.wait_for_answer("1 improvement is open")

        person.open(f"{stack.url}/p/wrong/settings/corrections")
        page.get_by_label("Testbed", exact=True).select_option("box")
        page.get_by_label("Reason").fill("The machine was being moved")
        page.get_by_role("button", name="Delete", exact=True).click()
        person.see("40 runs with 40 results deleted.")
        wait_until(
            lambda: client.get("/overview").json()["open_change_total"] == 0, "the step is gone"
        )
        person.keep("corrections")
        page.get_by_role("button", name=re.compile("^Bring back deletion")).click()
        wait_until(
            lambda: client.get("/overview").json()["open"]["improvements"] == 1, "the step is back"
        )
    person.open(f"{stack.url}/p/wrong")
    person.wait_for_answer("1 improvement is open")
