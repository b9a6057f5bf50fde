"""From nothing to results by what the page shows, and back from each thing that was sent wrong."""

import re
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import yaml  # type: ignore[import-untyped]  # its stubs are a package more

from backend.domain.people.rights import Scope
from backend.settings import inherited_environment
from backend.testing.browser import Visitor
from backend.testing.builders import a_history, dated
from backend.testing.stack import Stack, wait_until
from backend.tests.browser.machines.measured_repository import BENCH, MANIFEST, SUITE

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


TABS = ("GitHub Actions", "GitLab", "Import a history")
HISTORY = """window.BENCHMARK_DATA = {"repoUrl": "https://github.com/a/engine", "entries": {"Go": [
 {"commit": {"id": "cccccccccccccccccccccccccccccccccccccccc", "message": "Sort", "url": "",
   "timestamp": "2026-05-01T10:00:00Z", "author": {"name": "Ada"}},
  "date": 1777629600000, "tool": "go", "benches": [
   {"name": "BenchmarkSort", "value": 1200, "unit": "ns/op", "extra": "1000 times"}]}]}}
"""


def test_each_block_of_a_new_project_runs_as_it_is_shown(
    person: Visitor, stack: Stack, tmp_path: Path, program: Path
) -> None:
    page = person.page
    person.open(f"{stack.url}/?all=1")
    page.get_by_label("Name").fill("Pasted")
    page.get_by_role("button", name="Create project").click()
    person.see("Waiting for the first report…")
    block: dict[str, str] = {}
    for tab in TABS:
        page.get_by_role("tab", name=tab).click()
        block[tab] = page.locator("main pre").first.inner_text()
    page.get_by_role("tab", name="This machine's agent").click()
    page.get_by_role("button", name="Add a machine").click()
    line = page.get_by_text("tidemark-agent enrol").inner_text()
    person.keep("add-a-machine")
    key = re.findall(r"--body (\S+)", block["GitHub Actions"])[0]
    (steps,) = yaml.safe_load(block["GitHub Actions"])["jobs"].values()
    (script,) = yaml.safe_load(block["GitLab"])["benchmarks"]["script"]
    (tmp_path / "data.js").write_text(HISTORY)
    for command, facts in (
        (steps["steps"][-1]["run"], {"GITHUB_SHA": "a" * 40, "GITHUB_REF_NAME": "main"}),
        (script, {"CI_COMMIT_SHA": "b" * 40, "CI_COMMIT_REF_NAME": "main"}),
        (block["Import a history"], {}),
    ):
        done = subprocess.run(
            ["bash", "-e", "-c", command], cwd=tmp_path, check=False, capture_output=True,
            text=True, env=inherited_environment() | {"TIDEMARK_KEY": key, **facts},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
    with (
        served(line, tmp_path / "checkout", program),
        stack.client("pasted") as client,
    ):
        wanted = {("github", "a" * 40), ("gitlab", "b" * 40), ("ci", "c" * 40)}

        def has_all() -> bool:
            rows = client.get("/runs").json()["rows"]
            found = {(one["testbed"], one["commit"]["name"]) for one in rows}
            return wanted <= found and any(one["suite"] == "runtime-rust" for one in rows)

        wait_until(has_all, "each block brought its run", patience_s=300)


@contextmanager
def served(block: str, folder: Path, program: Path) -> Iterator[None]:
    """Run the block of the agent in a checkout whose suite is quickly measured."""
    suite = folder / "bench-agents" / "suites" / "runtime-rust"
    suite.mkdir(parents=True)
    (suite / "suite.toml").write_text(MANIFEST.replace(f'"{SUITE}"', '"runtime-rust"', 1))
    (suite / "bench.sh").write_text(BENCH)
    (suite / "build.sh").write_text("true\n")
    (suite / "level").write_text("1.5")
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for command in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-q", "-m", "Measure")):
        subprocess.run(["git", *who, *command], cwd=folder, check=True)
    path = {"PATH": f"{program.parent}:{inherited_environment()['PATH']}"}
    with (folder.parent / "agent.log").open("wb") as log:
        agent = subprocess.Popen(
            ["bash", "-c", block.replace("tidemark-agent serve", "exec tidemark-agent serve")],
            cwd=folder, env=inherited_environment() | path, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        yield
        assert agent.poll() is None, (folder.parent / "agent.log").read_text()
    finally:
        agent.terminate()
        agent.wait()


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


def test_a_kept_file_is_read_again_by_a_better_mapping_and_that_is_undone(
    person: Visitor, stack: Stack
) -> None:
    stack.project("peaks")
    table = b64encode(b"case,ms,MiB\nparse,3,10\n").decode()
    with stack.client("peaks", Scope.ADMIN) as client:
        assert client.post("/mappings", json=mapping_of("ms")).status_code == 201
        sent = {
            "files": [{"name": "peaks.csv", "data": table}], "mapping": "cases",
            "commit": {"id": "c1"}, "branch": "main", "testbed": "box", "suite": "cases",
        }  # fmt: skip
        assert client.post("/reports/files", json=sent).status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == 1, "the run is there")
        run = client.get("/runs").json()["rows"][0]["id"]
        assert client.post("/mappings", json=mapping_of("ms", "MiB")).status_code == 201
        page = person.page
        person.open(f"{stack.url}/p/peaks/runs/{run}")
        with page.expect_download() as saved:
            page.get_by_role("link", name="peaks.csv").click()
        assert saved.value.path().read_bytes() == b64decode(table)
        page.get_by_role("button", name="Correct").click()
        page.get_by_role("menuitem", name="Read its file again").click()
        page.get_by_role("button", name="Show what would change").click()
        person.see("1 run would change: 1 result added, 0 changed, 0 gone.")
        person.keep("read-again")
        page.get_by_role("button", name="Read again", exact=True).click()
        person.see("1 run changed: 1 result added, 0 changed, 0 gone.")
        wait_until(lambda: results_of(client, run) == 2, "the run has what the file holds")
        page.get_by_role("button", name="Close").click()
        person.open(f"{stack.url}/p/peaks/settings/corrections")
        person.see("files read again")
        page.get_by_role("button", name=re.compile("^Bring back deletion")).click()
        wait_until(lambda: results_of(client, run) == 1, "the run is as it was")


def mapping_of(*units: str) -> dict[str, Any]:
    """Return a mapping of a table with a column for each unit."""
    metrics = [{"value": unit, "unit": f"={unit}"} for unit in units]
    return {"name": "cases", "mapping": {"benchmark": ["case"], "metrics": metrics}}


def results_of(client: httpx.Client, run: int) -> int:
    answer = client.get(f"/runs/{run}")
    return len(answer.json()["rows"]) if answer.status_code == 200 else 0
