"""Commits that nobody measured: asked for around a change, or by a rule, and what came of it."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.thresholds.follow_job_rules import follow_job_rules
from backend.storage.engine import transaction
from backend.testing.builders import a_history, a_result
from backend.testing.draining import Silence, do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person

WHOLE = a_history([1.0 + 0.001 * (i % 3) for i in range(30)] + [1.2] * 20)
MISSING = ["r25", "r26", "r27", "r28", "r29", "r30", "r31", "r32", "r33", "r34"]
"""Commits that the history knows as parents, and of which it has no run."""
RULE = '[[thresholds.job]]\nname = "gaps"\nask = "backfill"\nminutes = 300\n'
FORK = """
with forge as (
    insert into forge_connection (
        project_id, hook, kind, api_url, repository, encrypted_secret, created_by)
    select id, 'hook', 'gitea', '', '', '', '' from project returning project_id, id)
insert into pull_request (project_id, connection_id, number, head, is_from_fork)
select project_id, id, 7, 'r29', true from forge
"""


class Gapped:
    """A branch with a change in a gap of ten commits, and an agent that can measure them."""

    def __init__(
        self,
        engine: Engine,
        project: Project,
        person: Person,
        agent: FleetAgent,
        *,
        of_two: bool = False,
    ) -> None:
        self.engine, self.project, self.person = engine, project, person
        self.agent = agent.register()
        self.agent.seek()
        whole = [self.with_other(one) for one in WHOLE] if of_two else WHOLE
        measured = [one for one in whole if one["commit"]["id"] not in MISSING]
        later = measured[25]
        measured[25] = later | {"commit": later["commit"] | {"ancestry": [*MISSING[::-1], "r24"]}}
        fill(engine, project, *measured)
        self.change, *self.others = self.ask("changes?state=all")["rows"]

    def with_other(self, report: Any) -> Any:
        """Return a report with the results of another benchmark of the suite."""
        return report | {
            "results": [
                one | {"benchmark": name}
                for one in report["results"]
                for name in ("search", "sort")
            ]
        }

    def ask(self, path: str) -> Any:
        said = self.person.api.get(f"{MAIN}/{path}", headers=self.person.headers)
        assert said.is_success, said.text
        return said.json()

    @property
    def cannot(self) -> str:
        said = self.ask(f"jobs/backfills/{self.change['id']}")["offer"]["cannot"]
        return str(said)

    def write(self, sql: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(text(sql))

    def send(self) -> Any:
        asked = {"change": self.change["id"]}
        address = f"{MAIN}/jobs/backfills"
        return self.person.api.post(address, json=asked, headers=self.person.headers)

    def measure(self, lease: Any, broken: str | None = None) -> None:
        """Measure what a lease names; a commit that cannot be built ends it."""
        commits = [one["commit"] for one in lease["arms"]]
        if broken in commits:
            ended: dict[str, Any] = {
                "outcome": "build failed",
                "why": "no",
                "arm": commits.index(broken),
            }
            assert self.agent.end(lease, **ended).is_success
            do_what_waits(self.engine)
            return
        keys = [f"report-{lease['id']}-{one}" for one in commits]
        for arm, (key, commit) in enumerate(zip(keys, commits, strict=True)):
            of = next(one for one in WHOLE if one["commit"]["id"] == commit)
            said = {"job": {"id": lease["id"], "lease": lease["lease"], "arm": arm}}
            level = 1.2 if int(commit[1:]) >= 30 else 1.0
            report = of | {
                "idempotency_key": key,
                "run": said,
                "results": [
                    a_result(benchmark=name, samples=[level] * 3)
                    for name in lease["only"] or ["search"]
                ],
            }
            fill(self.engine, self.project, report)
        assert self.agent.end(lease, reports=keys).is_success
        do_what_waits(self.engine)

    def follow(self) -> int | None:
        """Do what the worker does every few seconds."""
        with transaction(self.engine) as session:
            return follow_job_rules(session, Silence(), self.project.id)

    def keep(self, rules: str) -> None:
        address = f"{MAIN}/thresholds"
        said = self.person.api.put(address, json={"text": rules}, headers=self.person.headers)
        assert said.is_success, said.text
        do_what_waits(self.engine)

    def arms(self, lease: Any) -> Sequence[str]:
        return [one["commit"] for one in lease["arms"]]


@pytest.fixture
def make_gapped(
    engine: Engine, project: Project, api: TestClient, make_key: MakeKey
) -> Callable[..., Gapped]:
    agent = FleetAgent(api, make_key(Scope.AGENT))
    return partial(Gapped, engine, project, Person(api, make_key(Scope.ADMIN)), agent)


@pytest.fixture
def gapped(make_gapped: Callable[..., Gapped]) -> Gapped:
    return make_gapped()


def test_whoever_asks_for_a_backfill_stands_in_the_audit_trail(gapped: Gapped) -> None:
    known = {one["id"] for one in gapped.ask("audit")["rows"]}
    job = gapped.send().json()["job"]["id"]
    (left,) = [one for one in gapped.ask("audit")["rows"] if one["id"] not in known]
    assert (left["verb"], left["noun"], left["thing"]) == ("asked for", "job", str(job))
    assert left["who_name"]


def test_the_commits_that_tell_most_are_measured_and_one_that_is_broken_left_out(
    gapped: Gapped,
) -> None:
    assert gapped.cannot == ""
    said = gapped.send()
    assert said.is_success, said.text
    job = said.json()["job"]["id"]
    assert gapped.send().json()["job"]["id"] == job, "asked for once while it is open"
    lease = gapped.agent.seek()
    assert (lease["kind"], lease["only"], len(lease["arms"])) == ("backfill", ["search"], 8)
    assert set(gapped.arms(lease)) < set(MISSING)
    broken = gapped.arms(lease)[2]
    gapped.measure(lease, broken)
    again = gapped.agent.seek()
    assert gapped.arms(again) == [one for one in gapped.arms(lease) if one != broken]
    gapped.measure(again)
    verdict = gapped.person.look(job)["job"]["verdict"]
    told = f"7 of 8 commits were measured; {broken} could not be built."
    assert (verdict["finding"], verdict["sentence"]) == ("filled", told)
    (change,) = gapped.ask("changes?state=all")["rows"]
    assert change["suspects"] < gapped.change["suspects"]


def test_a_rule_fills_the_gap_of_a_change_first_and_then_what_else_tells_most(
    gapped: Gapped,
) -> None:
    gapped.keep(RULE)
    first = gapped.follow()
    lease = gapped.agent.seek()
    assert (lease["id"], gapped.person.look(lease["id"])["job"]["change_id"]) == (
        first, gapped.change["id"],
    )  # fmt: skip
    gapped.measure(lease)
    second = gapped.follow()
    rest = gapped.agent.seek()
    assert rest["id"] == second != first
    assert sorted([*gapped.arms(lease), *gapped.arms(rest)]) == MISSING
    gapped.measure(rest)
    assert gapped.follow() is None, "nothing is left"
    assert gapped.cannot != ""


def test_commits_of_a_job_that_was_cancelled_are_offered_again(gapped: Gapped) -> None:
    """A rule leaves them alone for that night, as somebody did not want them."""
    gapped.keep(RULE)
    job = gapped.send().json()["job"]["id"]
    assert gapped.person.cancel(job) == 204
    assert gapped.cannot == ""
    asked = gapped.follow()
    assert asked is not None
    assert set(gapped.arms(gapped.agent.seek())).isdisjoint(
        one["commit"] for one in gapped.person.look(job)["job"]["target"]["commits"]
    )
    again = gapped.send()
    assert again.is_success, again.text
    assert again.json()["job"]["id"] not in (job, asked)


def test_what_was_measured_for_one_benchmark_is_not_for_another(
    make_gapped: Callable[..., Gapped],
) -> None:
    gapped = make_gapped(of_two=True)
    (other,) = gapped.others
    assert gapped.send().is_success
    lease = gapped.agent.seek()
    gapped.measure(lease)
    gapped.change = other
    said = gapped.send()
    assert said.is_success, said.text
    again = gapped.agent.seek()
    assert set(gapped.arms(again)) & set(gapped.arms(lease))
    gapped.measure(again)
    gapped.keep(RULE)
    assert gapped.follow() is not None
    assert len(gapped.arms(gapped.agent.seek())) == 8, "each was measured in part"


def test_two_clicks_at_once_make_one_job(gapped: Gapped) -> None:
    with ThreadPoolExecutor(4) as pool:
        said = [one.json()["job"]["id"] for one in pool.map(lambda _: gapped.send(), range(4))]
    assert len(set(said)) == 1


def test_a_head_of_a_fork_is_not_measured_unasked(gapped: Gapped) -> None:
    gapped.write(FORK)
    gapped.keep(RULE)
    for _ in range(2):
        assert gapped.follow() is not None
        lease = gapped.agent.seek()
        assert "r29" not in gapped.arms(lease)
        gapped.measure(lease)
    assert gapped.follow() is None
