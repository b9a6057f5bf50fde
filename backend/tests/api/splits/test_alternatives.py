"""What else could be done instead of a changed commit: earlier commits, on the same objectives."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.comparisons.comparing import at_commit, luck, samples

Headers = dict[str, str]
SPLITS = "/api/v1/projects/main/splits"
RUNS = 12
TRADED = {"parse": 0.8, "print": 1.25}


@pytest.fixture
def admin(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN, Scope.READ)


def a_run(index: int) -> Document:
    """Return the run of a commit; the last one trades the speed of one benchmark for another's."""
    levels = TRADED if index == RUNS - 1 else dict.fromkeys(TRADED, 1.0)
    run = at_commit(
        index,
        [
            a_result(
                benchmark=name,
                parameters={},
                samples=samples(level * luck(RUNS, seed=place)[index], seed=100 * index + place),
            )
            for place, (name, level) in enumerate(levels.items())
        ],
    )
    return {**run, "commit": {**run["commit"], "subject": f"Change {index}"}}


def test_earlier_commits_are_alternatives_to_a_commit_that_splits(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, *(a_run(index) for index in range(RUNS)))
    sides = {"baseline": f"commit:c{RUNS - 2}", "contender": f"commit:c{RUNS - 1}"}
    kept = api.post(SPLITS, json=sides, headers=admin)
    assert kept.status_code == 201, kept.text
    split: dict[str, Any] = api.get(f"{SPLITS}/{kept.json()['id']}", headers=admin).json()
    assert split["payers"] == ["print"]
    found = split["alternatives"]
    assert (found["kind"], {found["x"], found["y"]}) == ("commits", set(TRADED))
    rows = {row["name"]: row for row in found["rows"]}
    assert rows[f"c{RUNS - 2}"]["role"] == "baseline"
    assert rows[f"c{RUNS - 1}"]["role"] == "contender"
    earlier = [row for row in found["rows"] if row["role"] == "alternative"]
    assert [row["name"] for row in earlier] == [f"c{index}" for index in range(RUNS - 3, -1, -1)]
    assert all(row["x"]["low"] < row["x"]["value"] < row["x"]["high"] for row in earlier)
    assert all(row["run"] is not None for row in earlier)
    assert [row["title"] for row in earlier][-1] == "earlier: Change 0"
