"""Proposals: what is asked for, what an agent saw, and the receipt that anybody can check."""

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.machines.signing import is_signed_by
from backend.domain.people.projects import Project
from backend.testing.builders import a_report, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, NewAgent, Person

DIFF = b"diff --git a/engine/walk.c b/engine/walk.c\n--- a/engine/walk.c\n+++ b/engine/walk.c\n"
ASKED = {
    "suite": "runtime", "base": "c1", "base_branch": "main", "commit": "a" * 40, "author": "Ada",
    "subject": "Walk faster", "at": "2026-11-27T05:00:00+00:00", "aim": "took",
    "diff": b64encode(DIFF).decode(),
}  # fmt: skip
NOISE = (0.0, 0.004, -0.006, 0.002, 0.007, -0.003, 0.001, -0.005, 0.003, 0.006, -0.002, -0.007)


def rows(factor: float, scale: float = 1.0) -> list[list[float]]:
    """Return rounds of base, patch and base again; the patch takes `factor` of the time."""
    turned = NOISE[5:] + NOISE[:5]
    again = NOISE[3:] + NOISE[:3]
    return [
        [scale * (1.0 + first), scale * factor * (1.0 + second), scale * (1.0 + third)]
        for first, second, third in zip(NOISE, turned, again, strict=True)
    ]


def evidence(aim: float, wall: float, **changes: Any) -> dict[str, Any]:
    variant = {
        "variant": "walk n=7", "aim": rows(aim), "wall": rows(wall, 2.0), "answers": 13,
        "is_fresh": True,
    }  # fmt: skip
    return {
        "direction": "lower", "unit": "s", "variants": [variant], "counters": ["operations"],
    } | changes  # fmt: skip


class Proposing:
    """Somebody who proposes, and an agent that judges with a referee."""

    def __init__(self, engine: Engine, project: Project, person: Person, agent: FleetAgent) -> None:
        self.engine, self.project, self.person, self.agent = engine, project, person, agent

    def ask(self, **changes: Any) -> Any:
        address = f"{MAIN}/jobs/proposals"
        return self.person.api.post(address, json=ASKED | changes, headers=self.person.headers)

    def report(self, lease: Any, arm: int) -> str:
        """Send what was measured of one arm; returns the key of the report."""
        key = f"report-of-arm-{arm}"
        of_job = {"job": {"id": lease["id"], "lease": lease["lease"], "arm": arm}}
        commit = {"id": lease["arms"][arm]["commit"]}
        result = a_result(samples=[0.1, 0.2, 0.3])
        document = a_report(idempotency_key=key, run=of_job, commit=commit, results=[result])
        fill(self.engine, self.project, document)
        return key

    def judged(
        self, said: dict[str, Any], arms: Sequence[int] = (0, 1, 2), **changes: Any
    ) -> tuple[Any, Any]:
        """Return the job and its receipt once an agent has seen this."""
        asked = self.ask(**changes)
        assert asked.status_code == 201, asked.text
        lease = self.agent.seek()
        reports = [self.report(lease, arm) for arm in arms]
        ended = self.agent.end(lease, evidence=said, reports=reports)
        assert ended.status_code == 204, ended.text
        do_what_waits(self.engine)
        number = asked.json()["job"]["id"]
        receipt = self.person.api.get(f"{MAIN}/jobs/{number}/receipt", headers=self.person.headers)
        assert receipt.status_code == 200, receipt.text
        return self.person.look(number)["job"], receipt.json()


@pytest.fixture
def proposing(engine: Engine, project: Project, person: Person, new_agent: NewAgent) -> Proposing:
    return Proposing(engine, project, person, new_agent(labels=("patches", "proposals")))


def test_a_faster_patch_is_kept_and_its_receipt_is_signed(
    proposing: Proposing, api: TestClient
) -> None:
    job, receipt = proposing.judged(evidence(0.9, 0.95))
    assert job["verdict"]["finding"] == "kept", job["verdict"]
    assert job["verdict"]["sentence"].startswith("Kept: took is better by 11.")
    key = api.get("/api/v1/receipt-key").json()
    signature = b64decode(receipt["signature"])
    assert receipt["key"] == key["key"]
    assert is_signed_by(bytes.fromhex(key["key"]), signature, receipt["signed"].encode())
    assert not is_signed_by(bytes.fromhex(key["key"]), signature, receipt["signed"].encode()[1:])
    assert key["pem"].startswith("-----BEGIN PUBLIC KEY-----")
    facts = json.loads(receipt["signed"])
    assert facts == receipt["facts"]
    assert facts["patch"]["sha256"] == hashlib.sha256(DIFF).hexdigest()
    assert (facts["project"], facts["job"], facts["suite"]) == ("main", job["id"], "runtime")
    assert facts["gain"]["low"] > 1.01
    assert facts["gain"]["coverage"] == 0.99
    assert facts["itself"]["low"] < 1.0 < facts["itself"]["high"]
    assert facts["answers"] == {
        "compared": 13, "is_fresh": True, "counters": ["operations"], "removed": [],
    }  # fmt: skip


def test_an_agent_gets_three_arms_and_what_is_to_be_bettered(proposing: Proposing) -> None:
    proposing.ask(least_gain=0.02)
    lease = proposing.agent.seek()
    commits = [one["commit"] for one in lease["arms"]]
    assert (commits, lease["kind"], lease["aim"]) == (["c1", "a" * 40, "c1"], "propose", "took")
    assert lease["rounds"] == 24


def test_agents_without_a_referee_get_no_proposal(
    proposing: Proposing, new_agent: NewAgent
) -> None:
    proposing.ask()
    assert new_agent("older", labels=("patches",)).seek() is None


def test_what_gave_a_patch_away_stands_in_the_receipt(proposing: Proposing) -> None:
    refusal = {"reason": "different_answer", "place": "walk n=7, round 2", "text": "'4', not '5'"}
    job, receipt = proposing.judged(evidence(0.5, 0.5, refusals=[refusal]))
    assert job["verdict"]["finding"] == "refused"
    said = "Refused: its answer differs from the base's (walk n=7, round 2)."
    assert (job["verdict"]["sentence"], receipt["facts"]["sentence"]) == (said, said)
    assert receipt["facts"]["refusals"] == [refusal]
    assert receipt["facts"]["gain"] is None


@pytest.mark.parametrize(
    ("said", "finding"),
    [
        (evidence(0.5, 1.0), "refused"),
        (evidence(0.97, 0.98), "kept"),
        (evidence(0.995, 0.995), "not kept"),
        (evidence(1.2, 1.2), "not kept"),
        (evidence(0.9, 0.9, direction="higher"), "not kept"),
        (evidence(1.2, 0.9, direction="higher"), "kept"),
        (evidence(0.5, 1.0, by_agent=True), "kept"),
        (evidence(0.5, 0.5, direction="unknown"), "not measured"),
        (evidence(0.5, 0.5, trouble="it gives no answer"), "not measured"),
        (evidence(0.5, 0.5, variants=[]), "not measured"),
    ],
)
def test_only_what_is_shown_to_be_better_is_kept(
    proposing: Proposing, said: dict[str, Any], finding: str
) -> None:
    job, _ = proposing.judged(said)
    assert job["verdict"]["finding"] == finding, job["verdict"]


def test_rounds_of_which_some_have_no_result_keep_nothing(proposing: Proposing) -> None:
    found = evidence(0.5, 0.5)
    found["variants"][0]["aim"] = found["variants"][0]["aim"][:-2]
    job, _ = proposing.judged(found)
    assert job["verdict"]["finding"] == "not measured"


def test_nothing_is_kept_without_the_reports_of_base_and_patch(proposing: Proposing) -> None:
    job, receipt = proposing.judged(evidence(0.5, 0.5), arms=(0, 2))
    assert job["verdict"]["finding"] == "not measured"
    assert "report" in receipt["facts"]["trouble"]


def test_a_patch_that_is_refused_stays_so_whatever_trouble_it_makes(proposing: Proposing) -> None:
    refusal = {"reason": "different_answer", "place": "walk", "text": "'4', not '5'"}
    said = evidence(0.5, 0.5, refusals=[refusal], trouble="a folder cannot be emptied")
    job, _ = proposing.judged(said)
    assert job["verdict"]["finding"] == "refused"


def test_a_zero_character_in_an_answer_is_a_refusal_of_the_ending_not_a_fault(
    proposing: Proposing,
) -> None:
    proposing.ask()
    refusal = {"reason": "different_answer", "place": "walk", "text": "'\x00', not '5'"}
    ended = proposing.agent.end(proposing.agent.seek(), evidence=evidence(1, 1, refusals=[refusal]))
    assert ended.status_code == 422


def test_a_base_that_differs_from_itself_keeps_nothing(proposing: Proposing) -> None:
    shifted = [[first, second, 1.1 * third] for first, second, third in rows(0.5)]
    variant = {
        "variant": "walk", "aim": shifted, "wall": rows(0.5), "answers": 12, "is_fresh": True,
    }  # fmt: skip
    job, _ = proposing.judged(evidence(0.5, 0.5, variants=[variant]))
    assert job["verdict"]["finding"] == "unsteady"


def test_one_variant_that_is_worse_keeps_nothing(proposing: Proposing) -> None:
    variants = [
        {"variant": name, "aim": rows(by), "wall": rows(by), "answers": 12, "is_fresh": True}
        for name, by in (("small", 0.5), ("large", 1.1))
    ]
    job, receipt = proposing.judged(evidence(0.5, 0.5, variants=variants))
    assert job["verdict"]["sentence"] == "Not kept: worse for large."
    assert receipt["facts"]["worse"] == ["large"]


def test_a_patch_that_changes_a_manifest_is_refused_before_anybody_measures(
    proposing: Proposing,
) -> None:
    diff = b"diff --git a/suites/walk/suite.toml b/suites/walk/suite.toml\n"
    refused = proposing.ask(diff=b64encode(diff).decode())
    assert (refused.status_code, "suites/walk/suite.toml" in refused.text) == (422, True)
    assert proposing.agent.seek() is None


def test_a_job_that_is_not_judged_has_no_receipt(proposing: Proposing) -> None:
    number = proposing.ask().json()["job"]["id"]
    answer = proposing.person.api.get(
        f"{MAIN}/jobs/{number}/receipt", headers=proposing.person.headers
    )
    assert answer.status_code == 404
