from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

Headers = dict[str, str]
SPLITS = "/api/v1/projects/main/splits"


@pytest.fixture
def admin(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN, Scope.REPORT, Scope.READ)


def at(number: int, levels: tuple[float, float], **changes: Any) -> Document:
    """Return a run of two benchmarks at a commit."""
    time = f"2026-02-{number:02d}T00:00:00Z"
    results = [
        a_result(benchmark=name, samples=[level * 0.999, level, level * 1.001])
        for name, level in zip(("parse", "print"), levels, strict=True)
    ]
    commit = {"id": f"{number:040d}", "time": time}
    return a_report(commit=commit, results=results, run={"started_at": time}) | changes


def of_pull(number: int, levels: tuple[float, float]) -> Document:
    base = {"branch": "main", "commit": f"{2:040d}"}
    asked = {"branch": "rings", "base": base, "pull_request": {"number": 12}}
    return at(number, levels, **asked)


def preview(api: TestClient, headers: Headers, **asked: str) -> dict[str, Any]:
    answer = api.get(f"{SPLITS}/preview", params=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def keep(api: TestClient, admin: Headers, **asked: Any) -> dict[str, Any]:
    answer = api.post(SPLITS, json=asked, headers=admin)
    assert answer.status_code == 201, answer.text
    found = api.get(f"{SPLITS}/{answer.json()['id']}", headers=admin)
    assert found.status_code == 200, found.text
    return dict(found.json())


def commits(found: dict[str, Any], side: str) -> list[str]:
    return [run["commit"]["name"][-1] for run in found[side]["runs"]]


def test_commits_of_either_branch_stand_beside_a_pull_request(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, at(1, (1.0, 2.0)), at(2, (1.1, 2.1)), of_pull(3, (1.3, 1.8)))
    fill(engine, project, of_pull(4, (1.2, 1.9)))
    found = preview(api, admin, baseline="branch:main", contender="pull:12")["alternatives"]
    roles = {row["run"]: row["role"] for row in found["rows"]}
    assert sorted(roles.values()) == ["alternative", "alternative", "baseline", "contender"]
    by_role = {row["role"]: row for row in found["rows"]}
    assert sorted((by_role["baseline"]["x"]["value"], by_role["baseline"]["y"]["value"])) == (
        pytest.approx([1.1, 2.1])
    )


def test_a_kept_split_of_a_pull_request_stays_at_the_commit_that_was_judged(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, at(1, (1.0, 2.0)), at(2, (1.1, 2.1)), of_pull(3, (1.3, 1.8)))
    kept = keep(api, admin, baseline="fork:12", contender="pull:12")
    assert (commits(kept, "baseline"), commits(kept, "contender")) == (["2"], ["3"])
    fill(engine, project, of_pull(4, (1.2, 1.9)))
    later = api.get(f"{SPLITS}/{kept['id']}", headers=admin).json()
    assert commits(later, "contender") == ["3"]


def test_a_pull_request_that_is_reported_before_its_base_knows_where_it_left_it(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, of_pull(3, (1.3, 1.8)))
    fill(engine, project, at(2, (1.1, 2.1)), at(4, (1.2, 2.0)))
    found = preview(api, admin, baseline="fork:12", contender="pull:12")
    assert (commits(found, "baseline"), commits(found, "contender")) == (["2"], ["3"])


def test_a_kept_split_of_tags_stays_at_the_commit_that_was_judged(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    def tagged(number: int, lto: str, levels: tuple[float, float]) -> Document:
        return at(number, levels, tags={"lto": lto})

    fill(engine, project, tagged(1, "off", (1.0, 2.0)), tagged(1, "on", (0.9, 2.1)))
    asked = {"baseline": "tag:lto=off", "contender": "tag:lto=on"}
    kept = keep(api, admin, **asked)
    fill(engine, project, tagged(2, "off", (1.1, 2.0)), tagged(2, "on", (0.8, 2.1)))
    later = api.get(f"{SPLITS}/{kept['id']}", headers=admin).json()
    assert (commits(later, "baseline"), commits(later, "contender")) == (["1"], ["1"])
    again = keep(api, admin, **asked)
    assert again["id"] != kept["id"]
    assert commits(again, "contender") == ["2"]


def test_weights_stay_with_their_members_when_a_parameter_gets_another_value(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, at(1, (1.0, 2.0)), at(2, (1.1, 1.9)))
    kept = keep(api, admin, baseline=f"commit:{1:040d}", contender=f"commit:{2:040d}")
    path = f"{SPLITS}/{kept['id']}"
    answer = api.put(f"{path}/weights", json={"members": {"parse": 3}}, headers=admin)
    assert answer.json()["saved_weights"]["members"] == {"parse": 3.0}
    other = [a_result(benchmark="parse", parameters={"engine": "tokio"})]
    fill(engine, project, at(1, (1.0, 2.0), results=other), at(2, (1.1, 1.9), results=other))
    later = api.get(path, headers=admin).json()
    assert len(later["members"]) == 3
    assert later["saved_weights"]["members"] == {"parse engine=smol": 3.0}
    assert not any("A weight is given" in said for said in later["warnings"])


def test_testbeds_make_a_split_that_stays_where_it_was_judged(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, at(1, (1.0, 2.0)), at(1, (0.9, 2.2), testbed="arm"))
    kept = keep(api, admin, baseline="testbed:box", contender="testbed:arm")
    assert len(kept["members"]) == 2
    fill(engine, project, at(2, (1.0, 2.0)), at(2, (0.9, 2.2), testbed="arm"))
    later = api.get(f"{SPLITS}/{kept['id']}", headers=admin).json()
    assert (commits(later, "baseline"), commits(later, "contender")) == (["1"], ["1"])
