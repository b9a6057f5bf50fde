from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.set_up import ensure_project
from backend.storage.engine import transaction
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.testing.templates import TEMPLATE, Templates
from backend.tests.api.splits.splitting import ROUNDS, a_ring_run

Headers = dict[str, str]
SPLITS = "/api/v1/projects/main/splits"
RING = (Path(__file__).parents[3] / "evaluate" / "published" / "ring_split.tsv").read_bytes()


@pytest.fixture
def admin(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN, Scope.REPORT, Scope.READ)


def measured(engine: Engine, project: Project) -> None:
    fill(engine, project, a_ring_run())


@pytest.fixture
def template(request: pytest.FixtureRequest, templates: Templates) -> str:
    return templates.filled(measured) if "run" in request.fixturenames else TEMPLATE


@pytest.fixture
def run(api: TestClient, admin: Headers) -> int:
    rows = api.get("/api/v1/projects/main/runs", headers=admin).json()["rows"]
    return int(rows[0]["id"])


def ring_sides(run: int, contender: str = "64/64") -> dict[str, Any]:
    return {
        "baseline": f"run:{run}",
        "contender": f"run:{run}",
        "baseline_parameters": {"rings": ["16/16"]},
        "contender_parameters": {"rings": [contender]},
    }


def keep(api: TestClient, admin: Headers, run: int, contender: str = "64/64") -> int:
    answer = api.post(SPLITS, json=ring_sides(run, contender), headers=admin)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def read(api: TestClient, headers: Headers, split: int, **asked: Any) -> dict[str, Any]:
    answer = api.get(f"{SPLITS}/{split}", params=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def member(found: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in found["members"] if one["name"] == name)


def test_a_run_with_several_ring_sizes_is_a_split_with_intervals(
    api: TestClient, admin: Headers, run: int
) -> None:
    found = read(api, admin, keep(api, admin, run))
    assert found["change"] == "rings = 64/64 against 16/16"
    assert (found["verdict"], found["claimed"], found["measured"]) == ("split", True, "in turns")
    assert found["headline"].startswith("rings = 64/64 against 16/16: random_mixed_rings 5.")
    assert "lower throughput" in found["headline"]
    assert found["payers"] == ["random_mixed_rings"]
    loser, gainer = member(found, "random_mixed_rings"), member(found, "mid_large_mt_rings")
    assert loser["verdict"] == "loss"
    assert loser["low"] < loser["gain"] < loser["high"] < 0.0
    assert gainer["verdict"] == "gain"
    assert (gainer["basis"], gainer["n"]) == ("pairs", ROUNDS)
    assert found["basis"] == f"2 members, {ROUNDS} pairs each"
    assert 0.0 < found["break_even"]["low"] < found["break_even"]["weight"] < 1.0
    (beside, *_) = found["beside"]
    assert (beside["metric"], beside["verdict"]) == ("thread_local_bytes", "regression")


def test_the_sweep_members_are_alternatives_on_a_front(
    api: TestClient, admin: Headers, run: int
) -> None:
    found = read(api, admin, keep(api, admin, run))["alternatives"]
    assert found["kind"] == "values"
    assert (found["x"], found["y"]) == ("random_mixed_rings", "mid_large_mt_rings")
    rows = {row["name"]: row for row in found["rows"]}
    assert rows["rings = 16/16"]["role"] == "baseline"
    assert rows["rings = 48/16"]["resolution"] == "resolves"
    assert rows["rings = 48/16"]["is_on_front"]
    x = rows["rings = 48/16"]["x"]
    assert x["low"] < x["value"] < x["high"]
    assert any("resolves the split of rings = 64/64" in one for one in found["sentences"])
    memory = next(one["name"] for one in found["objectives"] if "thread_local" in one["name"])
    other = read(api, admin, keep(api, admin, run, "48/16"), x=memory)["alternatives"]
    assert other["x"] == memory
    assert {row["name"]: row["x"]["value"] for row in other["rows"]} == pytest.approx(
        {"rings = 16/16": 2417.0, "rings = 48/16": 3482.0, "rings = 64/64": 5171.0}
    )


def test_weights_turn_the_net_verdict_and_can_be_saved(
    api: TestClient, admin: Headers, run: int
) -> None:
    split = keep(api, admin, run)
    equal = read(api, admin, split)
    assert equal["net"]["verdict"] == "loss"
    weighed = read(api, admin, split, weight=["19:mid_large_mt_rings", "1:random_mixed_rings"])
    assert weighed["net"]["verdict"] == "gain"
    assert member(weighed, "mid_large_mt_rings")["weight"] == pytest.approx(0.95)
    assert weighed["saved_weights"]["members"] == {}
    by_tag = read(api, admin, split, tag_weight=["3:objects=large", "1:objects=small"])
    assert member(by_tag, "mid_large_mt_rings")["weight"] == pytest.approx(0.75)
    answer = api.put(
        f"{SPLITS}/{split}/weights",
        json={"members": {}, "tags": {"objects=large": 19, "objects=small": 1}},
        headers=admin,
    )
    assert answer.status_code == 200, answer.text
    assert read(api, admin, split)["net"]["verdict"] == "gain"
    (row,) = api.get(SPLITS, params={"origin": "person"}, headers=admin).json()["rows"]
    assert row["net"]["verdict"] == "gain"


def test_weights_of_nobody_are_refused_and_those_in_an_old_address_are_named(
    api: TestClient, admin: Headers, run: int
) -> None:
    split = keep(api, admin, run)
    path = f"{SPLITS}/{split}/weights"
    refused = api.put(path, json={"members": {"nobody": 2}}, headers=admin)
    assert refused.status_code == 422
    assert "nobody" in refused.json()["detail"]
    found = read(api, admin, split, weight=["2:nobody"])
    assert "A weight is given to what is not there: nobody." in found["warnings"]
    wrong = api.get(f"{SPLITS}/{split}", params={"weight": "much"}, headers=admin)
    assert wrong.status_code == 422
    assert wrong.json()["faults"][0]["pointer"] == "/query/weight"


def test_a_decision_keeps_who_when_why_and_what_it_said(
    api: TestClient, admin: Headers, run: int
) -> None:
    split = keep(api, admin, run)
    path = f"{SPLITS}/{split}/state"
    accepted = api.put(path, json={"state": "accepted", "reason": "Large first"}, headers=admin)
    assert accepted.status_code == 200, accepted.text
    body = accepted.json()
    assert (body["state"], body["reason"]) == ("accepted", "Large first")
    assert body["decided_by"].startswith("key ")
    assert body["state_changed_at"] is not None
    (event, made) = body["events"]
    assert (event["action"], made["action"]) == ("accepted", "made")
    assert event["headline"].startswith("rings = 64/64 against 16/16: random_mixed_rings 5.")
    assert api.put(path, json={"state": "accepted"}, headers=admin).status_code == 409
    undone = api.put(path, json={"state": "open"}, headers=admin).json()
    assert undone["state"] == "open"
    assert [one["action"] for one in undone["events"]] == ["took back", "accepted", "made"]
    assert (undone["decided_by"], undone["state_changed_at"]) == ("", None)
    noted = api.put(f"{SPLITS}/{split}/note", json={"note": "Ask Ada"}, headers=admin).json()
    assert (noted["note"], noted["events"][0]["action"]) == ("Ask Ada", "noted")


def test_the_same_sides_are_kept_once(api: TestClient, admin: Headers, run: int) -> None:
    first = keep(api, admin, run)
    again = api.post(SPLITS, json=ring_sides(run), headers=admin)
    assert (again.status_code, again.json()) == (200, {"id": first, "is_new": False})
    same = api.post(SPLITS, json=ring_sides(run, "16/16"), headers=admin)
    assert same.status_code == 422
    assert same.json()["detail"] == "both sides are the same"


def test_two_sides_can_be_judged_without_being_kept(
    api: TestClient, admin: Headers, run: int
) -> None:
    asked = {
        "baseline": f"run:{run}",
        "contender": f"run:{run}",
        "baseline.param.rings": "16/16",
        "contender.param.rings": "48/16",
    }
    answer = api.get(f"{SPLITS}/preview", params=asked, headers=admin)
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert (body["id"], body["verdict"]) == (None, "gains")
    assert "none is shown to lose" in " ".join(body["sentences"])
    assert api.get(SPLITS, params={"origin": "person"}, headers=admin).json()["total"] == 0


def test_published_figures_are_a_split_as_observed(api: TestClient, admin: Headers) -> None:
    seen = api.post(f"{SPLITS}/tables", content=RING, headers=admin).json()
    assert seen["layout"] == "alternatives"
    assert seen["rows"][2] == "l2_ring_cap = 48, l25_ring_cap = 16"
    assert [one["role"] for one in seen["columns"]] == [
        "setting", "setting", "higher", "higher", "cost lower",
    ]  # fmt: skip
    kept = api.post(
        f"{SPLITS}/published",
        params={"name": "ring = 64", "source": "the allocator's author"},
        content=RING,
        headers=admin,
    )
    assert kept.status_code == 201, kept.text
    found = read(api, admin, kept.json()["id"])
    assert found["headline"] == (
        "ring = 64: random_mixed 5.4\u202f% lower throughput; "
        "mid_large_mt 3.3\u202f% higher throughput"
    )
    assert (found["verdict"], found["claimed"], found["kind"]) == ("split", False, "published")
    assert found["net"]["text"] == "net \u22121.1\u202f% at equal weights"
    assert found["net"]["low"] is None
    assert found["source"] == "the allocator's author"
    assert any("no significance test" in one for one in found["sentences"])
    rows = {row["name"]: row for row in found["alternatives"]["rows"]}
    resolving = rows["l2_ring_cap = 48, l25_ring_cap = 16"]
    assert resolving["resolution"] == "resolves (summary only)"
    assert [one["name"] for one in found["beside"]] == ["tls per thread"]


def test_published_members_may_have_intervals_tags_and_weights(
    api: TestClient, admin: Headers
) -> None:
    table = (
        "name,baseline,baseline_low,baseline_high,contender,contender_low,contender_high,better,area\n"
        "parse,10,9.95,10.05,9,8.95,9.05,lower,text\n"
        "print,10,9.95,10.05,11,10.9,11.1,lower,text\n"
        "sort,10,9.9,10.1,10.1,9.9,10.3,lower,data\n"
    )
    kept = api.post(f"{SPLITS}/published", content=table.encode(), headers=admin)
    found = read(api, admin, kept.json()["id"])
    assert (found["verdict"], found["claimed"]) == ("split", True)
    assert found["tags"] == ["area"]
    assert {one["tag"]: one["members"] for one in found["groups"]}["text"] == ["parse", "print"]


@pytest.mark.parametrize(
    ("table", "pointer"),
    [
        (b"", "/"),
        (b"\xff\xfe\x00", "/"),
        (b"a\tb\n1\n", "/rows/0"),
        (b"setting\ta_ms\nx\t-1\ny\t2\n", "/rows/0/a_ms"),
        (b"name,baseline,contender\nx,1,zero\n", "/rows/0/contender"),
        (b"setting,other\nx,y\nz,w\n", "/columns"),
        (b"{]", "/"),
        (b"setting,other\n" + b"x" * 140_000 + b",1\n", "/"),
        (b"[" * 100_000, "/"),
        (rb'[{"setting": "a\u0000", "a_ms": 1}, {"setting": "b", "a_ms": 2}]', "/"),
        (rb'[{"setting": "\ud800", "a_ms": 1}, {"setting": "b", "a_ms": 2}]', "/"),
        (b"setting,a_ns\nx,1e-320\ny,1\n", "/rows/0/a_ns"),
        (b"setting,a_ms\nx,1\ny,1e308\n", "/rows/1/a_ms"),
    ],
)
def test_a_table_that_cannot_be_read_says_where_it_is_wrong(
    api: TestClient, admin: Headers, table: bytes, pointer: str
) -> None:
    answer = api.post(f"{SPLITS}/published", content=table, headers=admin)
    assert answer.status_code == 422, answer.text
    fault = answer.json()["faults"][0]
    assert fault["pointer"] == pointer
    assert fault["reason"]
    assert fault["remedy"]


def test_lists_are_filtered_and_another_project_sees_nothing(
    api: TestClient, engine: Engine, admin: Headers, make_key: MakeKey, run: int
) -> None:
    split = keep(api, admin, run)
    api.post(f"{SPLITS}/published", content=RING, headers=admin)
    rows = api.get(SPLITS, params={"kind": "published"}, headers=admin).json()["rows"]
    assert [row["kind"] for row in rows] == ["published"]
    asked = {"suite": "allocator-c", "text": "rings", "origin": "person"}
    found = api.get(SPLITS, params=asked, headers=admin).json()
    assert [row["id"] for row in found["rows"]] == [split]
    assert found["rows"][0]["net"]["text"].startswith("net \u2212")
    assert api.get(SPLITS, params={"state": "rejected"}, headers=admin).json()["total"] == 0
    for wrong in ({"suite": "a\x00"}, {"testbed": "\x00"}, {"text": "\x00"}):
        assert api.get(SPLITS, params=wrong, headers=admin).status_code == 422
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
    stranger = make_key(Scope.ADMIN, of=other)
    theirs = f"/api/v1/projects/other/splits/{split}"
    assert api.get(theirs, headers=stranger).status_code == 404
    put = api.put(f"{theirs}/state", json={"state": "accepted"}, headers=stranger)
    assert put.status_code == 404


def test_readers_may_look_and_not_decide(
    api: TestClient, admin: Headers, reporter: Headers, run: int
) -> None:
    split = keep(api, admin, run)
    assert read(api, reporter, split)["state"] == "open"
    put = api.put(f"{SPLITS}/{split}/state", json={"state": "accepted"}, headers=reporter)
    assert put.status_code == 403
