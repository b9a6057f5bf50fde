"""An owner sets machine minutes; a job beyond them says on the queue until when it waits."""

import pytest

from backend.domain.people.rights import Scope
from backend.testing.browser import Visitor
from backend.testing.stack import Stack

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_machine_minutes_are_set_and_a_job_beyond_them_says_why_it_waits(
    stack: Stack, person: Visitor
) -> None:
    body = {
        "kind": "run", "suite": "runtime", "commits": [{"commit": "c1", "branch": "main"}],
        "why": "x", "budget_minutes": 60,
    }  # fmt: skip
    sought = {"agent": "box-agent", "labels": [], "wait_seconds": 0}
    machine = {"name": "box", "fingerprint": {}}
    said = {"name": "box-agent", "testbed": "lab", "version": "1", "machine": machine}
    with stack.client("spent", Scope.ADMIN) as client, stack.client("spent", Scope.AGENT) as agent:
        assert agent.post("/agents", json=said).is_success
        for _ in range(2):
            assert client.post("/jobs", json=body).is_success
        assert agent.post("/jobs/leases", json=sought).json()["job"] is not None
    person.open(f"{stack.url}/p/spent/settings")
    person.page.get_by_label("Minutes of one person in 24 h").fill("60")
    person.page.get_by_label("Minutes of all jobs in 24 h").fill("600")
    person.page.get_by_role("button", name="Save minutes").click()
    person.see("0 of 60 min, 60 more kept for what is measured")
    person.keep("settings-machine-minutes")
    person.open(f"{stack.url}/p/spent/jobs")
    person.see("min in 24 h, a job that is measured may take the rest; starts when it ends")
    person.keep("jobs-beyond-a-quota")
