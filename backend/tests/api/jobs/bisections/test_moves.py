"""Bisections that go on among the packages and commits of submodules that the culprit moves."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.tests.api.jobs.bisections.searching import CULPRIT, ask, level_of, report
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person, end_pause, lose

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
