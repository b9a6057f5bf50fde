"""Agents sign what they measured: keys are enrolled, replaced, revoked, and asked for."""

from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.agent_keys import enrolment_of, public_of, signature_of, word_for
from backend.testing.builders import a_report
from backend.testing.draining import drain
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import FleetAgent, Person, end_pause, lose
from backend.tests.api.reports.test_tool_files import stored, upload
from backend.version import VERSION

MAIN = "/api/v1/projects/main"
Headers = dict[str, str]


class SigningAgent:
    """An agent as the server hears it, with a key of its own."""

    def __init__(self, api: TestClient, headers: Headers, name: str = "vm-1") -> None:
        self.api, self.headers, self.name = api, headers, name
        self.key = Ed25519PrivateKey.generate()
        introduction = {
            "name": name, "testbed": "box", "version": "1",
            "machine": {"name": name, "fingerprint": {}},
        }  # fmt: skip
        answer = api.post(f"{MAIN}/agents", json=introduction, headers=headers)
        assert answer.json()["version"] == VERSION
        self.address = f"{MAIN}/agents/{answer.json()['id']}/key"

    @property
    def public(self) -> str:
        return public_of(self.key)

    def word(self, by: Ed25519PrivateKey) -> str:
        return word_for(self.name, self.key, by)

    def enrol(self, **changes: Any) -> Any:
        body = enrolment_of(self.name, self.key) | changes
        return self.api.post(self.address, json=body, headers=self.headers)

    def rotate(self) -> Any:
        before, self.key = self.key, Ed25519PrivateKey.generate()
        return self.enrol(replaces=self.word(before))

    def send(self, key: str, *, signed: bool = True, changed: bytes = b"", **fields: Any) -> Any:
        machine = {"name": self.name, "fingerprint": {"cores": 8}}
        report = a_report(idempotency_key=f"report {key}", machine=machine, **fields)
        body = msgspec.json.encode(report)
        header = signature_of(self.key, body) if signed else {}
        return self.api.post(
            f"{MAIN}/reports", content=body + changed, headers=self.headers | header
        )


@pytest.fixture
def agent(api: TestClient, project: Project, make_key: MakeKey) -> SigningAgent:
    assert project.slug == "main"
    return SigningAgent(api, make_key(Scope.AGENT, Scope.REPORT))


def signer(agent: SigningAgent, headers: Headers) -> Any:
    """Return whose machine said what the newest run says."""
    run = agent.api.get(f"{MAIN}/runs", headers=headers).json()["rows"][0]["id"]
    return agent.api.get(f"{MAIN}/runs/{run}", headers=headers).json()["signer"]


def test_a_run_says_whose_machine_signed_it(
    agent: SigningAgent, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    headers = make_key(Scope.ADMIN)
    unsigned = agent.send("before", signed=False)
    assert unsigned.status_code == 201, unsigned.text
    drain(engine, project.id)
    assert signer(agent, headers) is None
    assert agent.enrol().status_code == 204
    assert agent.enrol().status_code == 204  # the same again is the same key
    assert agent.send("after", commit={"id": "c2"}).status_code == 201
    drain(engine, project.id)
    first = agent.public
    assert signer(agent, headers) == {
        "agent": "vm-1", "key": first,
        "sentence": f"Signed by agent vm-1, key {first[:12]}…",
    }  # fmt: skip
    machine = agent.api.get(f"{MAIN}/machines", headers=headers).json()["rows"][0]
    assert machine["agents"][0]["key"] == first
    assert agent.rotate().status_code == 204
    assert "(since replaced on " in signer(agent, headers)["sentence"]
    assert agent.send("later").status_code == 201


def test_what_is_not_signed_as_it_says_is_refused(
    agent: SigningAgent, make_key: MakeKey, reporter: Headers
) -> None:
    assert agent.send("x").status_code == 403  # nobody knows the key yet
    agent.enrol()
    changed = agent.send("x", changed=b" ")
    assert changed.status_code == 422
    assert "its bytes were changed after they were signed" in changed.json()["detail"]
    unsigned = agent.send("x", signed=False)
    assert unsigned.status_code == 403
    assert "agent vm-1 signs its reports" in unsigned.json()["detail"]
    assert unsigned.json()["faults"][0]["pointer"] == "/Tidemark-Signature"
    agent.headers = make_key(Scope.REPORT)  # another key of the project may not speak for it either
    assert agent.send("x", signed=False).status_code == 403
    agent.name = "vm-2"
    other = agent.send("x")
    assert other.status_code == 422
    assert "agent vm-1 signed what machine “vm-2” measured" in other.json()["detail"]
    assert agent.send("x", signed=False).status_code == 201  # of a machine without an agent
    for header in ("", "ed25519", f"ed25519 {agent.public} AAAA", "rsa a b", "ed25519 zz !!"):
        sent = agent.headers | {"Tidemark-Signature": header}
        answer = agent.api.post(f"{MAIN}/reports", json=a_report(), headers=sent)
        assert answer.status_code == 422, header
    rows = agent.api.get(f"{MAIN}/reports?state=accepted", headers=reporter).json()
    assert rows["total"] == 1


def test_an_agent_that_signs_sends_nothing_unsigned_by_naming_no_machine(
    agent: SigningAgent, make_key: MakeKey
) -> None:
    def send(key: str, headers: Headers) -> Any:
        report = a_report(idempotency_key=f"report {key}")
        return agent.api.post(f"{MAIN}/reports", json=report, headers=headers)

    assert send("before", agent.headers).status_code == 201
    agent.enrol()
    refused = send("after", agent.headers)
    assert refused.status_code == 403
    assert "agent vm-1 signs its reports" in refused.json()["detail"]
    other = make_key(Scope.AGENT, Scope.REPORT)
    assert send("of a build server", other).status_code == 201
    agent.headers = other  # the agent got another API key
    assert agent.enrol().status_code == 204
    assert send("later", other).status_code == 403


def test_files_of_tools_are_of_the_agent_with_whose_api_key_they_come(
    agent: SigningAgent, reporter: Headers
) -> None:
    agent.enrol()
    refused = upload(agent.api, agent.headers, stored("go.txt"))
    assert (refused.status_code, "agent vm-1 signs its reports" in refused.text) == (403, True)
    assert upload(agent.api, reporter, stored("go.txt")).status_code == 201


def test_the_report_of_a_job_is_signed_by_the_agent_that_holds_it(
    agent: SigningAgent, api: TestClient, make_key: MakeKey
) -> None:
    agent.enrol()
    owner = make_key(Scope.ADMIN)
    job = {"kind": "run", "suite": "runtime", "why": "x",
           "commits": [{"commit": "c1", "branch": "main"}]}  # fmt: skip
    api.post(f"{MAIN}/jobs", json=job, headers=owner)
    sought = {"agent": "vm-1", "labels": [], "wait_seconds": 0}
    lease = api.post(f"{MAIN}/jobs/leases", json=sought, headers=agent.headers).json()["job"]
    run = {"job": {"id": lease["id"], "lease": lease["lease"], "arm": 0}}
    other = SigningAgent(api, make_key(Scope.AGENT, Scope.REPORT), "vm-2")
    assert other.send("theirs", signed=False, run=run).status_code == 403
    other.enrol()
    assert other.send("theirs", run=run).status_code == 403
    assert agent.send("mine", run=run).status_code == 201


def test_each_lease_of_a_job_is_reported_by_its_own_agent_and_a_late_report_is_kept(
    agent: SigningAgent, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    api, person = agent.api, Person(agent.api, make_key(Scope.ADMIN))
    other = SigningAgent(api, make_key(Scope.AGENT, Scope.REPORT), "vm-2")
    assert agent.enrol().is_success
    assert other.enrol().is_success
    job = person.ask()
    assert FleetAgent(api, agent.headers, agent.name).seek()["lease"] == 1
    lose(engine)
    end_pause(engine)
    assert FleetAgent(api, other.headers, other.name).seek()["lease"] == 2
    first, second = ({"job": {"id": job, "lease": lease}} for lease in (1, 2))
    assert other.send("theirs", run=first).status_code == 403
    assert agent.send("theirs", run=second).status_code == 403
    assert agent.send("late", run=first).status_code == 201
    assert other.send("mine", run=second).status_code == 201
    # what a person or a CI job sends is a run, and not the job's
    fill(engine, project, a_report(idempotency_key="report by hand", run=second))
    assert [one["is_counted"] for one in person.look(job)["runs"]] == [False, True]
    assert len(api.get(f"{MAIN}/runs", headers=person.headers).json()["rows"]) == 3


def test_a_machine_is_that_of_its_agent_by_all_its_names(
    agent: SigningAgent, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    agent.enrol()
    assert agent.send("first").status_code == 201
    drain(engine, project.id)
    owner = make_key(Scope.ADMIN)
    for kind, name in (("machine", "box one"), ("testbed", "rig")):
        names = f"{MAIN}/names/{kind}"
        (found,) = agent.api.get(names, headers=owner).json()["rows"]
        renamed = agent.api.patch(f"{names}/{found['id']}", json={"name": name}, headers=owner)
        assert renamed.is_success, renamed.text
    agent.name = "box one"
    for testbed in ("box", "rig"):
        assert agent.send(testbed, signed=False, testbed=testbed).status_code == 403
        assert agent.send(testbed, testbed=testbed).status_code == 201


def test_a_key_is_replaced_by_its_own_word_and_revoked_by_a_maintainer(
    agent: SigningAgent, make_key: MakeKey
) -> None:
    agent.enrol()
    first, thief = agent.key, Ed25519PrivateKey.generate()
    agent.key = thief
    refused = agent.enrol()
    assert refused.status_code == 403
    assert "does not vouch for this one" in refused.json()["detail"]
    assert agent.enrol(replaces=agent.word(thief)).status_code == 403
    agent.key = first
    assert agent.enrol(proof=agent.word(thief)).status_code == 422
    assert agent.rotate().status_code == 204
    second, agent.key = agent.key, first
    assert "was replaced on" in agent.send("old").json()["detail"]
    owner = make_key(Scope.ADMIN)
    assert agent.api.delete(agent.address, headers=agent.headers).status_code == 403
    assert agent.api.delete(agent.address, headers=owner).status_code == 204
    assert agent.api.delete(agent.address, headers=owner).status_code == 409
    agent.key = second
    assert "was revoked on" in agent.send("old").json()["detail"]
    assert agent.enrol().status_code == 403  # what was revoked stays so
    assert agent.send("none", signed=False).status_code == 403
    agent.key = Ed25519PrivateKey.generate()
    assert agent.enrol().status_code == 204
    assert agent.send("new").status_code == 201
