"""A history whose step lies among commits that nobody measured, and agents that search for it."""

from typing import Any

from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_history, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.tests.api.jobs.fleet import MAIN, FleetAgent, Person

MEASURED = (*range(0, 60, 3), *range(70, 90))
"""Every third commit, and after ten unmeasured ones each."""
CULPRIT = 64
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001)


def level_of(commit: str) -> float:
    return 1.2 if int(commit.removeprefix("r")) >= CULPRIT else 1.0


def all_commits() -> list[Document]:
    """Return a report of each commit, measured or not."""
    documents = a_history([level_of(f"r{i}") * (1 + NOISE[i % 7]) for i in range(90)])
    for i, one in enumerate(documents):
        one["commit"]["ancestry"] = [f"r{before}" for before in range(i - 1, max(i - 30, -1), -1)]
    return documents


def measured(engine: Engine, project: Project) -> None:
    """Fill a project with the commits that were measured."""
    documents = all_commits()
    fill(engine, project, *(documents[i] for i in MEASURED))


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
