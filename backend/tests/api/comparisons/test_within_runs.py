"""What one run says beyond its results: pairs of variants, tails, courses; and lists of runs."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_histogram, a_report, a_result
from backend.testing.filling import fill

Headers = dict[str, str]
BASE = "/api/v1/projects/main"
WEATHER = [1.0, 1.3, 0.9, 1.1, 1.25, 0.85, 1.15, 0.95, 1.05, 1.2]
"""What all variants of a round have in common, far more than their difference."""


def in_rounds(engine: str, level: float) -> Document:
    samples = [level * luck * (1.0 + 0.001 * (i % len(engine))) for i, luck in enumerate(WEATHER)]
    return a_result(parameters={"engine": engine}, samples=samples)


def a_course(**changes: Any) -> Document:
    return {
        "benchmark": "search",
        "parameters": {"engine": "smol"},
        "metric": "resident",
        "seconds": [0.1 * i for i in range(40)],
        "values": [min(i, 10) * 1.0 for i in range(40)],
        "round": 2,
    } | changes


def filled(
    api: TestClient, engine: Engine, project: Project, reporter: Headers, **changes: Any
) -> dict[str, Any]:
    fill(engine, project, a_report(**changes))
    run = api.get(f"{BASE}/runs", headers=reporter).json()["rows"][0]["id"]
    return dict(api.get(f"{BASE}/runs/{run}", headers=reporter).json())


def test_variants_are_judged_by_the_rounds_that_they_share(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    results = [in_rounds("smol", 1.0), in_rounds("tokio", 1.03)]
    run = filled(api, engine, project, reporter, results=results)
    first, last = (row["series"]["id"] for row in run["rows"])
    path = f"{BASE}/runs/{run['id']}/variants"
    (pair,) = api.get(path, params={"pair": f"{first}-{last}"}, headers=reporter).json()["rows"]
    assert (pair["basis"], pair["n"], pair["verdict"]) == ("rounds", 10, "regression")
    assert pair["ratio"] == pytest.approx(1.03, abs=0.002)
    assert pair["sentence"].endswith("10 pairs")
    bad = api.get(path, params={"pair": "smol-tokio"}, headers=reporter)
    assert bad.status_code == 422
    assert api.get(path, params={"pair": f"{first}-999"}, headers=reporter).status_code == 404


def test_histograms_of_variants_are_compared_in_base_units(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    """One recorder counted microseconds, the other tens of them."""
    counted = {"smol": ({1000 + i: 20 for i in range(20)}, 1e-6),
               "tokio": ({110: 200, 111: 200}, 1e-5)}  # fmt: skip
    results = [
        a_result(parameters={"engine": engine}, samples=None, histogram=a_histogram(*given))
        for engine, given in counted.items()
    ]
    metrics = {"time": {"unit": "s", "direction": "lower"}}
    run = filled(api, engine, project, reporter, metrics=metrics, results=results)
    first, last = (row["series"]["id"] for row in run["rows"])
    path = f"{BASE}/runs/{run['id']}/variants"
    (pair,) = api.get(path, params={"pair": f"{first}-{last}"}, headers=reporter).json()["rows"]
    assert pair["basis"] == "histogram"
    assert pair["ratio"] == pytest.approx(1.1, abs=0.02)


def test_a_tail_goes_as_far_as_recordings_reach(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    samples = [0.001 * (1 + i) for i in range(2000)]
    run = filled(api, engine, project, reporter, results=[a_result(samples=samples)])
    asked = {"series": run["rows"][0]["series"]["id"]}
    path = f"{BASE}/runs/{run['id']}/tails"
    (tail,) = api.get(path, params=asked, headers=reporter).json()["rows"]
    assert (tail["basis"], tail["n"]) == ("samples", 2000)
    by_percent = {point["percentile"]: point for point in tail["points"]}
    assert max(by_percent) == 99.9
    assert by_percent[50.0]["value"] == pytest.approx(1.0)
    assert by_percent[50.0]["low"] < 1.0 < by_percent[50.0]["high"]
    assert by_percent[99.9]["high"] is None


def test_a_course_is_kept_in_base_units_and_says_when_it_came_to_rest(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    metrics = {
        "time": {"unit": "s", "direction": "lower"},
        "resident": {"unit": "MiB", "direction": "lower"},
    }
    run = filled(api, engine, project, reporter, metrics=metrics, courses=[a_course()])
    (listed,) = run["courses"]
    assert (listed["metric"], listed["unit"], listed["round"]) == ("resident", "B", 2)
    path = f"{BASE}/runs/{run['id']}/courses"
    (course,) = api.get(path, params={"course": listed["id"]}, headers=reporter).json()["rows"]
    assert course["values"][3] == pytest.approx(3 * 2.0**20)
    assert course["seconds"][3] == pytest.approx(0.3)
    assert course["sentence"] == "Steady from 1.20\u202fs on."
    assert api.get(path, params={"course": 999}, headers=reporter).status_code == 404


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"metric": "unheard"}, "/courses/0/metric"),
        ({"parameters": {}}, "/courses/0"),
        ({"values": [1.0]}, "/courses/0/values"),
        ({"seconds": [1.0, 1.0], "values": [1.0, 2.0]}, "/courses/0/seconds"),
        ({"seconds": list(range(6000)), "values": [1.0] * 6000}, "/courses/0/seconds"),
    ],
)
def test_a_bad_course_is_refused_with_its_place(
    api: TestClient, reporter: Headers, changes: Document, pointer: str
) -> None:
    metrics = {"time": {"unit": "s", "direction": "lower"},
               "resident": {"unit": "MiB", "direction": "lower"}}  # fmt: skip
    report = a_report(metrics=metrics, courses=[a_course(**changes)])
    answer = api.post(f"{BASE}/reports", json=report, headers=reporter)
    assert answer.status_code == 422
    assert pointer in [fault["pointer"] for fault in answer.json()["faults"]]


def test_runs_of_the_control_benchmark_stand_apart_and_are_counted(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_report(), *(a_report(suite={"name": "machine-control"}) for _ in "ab"))

    def page(**asked: str) -> tuple[list[str], int, int]:
        found = api.get(f"{BASE}/runs", params=asked, headers=reporter).json()
        return [row["suite"] for row in found["rows"]], found["total"], found["apart"]

    assert page(kind="suites") == (["runtime"], 1, 2)
    assert page(kind="controls") == (["machine-control"] * 2, 2, 1)
    assert page()[1:] == (3, 0)
    assert page(kind="suites", suite="runtime")[1:] == (1, 0)
