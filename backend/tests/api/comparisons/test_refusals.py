import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.set_up import ensure_project
from backend.storage.engine import transaction
from backend.testing.builders import a_history, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.comparisons.comparing import PATH, Headers, at_commit, compare, refusal


@pytest.mark.parametrize(
    ("baseline", "contender", "status", "pointer", "reason"),
    [
        ("nonsense", "commit:c1", 422, "/query/baseline", "names neither a run, a commit nor"),
        ("run:x", "commit:c1", 422, "/query/baseline", "is no id of a run"),
        ("run:0", "commit:c1", 422, "/query/baseline", "is no id of a run"),
        ("run:99999999999999999999", "commit:c1", 422, "/query/baseline", "is no id of a run"),
        ("commit:c0", "run:999999", 404, "/query/contender", "there is no run 999999"),
        ("commit:c0", "commit:c9", 404, "/query/contender", "there is no commit “c9”"),
        ("branch:x", "commit:c1", 404, "/query/baseline", "there is no branch “x”"),
        ("commit:c1", "branch:main", 422, "/query/contender", "are the same results"),
        ("fork:9", "branch:main", 404, "/query/baseline", "no branch or pull request 9"),
        ("fork:main", "commit:c0", 404, "/query/baseline", "left its base branch is not known"),
        ("pull:9", "branch:main", 404, "/query/baseline", "no pull request 9 in this project"),
        ("pull:x", "branch:main", 422, "/query/baseline", "is no number of a pull request"),
        ("tag:lto", "branch:main", 422, "/query/baseline", "is no tag with a value"),
        ("commit:c0", "tag:lto=x", 404, "/query/contender", "no tag “lto=x” in this project"),
        ("commit:c0", "testbed:lab", 404, "/query/contender", "has no results of the commit of"),
        ("testbed:box", "testbed:lab", 404, "/query/baseline", "has no results of a commit of lab"),
        ("commit:c0", "testbed:moon", 404, "/query/contender", "no testbed “moon” in this project"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_place_reason_and_remedy(  # noqa: PLR0913
    api: TestClient,
    engine: Engine,
    project: Project,
    reporter: Headers,
    baseline: str,
    contender: str,
    status: int,
    pointer: str,
    reason: str,
) -> None:
    fill(engine, project, at_commit(0, [a_result()]), at_commit(1, [a_result()], testbed="lab"))
    answered, fault = refusal(api, reporter, baseline, contender)
    assert (answered, fault["pointer"]) == (status, pointer)
    assert reason in fault["reason"]
    assert fault["remedy"]


@pytest.mark.parametrize(
    ("query", "pointer", "reason", "remedy"),
    [
        ("tresh=1", "/query/tresh", "no parameter “tresh”", "known are baseline, contender"),
        ("baseline=commit:r0", "/query/baseline", "given 2 times", "give it once"),
        ("limit=1&limit=2", "/query/limit", "given 2 times", "give it once"),
        ("threshold=nan", "/query/threshold", "should be a finite number", ""),
        ("q=inf", "/query/q", "should be a finite number", ""),
    ],
)
def test_parameters_that_would_be_ignored_are_refused(  # noqa: PLR0913
    api: TestClient,
    engine: Engine,
    project: Project,
    reporter: Headers,
    query: str,
    pointer: str,
    reason: str,
    remedy: str,
) -> None:
    fill(engine, project, *a_history([1.0, 1.1]))
    asked = f"{PATH}?baseline=commit:r0&contender=commit:r1&{query}"
    answer = api.get(asked, headers=reporter)
    (fault,) = answer.json()["faults"]
    assert (answer.status_code, fault["pointer"]) == (422, pointer)
    assert reason in fault["reason"]
    assert remedy in fault["remedy"]


def test_filters_may_come_several_times(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_history([1.0, 1.1]))
    query = "metric=a&metric=b&verdict=same&verdict=unknown&param.x=1&baseline.param.y=2"
    asked = f"{PATH}?baseline=commit:r0&contender=commit:r1&{query}"
    assert api.get(asked, headers=reporter).status_code == 200


def test_a_commit_without_results_on_a_testbed_is_told_where_it_has_some(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_history([1.0, 1.1]))
    status, fault = refusal(api, reporter, "commit:r0", "commit:r1", testbed="lab")
    assert status == 404
    assert fault["reason"] == "commit “r0” has no results on testbed “lab”"
    assert fault["remedy"] == "it was measured on “box”"
    status, fault = refusal(api, reporter, "run:1", "commit:r1", testbed="lab")
    assert (status, fault["pointer"]) == (422, "/query/baseline")


def test_testbeds_are_compared_with_one_another_only_on_demand(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(
        engine,
        project,
        at_commit(0, [a_result()], testbed="box"),
        at_commit(1, [a_result()], testbed="lab"),
    )
    status, fault = refusal(api, reporter, "commit:c0", "commit:c1")
    assert status == 422
    assert "testbed “box”" in fault["reason"]
    assert "testbed “lab”" in fault["reason"]
    assert "across_testbeds=true" in fault["remedy"]
    found = compare(api, reporter, "commit:c0", "commit:c1", across_testbeds=True)
    assert len(found["rows"]) == 1
    assert found["warnings"] == ["The sides were measured on different testbeds: box and lab."]


def test_testbeds_of_both_sides_are_kept_apart(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(
        engine,
        project,
        *(
            at_commit(commit, [a_result()], testbed=name)
            for commit, name in ((0, "box"), (0, "lab"), (1, "box"), (1, "lab"), (1, "attic"))
        ),
    )
    found = compare(api, reporter, "commit:c0", "commit:c1")
    assert {row["series"]["testbed"] for row in found["rows"]} == {"box", "lab"}
    assert [one["series"]["testbed"] for one in found["one_sided"]] == ["attic"]
    one = compare(api, reporter, "commit:c0", "commit:c1", testbed="lab")
    assert [row["series"]["testbed"] for row in one["rows"]] == ["lab"]
    status, fault = refusal(api, reporter, "commit:c0", "commit:c1", across_testbeds=True)
    assert status == 422
    assert "several testbeds" in fault["reason"]


def test_runs_of_different_suites_have_nothing_in_common(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, at_commit(0, [a_result()]))
    fill(engine, project, at_commit(1, [a_result()], suite={"name": "memory"}))
    status, fault = refusal(api, reporter, "commit:c0", "commit:c1")
    assert (status, fault["pointer"]) == (422, "/query/contender")
    assert "suite" in fault["reason"]
    assert refusal(api, reporter, "run:1", "commit:c1")[0] == 404, "a run narrows the other side"


@pytest.mark.parametrize(
    "asked",
    [{"threshold": "-0.1"}, {"threshold": "2"}, {"threshold": "nan"}, {"q": "0"}, {"q": "0.6"},
     {"q": "nan"}, {"verdict": "worse"}, {"across_testbeds": "perhaps"}, {"text": "a\x00b"},
     {"limit": "-1"}, {"limit": "10001"}],
)  # fmt: skip
def test_demands_out_of_bounds_are_refused(
    api: TestClient,
    engine: Engine,
    project: Project,
    reporter: Headers,
    asked: dict[str, str],
) -> None:
    fill(engine, project, *a_history([1.0, 1.1]))
    assert refusal(api, reporter, "commit:r0", "commit:r1", **asked)[0] == 422


def test_a_private_project_is_compared_by_those_who_may_read_it(
    api: TestClient, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    fill(engine, project, *a_history([1.0, 1.1]))
    sides = {"baseline": "commit:r0", "contender": "commit:r1"}
    assert api.get(PATH, params=sides).status_code == 401
    assert api.get(PATH, params=sides, headers=make_key(Scope.AGENT)).status_code == 403
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
    assert api.get(PATH, params=sides, headers=make_key(Scope.READ, of=other)).status_code == 404
    assert api.get(PATH, params=sides, headers=make_key(Scope.READ)).status_code == 200


def test_runs_of_another_project_are_not_found(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
    fill(engine, other, *a_history([1.0]))
    fill(engine, project, *a_history([1.0, 1.1]))
    foreign = api.get("/api/v1/projects/main/runs", headers=reporter).json()["rows"]
    ids = {run["id"] for run in foreign}
    (hidden,) = {1, 2, 3} - ids
    assert refusal(api, reporter, f"run:{hidden}", "commit:r1")[0] == 404
