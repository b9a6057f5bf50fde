"""A machine is put into quarantine and let out on its page, and jobs say why they wait."""

import httpx
import pytest

from backend.domain.people.rights import Scope
from backend.testing.browser import Visitor
from backend.testing.builders import a_report
from backend.testing.stack import Stack, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.long]

COMMIT = {"commit": "c1", "branch": "main"}


def a_machine(client: httpx.Client, agent: httpx.Client) -> int:
    """Register an agent that takes jobs, and return its machine once it has a run."""
    machine = {"name": "box", "fingerprint": {}}
    said = {"name": "box-agent", "testbed": "lab", "version": "1", "machine": machine}
    assert agent.post("/agents", json=said).is_success
    sought = {"agent": "box-agent", "labels": [], "wait_seconds": 0}
    assert agent.post("/jobs/leases", json=sought).is_success
    report = a_report(testbed="lab", machine=machine, run={"agent": "box-agent"})
    assert client.post("/reports", json=report).is_success
    wait_until(lambda: client.get("/runs").json()["rows"], "the run")
    return int(client.get("/machines").json()["rows"][0]["id"])


def test_a_machine_goes_into_quarantine_and_comes_out_on_its_page(
    stack: Stack, person: Visitor
) -> None:
    with stack.client("kept", Scope.ADMIN) as client, stack.client("kept", Scope.AGENT) as agent:
        machine = a_machine(client, agent)
        body = {"kind": "run", "suite": "runtime", "commits": [COMMIT], "why": "x"}
        job = client.post("/jobs", json=body).json()["job"]["id"]
    person.open(f"{stack.url}/p/kept/machines/{machine}")
    person.page.get_by_text("Put it into quarantine").click()
    person.page.get_by_label("Reason").fill("its fan is broken")
    person.page.get_by_role("button", name="Put it in").click()
    person.see("its fan is broken. Its agents are given A/A jobs only.")
    person.keep("machine-in-quarantine")
    person.open(f"{stack.url}/p/kept/jobs/{job}")
    person.see("the machine of box-agent is in quarantine: only A/A jobs are measured there")
    person.open(f"{stack.url}/p/kept/machines/{machine}")
    person.see("A/A check", 120)
    person.page.get_by_text("Let it out").first.click()
    person.page.get_by_label("Reason").fill("a new fan")
    person.page.get_by_role("button", name="Let it out").click()
    person.see("a new fan (Administrator)")
