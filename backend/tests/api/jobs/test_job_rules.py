"""Rules of `.tidemark.toml` that ask for jobs by themselves, within a budget a night."""

from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.events import Teller
from backend.services.thresholds.follow_job_rules import follow_job_rules, projects_with_rules
from backend.stats.decisions.proportions import wilson
from backend.storage.engine import raw_connection, transaction
from backend.storage.jobs.by_rules import UNASKED
from backend.testing.builders import a_history, a_report, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.testing.templates import Templates
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person

HISTORY = a_history([1.0 + 0.001 * (i % 3) for i in range(20)] + [1.2] * 20)
STEADY = [1.0, 1.001, 0.999, 1.0, 1.001, 1.0]
CONFIRM = '[[thresholds.job]]\nname = "all"\nask = "confirm"\nstate = ["suspected", "confirmed"]\n'


class Ruled:
    """A project with one change, whose rules ask an agent."""

    def __init__(
        self, engine: Engine, project: Project, person: Person, agent: FleetAgent, events: Teller
    ) -> None:
        self.events = events
        self.engine, self.project, self.person, self.agent = engine, project, person, agent

    def keep(self, rules: str) -> None:
        said = self.person.api.put(
            f"{MAIN}/thresholds", json={"text": rules}, headers=self.person.headers
        )
        assert said.is_success, said.text
        do_what_waits(self.engine)

    def follow(self) -> list[int]:
        """Do what the worker does every few seconds."""
        asked: list[int] = []
        with transaction(self.engine) as session:
            ruled = projects_with_rules(session)
        for project in ruled:
            job: int | None = 0
            while job is not None:
                with transaction(self.engine) as session:
                    job = follow_job_rules(session, self.events, project)
                asked += [job] if job else []
        return asked

    def ask(self, path: str) -> Any:
        said = self.person.api.get(f"{MAIN}/{path}", headers=self.person.headers)
        assert said.is_success, said.text
        return said.json()

    def change(self, sql: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(text(sql))

    @property
    def rule(self) -> Any:
        (found,) = self.ask("jobs/tallies")["rules"]
        return found

    def measure(self, level: float) -> None:
        """Have the agent measure the job that waits, the first bad commit at a level."""
        lease = self.agent.seek()
        keys = []
        for arm, scale in enumerate((1.0, level, 1.0)):
            keys.append(f"report-{lease['id']}-of-arm-{arm}")
            said = {"job": {"id": lease["id"], "lease": lease["lease"], "arm": arm}}
            results = [a_result(samples=[scale * one for one in STEADY])]
            of = HISTORY[20 if arm == 1 else 0]
            report = of | {"idempotency_key": keys[-1], "run": said, "results": results}
            fill(self.engine, self.project, report)
        assert self.agent.end(lease, reports=keys).is_success
        do_what_waits(self.engine)


def measured(engine: Engine, project: Project) -> None:
    """Fill a project with a history that has one change."""
    fill(engine, project, *HISTORY)


@pytest.fixture
def template(templates: Templates) -> str:
    return templates.filled(measured)


@pytest.fixture
def ruled(engine: Engine, project: Project, api: TestClient, make_key: MakeKey) -> Ruled:
    person = Person(api, make_key(Scope.ADMIN))
    agent = FleetAgent(api, make_key(Scope.AGENT)).register()
    assert agent.seek() is None
    return Ruled(engine, project, person, agent, api.app.state.events)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("level", "finding"), [(1.2, "confirmed"), (1.0, "refuted")])
def test_a_rule_has_a_change_confirmed_once(ruled: Ruled, level: float, finding: str) -> None:
    ruled.keep(CONFIRM)
    (job,) = ruled.follow()
    seen = ruled.person.look(job)["job"]
    assert (seen["kind"], seen["asked_by"]) == ("confirm", "rule “all”")
    assert ruled.follow() == [], "it waits already"
    ruled.measure(level)
    (change,) = ruled.ask("changes?state=all")["rows"]
    assert (change["state"], change["cause"]) == (finding, "job")
    assert ruled.follow() == [], "it was measured already"
    upheld = int(finding == "confirmed")
    assert (ruled.rule["upheld"], ruled.rule["refuted"]) == (upheld, 1 - upheld)
    told = ruled.ask("jobs/tallies")
    rates = [told["overall"], told["rules"][0]["rate"], *(one["rate"] for one in told["rows"])]
    low, high = wilson(upheld, 1)
    rate = {"upheld": upheld, "asked": 1, "share": float(upheld), "low": low, "high": high}
    assert rates == [rate] * 3
    events = ruled.ask("audit?noun=job")["rows"]
    assert [one["who_name"] for one in events] == ["rule “all”"]


def test_a_rule_asks_for_no_more_than_its_minutes(ruled: Ruled) -> None:
    ruled.keep(CONFIRM + "minutes = 20\n")
    (job,) = ruled.follow()
    assert ruled.person.look(job)["job"]["budget_minutes"] == 20
    assert (ruled.rule["held"], ruled.rule["goes_on"]) == (20, None)
    with ruled.engine.begin() as connection:
        connection.execute(
            text(
                "update job set state = 'finished', ended_at = now(), spent_s = 1100,"
                " change_id = null"
            )
        )
    assert ruled.follow() == [], "less is left than a job needs"
    rule = ruled.rule
    assert round(rule["spent"], 1) == 18.3
    assert rule["goes_on"].endswith("12:00:00Z"), "it says when it goes on"
    with ruled.engine.begin() as connection:
        connection.execute(text("update job set asked_at = asked_at - interval '25 hours'"))
    assert len(ruled.follow()) == 1, "another night has its own minutes"


def test_a_job_on_a_testbed_without_an_agent_takes_no_minutes_and_says_so(ruled: Ruled) -> None:
    ruled.change("update agent set asked_at = null")
    ruled.keep(CONFIRM + "minutes = 20\n")
    assert len(ruled.follow()) == 1
    assert (ruled.rule["held"], ruled.rule["absent"]) == (0, ["box"])
    ruled.change("update job set change_id = null")
    assert ruled.follow() == [], "one waits there"
    ruled.change("update agent set asked_at = now() - interval '1 hour', last_beat_at = now()")
    assert (ruled.rule["held"], ruled.rule["absent"]) == (20, []), "it measures, and beats"


def test_a_job_that_waits_for_a_machine_in_quarantine_takes_no_minutes(ruled: Ruled) -> None:
    ruled.keep(CONFIRM + "minutes = 20\n")
    assert len(ruled.follow()) == 1
    (machine,) = ruled.ask("machines")["rows"]
    address = f"{MAIN}/machines/{machine['id']}/quarantine"
    ruled.person.api.post(address, json={"why": "x"}, headers=ruled.person.headers)
    assert (ruled.rule["held"], ruled.rule["absent"]) == (0, ["box"])
    (change,) = ruled.ask("changes?state=all")["rows"]
    assert ruled.ask(f"jobs?change={change['id']}")["agents"] == [], "nobody would confirm it"


def test_a_job_that_failed_is_asked_for_again_the_next_night_and_not_for_ever(
    ruled: Ruled,
) -> None:
    ruled.keep(CONFIRM)
    for _ in range(3):
        assert len(ruled.follow()) == 1
        ruled.change("update job set state = 'failed', ended_at = now() where ended_at is null")
        assert ruled.follow() == [], "not in the same night"
        ruled.change(
            "update job set asked_at = asked_at - interval '25 hours',"
            " ended_at = ended_at - interval '25 hours'"
        )
    assert ruled.follow() == []


def test_of_one_alert_group_the_clearest_change_is_confirmed(ruled: Ruled) -> None:
    larger = [
        report
        | {
            "idempotency_key": f"larger-{place}",
            "results": [
                a_result(benchmark=f"other-{size}", samples=[level * one for one in STEADY])
                for size, level in ((1.1, 1.1), (1.5, 1.5), (1.3, 1.3))
                for level in [level if place >= 20 else 1.0]
            ],
        }
        for place, report in enumerate(HISTORY)
    ]
    fill(ruled.engine, ruled.project, *larger)
    ruled.keep(CONFIRM)
    rows = ruled.ask("changes?state=all")["rows"]
    assert len(rows) == 4
    assert len(ruled.ask("alert-groups?state=all")["rows"]) == 1
    (job,) = ruled.follow()
    assert ruled.person.look(job)["job"]["target"]["only"] == ["other-1.5"]
    assert ruled.follow() == []


@pytest.mark.parametrize(
    ("ask", "low"), [("bisect", 9), ("bisect", "infinity"), ("confirm", "infinity")]
)
def test_a_change_that_cannot_be_measured_keeps_no_other_of_its_group_from_it(
    ruled: Ruled, ask: str, low: object
) -> None:
    small = [
        report
        | {
            "idempotency_key": f"smaller-{place}",
            "results": [
                a_result(benchmark="small", samples=[level * one for one in STEADY])
                for level in [1.1 if place >= 20 else 1.0]
            ],
        }
        for place, report in enumerate(HISTORY)
    ]
    fill(ruled.engine, ruled.project, *small)
    ruled.change("update change_point set suspects = 2")
    ruled.change(
        f"update change_point set ratio = 'infinity', high = 'infinity', low = '{low}'"
        " where low > 1.15"
    )
    ruled.keep(CONFIRM.replace('"confirm"', f'"{ask}"'))
    assert len(ruled.ask("alert-groups?state=all")["rows"]) == 1
    (job,) = ruled.follow()
    assert ruled.person.look(job)["job"]["target"]["only"] == ["small"]


def test_who_finds_nothing_to_ask_for_keeps_nobody_from_asking(ruled: Ruled) -> None:
    ruled.change("update change_point set ratio = 'infinity', high = 'infinity', suspects = 2")
    ruled.keep('[[thresholds.job]]\nname = "all"\nask = "bisect"\n')
    with transaction(ruled.engine) as session:
        assert follow_job_rules(session, ruled.events, ruled.project.id) is None
        held = text(
            "select objid from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()"
        )
        assert len(session.execute(held).all()) == 1, "only that it follows the rules"


def test_jobs_of_a_change_are_found_by_their_index(ruled: Ruled) -> None:
    asked = {
        "project": ruled.project.id, "kind": "confirm", "states": ["confirmed"],
        "begins": datetime.now(UTC), "tries": 3,
    }  # fmt: skip
    with transaction(ruled.engine) as session:
        connection = raw_connection(session)
        connection.execute("set local enable_seqscan = off")
        connection.execute("set local enable_bitmapscan = off")
        plan = [row[0].strip() for row in connection.execute(f"explain {UNASKED}", asked)]
    assert any(one.startswith("Index Cond") and "change_id = ANY" in one for one in plan), plan


def test_a_rule_asks_only_for_what_it_selects(ruled: Ruled) -> None:
    ruled.keep(CONFIRM + 'testbed = "another"\n')
    assert ruled.follow() == []
    ruled.keep(CONFIRM.replace('["suspected", "confirmed"]', '"suspected"'))
    assert ruled.follow() == [], "the change is confirmed already"
    ruled.keep(CONFIRM + 'testbed = "box"\n')
    assert len(ruled.follow()) == 1


def test_code_of_pull_requests_is_not_measured_unasked(ruled: Ruled) -> None:
    ruled.keep(CONFIRM)
    with ruled.engine.begin() as connection:
        connection.execute(text("update branch set pull_request = 7"))
    assert ruled.follow() == []


def an_open_sweep() -> dict[str, Any]:
    """Return what a report says of a sweep whose two best values three rounds cannot separate."""
    noise = (0.0, 0.004, -0.003)
    results = [
        a_result(
            benchmark="blocking",
            parameters={"threads": threads},
            samples=[cost * (1 + noise[(round_ + threads) % 3]) for round_ in range(3)],
        )
        for threads, cost in {1: 0.30, 4: 0.190, 8: 0.1902}.items()
    ]
    return {"benchmarks": {"blocking": {"sweep": ["threads"]}}, "results": results}


def test_a_rule_has_an_undecided_sweep_refined_once(ruled: Ruled) -> None:
    fill(ruled.engine, ruled.project, a_report(**an_open_sweep()))
    ruled.keep('[[thresholds.job]]\nask = "sweep"\nminutes = 90\n')
    (job,) = ruled.follow()
    seen = ruled.person.look(job)["job"]
    assert (seen["kind"], seen["budget_minutes"]) == ("sweep", 90)
    assert ruled.follow() == []
    ruled.change(
        "update job set state = 'finished', ended_at = now(),"
        """ verdict = '{"finding": "several best", "sentence": ""}'"""
    )
    later = {"id": "next", "time": "2026-02-01T00:00:00Z"}
    fill(ruled.engine, ruled.project, a_report(**an_open_sweep(), commit=later))
    assert ruled.follow() == [], "another commit makes it no clearer"
    ruled.change("update job set ended_at = ended_at - interval '8 days'")
    assert len(ruled.follow()) == 1


def test_a_sweep_of_a_rule_waits_for_the_schedule_until_somebody_asks_for_it(ruled: Ruled) -> None:
    fill(ruled.engine, ruled.project, a_report(**an_open_sweep()))
    ruled.keep('[[thresholds.job]]\nask = "sweep"\n')
    (sweep,) = ruled.follow()
    due = ruled.agent.due()["job"]
    lease = ruled.agent.seek()
    assert lease["id"] == due, "the sweep was asked for before it"
    assert ruled.agent.look() is None, "nobody waits for the sweep"
    assert ruled.agent.end(lease, "made room", why="for another job").is_success
    (row,) = ruled.ask("sweeps")["rows"]
    address = f"{MAIN}/sweep-jobs/{row['benchmark_id']}"
    said = ruled.person.api.post(address, json={"axis": "threads"}, headers=ruled.person.headers)
    assert (said.json()["job"]["id"], said.json()["job"]["priority"]) == (sweep, 0)
    (event, *_) = ruled.ask("audit?noun=job")["rows"]
    assert (event["thing"], event["after"]["priority"]) == (str(sweep), 0)
    lease = ruled.agent.seek()
    assert lease["id"] == sweep, "somebody waits for it now"


def test_a_confirmation_of_a_rule_goes_before_the_schedule(ruled: Ruled) -> None:
    due = ruled.agent.due()["job"]
    lease = ruled.agent.seek()
    assert lease["id"] == due
    ruled.keep(CONFIRM)
    (job,) = ruled.follow()
    assert ruled.agent.look() == job, "an alert is open"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('ask = "measure"', "“measure” is not known"),
        ('ask = "sweep"\nstate = "suspected"', "sweeps have no state"),
        ('ask = "confirm"\nstate = "fixed"', "“fixed” is not known"),
        ('ask = "confirm"\nminutes = 0', "“0” is no budget of a night"),
        ('ask = "confirm"\nminuts = 3', "did you mean minutes"),
    ],
)
def test_what_is_wrong_with_a_rule_is_named(ruled: Ruled, rules: str, said: str) -> None:
    answer = ruled.person.api.put(
        f"{MAIN}/thresholds",
        json={"text": f"[[thresholds.job]]\n{rules}\n"},
        headers=ruled.person.headers,
    )
    assert answer.status_code == 422
    assert said in answer.text
