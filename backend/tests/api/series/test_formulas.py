"""Formulas over the API, on results that were uploaded."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.set_up import ensure_project
from backend.storage.engine import transaction
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.testing.templates import Templates

Headers = dict[str, str]
FORMULA = "/api/v1/projects/main/formula"
METRICS = {
    "time": {"unit": "s", "direction": "lower"},
    "size": {"unit": "B", "direction": "lower", "noise": "exact"},
    "drift": {"unit": "s", "direction": "lower"},
}


def report(number: int, **changes: Any) -> dict[str, Any]:
    """Measure smol, which gets slower, and tokio, which does not, at one commit."""
    results = [
        a_result(parameters={"engine": "smol"}, samples=around(2.0 + number)),
        a_result(parameters={"engine": "tokio"}, samples=around(4.0)),
        a_result(metric="size", parameters={"engine": "smol"}, samples=[1000.0]),
        a_result(metric="drift", parameters={"engine": "smol"}, samples=around(float(number))),
    ]
    return (
        a_report(
            commit={"id": f"c{number}", "time": f"2026-01-01T0{number}:00:00Z"},
            metrics=METRICS,
            results=results,
        )
        | changes
    )


def around(centre: float) -> list[float]:
    return [centre + step / 100 for step in (-2, -1, 0, 0, 1, 2)]


def filled(engine: Engine, project: Project) -> None:
    for number in range(4):
        fill(engine, project, report(number))


@pytest.fixture
def template(templates: Templates) -> str:
    return templates.filled(filled)


@pytest.fixture
def ids(api: TestClient, reporter: Headers) -> dict[str, int]:
    rows = api.get("/api/v1/projects/main/series", headers=reporter).json()["rows"]
    return {
        f"{row['series']['metric']} {row['series']['parameters']['engine']}": row["series"]["id"]
        for row in rows
    }


def ask(api: TestClient, reporter: Headers, formula: str, **asked: int) -> dict[str, Any]:
    answer = api.get(FORMULA, params={"formula": formula, **asked}, headers=reporter)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def only(answer: dict[str, Any]) -> dict[str, Any]:
    (line,) = answer["history"]["series"]
    return dict(line)


def test_a_ratio_over_aligned_commits_has_intervals_and_a_unit(
    api: TestClient, reporter: Headers, ids: dict[str, int]
) -> None:
    formula = f"ratio(#{ids['time smol']}, #{ids['time tokio']})"
    answer = ask(api, reporter, formula)
    line = only(answer)
    assert line["value"] == pytest.approx([0.5, 0.75, 1.0, 1.25])
    assert line["series"]["metric"] == formula
    assert (line["series"]["unit"], line["series"]["direction"]) == ("1", "lower")
    assert line["series"]["id"] == -1
    for low, value, high in zip(line["low"], line["value"], line["high"], strict=True):
        assert low < value < high
    assert answer["history"]["commits"]["name"] == ["c0", "c1", "c2", "c3"]
    assert [operand["id"] for operand in answer["operands"]] == [
        ids["time smol"],
        ids["time tokio"],
    ]
    assert answer["notes"] == []


def test_normalise_begins_at_one_without_doubt_also_when_zoomed_in(
    api: TestClient, reporter: Headers
) -> None:
    formula = "normalise({metric=time, param.engine=smol})"
    line = only(ask(api, reporter, formula))
    assert line["value"] == pytest.approx([1.0, 1.5, 2.0, 2.5])
    assert (line["low"][0], line["high"][0]) == (1.0, 1.0)
    zoomed = only(ask(api, reporter, formula, **{"from": 2, "to": 3}))
    assert zoomed["value"] == pytest.approx([2.0, 2.5])
    assert zoomed["low"] == pytest.approx(line["low"][2:])


def test_normalise_over_a_baseline_gives_a_line_per_series(
    api: TestClient, reporter: Headers, ids: dict[str, int]
) -> None:
    answer = ask(api, reporter, f"normalise({{metric=time}}, #{ids['time tokio']})")
    lines = answer["history"]["series"]
    assert [line["series"]["parameters"]["engine"] for line in lines] == ["smol", "tokio"]
    assert lines[0]["value"] == pytest.approx([0.5, 0.75, 1.0, 1.25])
    assert lines[1]["value"] == lines[1]["low"] == lines[1]["high"] == [1.0] * 4


def test_a_geometric_mean_of_everything_measured_in_seconds(
    api: TestClient, reporter: Headers
) -> None:
    line = only(ask(api, reporter, "geomean({metric=time})"))
    assert line["value"] == pytest.approx([(4.0 * (2.0 + n)) ** 0.5 for n in range(4)])
    assert line["series"]["unit"] == "s"


def test_differences_and_exact_results(
    api: TestClient, reporter: Headers, ids: dict[str, int]
) -> None:
    less = only(ask(api, reporter, f"difference(#{ids['time smol']}, #{ids['time tokio']})"))
    assert less["value"] == pytest.approx([-2.0, -1.0, 0.0, 1.0])
    assert less["low"][0] < -2.0 < less["high"][0]
    from_zero = only(ask(api, reporter, f"difference(#{ids['drift smol']}, #{ids['time tokio']})"))
    assert from_zero["value"] == pytest.approx([-4.0, -3.0, -2.0, -1.0])
    assert None not in from_zero["low"]
    rate = ask(api, reporter, f"ratio(#{ids['size smol']}, #{ids['time tokio']})")
    assert only(rate)["series"]["unit"] == "B/s"
    assert rate["notes"] == []
    assert None not in only(rate)["low"]


def test_what_is_left_out_is_said(
    api: TestClient, reporter: Headers, engine: Engine, project: Project, ids: dict[str, int]
) -> None:
    alone = report(5, results=[a_result(parameters={"engine": "smol"}, samples=[5.0])])
    fill(engine, project, alone)
    answer = ask(api, reporter, f"ratio(#{ids['drift smol']}, #{ids['time tokio']})")
    assert len(only(answer)["value"]) == 3
    assert any("not above zero" in note for note in answer["notes"])
    answer = ask(api, reporter, f"ratio(#{ids['time smol']}, #{ids['time tokio']})")
    assert answer["notes"] == ["1 commit left out: not every series has a result there."]
    answer = ask(api, reporter, f"normalise(#{ids['time smol']})")
    assert only(answer)["low"][-1] is None
    assert answer["notes"] == ["1 of 5 points without an interval: a result there has none."]


def test_the_newest_of_several_runs_of_a_commit_counts(
    api: TestClient, reporter: Headers, engine: Engine, project: Project, ids: dict[str, int]
) -> None:
    fill(
        engine,
        project,
        report(3, results=[a_result(parameters={"engine": "tokio"}, samples=around(10.0))]),
    )
    line = only(ask(api, reporter, f"ratio(#{ids['time smol']}, #{ids['time tokio']})"))
    assert line["value"] == pytest.approx([0.5, 0.75, 1.0, 0.5])


@pytest.mark.parametrize(
    ("formula", "pointer"),
    [
        ("ratio(#1", "/query/formula/8"),
        ("geomean({metric=absent})", "/query/formula/8"),
        ("geomean({metric=time|size})", "/query/formula/0"),
        ("ratio(#999999, #1)", "/query/formula/6"),
    ],
)
def test_a_wrong_formula_is_a_problem_that_names_the_place(
    api: TestClient, reporter: Headers, formula: str, pointer: str
) -> None:
    answer = api.get(FORMULA, params={"formula": formula}, headers=reporter)
    assert answer.status_code == 422
    (fault,) = answer.json()["faults"]
    assert fault["pointer"] == pointer
    assert fault["remedy"]


def test_series_of_another_project_are_not_there(
    api: TestClient, reporter: Headers, engine: Engine, make_key: MakeKey
) -> None:
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
    fill(engine, other, report(0))
    theirs = api.get("/api/v1/projects/other/series", headers=make_key(Scope.READ, of=other))
    for row in theirs.json()["rows"]:
        formula = f"normalise(#{row['series']['id']})"
        answer = api.get(FORMULA, params={"formula": formula}, headers=reporter)
        assert answer.status_code == 422
        assert "there is no series" in answer.json()["faults"][0]["reason"]
