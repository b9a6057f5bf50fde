import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.settings import inherited_environment
from backend.testing.browser import chromium, visitor
from backend.testing.databases import ROOT
from backend.testing.stack import Stack, wait_until

pytestmark = [pytest.mark.agent, pytest.mark.browser]

AGENTS = ROOT / "bench-agents"
BUILD_AND_MEASURE_S = 1_200.0


@pytest.fixture
def agent(program: Path, stack: Stack, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Let the agent serve with the real runtime suite, quick mode, once at its start."""
    key = tmp_path / "key"
    key.write_text(stack.key("agents"))
    key.chmod(0o600)
    facts = {
        "server": stack.url,
        "project": "agents",
        "key_file": str(key),
        "suites": str(AGENTS / "suites"),
        "spool": str(tmp_path / "spool"),
        "name": "test-box",
        "branch": "main",
    }
    lines = [f"{name} = {json.dumps(text)}" for name, text in facts.items()]
    # a busy machine takes longer for as many rounds
    run = [
        "[[run]]",
        'suite = "runtime-rust"',
        'mode = "quick"',
        "on_start = true",
        'every = "6h"',
        'budget = "10m"',
    ]
    config = tmp_path / "agent.toml"
    config.write_text("\n".join([*lines, *run, ""]))
    with (tmp_path / "agent.log").open("wb") as log:
        process = subprocess.Popen(
            [program, "serve", "--config", config],
            stdout=log,
            stderr=log,
            env=inherited_environment(),
        )
    yield process
    process.terminate()
    process.wait(timeout=30)


def test_the_real_agent_measures_the_real_suite_and_its_results_are_on_the_page(
    agent: subprocess.Popen[bytes], stack: Stack
) -> None:
    with stack.client("agents") as client, chromium() as browser, visitor(browser) as person:
        wait_until(lambda: client.get("/machines").json()["rows"], "the machine is registered")
        person.open(stack.sign_in_url())
        person.open(f"{stack.url}/p/agents")
        # the page is open all the while and fills by itself
        wait_until(
            lambda: client.get("/runs").json()["rows"] or agent.poll() is not None,
            "the suite is built, measured and uploaded",
            BUILD_AND_MEASURE_S,
        )
        assert agent.poll() is None
        person.see("runtime-rust", 60)
        person.keep("agent-overview")

        run = client.get("/runs", params={"suite": "runtime-rust"}).json()["rows"][0]
        assert run["failures"] == 0
        detail = client.get(f"/runs/{run['id']}").json()
        engines = {
            row["series"]["parameters"]["engine"]
            for row in detail["rows"]
            if row["series"]["benchmark"] == "engines"
        }
        assert engines == {"smol", "smol-mt", "tokio", "tokio-async", "rayon", "serial"}
        assert all(row["n"] >= 5 and row["low"] is not None for row in detail["rows"][:5])
        assert "cpu_model" in detail["fingerprint"]
        assert detail["conditions"]["control"]["verdict"] in {"steady", "moved"}
        wait_until(
            lambda: client.get("/runs", params={"suite": "machine-control"}).json()["rows"],
            "the machine's own control is a run as well",
        )

        person.open(f"{stack.url}/p/agents/sweeps")
        person.page.get_by_role("link", name="blocking_threads").first.click()
        person.page.locator("svg.recharts-surface").first.wait_for()
        person.keep("agent-sweep")
        person.open(f"{stack.url}/p/agents/machines")
        person.see("test-box")
        person.keep("agent-machine")
        person.page.get_by_role("link", name="test-box").first.click()
        queue = person.page.get_by_role("table", name="Queue")
        queue.get_by_role("cell", name="runtime-rust").wait_for()
        queue.get_by_text("in 6 h").wait_for()
        person.keep("agent-queue")
