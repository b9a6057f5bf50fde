"""What is not the code: machines, toolchains, and binaries that did not change."""

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_history
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.services.histories import (
    on_machine,
    rows,
    states,
    steady,
    steps,
    with_binaries,
)


def stepped(before: int, after: int, ratio: float = 1.2) -> list[float]:
    return [*steady(before), *steady(after, ratio)]


def scattered(before: int, after: int = 0, ratio: float = 1.0) -> list[float]:
    """Return a step in noise without a rhythm, which machines in turns would share."""
    noise = 0.003 * np.random.default_rng(7).standard_normal(before + after)
    return [float(x) for x in np.exp(noise) * np.repeat([1.0, ratio], [before, after])]


def in_turns(values: list[float], machines: list[str], ratios: dict[str, float]) -> list[Document]:
    """Return a history measured on machines that differ by constant ratios."""
    measured = [value * ratios[name] for value, name in zip(values, machines, strict=True)]
    reports = a_history(measured)
    return [on_machine(report, name) for report, name in zip(reports, machines, strict=True)]


def test_a_step_with_one_binary_on_both_sides_is_not_counted_and_says_so(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, *with_binaries(a_history(stepped(30, 30)), ["same"] * 60))
    assert states(engine) == [("r30", "step", "confirmed")]
    assert rows(engine, "select same_code from change_point") == [(True,)]
    assert rows(engine, "select open_changes from series_state") == [(0,)]


def test_a_step_of_the_control_benchmark_is_not_the_code_however_the_agent_was_built(
    engine: Engine, project: Project, api: TestClient, make_key: MakeKey
) -> None:
    history = with_binaries(a_history(stepped(30, 30)), ["old"] * 30 + ["new"] * 30)
    fill(engine, project, *(one | {"suite": {"name": "machine-control"}} for one in history))
    assert rows(engine, "select same_code from change_point") == [(True,)]
    assert rows(engine, "select open_changes from series_state") == [(0,)]
    asked = "/api/v1/projects/main/alert-groups"
    page = api.get(asked, headers=make_key(Scope.READ)).json()
    counts = [page[name] for name in ("total", "changes", "asides", "aside_changes")]
    assert counts == [1, 1, 1, 1]


@pytest.mark.parametrize(("before", "after"), [("old", "new"), ("old", ""), ("", ""), ("", "new")])
def test_a_step_with_another_or_an_unknown_binary_is_counted(
    engine: Engine, project: Project, before: str, after: str
) -> None:
    history = a_history(stepped(30, 30))
    for index, report in enumerate(history):
        binary = before if index < 30 else after
        if binary:
            report["results"][0]["binary_hash"] = binary
    fill(engine, project, *history)
    assert rows(engine, "select same_code from change_point") == [(False,)]
    assert rows(engine, "select open_changes from series_state") == [(1,)]


def test_runs_of_one_commit_that_differ_confirm_nothing(engine: Engine, project: Project) -> None:
    history = a_history(stepped(30, 30))
    for report in history[20:]:
        report["commit"] = history[20]["commit"]
    fill(engine, project, *history)
    assert states(engine) == [("r20", "step", "suspected")]
    assert rows(engine, "select open_changes from series_state") == [(0,)]
    more = a_history(steady(61, 1.2))[60] | {"commit": history[20]["commit"]}
    fill(engine, project, more)
    assert states(engine) == [("r20", "step", "suspected")]


def test_a_toolchain_that_changed_with_the_level_is_named_with_the_change(
    engine: Engine, project: Project, api: TestClient, reporter: dict[str, str]
) -> None:
    history = a_history(stepped(30, 30))
    for index, report in enumerate(history):
        report["environment"] = {"rustc": "1.94" if index < 30 else "1.95", "lto": "fat"}
    fill(engine, project, *history)
    page = api.get("/api/v1/projects/main/changes", headers=reporter).json()
    (change,) = page["rows"]
    assert (change["kind"], change["state"], change["same_code"]) == ("step", "confirmed", False)
    assert change["differences"] == [{"name": "rustc", "before": "1.94", "after": "1.95"}]
    assert rows(engine, "select open_changes from series_state") == [(1,)]


def test_a_move_for_good_names_what_is_different_about_the_machine_and_alerts_nobody(
    engine: Engine, project: Project, api: TestClient, reporter: dict[str, str]
) -> None:
    machines = ["old"] * 30 + ["new"] * 30
    fill(engine, project, *in_turns(steady(60), machines, {"old": 1.0, "new": 1.3}))
    assert states(engine) == [("r30", "environment", "confirmed")]
    (change,) = api.get("/api/v1/projects/main/changes", headers=reporter).json()["rows"]
    assert change["differences"] == [{"name": "cpu_model", "before": "old", "after": "new"}]
    overview = api.get("/api/v1/projects/main/overview", headers=reporter).json()
    assert overview["open_change_total"] == 0
    assert overview["suites"][0]["regressions"] == 0


RATIOS = {"a": 1.0, "b": 1.25, "c": 0.8}


OTHER_TURNS = pytest.mark.nightly(
    shorter=["services/changes/test_causes.py::test_machines_in_turns_are_no_change_and_hide_none"]
)


@pytest.mark.parametrize(
    "machines",
    [
        pytest.param((["a"] * 20 + ["b"] * 20) * 2, marks=OTHER_TURNS),
        ["a", "b", "b", "a", "a", "b", "a", "b"] * 10,
        pytest.param((["a", "b", "c"] * 27)[:80], marks=OTHER_TURNS),
        pytest.param(["a"] * 40 + ["b"] + ["a"] * 39, marks=OTHER_TURNS),
        ["a"] * 40 + ["a", "c"] * 20,
    ],
    ids=["blocks", "mixed", "three", "one visit", "joined later"],
)
def test_machines_in_turns_are_no_change_and_hide_none(
    engine: Engine, project: Project, machines: list[str]
) -> None:
    quiet = in_turns(scattered(80), machines, RATIOS)
    for start in range(0, 80, 5):
        fill(engine, project, *quiet[start : start + 5])
    open_steps = [one for one in steps(engine) if one[2] in ("suspected", "confirmed")]
    assert open_steps == []
    assert [one for one in states(engine) if one[1:] == ("environment", "confirmed")] == []
    moved = in_turns(scattered(50, 30, 1.1), machines, RATIOS)
    other = [report | {"branch": "moved"} for report in moved]
    fill(engine, project, *other)
    found = rows(
        engine,
        "select commit.name, change_point.state, round(ratio::numeric, 2)::float8, offsets "
        "from change_point join commit on commit.id = change_point.commit_id "
        "where kind = 'step' and change_point.state = 'confirmed'",
    )
    ((name, _, ratio, offsets),) = found
    assert (name, ratio) == ("r50", 1.1)
    newest = RATIOS[machines[-1]]
    others = [RATIOS[one] / newest for one in dict.fromkeys(machines) if one != machines[-1]]
    assert offsets == pytest.approx(others, rel=0.01)


def test_new_points_of_machines_in_turns_do_not_ask_for_a_look_each_time(
    engine: Engine, project: Project
) -> None:
    machines = ["a", "b"] * 53
    history = in_turns(scattered(106), machines, RATIOS)
    fill(engine, project, *history[:90])
    n = looks = 0
    for report in history[90:]:
        fill(engine, project, report)
        # the state knows both machines: the tail is levelled and nothing surprises
        ((n, looked_at),) = rows(engine, "select n, analysed_n from series_state")
        looks += n == looked_at
    assert n == 106
    assert looks <= 3, "not at each of sixteen"


def test_a_series_that_drifts_steadily_is_not_read_whole_at_every_run(
    engine: Engine, project: Project
) -> None:
    slide = np.exp(0.002 * np.arange(130))
    history = a_history([float(x) for x in slide * np.array(scattered(130))])
    fill(engine, project, *history[:120])
    looks = 0
    for report in history[120:]:
        fill(engine, project, report)
        ((n, looked_at),) = rows(engine, "select n, analysed_n from series_state")
        looks += n == looked_at
    assert looks <= 3
    assert rows(engine, "select slope > 0.0015 from series_state") == [(True,)]


def test_levels_of_machines_in_turns_are_told_as_the_newest_one_would_have_it(
    engine: Engine, project: Project, api: TestClient, reporter: dict[str, str]
) -> None:
    machines = ["a", "b"] * 30
    fill(engine, project, *in_turns(scattered(40, 20, 1.1), machines, RATIOS))
    (change,) = api.get("/api/v1/projects/main/changes", headers=reporter).json()["rows"]
    assert change["differences"] == []
    ((before, after),) = rows(engine, "select before, after from change_point")
    assert before == pytest.approx(1.25, rel=0.01)
    assert after == pytest.approx(1.25 * 1.1, rel=0.01)


def test_a_suspicion_is_in_its_own_list_and_in_no_count_of_regressions(
    engine: Engine, project: Project, api: TestClient, reporter: dict[str, str]
) -> None:
    fill(engine, project, *a_history(stepped(40, 1)))
    path = "/api/v1/projects/main"
    assert api.get(f"{path}/changes", headers=reporter).json()["total"] == 0
    suspected = api.get(f"{path}/changes?state=suspected", headers=reporter).json()
    assert [(row["state"], row["cause"]) for row in suspected["rows"]] == [
        ("suspected", "detection")
    ]
    overview = api.get(f"{path}/overview", headers=reporter).json()
    assert (overview["open_change_total"], overview["suspected_total"]) == (0, 1)
    assert overview["suites"][0]["regressions"] == 0
    assert overview["recent_runs"][0]["regressions"] == 0
    (series,) = api.get(f"{path}/series", headers=reporter).json()["rows"]
    assert series["open_changes"] == 0
    history = api.get(f"{path}/history?series={series['series']['id']}", headers=reporter).json()
    assert [one["state"] for one in history["series"][0]["changes"]] == ["suspected"]


def test_a_person_judges_by_the_api_with_the_right_to(
    engine: Engine, project: Project, api: TestClient, reporter: dict[str, str], make_key: MakeKey
) -> None:
    fill(engine, project, *a_history(stepped(30, 30)))
    ((id_, *_),) = steps(engine)
    path = f"/api/v1/projects/main/changes/{id_}/judgement"
    assert api.put(path, json={"is_change": False}, headers=reporter).status_code == 403
    admin = make_key(Scope.ADMIN)
    answer = api.put(path, json={"is_change": False}, headers=admin)
    assert answer.status_code == 200
    assert (answer.json()["state"], answer.json()["cause"]) == ("refuted", "person")
    assert api.put(path, json={"is_change": False}, headers=admin).status_code == 409
