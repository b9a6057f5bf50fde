"""What confirm jobs decide by the reports that came, did not come, and were taken out again."""

from collections.abc import Sequence
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.reports.quarantine import MOST_ATTEMPTS, quarantine_report
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.testing.builders import Document, a_history, a_result
from backend.testing.draining import RecordingRelay, do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person
from backend.tests.services.reports.test_quarantine import store_unchecked

HISTORY = a_history([1.0 + 0.001 * (i % 3) for i in range(20)] + [1.2] * 20)
UNSTEADY = [1.0, 1.5, 0.7, 1.2, 0.9, 1.3]
STEADY = [1.0, 1.001, 0.999, 1.0, 1.001, 1.0]


class Confirmation:
    """A confirm job of the one change there is, and the agent that measures it."""

    def __init__(
        self, engine: Engine, project: Project, person: Person, agent: FleetAgent, **more: Any
    ) -> None:
        self.engine, self.project, self.person, self.agent = engine, project, person, agent
        fill(engine, project, *HISTORY)
        (found,) = self._changes()
        asked = {"change": found["id"], "budget_minutes": 600} | more
        address = f"{MAIN}/jobs/confirmations"
        answer = person.api.post(address, json=asked, headers=person.headers)
        self.job = answer.json()["job"]["id"]
        self.lease = agent.register().seek()

    def _changes(self) -> Any:
        said = self.person.api.get(f"{MAIN}/changes?state=all", headers=self.person.headers)
        return said.json()["rows"]

    @property
    def seen(self) -> tuple[str, str]:
        """Return the state of the job, and what it found."""
        job = self.person.look(self.job)["job"]
        return job["state"], (job["verdict"] or {"finding": "nothing"})["finding"]

    @property
    def change(self) -> tuple[str, str]:
        (found,) = self._changes()
        return found["state"], found["cause"]

    def arm(self, arm: int, samples: Sequence[float]) -> Document:
        said = {"job": {"id": self.job, "lease": self.lease["lease"], "arm": arm}}
        return HISTORY[0 if arm != 1 else 20] | {
            "idempotency_key": f"report-of-arm-{arm}",
            "run": said,
            "results": [a_result(samples=list(samples))],
        }

    def report(self, *arms: Sequence[float]) -> list[str]:
        """Send what was measured of the first arms, and return the keys of the reports."""
        reports = [self.arm(place, samples) for place, samples in enumerate(arms)]
        for one in reports:
            fill(self.engine, self.project, one)
        return [str(one["idempotency_key"]) for one in reports]

    def runs(self) -> list[int]:
        """Return all runs, the oldest first."""
        said = self.person.api.get(f"{MAIN}/runs?limit=200", headers=self.person.headers)
        return sorted(one["id"] for one in said.json()["rows"])

    def exclude(self, runs: Sequence[int]) -> None:
        asked = {"runs": list(runs), "reason": "a busy machine"}
        answer = self.person.api.post(f"{MAIN}/exclusions", json=asked, headers=self.person.headers)
        assert answer.is_success, answer.text
        do_what_waits(self.engine)

    def end(self, keys: Sequence[str]) -> None:
        assert self.agent.end(self.lease, reports=list(keys)).is_success
        do_what_waits(self.engine)


@pytest.fixture
def confirmation(
    engine: Engine, project: Project, api: TestClient, make_key: MakeKey
) -> Confirmation:
    agent = FleetAgent(api, make_key(Scope.AGENT))
    return Confirmation(engine, project, Person(api, make_key(Scope.ADMIN)), agent)


def test_a_confirmation_goes_on_until_a_lease_brings_nothing_more(
    confirmation: Confirmation,
) -> None:
    """What was measured does not decide, and a benchmark that fails now would fail for ever."""
    confirmation.end(confirmation.report(*(UNSTEADY[arm:] + [1.0] * arm for arm in range(3))))
    assert confirmation.seen == ("queued", "more pairs")
    confirmation.lease = confirmation.agent.seek()
    confirmation.end([])
    assert confirmation.seen == ("finished", "unclear")


def test_rounds_as_they_come_in_narrow_as_the_verdict_says(
    engine: Engine, project: Project, api: TestClient, make_key: MakeKey
) -> None:
    person, agent = Person(api, make_key(Scope.ADMIN)), FleetAgent(api, make_key(Scope.AGENT))
    asked = Confirmation(engine, project, person, agent, rounds=6)
    arms = [STEADY, [1.2 * one for one in STEADY[::-1]], [*STEADY[2:], *STEADY[:2]]]
    rounds = [
        {"variant": "search", "metric": "time", "round": at + 1, "arms": [own[at] for own in arms]}
        for at in range(6)
    ]
    assert agent.beat(asked.lease, rounds=rounds).is_success
    asked.end(asked.report(*arms))
    assert asked.seen == ("finished", "confirmed")
    found = person.look(asked.job)
    looks = found["job"]["verdict"]["looks"]
    points = found["narrowings"][0]["points"][: len(looks)]
    assert [one["rounds"] for one in points] == [one["pairs"] for one in looks] != []
    for point, look in zip(points, looks, strict=True):
        for name in ("ratio", "low", "high"):
            assert point[name] == pytest.approx(look[name], rel=1e-9)


def test_a_confirmation_of_a_change_that_is_gone_ends_with_a_verdict(
    confirmation: Confirmation, engine: Engine
) -> None:
    with engine.begin() as connection:
        connection.execute(text("delete from change_point"))
    confirmation.end(confirmation.report(STEADY, [1.2 * one for one in STEADY], STEADY))
    assert confirmation.seen == ("finished", "not measured")


def test_a_report_that_cannot_be_read_does_not_keep_a_job_from_its_verdict(
    confirmation: Confirmation, engine: Engine, project: Project
) -> None:
    keys = confirmation.report(STEADY, [1.2 * one for one in STEADY])
    store_unchecked(engine, project, confirmation.arm(2, STEADY))
    with engine.begin() as connection:  # the worker that ingests has it in hand
        connection.execute(text("delete from outbox"))
    confirmation.end([*keys, "report-of-arm-2"])
    assert confirmation.seen == ("finished", "nothing"), "a report is still on its way"
    for _ in range(MOST_ATTEMPTS):
        with transaction(engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            quarantine_report(session, queue, project.id, ValueError("it is damaged"))
    do_what_waits(engine)
    assert confirmation.seen == ("finished", "confirmed")


@pytest.mark.parametrize(("level", "finding"), [(1.2, "confirmed"), (1.0, "refuted")])
def test_a_verdict_holds_as_long_as_its_runs_count(
    confirmation: Confirmation, level: float, finding: str
) -> None:
    confirmation.end(confirmation.report(STEADY, [level * one for one in STEADY], STEADY))
    assert confirmation.change == (finding, "job")
    runs = confirmation.runs()
    of_history, of_job = runs[: len(HISTORY)], runs[len(HISTORY) :]
    if finding == "confirmed":
        confirmation.exclude(of_history[20:])
        assert confirmation.change == (finding, "job"), "what was measured in turns still shows it"
    confirmation.exclude(of_job)
    assert confirmation.change[0] == {"confirmed": "withdrawn", "refuted": "confirmed"}[finding]
