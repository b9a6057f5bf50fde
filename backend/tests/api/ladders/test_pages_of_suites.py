"""Ladders, splits and defaults that a manifest names: made of the first run, kept by later ones."""

import json
from collections.abc import Mapping
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
PROJECT = "/api/v1/projects/main"
ROUNDS = 20
RATES = {"asked": 1.0, "persistent": 0.8, "cached": 1.02, "batched": 2.0}
LADDER: Document = {
    "name": "async handlers",
    "note": "As published, and further.",
    "metric": "rate",
    "benchmark": "handlers",
    "parameters": {"seconds": [1.0, 0.1]},
    "rung": [
        {"label": "asked every time", "parameters": {"strategy": "asked"}},
        {"label": "persistent loops", "parameters": {"strategy": "persistent"}},
        {"label": "answer cached", "parameters": {"strategy": "cached"}},
        {"label": "batched", "parameters": {"strategy": "batched"}},
        {"label": "no await", "benchmark": "control", "control": True},
    ],
}
SPLIT: Document = {
    "name": "rings of 64",
    "parameter": "rings",
    "baseline": "16/16",
    "contender": "64/64",
    "metrics": ["rate"],
}
SWEEP: Document = {"benchmark": "threads", "parameter": "limit", "default": 500}


@pytest.fixture
def owner(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN)


def a_run(
    number: int,
    rates: Mapping[str, float] = RATES,
    *,
    seconds: float = 1.0,
    rings: Mapping[str, tuple[float, float]] | None = None,
    **pages: Any,
) -> Document:
    chance = np.random.default_rng(number)
    weather = chance.normal(1.0, 0.02, ROUNDS)

    def samples(level: float) -> list[float]:
        return list((level * weather * chance.normal(1.0, 0.005, ROUNDS)).tolist())

    def rate(benchmark: str, level: float, **parameters: object) -> Document:
        own = samples(100.0 * level)
        return a_result(benchmark=benchmark, metric="rate", parameters=parameters, samples=own)

    both = {"16/16": (1.0, 1.0), "48/16": (1.02, 1.0), "64/64": (1.033, 0.946)}
    results = [
        *(rate("handlers", of, strategy=name, seconds=seconds) for name, of in rates.items()),
        rate("control", 50.0),
        *(rate("large", of[0], rings=name) for name, of in (rings or both).items()),
        *(rate("small", of[1], rings=name) for name, of in (rings or both).items()),
        *(
            a_result(benchmark="threads", parameters={"limit": limit}, samples=samples(0.02 * of))
            for limit, of in {1: 1.5, 2: 0.9, 500: 1.0}.items()
        ),
        *(
            a_result(
                benchmark="threads", metric=metric, parameters={"limit": limit}, samples=[level]
            )
            for limit, levels in {1: (1e6, 9.0), 2: (2e6, 5.0), 500: (3e6, 4.0)}.items()
            for metric, level in zip(("memory", "switches"), levels, strict=True)
        ),
    ]
    day = f"2026-01-{number:02d}T00:00:00Z"
    named = {"ladders": [LADDER], "splits": [SPLIT], "sweeps": [SWEEP]} | pages
    return a_report(
        suite={"name": "bridge", **named},
        commit={"id": f"c{number}", "time": day},
        metrics={
            "rate": {"unit": "1/s", "direction": "higher"},
            "time": {"unit": "s", "direction": "lower"},
            "memory": {"unit": "B", "direction": "lower", "noise": "exact"},
            "switches": {"unit": "1", "direction": "lower", "noise": "exact"},
        },
        run={"agent": "tidemark-agent", "started_at": day},
        results=results,
    )


def the_ladder(api: TestClient, owner: Headers) -> dict[str, Any]:
    (row,) = api.get(f"{PROJECT}/ladders", headers=owner).json()["rows"]
    return dict(api.get(f"{PROJECT}/ladders/{row['id']}", headers=owner).json())


def the_split(api: TestClient, owner: Headers) -> dict[str, Any]:
    (row,) = api.get(f"{PROJECT}/splits", headers=owner).json()["rows"]
    return dict(api.get(f"{PROJECT}/splits/{row['id']}", headers=owner).json())


def labels(ladder: Mapping[str, Any]) -> list[str]:
    return [one["label"] for one in ladder["rungs"]]


def runs(ladder: Mapping[str, Any]) -> set[int]:
    return {one["run"]["id"] for one in ladder["rungs"]}


def test_a_run_makes_the_ladder_that_its_suite_names(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, a_run(1))
    ladder = the_ladder(api, owner)
    assert (ladder["name"], ladder["created_by"]) == ("async handlers (box)", "bridge")
    assert labels(ladder) == [one["label"] for one in LADDER["rung"]]
    verdicts = {one["label"]: one["verdict"] for one in ladder["rungs"]}
    assert verdicts["persistent loops"] == "rejected"
    assert verdicts["batched"] == "kept"
    assert verdicts["no await"] == "control"
    assert ladder["in_rounds"]


def test_a_claim_leads_to_the_sweep_split_and_ladder_of_its_suite(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    best = {"kind": "best", "suite": "bridge", "benchmark": "threads", "metric": "time"}
    statement = best | {"parameter": "limit", "best": ["cores"]}
    claim = {"key": "limit", "title": "As many as cores", "statement": [statement]}
    text = json.dumps({"claim": [claim]})
    answer = api.post(f"{PROJECT}/claims/imports", json={"text": text}, headers=owner)
    assert answer.status_code == 200, answer.text
    fill(engine, project, a_run(1), a_run(2))
    (row,) = api.get(f"{PROJECT}/claims", headers=owner).json()["rows"]
    shown = api.get(f"{PROJECT}/claims/{row['id']}", headers=owner).json()
    (mechanism,) = shown["mechanisms"]
    titles = {one["title"].split(":")[0]: one["address"] for one in mechanism["pages"]}
    split, ladder = the_split(api, owner)["id"], the_ladder(api, owner)["id"]
    assert titles["Split “rings of 64”"] == f"/splits/{split}"
    assert titles["Ladder “async handlers (box)”"] == f"/ladders/{ladder}"
    sweep, chosen = titles["Sweep of limit"].split("?")
    assert chosen == "metric=time&testbed=box"
    assert api.get(f"{PROJECT}{sweep}", headers=owner).json()["axis"] == "limit"


def test_a_later_run_moves_the_ladder_on_and_leaves_what_people_did(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, a_run(1))
    ladder = the_ladder(api, owner)
    url = f"{PROJECT}/ladders/{ladder['id']}"
    persistent, cached = ladder["rungs"][1]["id"], ladder["rungs"][2]["id"]
    api.delete(f"{url}/rungs/{persistent}", headers=owner)
    said = {"label": "cached", "decision": "kept", "reason": "free"}
    assert api.patch(f"{url}/rungs/{cached}", json=said, headers=owner).status_code == 200
    api.patch(url, json={"name": "ours"}, headers=owner)
    fill(engine, project, a_run(2))
    moved = the_ladder(api, owner)
    assert moved["name"] == "ours"
    assert labels(moved) == ["asked every time", "cached", "batched", "no await"]
    assert len(runs(moved)) == 1
    assert runs(moved) != runs(ladder)
    assert moved["rungs"][1]["decision"] == "kept"


def test_a_run_with_fewer_rungs_or_an_older_one_leaves_the_ladder_where_it_is(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    few = {name: RATES[name] for name in ("asked", "batched")}
    fill(engine, project, a_run(1, few, seconds=0.1))
    assert labels(the_ladder(api, owner)) == ["asked every time", "batched", "no await"]
    fill(engine, project, a_run(5))
    whole = the_ladder(api, owner)
    assert len(labels(whole)) == 5
    fill(engine, project, a_run(6, few, seconds=0.1))
    fill(engine, project, a_run(3))
    assert runs(the_ladder(api, owner)) == runs(whole)


def test_a_ladder_that_was_removed_stays_removed(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, a_run(1))
    api.delete(f"{PROJECT}/ladders/{the_ladder(api, owner)['id']}", headers=owner)
    fill(engine, project, a_run(2))
    assert api.get(f"{PROJECT}/ladders", headers=owner).json()["rows"] == []


def test_a_run_keeps_the_split_that_its_suite_names_with_the_way_out(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, a_run(1))
    split = the_split(api, owner)
    assert (split["name"], split["origin"]) == ("rings of 64", "suite")
    assert {one["verdict"] for one in split["members"]} == {"gain", "loss"}
    assert "48/16" in str(split["alternatives"])
    # no gain and no loss any more: a proposal would end here
    same = dict.fromkeys(("16/16", "48/16", "64/64"), (1.0, 1.0))
    fill(engine, project, a_run(2, rings=same))
    later = the_split(api, owner)
    assert later["state"] == "open"
    assert later["contender"]["runs"][0]["commit"]["name"] == "c2"
    # an older run that comes late leaves the split on the newest one
    fill(engine, project, a_run(4), a_run(3, rings=same))
    assert the_split(api, owner)["contender"]["runs"][0]["commit"]["name"] == "c4"


def test_values_are_held_against_the_default_that_a_suite_names(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, a_run(1))
    rows = api.get(f"{PROJECT}/sweeps", headers=owner).json()["rows"]
    (benchmark,) = {one["benchmark_id"] for one in rows if one["axis"] == "limit"}
    sweep = api.get(f"{PROJECT}/sweeps/{benchmark}/limit", headers=owner).json()
    assert (sweep["metric"], sweep["default"]) == ("time", 500)
    (curve,) = sweep["curves"]
    by_x = {one["x"]: one["versus_default"] for one in curve["points"]}
    assert by_x[500] is None
    assert by_x[2]["high"] < 1.0 < by_x[1]["low"]
    assert by_x[2]["verdict"] == "improvement"
    by_default = curve["remarks"][0].replace("\u202f", " ")
    assert by_default.startswith("The default, limit = 500, is 11.3")
    assert " % slower than limit = 2, at most " in by_default
    cost = curve["remarks"][1].replace("\u202f", " ")
    assert cost == (
        "Against the default, limit = 500, limit = 2 costs switches (25.0 % higher)"
        " and saves memory (33.3 % less memory)."
    )


@pytest.mark.parametrize(
    ("pages", "pointer"),
    [
        ({"ladders": [LADDER, LADDER]}, "/suite/ladders/1/name"),
        ({"ladders": [LADDER | {"rung": LADDER["rung"][:1]}]}, "/suite/ladders/0/rung"),
        ({"ladders": [LADDER | {"rung": LADDER["rung"][:1] * 2}]}, "/suite/ladders/0/rung/1/label"),
        ({"ladders": [LADDER | {"rung": LADDER["rung"][:3:-1] * 2}]}, "/suite/ladders/0/rung/1"),
        ({"ladders": [LADDER | {"rungs": []}]}, "/suite/ladders/0"),
        ({"splits": [SPLIT | {"contender": "16/16"}]}, "/suite/splits/0/contender"),
        ({"splits": [SPLIT, SPLIT]}, "/suite/splits/1/parameter"),
        ({"sweeps": [SWEEP | {"default": [1]}]}, "/suite/sweeps/0/default"),
        ({"splits": [SPLIT | {"name": "a\x00b"}]}, "/suite/splits/0"),
    ],
)
def test_pages_with_a_fault_are_refused_with_their_place(
    api: TestClient, reporter: Headers, pages: dict[str, Any], pointer: str
) -> None:
    answer = api.post(f"{PROJECT}/reports", json=a_run(1, **pages), headers=reporter)
    assert answer.status_code == 422, answer.text
    assert answer.json()["faults"][0]["pointer"].startswith(pointer)
