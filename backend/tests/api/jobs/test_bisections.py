"""Bisections over the API: the server chooses each step from what the ones before it brought."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_history, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person, end_pause, lose

MEASURED = (*range(0, 60, 3), *range(70, 90))
"""Every third commit, and after ten unmeasured ones each."""
CULPRIT = 64
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001)
FORKS = """
with forge as (
    insert into forge_connection (
        project_id, hook, kind, api_url, repository, encrypted_secret, created_by)
    select id, 'hook', 'gitea', '', '', '', '' from project returning project_id, id)
insert into pull_request (project_id, connection_id, number, head, is_from_fork, merged_as)
select project_id, id, place, head, true, :merged
from forge, unnest(cast(:heads as text[])) with ordinality as heads (head, place)
"""
Measure = Callable[[Any], float | None]


def level_of(commit: str) -> float:
    return 1.2 if int(commit.removeprefix("r")) >= CULPRIT else 1.0


@pytest.fixture
def history(engine: Engine, project: Project) -> list[Document]:
    """Give a history whose step lies among commits that nobody measured."""
    all_of_them = a_history([level_of(f"r{i}") * (1 + NOISE[i % 7]) for i in range(90)])
    for i, one in enumerate(all_of_them):
        one["commit"]["ancestry"] = [f"r{before}" for before in range(i - 1, max(i - 30, -1), -1)]
    fill(engine, project, *(all_of_them[i] for i in MEASURED))
    return all_of_them


@pytest.fixture
def agent(api: TestClient, make_key: MakeKey) -> FleetAgent:
    return FleetAgent(api, make_key(Scope.AGENT)).register()


@pytest.fixture
def change(history: list[Document], person: Person) -> Any:
    assert history
    (found,) = person.api.get(f"{MAIN}/changes", headers=person.headers).json()["rows"]
    return found


def ask(person: Person, change: Any, **more: Any) -> int:
    answer = person.api.post(
        f"{MAIN}/jobs/bisections", json={"change": change["id"]} | more, headers=person.headers
    )
    assert answer.status_code == 200, answer.text
    return int(answer.json()["job"]["id"])


def report(history: list[Document], lease: Any, arm: int, level: float | None) -> Document:
    """Return what an agent sends of one arm; without a level, a run of something else."""
    place = int(lease["arms"][arm]["commit"].removeprefix("r"))
    rounds = [1 + NOISE[(arm + 2 * turn) % 7] for turn in range(lease["rounds"])]
    own = [] if level is None else [a_result(samples=[level * one for one in rounds])]
    return history[place] | {
        "idempotency_key": f"job {lease['id']} lease {lease['lease']} arm {arm}",
        "run": {"job": {"id": lease["id"], "lease": lease["lease"], "arm": arm}},
        "results": own or [a_result(benchmark="another")],
    }


def follow(
    engine: Engine,
    project: Project,
    agent: FleetAgent,
    history: list[Document],
    broken: frozenset[str] = frozenset(),
    silent: frozenset[str] = frozenset(),
) -> list[str]:
    """Measure whatever the server asks for until it asks for nothing; returns the candidates."""
    candidates: list[str] = []
    while lease := agent.seek():
        good, candidate = (one["commit"] for one in lease["arms"])
        assert good == "r57"
        candidates.append(candidate)
        assert len(candidates) < 30
        if candidate in broken:
            assert agent.end(lease, "build failed", arm=1, why="exit 3").is_success
        else:
            said = None if candidate in silent else level_of(candidate)
            reports = [report(history, lease, 0, 1.0), report(history, lease, 1, said)]
            fill(engine, project, *reports)
            assert agent.end(lease, reports=[one["idempotency_key"] for one in reports]).is_success
        do_what_waits(engine)
    return candidates


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


PART = {"kind": "package", "path": "Cargo.lock", "before": "1.0.1", "after": "1.0.2"}
SUBMODULE = {"kind": "submodule", "path": "lib/foo", "name": "foo"}
INNER = [
    SUBMODULE | {"before": f"{i}" * 40, "after": f"{i + 1}" * 40, "title": f"Step {i}\x1b[31m"}
    for i in range(6)
]


@dataclass(frozen=True)
class Inside:
    """What the culprit moves, which of it did it, and which mixes cannot be built."""

    moved: Any
    at: int
    broken: frozenset[int] = frozenset()
    is_refused: bool = False
    """Whether all agents find other moves, so that none measures a mix."""
    is_lost: bool = False
    """Whether all agents are lost that begin to measure a mix."""


def check_list(mix: Any, parts: Any) -> None:
    """Check that a mix says which list of moves it was made from."""
    last = parts[mix["parts"] - 1]["name"] if mix["parts"] else None
    assert mix["moves"] == len(parts)
    assert (mix["last"] and mix["last"]["name"]) == last


def seek_taken(engine: Engine, agent: FleetAgent, inside: Inside) -> Any:
    """Seek what the agent measures; a mix that it refuses or is lost with is given back."""
    while (lease := agent.seek()) and lease["mix"] is not None:
        if inside.is_lost:
            assert lose(engine) == 1
        elif inside.is_refused:
            assert agent.end(lease, "machine failed", why="other moves").is_success
        else:
            break
        end_pause(engine)
        do_what_waits(engine)
    return lease


def follow_inside(
    engine: Engine, project: Project, agent: FleetAgent, history: list[Document], inside: Inside
) -> list[int]:
    """Measure whatever is asked for, mixes included."""
    counts = []
    moved, at, broken = inside.moved, inside.at, inside.broken
    while lease := seek_taken(engine, agent, inside):
        candidate = lease["arms"][1]["commit"]
        mix = lease["mix"]
        if mix is None:
            level, place = level_of(candidate), int(candidate.removeprefix("r"))
            assert lease["before"] == f"r{place - 1}"
            told = moved if place == CULPRIT else {"parts": [], "others": 3, "can_mix": True}
        else:
            assert (mix["commit"], mix["before"], mix["after"]) == (candidate, "r63", "r64")
            assert lease["arms"][1]["branch"].startswith("try/")
            check_list(mix, moved["parts"])
            counts.append(mix["parts"])
            level, place, told = (1.2 if mix["parts"] > at else 1.0), CULPRIT, None
        assert len(counts) < 30
        if mix is not None and mix["parts"] in broken:
            assert agent.end(lease, "build failed", arm=1, why="exit 3").is_success
        else:
            lease["arms"][1]["commit"] = f"r{place}"
            second = report(history, lease, 1, level)
            if mix is not None:
                second |= {
                    "branch": lease["arms"][1]["branch"],
                    "commit": second["commit"] | {"id": f"{mix['parts']:040x}"},
                }
            both = [report(history, lease, 0, 1.0), second]
            fill(engine, project, *both)
            keys = [one["idempotency_key"] for one in both]
            ended = agent.end(lease, reports=keys, moved=told)
            assert ended.is_success, ended.text
        do_what_waits(engine)
    return counts


def test_a_bisection_goes_on_among_the_commits_of_a_submodule(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    moved = {"parts": INNER, "others": 0, "can_mix": True}
    counts = follow_inside(engine, project, agent, history, Inside(moved, at=3))
    seen = person.look(job)
    assert counts
    assert 0 not in counts, "nothing else is in the commit"
    assert seen["job"]["verdict"]["finding"] == "found"
    sentence = seen["job"]["verdict"]["sentence"]
    assert "r64 made the change" in sentence
    assert "the cause is submodule foo: commit 44444444 (Step 3[31m)" in sentence, sentence
    assert seen["search"]["answer"] == ["r64"]
    inner = seen["search"]["inner"]
    assert inner["answer"] == ["r64@4"]
    assert [one["commit"] for one in inner["shares"]] == [f"r64@{i}" for i in range(1, 6)] + ["r64"]
    assert [one["name"] for one in seen["search"]["moved"]["parts"]] == ["foo"] * 6
    (mine,) = person.api.get(f"{MAIN}/changes", headers=person.headers).json()["rows"]
    assert mine["id"] == change["id"], "mixes have a branch of their own"


def test_one_package_is_named_at_once_and_of_several_one_is_found(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    moved = {"parts": [PART | {"name": "serde"}], "others": 0, "can_mix": True}
    assert follow_inside(engine, project, agent, history, Inside(moved, at=0)) == []
    sentence = person.look(job)["job"]["verdict"]["sentence"]
    assert "It only moves serde 1.0.1 → 1.0.2 in Cargo.lock." in sentence
    job = ask(person, change)
    names = ["a", "b", "c", "d"]
    moved = {"parts": [PART | {"name": one} for one in names], "others": 2, "can_mix": True}
    counts = follow_inside(
        engine, project, agent, history, Inside(moved, at=2, broken=frozenset({1}))
    )
    seen = person.look(job)
    sentence = seen["job"]["verdict"]["sentence"]
    assert "the cause is c 1.0.1 → 1.0.2 in Cargo.lock" in sentence, sentence
    assert len(counts) <= 5


def test_what_cannot_be_mixed_or_is_the_rest_of_the_commit_is_said_so(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    job = ask(person, change)
    parts = [PART | {"name": one} for one in "ab"]
    moved = {"parts": parts, "others": 0, "can_mix": False}
    assert follow_inside(engine, project, agent, history, Inside(moved, at=0)) == []
    sentence = person.look(job)["job"]["verdict"]["sentence"]
    assert "It moves a 1.0.1 → 1.0.2 in Cargo.lock and b" in sentence
    assert "They cannot be measured separately." in sentence
    job = ask(person, change)
    moved = {"parts": parts, "others": 1, "can_mix": True}
    assert 0 in follow_inside(engine, project, agent, history, Inside(moved, at=-1))
    sentence = person.look(job)["job"]["verdict"]["sentence"]
    assert "the cause is the rest of the commit" in sentence


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


def test_a_commit_that_was_found_is_named_though_no_agent_measures_what_it_moves(
    engine: Engine, project: Project, person: Person, agent: FleetAgent,
    history: list[Document], change: Any,
) -> None:  # fmt: skip
    moved = {"parts": [PART | {"name": one} for one in "ab"], "others": 0, "can_mix": True}
    refused = Inside(moved, at=0, is_refused=True)
    for inside in (refused, Inside(moved, at=0, is_lost=True)):
        job = ask(person, change)
        assert follow_inside(engine, project, agent, history, inside) == []
        seen = person.look(job)
        verdict = seen["job"]["verdict"]
        assert (seen["job"]["state"], verdict["finding"]) == ("failed", "found")
        assert "r64 made the change" in verdict["sentence"]
        named = person.api.get(f"{MAIN}/changes/{change['id']}", headers=person.headers).json()
        assert [one["commit"]["name"] for one in named["change"]["culprits"]] == ["r64"]
        assert [note["text"] for note in named["notes"]].count(verdict["sentence"]) == 1
