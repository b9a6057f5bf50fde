from typing import Any

import numpy as np
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.tests.api.sweeps.sweeping import SWEEPS, TRUTH, Headers, a_sweep, ask, rounds, swept


def test_sweeps_are_what_suites_declare_and_what_has_enough_numbers(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    sizes = [a_result(benchmark="sort", parameters={"size": size}) for size in (16, 64, 256)]
    pairs = [a_result(benchmark="hash", parameters={"width": width}) for width in (8, 16)]
    words = [a_result(benchmark="find", parameters={"kind": kind}) for kind in "abc"]
    fill(engine, project, a_sweep(), a_report(results=[*sizes, *pairs, *words]))
    rows = api.get(SWEEPS, headers=reporter).json()["rows"]
    found = {(row["benchmark"], row["axis"]): row["values"] for row in rows}
    assert found == {("search", "threads"): 5, ("sort", "size"): 3}


def test_the_list_says_what_is_best_in_each(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    alone = a_result(benchmark="sort", parameters={"size": 16})
    fill(engine, project, a_report(results=[alone]), a_sweep())
    path = SWEEPS.replace("/sweeps", "/sweep-bests")
    (row,) = api.get(path, headers=reporter).json()["rows"]
    assert (row["axis"], row["metric"], row["of"]) == ("threads", "time", 1)
    (curve,) = row["curves"]
    assert (curve["facet"], curve["best_set"], curve["claimed"]) == (
        {"engine": "smol"}, [8, 12], True
    )  # fmt: skip
    assert curve["best_x"] in curve["best_set"]
    assert curve["values"] == len(TRUTH)
    whole = ask(api, reporter)["curves"][0]["points"]
    drawn = [{name: point[name] for name in ("x", "value", "low", "high")} for point in whole]
    assert curve["points"] == drawn


def test_the_best_set_holds_what_rounds_cannot_tell_apart(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_sweep())
    found = ask(api, reporter)
    (curve,) = found["curves"]
    assert curve["facet"] == {"engine": "smol"}
    assert [point["x"] for point in curve["points"]] == [1, 4, 8, 12, 500]
    assert curve["claim"] == "interval"
    assert curve["best_set"] == [8, 12]
    lowest = min(curve["points"], key=lambda point: point["value"])
    assert curve["best_x"] == lowest["x"]
    named = "8, the core count," if lowest["x"] == 8 else "12"
    assert curve["sentence"].startswith(
        f"threads 8 and 12 tie; {named} is fastest, not significantly: 2"
    )
    slow = curve["points"][0]
    assert not slow["in_best_set"]
    assert 0.8 < slow["excess"] < 1.2
    assert found["marks"] == [{"x": 8, "label": "cores = 8"}]
    assert (found["unit"], found["direction"], found["metric"]) == ("s", "lower", "time")


def test_the_form_of_a_curve_comes_with_it(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_sweep())
    found = ask(api, reporter)
    (curve,) = found["curves"]
    assert found["margin"] == 0.02
    assert [point["x"] for point in curve["points"] if point["is_equal"]] == [8, 12]
    assert all(point["behind"] >= (point["excess"] or 0) - 0.05 for point in curve["points"])
    assert curve["form"]["plateau"]["low"] == 8
    assert curve["form"]["plateau"]["high"] == 12
    assert curve["form"]["more_rounds"] == 0
    assert curve["remarks"][0] == (
        "Either of 8 and 12, around the core count of 8, will do: "
        "each is within 2.0\u202f% of the best."
    )


def test_what_counts_as_equally_good_can_be_asked_for(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_sweep())
    found = ask(api, reporter, margin=0.3)
    (curve,) = found["curves"]
    assert [point["x"] for point in curve["points"] if point["is_equal"]] == [4, 8, 12]
    (row, *_) = api.get(SWEEPS, headers=reporter).json()["rows"]
    path = f"{SWEEPS}/{row['benchmark_id']}/{row['axis']}"
    for margin in ("-0.1", "0.6", "nan"):
        assert api.get(path, params={"margin": margin}, headers=reporter).status_code == 422


def test_curves_that_cross_are_told_where(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    results = [
        a_result(
            parameters={"engine": name, "threads": threads},
            samples=[sample * (below if threads < 8 else above) for sample in rounds(threads)],
        )
        for name, below, above in (("smol", 1.0, 1.0), ("tokio", 1.3, 0.8))
        for threads in TRUTH
    ]
    fill(engine, project, a_sweep(results=results))
    (crossover,) = ask(api, reporter)["crossovers"]
    assert crossover["claimed"]
    assert [(one["low"], one["high"]) for one in crossover["crossings"]] == [(4, 8)]
    assert crossover["sentence"].startswith(
        "engine=smol is faster up to threads 4, engine=tokio from 8; they cross near "
    )


def test_an_optimum_that_moved_since_the_commit_before_is_said(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    shifted = {1: 1.0, 4: 0.7, 8: 1.2, 12: 1.2, 500: 1.0}
    new = a_sweep(
        commit={"id": "c2", "time": "2026-01-02T00:00:00Z"},
        run={"agent": "a", "started_at": "2026-01-02T00:00:00Z"},
        results=[
            swept(n, samples=[sample * shifted[n] for sample in rounds(n, seed=3)]) for n in TRUTH
        ],
    )
    fill(engine, project, a_sweep(), new)
    (curve,) = ask(api, reporter)["curves"]
    assert curve["best_x"] == 4
    assert any(said.startswith("The optimum moved from threads ") for said in curve["remarks"])


def test_summaries_without_scatter_show_an_optimum_and_claim_nothing(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    results = [swept(n, samples=None, summary={"value": value}) for n, value in TRUTH.items()]
    fill(engine, project, a_sweep(results=results))
    (curve,) = ask(api, reporter)["curves"]
    assert (curve["claim"], curve["best_x"], curve["best_set"]) == ("summary only", 12, [12])
    assert "others may be as good" in curve["sentence"]


def test_where_nobody_knows_which_way_is_better_nothing_is_called_best(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    metrics = {"time": {"unit": "s", "direction": "unknown"}}
    fill(engine, project, a_sweep(metrics=metrics))
    (curve,) = ask(api, reporter)["curves"]
    assert (curve["claim"], curve["best_x"], curve["best_set"]) == ("none", None, [])
    assert "not known for time" in curve["sentence"]


def test_a_value_that_failed_is_named_and_not_drawn(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    failure = {"kind": "timeout", "message": "no answer after 30 s"}
    results = [swept(threads, samples=rounds(threads)) for threads in (4, 8)]
    lost = {"benchmark": "search", "parameters": {"engine": "smol", "threads": 1}}
    fill(engine, project, a_sweep(results=[*results, lost | {"failure": failure}]))
    found = ask(api, reporter)
    assert found["failed"] == [1]
    assert [point["x"] for point in found["curves"][0]["points"]] == [4, 8]


def test_each_value_of_the_other_parameters_has_a_curve_of_its_own(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    results = [
        a_result(parameters={"engine": name, "threads": threads}, samples=rounds(threads))
        for name in ("smol", "tokio")
        for threads in TRUTH
    ]
    fill(engine, project, a_sweep(results=results))
    curves = ask(api, reporter)["curves"]
    assert [curve["facet"] for curve in curves] == [{"engine": "smol"}, {"engine": "tokio"}]
    assert [len(curve["points"]) for curve in curves] == [5, 5]


def test_an_older_run_can_be_asked_for(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    old = a_sweep(results=[swept(n, samples=[1.0, 1.1]) for n in (1, 4, 8)])
    new = a_sweep(
        commit={"id": "c2", "time": "2026-01-02T00:00:00Z"},
        run={"agent": "a", "started_at": "2026-01-02T00:00:00Z"},
    )
    fill(engine, project, old, new)
    newest = ask(api, reporter)
    assert newest["run"]["commit"]["name"] == "c2"
    assert [run["commit"]["name"] for run in newest["runs"]] == ["c2", "c1"]
    older = ask(api, reporter, run=newest["runs"][1]["id"])
    assert older["run"]["commit"]["name"] == "c1"
    assert len(older["curves"][0]["points"]) == 3


def test_a_newer_run_with_one_value_alone_hides_no_sweep(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    other = a_result(parameters={"engine": "tokio", "threads": 4})
    quick = a_sweep(
        commit={"id": "c2", "time": "2026-01-02T00:00:00Z"},
        run={"agent": "a", "started_at": "2026-01-02T00:00:00Z"},
        results=[swept(8, samples=rounds(8)), other],
    )
    fill(engine, project, a_sweep(), quick)
    shown = ask(api, reporter)
    assert shown["run"]["commit"]["name"] == "c1"
    assert [run["commit"]["name"] for run in shown["runs"]] == ["c2", "c1"]
    (best,) = api.get(SWEEPS.replace("/sweeps", "/sweep-bests"), headers=reporter).json()["rows"]
    assert (best["of"], best["curves"][0]["best_set"]) == (1, [8, 12])
    judged = shown["run"]["id"], shown["run"]["started_at"]
    assert (best["run_id"], best["measured_at"]) == judged
    newest = ask(api, reporter, run=shown["runs"][0]["id"])
    assert [len(curve["points"]) for curve in newest["curves"]] == [1, 1]


def test_a_run_that_measured_some_values_again_hides_no_sweep_of_its_commit(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    again = a_sweep(
        run={"agent": "a", "started_at": "2026-01-03T00:00:00Z"},
        idempotency_key="two values again",
        results=[swept(8, samples=rounds(8)), swept(12, samples=rounds(12))],
    )
    fill(engine, project, a_sweep(), again)
    shown = ask(api, reporter)
    assert len(shown["runs"]) == 2
    assert len(shown["curves"][0]["points"]) > 2


def test_the_metric_that_the_suite_names_first_is_shown_unless_another_is_asked_for(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    declared = {
        "allocations": {"unit": "1", "direction": "lower"},
        "rate": {"unit": "op/s", "direction": "higher"},
    }
    results = [swept(n, metric=name, samples=rounds(n)) for n in TRUTH for name in declared]
    facts = {"search": {"sweep": ["threads"], "metrics": ["rate", "allocations"]}}
    fill(engine, project, a_sweep(results=results, metrics=declared, benchmarks=facts))
    found = ask(api, reporter)
    assert (found["metric"], found["metrics"]) == ("rate", ["rate", "allocations"])
    assert ask(api, reporter, metric="allocations")["metric"] == "allocations"


def test_a_sweep_that_does_not_exist_is_not_found(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_sweep())
    (row,) = api.get(SWEEPS, headers=reporter).json()["rows"]
    benchmark = row["benchmark_id"]
    for path in (f"{benchmark}/engine", f"{benchmark}/absent", "999999/threads"):
        assert api.get(f"{SWEEPS}/{path}", headers=reporter).status_code == 404
    wrong = f"{SWEEPS}/{benchmark}/threads"
    for asked in ({"metric": "absent"}, {"testbed": "absent"}, {"run": 999_999}):
        assert api.get(wrong, params=asked, headers=reporter).status_code == 404


def test_several_metrics_stand_beside_each_other_and_say_whether_they_agree(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    memory = [
        swept(
            threads, metric="memory", samples=[1e6 * threads * share for share in (1, 1.01, 0.99)]
        )
        for threads in TRUTH
    ]
    results = [swept(threads, samples=rounds(threads)) for threads in TRUTH]
    metrics = {
        "time": {"unit": "s", "direction": "lower"},
        "memory": {"unit": "B", "direction": "lower"},
    }
    fill(engine, project, a_sweep(results=[*results, *memory], metrics=metrics))
    found = ask(api, reporter, also=["memory", "absent", "time"])
    (panel,) = found["panels"]
    assert (panel["metric"], panel["unit"], panel["curves"][0]["best_set"]) == ("memory", "B", [1])
    (agreement,) = found["agreements"]
    assert agreement["values"] == []
    assert agreement["sentence"] == "No value is best for all of them: time 8 and 12; memory 1."


def a_grid(**changes: Any) -> Document:
    """Return pool sizes by connections: a pool of 4 is best, one cell failed, one is missing."""
    weather = np.random.default_rng(3).normal(1.0, 0.03, 12)
    cells = [(p, c) for p in (2, 4, 8) for c in (10, 50, 100) if (p, c) not in ((8, 100), (2, 100))]
    results = [
        a_result(
            benchmark="clients",
            parameters={"pool": p, "connections": c},
            samples=(
                0.01 * (1 + abs(p - 4) / 8) * c**0.1 * weather
                * np.random.default_rng([p, c]).normal(1.0, 0.004, 12)
            ).tolist(),
        )
        for p, c in cells
    ]  # fmt: skip
    lost = {"benchmark": "clients", "parameters": {"pool": 8, "connections": 100}}
    failure = {"kind": "timeout", "message": "no answer"}
    facts = {"clients": {"sweep": ["pool", "connections"]}}
    return a_sweep(benchmarks=facts, results=[*results, lost | {"failure": failure}]) | changes


def test_two_parameters_make_a_grid_that_names_its_best_and_what_is_missing(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_grid())
    (row, *_) = api.get(SWEEPS, headers=reporter).json()["rows"]
    path = f"/api/v1/projects/main/sweep-grids/{row['benchmark_id']}"
    asked = {"first": "pool", "second": "connections"}
    found = api.get(path, params=asked, headers=reporter).json()
    assert found["seconds"] == ["connections"]
    (grid,) = found["grids"]
    assert (grid["xs"], grid["ys"]) == ([2, 4, 8], [10, 50, 100])
    assert (grid["failed"], grid["missing"]) == ([[8, 100]], [[2, 100]])
    assert (grid["claim"], grid["best"]) == ("interval", [4, 10])
    assert [(c["x"], c["y"]) for c in grid["cells"] if c["in_best_set"]] == [(4, 10)]
    assert grid["sentence"].startswith("pool 4 with connections 10 is fastest: 12")
    assert grid["sentence"].endswith("Of 9 cells 1 failed and 1 was not measured.")
    assert "pool 4 is among the best whatever connections is." in grid["remarks"]
    absent = api.get(path, params=asked | {"second": "absent"}, headers=reporter)
    assert absent.status_code == 404


def test_the_optimum_is_followed_over_commits(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    shifted = {1: 1.0, 4: 0.7, 8: 1.2, 12: 1.2, 500: 1.0}
    documents = [
        a_sweep(
            commit={"id": f"c{day}", "time": f"2026-01-0{day}T00:00:00Z"},
            run={"agent": "a", "started_at": f"2026-01-0{day}T00:00:00Z"},
            results=[
                swept(n, samples=[sample * (shifted[n] if day > 2 else 1.0)
                                  for sample in rounds(n, seed=day)])
                for n in TRUTH
            ],
        )
        for day in (1, 2, 3, 4)
    ]  # fmt: skip
    again = a_sweep(
        commit=documents[1]["commit"],
        run={"agent": "a", "started_at": "2026-01-05T00:00:00Z"},
        results=[swept(1, samples=rounds(1, seed=9))],
    )
    fill(engine, project, *documents, again)
    (row, *_) = api.get(SWEEPS, headers=reporter).json()["rows"]
    path = f"/api/v1/projects/main/sweep-optima/{row['benchmark_id']}"
    (curve,) = api.get(path, params={"axis": "threads"}, headers=reporter).json()["curves"]
    assert [point["run"]["commit"]["name"] for point in curve["points"]] == ["c1", "c2", "c3", "c4"]
    assert [point["moved"] for point in curve["points"]] == [False, False, True, False]
    assert curve["points"][3]["best_set"] == [4]
    assert curve["points"][1]["run"]["started_at"].startswith("2026-01-02")
    assert " to 4 between c2 and c3, among the 4 commits measured." in curve["sentence"]
