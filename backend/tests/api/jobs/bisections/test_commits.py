"""Bisections over the API: the server chooses each step from what the ones before it brought."""

from typing import Any

from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.testing.builders import Document
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.tests.api.jobs.bisections.searching import CULPRIT, ask, follow, level_of, report
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person, lose

FORKS = """
with forge as (
    insert into forge_connection (
        project_id, hook, kind, api_url, repository, encrypted_secret, created_by)
    select id, 'hook', 'gitea', '', '', '', '' from project returning project_id, id)
insert into pull_request (project_id, connection_id, number, head, is_from_fork, merged_as)
select project_id, id, place, head, true, :merged
from forge, unnest(cast(:heads as text[])) with ordinality as heads (head, place)
"""


def test_no_step_is_on_what_is_only_the_head_of_a_fork(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    of_others = ["r64", "r61"]
    with engine.begin() as connection:
        connection.execute(text(FORKS), {"merged": None, "heads": of_others})
    job = ask(person, change)
    candidates = follow(engine, project, agent, history)
    asked_about = {one["commit"] for one in person.look(job)["search"]["shares"]}
    assert not asked_about.intersection(of_others)
    assert not set(candidates).intersection(of_others)
    assert person.look(job)["search"]["answer"] == ["r65"]


def test_what_was_merged_is_of_the_branch_whoever_wrote_it(
    engine: Engine, person: Person, change: Any
) -> None:
    with engine.begin() as connection:
        connection.execute(text(FORKS), {"merged": "r64", "heads": ["r64"]})
    ask(person, change)
    with engine.connect() as connection:
        assert "r64" in connection.scalar(text("select plan -> 'commits' from job"))


def test_the_commit_is_found_among_those_that_nobody_measured(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    assert ask(person, change) == job, "an open one is not asked for twice"
    candidates = follow(engine, project, agent, history)
    seen = person.look(job)
    assert seen["job"]["verdict"]["finding"] == "found", seen["job"]["verdict"]
    assert f"r{CULPRIT} made the change" in seen["job"]["verdict"]["sentence"]
    assert len(candidates) <= 6
    assert set(candidates) <= {f"r{i}" for i in range(58, 71)}
    search = seen["search"]
    assert search["answer"] == [f"r{CULPRIT}"]
    assert [one["commit"] for one in search["steps"]] == candidates
    assert [one["commit"] for one in search["shares"]] == [f"r{i}" for i in range(58, 71)]
    named = person.api.get(f"{MAIN}/changes/{change['id']}", headers=person.headers).json()
    (culprit,) = named["change"]["culprits"]
    assert (culprit["commit"]["name"], culprit["share"]) == (f"r{CULPRIT}", search["held"])
    assert any(f"r{CULPRIT} made the change" in note["text"] for note in named["notes"])
    confirmation = {"change": change["id"]}
    asked = person.api.post(
        f"{MAIN}/jobs/confirmations", json=confirmation, headers=person.headers
    ).json()
    assert asked["job"]["kind"] == "confirm"


def test_rounds_stand_under_the_commit_that_they_measured(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    lease = agent.seek()
    candidate = lease["arms"][1]["commit"]
    rounds = [
        {"variant": "search", "metric": "time", "round": at, "arms": [1.0, 1.2]}
        for at in range(1, 7)
    ]
    assert agent.beat(lease, rounds=rounds).is_success
    (seen,) = person.look(job)["narrowings"]
    assert (seen["baseline"], seen["commit"]) == ("r57", candidate)
    reports = [report(history, lease, 0, 1.0), report(history, lease, 1, level_of(candidate))]
    fill(engine, project, *reports)
    assert agent.end(lease, reports=[one["idempotency_key"] for one in reports]).is_success
    do_what_waits(engine)
    found = person.look(job)
    assert found["job"]["state"] == "queued"
    assert found["search"]["measure"] != candidate
    assert found["narrowings"] == [seen], "the next step was not measured yet"
    assert agent.seek()["arms"][1]["commit"] == found["search"]["measure"]
    assert person.look(job)["narrowings"] == []


def test_what_cannot_be_built_or_brings_no_result_is_skipped_and_said(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    broken, silent = frozenset({"r64", "r63"}), frozenset({"r62"})
    follow(engine, project, agent, history, broken, silent)
    seen = person.look(job)
    assert seen["job"]["verdict"]["finding"] == "narrowed"
    assert "could be built" in seen["job"]["verdict"]["sentence"]
    tried = {one["commit"] for one in seen["search"]["steps"] if one["rounds"] == 0}
    assert tried <= broken | silent
    assert tried
    assert f"r{CULPRIT}" in seen["search"]["answer"]
    assert {one["commit"] for one in seen["search"]["shares"] if one["is_broken"]} == tried


def test_a_spent_budget_ends_with_the_commits_that_are_left(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    lease = agent.seek()
    both = [report(history, lease, arm, level_of(one["commit"]))
            for arm, one in enumerate(lease["arms"])]  # fmt: skip
    fill(engine, project, *both)
    assert agent.end(lease, reports=[one["idempotency_key"] for one in both]).is_success
    do_what_waits(engine)
    assert person.look(job)["job"]["verdict"]["finding"] == "more pairs"
    assert agent.end(agent.seek(), "cancelled", why="its budget is spent").is_success
    do_what_waits(engine)
    seen = person.look(job)
    assert (seen["job"]["state"], seen["job"]["verdict"]["finding"]) == ("finished", "narrowed")
    named = person.api.get(f"{MAIN}/changes/{change['id']}", headers=person.headers).json()
    assert 1 < len(named["change"]["culprits"]) <= 10


def test_a_last_good_commit_that_cannot_be_built_ends_the_job(
    engine: Engine, person: Person, agent: FleetAgent, change: Any
) -> None:
    job = ask(person, change)
    assert agent.end(agent.seek(), "build failed", arm=0, why="exit 3").is_success
    do_what_waits(engine)
    assert (person.state(job), agent.seek()) == ("failed", None)


def test_what_is_known_stays_when_the_last_good_commit_brings_no_result_later(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    for good in (1.0, None):
        lease = agent.seek()
        candidate = level_of(lease["arms"][1]["commit"])
        both = [report(history, lease, 0, good), report(history, lease, 1, candidate)]
        fill(engine, project, *both)
        assert agent.end(lease, reports=[one["idempotency_key"] for one in both]).is_success
        do_what_waits(engine)
    verdict = person.look(job)["job"]["verdict"]
    assert verdict["finding"] == "narrowed"
    assert verdict["sentence"].startswith("The last good commit brought no result; left are ")
    named = person.api.get(f"{MAIN}/changes/{change['id']}", headers=person.headers).json()
    assert 1 < len(named["change"]["culprits"]) < len(range(58, 71))


def test_commits_none_of_which_can_be_built_are_not_blamed_on_the_last_good_one(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    in_question = frozenset(f"r{i}" for i in range(58, 71))
    assert set(follow(engine, project, agent, history, in_question)) == in_question
    verdict = person.look(job)["job"]["verdict"]
    assert verdict["finding"] == "not measured"
    assert "none of the commits that were tried brought a result" in verdict["sentence"]


def test_nobody_asks_for_a_bisection_without_a_change(person: Person) -> None:
    body = {"kind": "bisect", "suite": "runtime", "commits": [], "why": "x"}
    refused = person.api.post(f"{MAIN}/jobs", json=body, headers=person.headers)
    assert refused.status_code == 422
    nowhere = {"change": 2**40}
    missing = person.api.post(f"{MAIN}/jobs/bisections", json=nowhere, headers=person.headers)
    assert missing.status_code == 404


def test_a_bisection_that_nobody_goes_on_with_says_what_it_knows(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    lease = agent.seek()
    both = [report(history, lease, arm, level_of(one["commit"]))
            for arm, one in enumerate(lease["arms"])]  # fmt: skip
    fill(engine, project, *both)
    assert agent.end(lease, reports=[one["idempotency_key"] for one in both]).is_success
    do_what_waits(engine)
    with engine.begin() as connection:
        connection.execute(text("update job set asked_at = now() - interval '15 days'"))
    assert lose(engine) == 1
    do_what_waits(engine)
    seen = person.look(job)
    assert (seen["job"]["state"], seen["job"]["verdict"]["finding"]) == ("expired", "narrowed")
    named = person.api.get(f"{MAIN}/changes/{change['id']}", headers=person.headers).json()
    assert 1 < len(named["change"]["culprits"]) <= 10
