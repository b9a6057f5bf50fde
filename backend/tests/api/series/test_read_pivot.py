from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.services.series.read_pivot import MOST_SERIES
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill
from backend.testing.templates import Templates

Headers = dict[str, str]
PIVOT = "/api/v1/projects/main/pivot"


def filled(engine: Engine, project: Project) -> None:
    """Two benchmarks on one and eight threads: both twice as fast on eight; and a memory metric."""
    results = [
        a_result(
            benchmark=name,
            parameters={"threads": threads},
            samples=[base / (2 if threads == 8 else 1) * factor for factor in (0.99, 1.0, 1.01)],
        )
        for name, base in (("copy", 1.0), ("send", 4.0))
        for threads in (1, 8)
    ]
    results.append(
        a_result(benchmark="copy", parameters={"threads": 1}, metric="peak", samples=[1e6])
    )
    metrics = {
        "time": {"unit": "s", "direction": "lower"},
        "peak": {"unit": "B", "direction": "lower"},
    }
    fill(engine, project, a_report(metrics=metrics, results=results))


@pytest.fixture
def template(templates: Templates) -> str:
    return templates.filled(filled)


def ask(api: TestClient, reporter: Headers, asked: str) -> dict[str, Any]:
    answer = api.get(f"{PIVOT}?{asked}", headers=reporter)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def cells(table: dict[str, Any]) -> dict[tuple[Any, Any], dict[str, Any]]:
    return {
        (table["rows"][cell["row"]], table["columns"][cell["column"]]): cell
        for cell in table["cells"]
    }


def test_values_stand_with_unit_and_interval_and_are_averaged_within_one_metric_only(
    api: TestClient, reporter: Headers
) -> None:
    found = ask(api, reporter, "rows=benchmark&columns=param.threads&metric=time")
    table = found["table"]
    assert (found["series"], found["matching"]) == (4, 4)
    assert (table["rows"], table["columns"]) == (["copy", "send"], [1, 8])
    cell = cells(table)["send", 8]
    assert (cell["value"], cell["unit"], cell["n"]) == (pytest.approx(2.0), "s", 3)
    assert cell["low"] < 2.0 < cell["high"]
    (mean,) = ask(api, reporter, "rows=suite&columns=metric&metric=time")["table"]["cells"]
    assert (mean["count"], mean["low"]) == (4, None)
    assert mean["value"] == pytest.approx((1.0 * 0.5 * 4.0 * 2.0) ** 0.25)
    mixed = cells(ask(api, reporter, "rows=suite&columns=testbed")["table"])["runtime", "box"]
    assert (mixed["value"], mixed["reason"]) == (None, "several metrics")


def test_ratios_are_those_of_counterparts_with_intervals_and_geometric_means(
    api: TestClient, reporter: Headers
) -> None:
    table = ask(api, reporter, "rows=benchmark&columns=param.threads&against=1&metric=time")[
        "table"
    ]
    cell = cells(table)["copy", 8]
    assert cell["value"] == pytest.approx(0.5)
    assert cell["low"] < 0.5 < cell["high"]
    column = table["column_means"][1]
    assert (column["ratio"], column["n"]) == (pytest.approx(0.5), 2)
    assert column["low"] < 0.5 < column["high"]
    assert table["column_means"][0]["ratio"] is None


def test_only_the_series_named_are_in_the_table(api: TestClient, reporter: Headers) -> None:
    every = api.get("/api/v1/projects/main/series", headers=reporter).json()["rows"]
    label = every[0]["series"]
    asked = {"rows": "benchmark", "columns": "metric", "series": [label["id"]]}
    found = api.get(PIVOT, params=asked, headers=reporter).json()
    assert (found["series"], found["matching"]) == (1, 1)
    assert found["table"]["rows"] == [label["benchmark"]]
    # a filter still holds
    none = api.get(PIVOT, params={**asked, "metric": "nothing"}, headers=reporter).json()
    assert (none["series"], none["table"]["cells"]) == (0, [])


def test_a_series_named_is_found_behind_more_series_than_a_table_holds(
    api: TestClient, engine: Engine, reporter: Headers
) -> None:
    every = api.get("/api/v1/projects/main/series", headers=reporter).json()["rows"]
    last = every[-1]["series"]
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "insert into series (project_id, variant_id, metric_id, testbed_id, branch_id,"
            " suite_id, benchmark_id)"
            " select project_id, variant_id, metric_id, testbed_id, branch_id + n,"
            " suite_id, benchmark_id from series, generate_series(1, %s) as n where id = %s",
            (MOST_SERIES, every[0]["series"]["id"]),
        )
    asked = {"rows": "benchmark", "columns": "metric", "series": [last["id"]]}
    found = api.get(PIVOT, params=asked, headers=reporter).json()
    assert (found["series"], found["matching"]) == (1, 1)
    assert found["table"]["rows"] == [last["benchmark"]]


def test_metrics_of_different_units_are_never_divided(api: TestClient, reporter: Headers) -> None:
    table = ask(api, reporter, "rows=benchmark&columns=metric&against=time")["table"]
    cell = cells(table)["copy", "peak"]
    assert (cell["value"], cell["reason"]) == (None, "nothing to hold it against")


def test_what_is_no_facet_is_refused(api: TestClient, reporter: Headers) -> None:
    answer = api.get(f"{PIVOT}?rows=colour&columns=metric", headers=reporter)
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"] == "/query/rows"
