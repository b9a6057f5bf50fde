from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

Headers = dict[str, str]
LADDERS = "/api/v1/projects/main/ladders"
RATES = {"run-1": 100.0, "ruc-140": 96.0, "run": 120.0, "bridge": 150.0, "nb": 150.5}
"""Requests per second in the order of the manifest, which is not that of the alphabet."""
PUBLISHED = {
    "kind": "published",
    "name": "Async bridge, as published",
    "metric": "requests",
    "unit": "1/s",
    "direction": "higher",
    "source": "async_bridge.tsv",
    "rungs": [
        {"label": "asyncio.run", "value": 543, "conditions": {"connections": 50}},
        {"label": "run_until_complete", "value": 447, "decision": "rejected"},
        {"label": "cached check", "value": 517, "decision": "kept", "figures": {"p50_ms": 97}},
        {"label": "loop on its own thread", "value": 626, "decision": "kept"},
        {"label": "sync", "value": 32323, "role": "control"},
    ],
}


@pytest.fixture
def owner(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN)


def bridge(number: int = 1, faster: float = 1.0) -> Document:
    """Return an agent's run of a suite with strategies, twelve rounds in step."""
    weather = np.random.default_rng(number).normal(1.0, 0.03, 12)
    own = np.random.default_rng(number + 50)
    results = [
        a_result(
            benchmark="ladder",
            metric="rate",
            parameters={"strategy": name, "handler": handler},
            samples=(rate * faster * weather * own.normal(1.0, 0.01, 12)).tolist(),
        )
        for handler in ("sleep-1ms", "sleep-10ms")
        for name, rate in RATES.items()
    ]
    return a_report(
        suite={"name": "bridge"},
        commit={"id": f"c{number}", "time": f"2026-01-0{number}T00:00:00Z", "subject": "Try more"},
        metrics={"rate": {"unit": "1/s", "direction": "higher"}},
        run={"agent": "tidemark-agent", "started_at": f"2026-01-0{number}T00:00:00Z"},
        results=results,
    )


def made(api: TestClient, owner: Headers, document: dict[str, Any]) -> dict[str, Any]:
    answer = api.post(LADDERS, json=document, headers=owner)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def measured(api: TestClient, owner: Headers) -> dict[str, Any]:
    """Make a ladder of the strategies in one request, as one click does."""
    (source, *_) = [
        one
        for one in api.get(f"{LADDERS}/sources", headers=owner).json()["rows"]
        if one["parameter"] == "strategy"
    ]
    document = {
        "kind": "parameter",
        "benchmark_id": source["benchmark_id"],
        "parameter": "strategy",
        "others": source["others"][0],
    }
    return made(api, owner, document)


def rung(ladder: dict[str, Any], label: str) -> dict[str, Any]:
    return next(one for one in ladder["rungs"] if one["label"] == label)


def test_published_figures_become_a_ladder_that_claims_nothing(
    api: TestClient, owner: Headers
) -> None:
    ladder = made(api, owner, PUBLISHED)
    assert ladder["headline"] == (
        "2 of 3 rungs kept (1 by decision); the best, loop on its own thread: "
        "15.3\u202f% higher throughput than the baseline."
    )
    assert [one["role"] for one in ladder["rungs"]] == ["baseline", *["rung"] * 3, "control"]
    cached = rung(ladder, "cached check")
    assert (cached["verdict"], cached["stands"], cached["reason"]) == (
        "rejected",
        True,
        "as published",
    )
    assert cached["is_published"]
    assert cached["figures"] == {"p50_ms": 97}
    best = rung(ladder, "loop on its own thread")
    assert best["is_best"]
    assert best["versus_baseline"] == {"ratio": pytest.approx(626 / 543), "low": None, "high": None}
    assert best["held_against"] == "asyncio.run"
    assert ladder["stacked"]["low"] is None
    assert "Summary only" in ladder["remarks"][0]
    listed = api.get(LADDERS, headers=owner).json()
    (row,), total = listed["rows"], listed["total"]
    assert total == 1
    assert (row["rungs"], row["kept"], row["best"], row["is_published"]) == (
        3,
        2,
        "loop on its own thread",
        True,
    )
    assert (row["suite"], row["benchmark"]) == ("", "")
    told = ("role", "label", "verdict", "stands", "is_best", "versus_baseline")
    drawn = [{name: one[name] for name in told} for one in row["drawn"]]
    assert drawn == [{name: one[name] for name in told} for one in ladder["rungs"]]


def test_a_rung_names_the_newest_run_of_its_variant_once_there_is_another(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, bridge())
    ladder = measured(api, owner)
    assert [one["newer"] for one in ladder["rungs"]] == [None] * len(RATES)
    fill(engine, project, bridge(2, faster=1.5))
    again = api.get(f"{LADDERS}/{ladder['id']}", headers=owner).json()
    bridged = rung(again, "bridge")
    assert bridged["newer"]["run_id"] > bridged["run"]["id"]
    assert bridged["newer"]["value"] == pytest.approx(1.5 * RATES["bridge"], rel=0.05)
    assert bridged["value"] == rung(ladder, "bridge")["value"]


def test_the_values_of_a_parameter_become_rungs_in_the_order_of_the_manifest(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, bridge())
    ladder = measured(api, owner)
    assert [one["label"] for one in ladder["rungs"]] == list(RATES)
    assert ladder["in_rounds"]
    assert ladder["note"] == "Measured with handler=sleep-1ms."
    assert [one["verdict"] for one in ladder["rungs"]] == [
        "baseline",
        "rejected",
        "kept",
        "kept",
        "unresolved",
    ]
    kept = rung(ladder, "bridge")
    assert kept["held_against"] == "run"
    assert kept["versus_best"]["low"] < 150 / 120 < kept["versus_best"]["high"]
    assert kept["versus_baseline"]["ratio"] == pytest.approx(1.5, rel=0.02)
    assert (kept["is_best"], kept["is_step"], kept["run"]["commit"]["name"]) == (True, True, "c1")
    assert rung(ladder, "nb")["more_pairs"] > 10
    assert ladder["stacked"]["low"] > 1.4


def test_a_rung_is_added_from_another_run_and_the_scatter_between_runs_is_spoken_of(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, bridge(), bridge(2, faster=1.3))
    run = api.get("/api/v1/projects/main/runs", headers=owner).json()["rows"]
    first, second = (next(one["id"] for one in run if one["commit"]["name"] == name)
                     for name in ("c1", "c2"))  # fmt: skip
    label = next(
        one["series"]
        for one in api.get(f"/api/v1/projects/main/runs/{first}", headers=owner).json()["rows"]
        if one["series"]["parameters"] == {"strategy": "run", "handler": "sleep-1ms"}
    )
    document = {"kind": "result", "name": "Runs", "run_id": first, "series_id": label["id"]}
    ladder = made(api, owner, document)
    assert ladder["headline"].startswith("Nothing was tried yet against the baseline")
    path = f"{LADDERS}/{ladder['id']}"
    offered = api.get(f"{path}/candidates", params={"text": "c2 strategy"}, headers=owner).json()
    assert offered["rows"][0]["series"]["id"] == label["id"]
    assert {one["run"]["commit"]["name"] for one in offered["rows"]} == {"c2"}
    answer = api.post(f"{path}/rungs", json={"run_id": second, "label": "faster"}, headers=owner)
    assert answer.status_code == 201, answer.text
    assert rung(answer.json(), "faster")["versus_baseline"]["ratio"] == pytest.approx(1.3, rel=0.05)
    assert any("different runs" in said for said in answer.json()["remarks"])
    again = api.post(f"{path}/rungs", json={"commit": "c2", "note": "by commit"}, headers=owner)
    assert again.json()["rungs"][-1]["run"]["id"] == second
    assert api.post(f"{path}/rungs", json={"commit": "c9"}, headers=owner).status_code == 404
    both = {"commit": "c2", "run_id": second}
    assert api.post(f"{path}/rungs", json=both, headers=owner).status_code == 422


def test_several_rungs_are_added_in_their_order_or_none(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, bridge(), bridge(2, faster=1.3))
    path = f"{LADDERS}/{measured(api, owner)['id']}"
    before = [one["label"] for one in api.get(path, headers=owner).json()["rungs"]]
    figures = {"label": "the talk", "value": 0.1, "role": "rung"}
    wanted = [{"commit": "c2", "label": "z"}, {"commit": "c2", "label": "a"}]
    wrong = [*wanted, {"published": figures, "unit": "MiB"}]
    refused = api.post(f"{path}/rungs/several", json={"rungs": wrong}, headers=owner)
    assert refused.status_code == 422
    assert refused.json()["faults"][0]["pointer"] == "/rungs/2/unit"
    assert [one["label"] for one in api.get(path, headers=owner).json()["rungs"]] == before
    added = api.post(f"{path}/rungs/several", json={"rungs": wanted}, headers=owner)
    assert added.status_code == 201, added.text
    assert [one["label"] for one in added.json()["rungs"]] == [*before, "z", "a"]


def test_rungs_are_decided_moved_removed_and_brought_back(api: TestClient, owner: Headers) -> None:
    ladder = made(api, owner, PUBLISHED)
    path = f"{LADDERS}/{ladder['id']}"
    names = {one["label"]: one["id"] for one in ladder["rungs"]}
    best = f"{path}/rungs/{names['loop on its own thread']}"
    change = {"decision": "rejected", "reason": "too much code", "note": "see the talk"}
    rejected = api.patch(best, json=change, headers=owner).json()
    assert not rung(rejected, "loop on its own thread")["stands"]
    assert rung(rejected, "loop on its own thread")["sentence"].startswith(
        "Rejected by decision of key test: too much code."
    )
    taken_back = api.patch(best, json={"decision": None}, headers=owner).json()
    assert rung(taken_back, "loop on its own thread")["verdict"] == "kept"
    order = list(names.values())
    order[1], order[2] = order[2], order[1]
    moved = api.put(f"{path}/order", json={"rungs": order}, headers=owner).json()
    assert [one["label"] for one in moved["rungs"]][1:3] == ["cached check", "run_until_complete"]
    assert api.put(f"{path}/order", json={"rungs": order[1:]}, headers=owner).status_code == 422
    gone = api.delete(f"{path}/rungs/{order[1]}", headers=owner).json()
    assert "cached check" not in [one["label"] for one in gone["rungs"]]
    back = api.post(f"{path}/rungs/{order[1]}/restore", headers=owner).json()
    assert [one["label"] for one in back["rungs"]][1] == "cached check"


def test_a_ladder_always_has_a_baseline_and_another_rung_may_become_it(
    api: TestClient, owner: Headers
) -> None:
    ladder = made(api, owner, PUBLISHED)
    path = f"{LADDERS}/{ladder['id']}"
    first, second = (one["id"] for one in ladder["rungs"][:2])
    assert api.delete(f"{path}/rungs/{first}", headers=owner).status_code == 409
    refused = api.patch(f"{path}/rungs/{first}", json={"role": "control"}, headers=owner)
    assert refused.status_code == 409
    changed = api.patch(f"{path}/rungs/{second}", json={"role": "baseline"}, headers=owner).json()
    assert [one["role"] for one in changed["rungs"]][:2] == ["baseline", "rung"]
    assert changed["rungs"][0]["label"] == "run_until_complete"


def test_a_ladder_is_renamed_removed_and_brought_back(api: TestClient, owner: Headers) -> None:
    path = f"{LADDERS}/{made(api, owner, PUBLISHED)['id']}"
    changed = api.patch(path, json={"name": "Bridge", "min_effect": 0.2}, headers=owner).json()
    assert (changed["name"], changed["min_effect"]) == ("Bridge", 0.2)
    assert rung(changed, "loop on its own thread")["verdict"] == "no gain"
    assert api.delete(path, headers=owner).status_code == 204
    assert api.get(path, headers=owner).status_code == 404
    assert api.get(LADDERS, headers=owner).json()["rows"] == []
    assert api.post(f"{path}/restore", headers=owner).status_code == 200
    assert api.get(path, headers=owner).json()["name"] == "Bridge"


def test_bad_figures_are_refused_by_place_and_readers_change_nothing(
    api: TestClient, owner: Headers, reporter: Headers
) -> None:
    for change in (
        {"unit": "??"},
        {"rungs": PUBLISHED["rungs"][:1]},
        {"rungs": [{"label": "a", "value": -1}, {"label": "b", "value": 2}]},
        {"rungs": [{"label": n, "value": 1, "role": "baseline"} for n in "ab"]},
        {"direction": "unknown"},
    ):
        refused = api.post(LADDERS, json=PUBLISHED | change, headers=owner)
        assert refused.status_code == 422, change
        assert refused.json()["faults"]
    assert api.post(LADDERS, json=PUBLISHED, headers=reporter).status_code == 403
    assert api.get(f"{LADDERS}/999999", headers=owner).status_code == 404


def test_figures_in_another_unit_of_the_same_kind_join_a_ladder(
    api: TestClient, owner: Headers
) -> None:
    times = PUBLISHED | {
        "unit": "ms",
        "direction": "lower",
        "rungs": [{"label": "a", "value": 200}, {"label": "b", "value": 180, "sd": 3, "n": 10}],
    }
    path = f"{LADDERS}/{made(api, owner, times)['id']}/rungs"
    third = {"published": {"label": "c", "value": 0.17}, "unit": "s"}
    ladder = api.post(path, json=third, headers=owner).json()
    assert [one["value"] for one in ladder["rungs"]] == pytest.approx([0.2, 0.18, 0.17])
    wrong = {"published": {"label": "d", "value": 1}, "unit": "MiB"}
    assert api.post(path, json=wrong, headers=owner).status_code == 422


def measured_at(api: TestClient, owner: Headers, commit: str) -> tuple[int, dict[str, int]]:
    """Return the newest run of a commit, and its series by strategy."""
    runs = api.get("/api/v1/projects/main/runs", headers=owner).json()["rows"]
    run = next(one["id"] for one in runs if one["commit"]["name"] == commit)
    rows = api.get(f"/api/v1/projects/main/runs/{run}", headers=owner).json()["rows"]
    return run, {one["series"]["parameters"]["strategy"]: one["series"]["id"] for one in rows}


def test_any_result_of_a_large_run_can_become_a_rung(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    """More results than are offered without a text; the last of them is asked for by its id."""
    report = bridge()
    names = [f"strategy-{number:03d}" for number in range(80)]
    report["results"] = [
        a_result(benchmark="ladder", metric="rate", parameters={"strategy": name}) for name in names
    ]
    fill(engine, project, report)
    run, series = measured_at(api, owner, "c1")
    document = {"kind": "result", "name": "All", "run_id": run, "series_id": series[names[0]]}
    path = f"{LADDERS}/{made(api, owner, document)['id']}/rungs"
    asked = {"run_id": run, "series_id": series[names[-1]]}
    answer = api.post(path, json=asked, headers=owner)
    assert answer.status_code == 201, answer.text
    assert answer.json()["rungs"][-1]["label"] == f"ladder strategy={names[-1]}"
    asked["run_id"] = run + 1_000
    assert api.post(path, json=asked, headers=owner).status_code == 404


def test_a_commit_stands_for_its_newest_run_of_the_ladders_suite(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, bridge(), bridge(2, faster=1.3))
    run, series = measured_at(api, owner, "c1")
    later = {"suite": {"name": "other"}, "run": {"started_at": "2026-01-03T00:00:00Z"}}
    fill(engine, project, bridge(2) | later | {"idempotency_key": "c2-of-another-suite"})
    document = {"kind": "result", "name": "Runs", "run_id": run, "series_id": series["run"]}
    ladder = made(api, owner, document)
    answer = api.post(f"{LADDERS}/{ladder['id']}/rungs", json={"commit": "c2"}, headers=owner)
    assert answer.status_code == 201, answer.text
    runs = api.get("/api/v1/projects/main/runs", headers=owner).json()["rows"]
    own = [run["id"] for run in runs if (run["suite"], run["commit"]["name"]) == ("bridge", "c2")]
    assert [answer.json()["rungs"][-1]["run"]["id"]] == own


def test_a_result_of_zero_is_no_baseline_and_a_change_of_nothing_changes_nothing(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    results = [a_result(benchmark="ladder", metric="rate", parameters={"strategy": "run"},
                        samples=[0.0, 0.0])]  # fmt: skip
    fill(engine, project, bridge() | {"results": results})
    run, series = measured_at(api, owner, "c1")
    document = {"kind": "result", "name": "Zero", "run_id": run, "series_id": series["run"]}
    assert api.post(LADDERS, json=document, headers=owner).status_code == 422
    ladder = made(api, owner, PUBLISHED)
    path = f"{LADDERS}/{ladder['id']}/rungs/{ladder['rungs'][1]['id']}"
    for nothing in ({}, {"label": None}):
        answer = api.patch(path, json=nothing, headers=owner)
        assert (answer.status_code, answer.json()["rungs"]) == (200, ladder["rungs"])
