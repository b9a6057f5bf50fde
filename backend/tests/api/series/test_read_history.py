from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.domain.series.histories import History
from backend.services.people.set_up import ensure_project
from backend.storage.engine import transaction
from backend.testing.builders import Document, a_histogram, a_history, a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

Headers = dict[str, str]
HISTORY = "/api/v1/projects/main/history"


def series_ids(api: TestClient, reporter: Headers, **filters: str) -> list[int]:
    rows = api.get("/api/v1/projects/main/series", params=filters, headers=reporter).json()["rows"]
    return [row["series"]["id"] for row in rows]


def history(api: TestClient, reporter: Headers, ids: list[int], **asked: Any) -> dict[str, Any]:
    """Read a history and hold it to its published model."""
    answer = api.get(HISTORY, params={"series": ids, **asked}, headers=reporter)
    assert answer.status_code == 200, answer.text
    TypeAdapter(History).validate_json(answer.content)
    return dict(answer.json())


def names_of(found: dict[str, Any], place: int = 0) -> list[str]:
    return [found["commits"]["name"][row] for row in found["series"][place]["at"]]


def test_every_point_stands_at_its_commit_with_its_interval_and_run(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    values = [1.0, 1.1, 0.9, 1.2]
    fill(engine, project, *a_history(values))
    found = history(api, reporter, series_ids(api, reporter))
    (line,) = found["series"]
    assert names_of(found) == ["r0", "r1", "r2", "r3"]
    assert line["value"] == [pytest.approx(value) for value in values]
    bands = zip(line["low"], values, line["high"], strict=True)
    assert all(low < value < high for low, value, high in bands)
    assert line["n"] == [3, 3, 3, 3]
    assert len(set(line["run"])) == 4
    assert (line["raw_n"], line["returned_n"], line["bucket"]) == (4, 4, 1)
    assert (line["value_low"], line["value_high"]) == (0.9, 1.2)
    assert line["series"]["unit"] == "s"
    assert found["commits"]["ordinal"] == [0, 1, 2, 3]
    assert found["commits"]["time"][1] - found["commits"]["time"][0] == 3_600_000


def test_the_run_that_stands_for_a_commit_is_the_one_that_pages_of_runs_compare_with(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    def report(commit: int, hour: int, trigger: str = "push") -> Document:
        run = {"started_at": f"2026-02-01T0{hour}:00:00Z", "trigger": trigger}
        at = {"id": f"c{commit}", "time": f"2026-01-0{commit}T00:00:00Z"}
        return a_report(commit=at, run=run, idempotency_key=f"run at {hour} h")

    # a job measured the first commit before its own run came, which was sent after a later one
    fill(engine, project, report(1, 1, "job"), report(1, 5), report(1, 3), report(2, 6))
    (line,) = history(api, reporter, series_ids(api, reporter))["series"]
    of_job, late, early, after = line["run"]
    assert sorted(line["further_runs"]) == [of_job, late]
    page = api.get(f"/api/v1/projects/main/runs/{after}", headers=reporter).json()
    assert page["base_run"] == early


def test_a_thinned_history_names_further_runs_only_of_those_that_it_draws(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    each = a_history([1.0 + place % 7 / 100 for place in range(60)])
    again = [one | {"idempotency_key": f"again at r{place}"} for place, one in enumerate(each)]
    twice = [one for pair in zip(each, again, strict=True) for one in pair]
    fill(engine, project, *twice)
    ids = series_ids(api, reporter)
    (whole,) = history(api, reporter, ids)["series"]
    assert len(whole["further_runs"]) == len(each)
    (line,) = history(api, reporter, ids, budget=100)["series"]
    runs: dict[int, list[int]] = {}
    for at, run in zip(line["at"], line["run"], strict=True):
        runs.setdefault(at, []).append(run)
    drawn_again = [max(of_one) for of_one in runs.values() if len(of_one) == 2]
    assert 0 < len(drawn_again) < len(each)
    assert line["further_runs"] == drawn_again


def test_commits_never_measured_leave_room_on_the_axis(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    first, *_, last = a_history([1.0] * 5)
    last["commit"]["ancestry"] = ["r3", "r2", "r1", "r0"]
    fill(engine, project, first, last)
    found = history(api, reporter, series_ids(api, reporter))
    assert names_of(found) == ["r0", "r4"]
    assert found["commits"]["ordinal"] == [0, 4]


def test_a_late_commit_appears_in_its_place_although_the_branch_was_read_before(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    documents = a_history([1.0, 2.0, 3.0, 4.0])
    fill(engine, project, documents[0], documents[3])
    ids = series_ids(api, reporter)
    assert names_of(history(api, reporter, ids)) == ["r0", "r3"]
    fill(engine, project, documents[2])
    assert names_of(history(api, reporter, ids)) == ["r0", "r2", "r3"]
    fill(engine, project, documents[1])
    found = history(api, reporter, ids)
    assert names_of(found) == ["r0", "r1", "r2", "r3"]
    assert found["series"][0]["value"] == [pytest.approx(v) for v in (1.0, 2.0, 3.0, 4.0)]


def test_a_commit_described_later_is_shown_as_described(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    bare = a_report(commit={"id": "c1", "time": "2026-01-01T00:00:00Z"})
    fill(engine, project, bare)
    ids = series_ids(api, reporter)
    assert history(api, reporter, ids)["commits"]["subject"] == [""]
    author = {"name": "Ada", "email": "ada@example.org"}
    told = {"id": "c1", "time": "2026-01-01T00:00:00Z", "subject": "Sort first", "author": author}
    fill(engine, project, a_report(commit=told))
    found = history(api, reporter, ids)
    assert found["commits"]["subject"] == ["Sort first"]
    assert found["commits"]["author"] == ["Ada"]


def test_a_failure_is_a_gap_and_not_a_number(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    documents = a_history([1.0, 1.0, 1.0])
    documents[1]["results"] = [
        {
            "benchmark": "search",
            "parameters": {"engine": "smol"},
            "failure": {"kind": "crash", "message": "signal 11"},
        }
    ]
    fill(engine, project, *documents)
    found = history(api, reporter, series_ids(api, reporter))
    (line,) = found["series"]
    assert names_of(found) == ["r0", "r1", "r2"]
    assert line["value"][1] is None
    assert line["low"][1] is None
    assert line["failed_at"] == [1]
    assert (line["raw_n"], line["returned_n"]) == (2, 2)


def test_a_long_history_is_thinned_and_keeps_its_spike_and_its_step(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    wobble = [0.0, 0.003, -0.002, 0.001, -0.003, 0.002, -0.001]
    values = [(1.0 if i < 150 else 1.3) + wobble[i % 7] for i in range(300)]
    values[77] = 9.0
    fill(engine, project, *a_history(values))
    ids = series_ids(api, reporter)
    whole = history(api, reporter, ids)["series"][0]
    found = history(api, reporter, ids, budget=100)
    (line,) = found["series"]
    assert line["raw_n"] == 300
    assert line["returned_n"] < 120 < whole["returned_n"]
    assert line["bucket"] > 1
    assert max(line["value"]) == pytest.approx(9.0)
    assert (line["value_low"], line["value_high"]) == (min(whole["value"]), max(whole["value"]))
    real = set(zip(whole["run"], whole["value"], strict=True))
    assert set(zip(line["run"], line["value"], strict=True)) <= real
    shown = names_of(found)
    assert {"r0", "r149", "r150", "r151", "r299"} <= set(shown)
    assert [change["commit"]["name"] for change in line["changes"]] == ["r150"]
    assert line["changes"][0]["verdict"] == "regression"


def test_a_window_shows_the_commits_asked_for(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_history([1.0] * 10))
    ids = series_ids(api, reporter)
    assert names_of(history(api, reporter, ids, **{"from": 3, "to": 5})) == ["r3", "r4", "r5"]
    assert names_of(history(api, reporter, ids, **{"from": 8})) == ["r8", "r9"]
    assert names_of(history(api, reporter, ids, **{"from": 50})) == []


def test_series_come_in_the_order_asked_for_on_shared_commits(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    tokio = a_result(parameters={"engine": "tokio"}, samples=[2.0, 2.0])
    reports = [
        document | {"results": [*document["results"], tokio]} for document in a_history([1.0] * 3)
    ]
    fill(engine, project, *reports)
    first, second = series_ids(api, reporter)
    found = history(api, reporter, [second, first])
    assert [line["series"]["id"] for line in found["series"]] == [second, first]
    assert found["series"][0]["at"] == found["series"][1]["at"] == [0, 1, 2]


def test_branches_are_drawn_on_one_axis_each_in_its_own_order(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_history([1.0] * 4))
    fork = {"id": "f1", "time": "2026-01-01T01:30:00Z", "parents": ["r1"]}
    fill(
        engine,
        project,
        a_report(branch="faster", base={"branch": "main", "commit": "r1"}, commit=fork),
    )
    ids = series_ids(api, reporter)
    found = history(api, reporter, ids)
    assert found["commits"]["name"] == ["r0", "r1", "f1", "r2", "r3"]
    branches = {line["series"]["branch"]: line["at"] for line in found["series"]}
    assert branches == {"main": [0, 1, 3, 4], "faster": [2]}


def test_a_range_over_several_branches_is_one_of_time(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_history([1.0] * 4))
    fork = {"id": "f1", "time": "2026-01-01T01:30:00Z", "parents": ["r1"]}
    base = {"branch": "main", "commit": "r1"}
    fill(engine, project, a_report(branch="faster", base=base, commit=fork))
    ids = series_ids(api, reporter)
    whole = history(api, reporter, ids)["commits"]
    assert whole["ordinal"] == whole["time"] == sorted(whole["time"])
    ends = {"from": whole["ordinal"][2], "to": whole["ordinal"][3]}
    assert history(api, reporter, ids, **ends)["commits"]["name"] == ["f1", "r2"]
    # the same range of one branch alone, in the places of that branch
    main = next(one for one in ids if names_of(history(api, reporter, [one]))[0] == "r0")
    alone = history(api, reporter, [main], **ends)["commits"]
    assert (alone["name"], alone["ordinal"]) == (["r2"], [2])
    # places say nothing where there are several branches
    placed = history(api, reporter, ids, **{"from": 1, "to": 1})["commits"]
    assert placed["name"] == whole["name"]


def test_percentiles_of_histograms_stand_at_their_commits_with_intervals(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    documents = a_history([1.0, 1.0])
    for document, slowest in zip(documents, (200, 400), strict=True):
        counts = {100: 9_000, 150: 960, slowest: 40}
        counted = a_histogram(counts, 0.001)
        document["results"] = [a_result(samples=None, histogram=counted)]
    fill(engine, project, *documents)
    found = history(api, reporter, series_ids(api, reporter), percentile=[50, 99.9])
    middle, tail = found["series"]
    assert (middle["percent"], tail["percent"]) == (50, 99.9)
    assert middle["value"] == [pytest.approx(0.1)] * 2
    assert tail["value"] == [pytest.approx(0.2), pytest.approx(0.4)]
    assert tail["low"][1] == pytest.approx(0.4)
    assert tail["n"] == [10_000, 10_000]
    assert (tail["without_percentile"], tail["stride"], tail["changes"]) == (0, 1, [])


def test_changes_stand_on_the_median_among_percentiles(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    wobble = [0.0, 0.003, -0.002, 0.001, -0.003]
    fill(engine, project, *a_history([(1.0 if i < 30 else 1.3) + wobble[i % 5] for i in range(60)]))
    found = history(api, reporter, series_ids(api, reporter), percentile=[50, 40])
    middle, other = found["series"]
    assert [change["commit"]["name"] for change in middle["changes"]] == ["r30"]
    assert (other["percent"], other["changes"]) == (40, [])


def test_a_percentile_is_told_only_where_samples_reach_so_far(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    few, many, summary = a_history([1.0, 1.0, 1.0])
    many["results"] = [a_result(samples=[1.0 + index / 1000 for index in range(150)])]
    summary["results"] = [a_result(samples=None, summary={"value": 1.0})]
    fill(engine, project, few, many, summary)
    found = history(api, reporter, series_ids(api, reporter), percentile=99)
    (line,) = found["series"]
    assert names_of(found) == ["r1"]
    assert line["value"] == [pytest.approx(1.148)]
    assert (line["without_percentile"], line["high"]) == (2, [None])


def test_a_series_of_another_project_does_not_exist_here(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_history([1.0]))
    answer = api.get(HISTORY, params={"series": 999_999}, headers=reporter)
    assert answer.status_code == 404
    assert "999999" in answer.json()["detail"]


IMPOSSIBLE: list[dict[str, Any]] = [
    {"series": list(range(1, 62))},
    {"series": [1], "percentile": 100},
    {"series": [0]},
    {"series": ["one"]},
    {"series": [2**70]},
    {"series": [1], "budget": 10**9},
    {"series": [1], "from": -1},
    {},
]


def test_impossible_questions_are_refused_with_a_place(
    api: TestClient, project: Project, reporter: Headers
) -> None:
    assert project.slug == "main"
    for asked in IMPOSSIBLE:
        answer = api.get(HISTORY, params=asked, headers=reporter)
        assert answer.status_code == 422, asked
        assert answer.json()["faults"][0]["pointer"].startswith("/query")


def test_who_may_not_ask_is_told_that_and_not_what_is_wrong_with_the_question(
    api: TestClient, engine: Engine, make_key: MakeKey, reporter: Headers
) -> None:
    with transaction(engine) as session:
        elsewhere = ensure_project(session, "elsewhere", "Elsewhere")
    stranger, wrong_key = make_key(Scope.READ, of=elsewhere), {"Authorization": "Bearer wrong"}
    agent = make_key(Scope.AGENT)
    for path in ("history?series=0", "history?seris=1", "series?limit=0", "runs?no=1"):
        askers: dict[int, Headers] = {401: {}, 404: stranger, 422: reporter, 403: agent}
        told = {
            status: api.get(f"/api/v1/projects/main/{path}", headers=headers).status_code
            for status, headers in askers.items()
        }
        assert told == {status: status for status in askers}, path
        refused = api.get(f"/api/v1/projects/main/{path}", headers=wrong_key)
        assert refused.status_code == 401


def test_strangers_see_nothing(api: TestClient, engine: Engine, project: Project) -> None:
    fill(engine, project, *a_history([1.0]))
    assert api.get(HISTORY, params={"series": 1}).status_code == 401
