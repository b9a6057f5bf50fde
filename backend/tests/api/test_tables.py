"""Rows of answers as CSV: those that JSON has, in base units, for every call that declares them."""

import csv
import io
from typing import Any

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.api.answers.tables import table_of, table_text
from backend.api.lazy_routes import route_modules
from backend.domain.people.projects import Project
from backend.testing.builders import a_history
from backend.testing.draining import drain

PLACE = "/api/v1/projects/main"
Headers = dict[str, str]


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_rows_below_rows_carry_what_stands_above_them() -> None:
    document = {
        "suite": "s",
        "curves": [
            {"facet": {"lib": "a"}, "best_set": [1, 2], "points": [{"x": 1, "value": 2.5}]},
            {"facet": {"lib": "b"}, "best_set": [], "points": [{"x": 1, "value": None}, {"x": 2}]},
        ],
    }
    rows = read(table_text(document, "curves.points"))
    assert [(row["facet.lib"], row["best_set"], row["x"], row["value"]) for row in rows] == [
        ("a", "1; 2", "1", "2.5"), ("b", "", "1", ""), ("b", "", "2", ""),
    ]  # fmt: skip


def test_what_a_spreadsheet_would_run_is_text() -> None:
    assert read(table_text({"rows": [{"name": "=1+1"}]}, "rows"))[0]["name"] == "'=1+1"


@pytest.fixture
def runs(api: TestClient, engine: Engine, project: Project, reporter: Headers) -> tuple[int, int]:
    for report in a_history((1.0, 2.0)):
        assert api.post(f"{PLACE}/reports", json=report, headers=reporter).status_code == 201
    drain(engine, project.id)
    found = api.get(f"{PLACE}/runs", headers=reporter).json()["rows"]
    first, second = sorted(row["id"] for row in found)
    return first, second


def test_a_table_has_the_rows_of_the_answer(
    api: TestClient, reporter: Headers, runs: tuple[int, int]
) -> None:
    first, second = runs
    sides = {"baseline": f"run:{first}", "contender": f"run:{second}"}
    for path, query in ((f"runs/{first}/results", {}), ("comparison", sides), ("runs", {}),
                        ("changes", {"state": "all"}), ("alert-groups", {})):  # fmt: skip
        told = api.get(f"{PLACE}/{path}", params=query, headers=reporter).json()
        said = api.get(f"{PLACE}/{path}", params={**query, "format": "csv"}, headers=reporter)
        assert said.headers["content-type"] == "text/csv; charset=utf-8", path
        assert said.headers["content-disposition"].endswith('.csv"')
        assert len(read(said.text)) == len(told["rows"]), path


def test_the_header_asks_for_a_table_too_and_an_unknown_format_is_refused(
    api: TestClient, reporter: Headers, runs: tuple[int, int]
) -> None:
    place = f"{PLACE}/runs/{runs[0]}/results"
    as_json = api.get(place, headers=reporter).json()
    (row,) = read(api.get(place, headers={**reporter, "accept": "text/csv"}).text)
    told = as_json["rows"][0]
    label = told["series"]["benchmark"]
    assert (row["series.benchmark"], float(row["value"])) == (label, told["value"])
    assert api.get(place, headers=reporter).json() == as_json
    assert api.get(place, params={"format": "xml"}, headers=reporter).status_code == 422
    assert api.get(f"{PLACE}/runs/999999/results?format=csv", headers=reporter).status_code == 404


def test_every_declared_table_stands_in_the_answer_of_its_call(api: TestClient) -> None:
    described = api.get("/api/openapi.json").json()
    routers = (module.router for module in route_modules())
    calls = (one for router in routers for one in router.routes if isinstance(one, APIRoute))
    declared = [one for one in calls if table_of(one.dependant)]
    assert len(declared) >= 8
    for call in declared:
        table = table_of(call.dependant)
        assert table is not None
        node = described["paths"][f"/api/v1{call.path_format}"]["get"]["responses"]["200"]
        node = node["content"]["application/json"]["schema"]
        for name in table.rows.split("."):
            node = _resolved(described, node)["properties"][name]
            assert node["type"] == "array", call.path
            node = node["items"]


def _resolved(described: Any, node: Any) -> Any:
    name = node.get("$ref", "").rpartition("/")[2]
    return described["components"]["schemas"][name] if name else node
