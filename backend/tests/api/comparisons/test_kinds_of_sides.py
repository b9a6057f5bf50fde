"""What may stand on a side: pull requests, fork points, tags, testbeds, beginnings of commits."""

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.tests.api.comparisons.comparing import (
    Headers,
    at_commit,
    compare,
    luck,
    refusal,
    samples,
)


def a_run(index: int, level: float = 1.0, **changes: Any) -> Document:
    return at_commit(index, [a_result(samples=samples(level, seed=index))], **changes)


def a_pull_request(number: int, fork: str, **changes: Any) -> Document:
    return a_report(
        branch=f"idea-{number}",
        commit={"id": f"p{number}", "time": "2026-01-20T00:00:00Z", "parents": [fork]},
        base={"branch": "main", "commit": fork},
        pull_request={"number": number},
        results=[a_result(samples=samples(1.3, seed=99))],
        run={"started_at": "2026-01-20T01:00:00Z"},
        **changes,
    )


def commits_of(found: dict[str, Any]) -> tuple[set[str], set[str]]:
    first, second = (
        {run["commit"]["name"] for run in found[side]["runs"]} for side in ("baseline", "contender")
    )
    return first, second


def test_a_pull_request_is_compared_with_its_fork_point(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    runs = [a_run(index, level) for index, level in enumerate(luck(12, seed=3))]
    fill(engine, project, *runs, a_pull_request(7, "c8"))
    found = compare(api, reporter, "fork:7", "pull:7")
    assert commits_of(found) == ({"c8"}, {"p7"})
    assert found["rows"][0]["verdict"] == "regression"
    assert commits_of(compare(api, reporter, "fork:idea-7", "branch:idea-7")) == ({"c8"}, {"p7"})


def test_a_fork_point_that_was_not_measured_gives_way_to_the_commit_before_it(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    runs = [a_run(index) for index in (0, 1, 3)]
    fill(engine, project, *runs, a_pull_request(7, "c2"))
    found = compare(api, reporter, "fork:7", "pull:7")
    assert commits_of(found) == ({"c1"}, {"p7"})
    assert found["warnings"] == [
        "The merge base c2 was not measured: c1 is the newest commit before it that was."
    ]


def test_a_tag_stands_for_the_newest_commit_with_runs_tagged_so(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_run(0), *(
        a_run(index, tags={"lto": lto})
        for index, lto in ((1, "on"), (2, "off"), (3, "on"))
    ))  # fmt: skip
    assert commits_of(compare(api, reporter, "tag:lto=off", "tag:lto=on")) == ({"c2"}, {"c3"})


def test_testbeds_are_compared_at_the_newest_commit_that_both_measured(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    both = [a_run(index, testbed=name) for index in (0, 1) for name in ("box", "lab")]
    fill(engine, project, *both, a_run(2, testbed="lab"))
    found = compare(api, reporter, "testbed:box", "testbed:lab")
    assert commits_of(found) == ({"c1"}, {"c1"})
    assert [found[side]["runs"][0]["testbed"] for side in ("baseline", "contender")] == [
        "box",
        "lab",
    ]
    assert commits_of(compare(api, reporter, "commit:c0", "testbed:lab")) == ({"c0"}, {"c0"})


def test_a_commit_is_known_by_the_beginning_of_its_name(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    commits = [f"{name:0<40}" for name in ("abcd1", "abcd2", "ef012")]
    fill(engine, project, *(
        a_report(commit={"id": name, "time": f"2026-01-0{day}T00:00:00Z"}, results=[a_result()])
        for day, name in enumerate(commits, 1)
    ))  # fmt: skip
    found = compare(api, reporter, "commit:abcd1", "commit:ef01")
    assert commits_of(found) == ({commits[0]}, {commits[2]})
    status, fault = refusal(api, reporter, "commit:abcd", "commit:ef01")
    assert (status, fault["pointer"], fault["remedy"]) == (
        422,
        "/query/baseline",
        "write more of the name",
    )


def test_sides_are_offered_by_any_part_of_their_names(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_run(0), a_run(1, tags={"lto": "on"}), a_pull_request(7, "c1"))

    def offered(words: str) -> list[tuple[str, str]]:
        path = "/api/v1/projects/main/comparison/sides"
        answer = api.get(path, params={"text": words}, headers=reporter)
        return [(one["kind"], one["name"]) for one in answer.json()["sides"]]

    assert ("pull", "7") in offered("idea")
    assert offered("pull")[0] == ("pull", "7")
    assert ("pull", "7") in offered("pull request 7")
    assert ("run", "1") not in offered("pull request 7")
    assert offered("lto=") == [("tag", "lto=on")]
    assert ("commit", "c1") in offered("c1")
    assert ("testbed", "box") in offered("")
    assert offered("100%_") == []


def test_the_pull_request_with_the_newest_commit_is_offered_first(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    newer = a_pull_request(7, "c1")
    older = a_pull_request(9, "c1")
    older["commit"]["time"] = "2026-01-19T00:00:00Z"
    fill(engine, project, a_run(1), newer, older)
    path = "/api/v1/projects/main/comparison/sides"
    sides = api.get(path, params={"text": "pull"}, headers=reporter).json()["sides"]
    assert [(one["name"], one["time"]) for one in sides if one["kind"] == "pull"] == [
        ("7", "2026-01-20T00:00:00Z"),
        ("9", "2026-01-19T00:00:00Z"),
    ]


def test_beside_a_run_only_runs_of_its_suite_are_offered(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_run(0), a_run(1), a_run(2, suite={"name": "other"}))
    path = "/api/v1/projects/main/comparison/sides"
    runs = api.get("/api/v1/projects/main/runs", headers=reporter).json()["rows"]
    ids = {row["commit"]["name"]: row["id"] for row in runs}

    def offered(**asked: Any) -> set[str]:
        sides = api.get(path, params=asked, headers=reporter).json()["sides"]
        return {one["name"] for one in sides if one["kind"] == "run"}

    assert offered() == {str(id_) for id_ in ids.values()}
    assert offered(beside=ids["c0"]) == {str(ids["c1"])}
    assert offered(beside=ids["c2"]) == set()


def test_a_base_is_the_nearest_commit_before_that_was_measured_with_the_same_suite(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    nightly = {"name": "nightly"}
    fill(
        engine, project, a_run(0), a_run(1), a_run(3, suite=nightly), a_run(5),
        a_pull_request(7, "c4"),
    )  # fmt: skip
    found = compare(api, reporter, "base:c4", "pull:7")
    assert commits_of(found) == ({"c1"}, {"p7"})
    assert found["warnings"] == [
        "Commit c4 was not measured: c1 is the newest one before it that was."
    ]
    before = compare(api, reporter, "base:c5", "commit:c5")
    assert (commits_of(before), before["warnings"]) == (({"c1"}, {"c5"}), [])
    status, fault = refusal(api, reporter, "base:c0", "commit:c0")
    assert (status, fault["pointer"], "base branch" in fault["remedy"]) == (
        404,
        "/query/baseline",
        True,
    )
    status, fault = refusal(api, reporter, "base:nowhere", "commit:c0")
    assert (status, "fetch-depth" in fault["remedy"]) == (404, True)


def test_a_branch_whose_newest_commit_has_another_suite_stands_for_one_that_has_this(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(
        engine, project, a_run(0), a_run(1), a_run(2, suite={"name": "nightly"}),
        a_pull_request(7, "c1"),
    )  # fmt: skip
    assert commits_of(compare(api, reporter, "branch:main", "pull:7")) == ({"c1"}, {"p7"})
