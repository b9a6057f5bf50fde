"""One row of a comparison in full, and all rows as columns."""

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_result
from backend.testing.filling import fill
from backend.tests.api.comparisons.comparing import PATH, Headers, at_commit, compare, luck, samples
from backend.tests.api.reports.test_profiles import a_profile

METRICS = {
    "time": {"unit": "s", "direction": "lower"},
    "instructions": {"unit": "1", "direction": "lower"},
    "cycles": {"unit": "1", "direction": "lower"},
}


def counted(index: int, own: float, slower: float, **changes: Any) -> Document:
    """Return a run whose time and cycles have grown, and whose instructions have not."""
    results = [
        a_result(metric=metric, samples=samples(level * own, seed=10 * index + place))
        for place, (metric, level) in enumerate(
            {"time": 0.1 * slower, "cycles": 3e8 * slower, "instructions": 6e8}.items()
        )
    ]
    return at_commit(index, results, metrics=METRICS, **changes)


def a_slower_commit(engine: Engine, project: Project) -> None:
    own = luck(13, seed=1, scatter=0.003)
    fill(engine, project, *(counted(index, own[index], 1.0) for index in range(12)))
    fill(engine, project, counted(12, own[12], 1.2, profiles=[a_profile()]))


def detail(api: TestClient, headers: Headers, series: int) -> dict[str, Any]:
    asked: dict[str, str | int] = {
        "baseline": "commit:c11",
        "contender": "commit:c12",
        "series": series,
    }
    answer = api.get(f"{PATH}/row", params=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_all_rows_come_as_columns_with_what_they_have_in_common_beside_them(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    a_slower_commit(engine, project)
    found = compare(api, reporter, "commit:c11", "commit:c12", columns=True, limit=0)
    columns = found["columns"]
    worded = compare(api, reporter, "commit:c11", "commit:c12")["rows"]
    assert found["rows"] == []
    assert [columns["metrics"][at]["name"] for at in columns["metric"]] == [
        row["series"]["metric"] for row in worded
    ]
    assert columns["verdict"] == [row["verdict"] for row in worded]
    assert columns["series"] == [row["series"]["id"] for row in worded]
    assert columns["low"] == [row["low"] for row in worded]
    assert columns["variants"] == [
        {"suite": "runtime", "benchmark": "search", "parameters": {"engine": "smol"}, "tags": {}}
    ]
    assert len(columns["variant"]) == 3


def test_a_row_tells_what_moved_with_it_and_what_did_not(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    a_slower_commit(engine, project)
    rows = compare(api, reporter, "commit:c11", "commit:c12")["rows"]
    series = next(row["series"]["id"] for row in rows if row["series"]["metric"] == "time")
    found = detail(api, reporter, series)
    told = found["explanation"]
    assert [one["metric"] for one in told["moved"]] == ["cycles"]
    assert [one["metric"] for one in [*told["still"], *told["unknown"]]] == ["instructions"]
    assert [part["name"] for part in told["parts"]] == [
        "instructions",
        "cycles per instruction",
        "time per cycle",
    ]
    assert found["row"]["sentence"] == next(
        row["sentence"] for row in rows if row["series"]["id"] == series
    )


def test_a_row_has_the_samples_and_profiles_of_both_sides(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    a_slower_commit(engine, project)
    row = compare(api, reporter, "commit:c11", "commit:c12", metric="time")["rows"][0]
    found = detail(api, reporter, row["series"]["id"])
    assert [(run["side"], run["commit"], len(run["samples"])) for run in found["runs"]] == [
        ("baseline", "c11", 10),
        ("contender", "c12", 10),
    ]
    assert found["baseline_profiles"] == []
    assert [one["samples"] for one in found["contender_profiles"]] == [100]


def test_a_series_that_is_not_compared_does_not_exist_there(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    a_slower_commit(engine, project)
    asked: dict[str, str | int] = {
        "baseline": "commit:c11",
        "contender": "commit:c12",
        "series": 2**40,
    }
    answer = api.get(f"{PATH}/row", params=asked, headers=reporter)
    assert answer.status_code == 404
