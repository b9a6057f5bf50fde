"""Claims through the API: imported or sent by a manifest, judged by replayed runs."""

import tomllib
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.notifications.deliver_messages import now_utc
from backend.services.notifications.detect_outages import detect_project_outages
from backend.services.task_queue import TaskQueue
from backend.settings import inherited_environment
from backend.storage.engine import transaction
from backend.testing.builders import Document
from backend.testing.draining import RecordingRelay, do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.testing.fork_server import run_admin
from backend.tests.api.claims.claiming import CLAIMS, ENGINES, TABLE, a_measured_run

Headers = dict[str, str]
URL = "/api/v1/projects/main/claims"
RATIO, ORDER, BEST, LEVEL, SIZE, ABSENT = range(6)


@pytest.fixture
def owner(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN)


def imported(api: TestClient, engine: Engine, owner: Headers, text: str = CLAIMS) -> Any:
    answer = api.post(f"{URL}/imports", json={"text": text}, headers=owner)
    assert answer.status_code == 200, answer.text
    do_what_waits(engine)
    return answer.json()


def the_claim(api: TestClient, owner: Headers) -> dict[str, Any]:
    (row,) = api.get(URL, headers=owner).json()["rows"]
    return dict(api.get(f"{URL}/{row['id']}", headers=owner).json())


def on_machine(claim: dict[str, Any], place: int, testbed: str = "box") -> dict[str, Any]:
    machines = claim["statements"][place]["machines"]
    return next(one for one in machines if one["testbed"] == testbed)


def test_each_kind_of_statement_is_judged_by_a_run_that_came_before(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, a_measured_run(failed=["async-std"]))
    assert imported(api, engine, owner)["added"] == ["engines"]
    claim = the_claim(api, owner)
    ratio = on_machine(claim, RATIO)
    # rayon takes 0.8 of the time of smol; 1.15 was published
    assert ratio["verdict"] == "refuted"
    assert ratio["low"] < 0.8 < ratio["high"] < 1.0
    assert "published: 1.15" in ratio["sentence"]
    assert [one["published"] for one in ratio["figures"]] == pytest.approx([0.2343, 0.2044])
    assert on_machine(claim, ORDER)["verdict"] == "confirmed"
    best = on_machine(claim, BEST)
    assert (best["verdict"], best["value"]) == ("confirmed", 2.0)
    level = on_machine(claim, LEVEL)
    assert level["verdict"] == "not measurable"
    assert "10-core laptop" in level["sentence"]
    assert level["figures"][0]["value"] == pytest.approx(0.03, rel=0.05)
    assert on_machine(claim, SIZE)["verdict"] == "confirmed"
    absent = on_machine(claim, ABSENT)
    assert absent["verdict"] == "not measurable"
    assert "not installed" in absent["sentence"]


def test_a_second_machine_makes_a_table_of_claims_and_machines(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    imported(api, engine, owner)
    other = {"smol": 1.0, "rayon": 1.15, "tokio": 1.3}
    fill(engine, project, a_measured_run(1), a_measured_run(2, engines=other, testbed="laptop"))
    (row,) = api.get(URL, headers=owner).json()["rows"]
    verdicts = {one["testbed"]: one["verdict"] for one in row["machines"]}
    assert verdicts == {"box": "refuted", "laptop": "undecided"}
    laptop = on_machine(row, RATIO, "laptop")
    assert laptop["more_rounds"] is None or laptop["more_rounds"] > 0
    assert on_machine(row, ORDER, "laptop")["verdict"] == "refuted"
    assert "smol is better than rayon" in on_machine(row, ORDER, "laptop")["sentence"]
    facts = {one["testbed"]: one["facts"] for one in the_claim(api, owner)["facts"]}
    assert facts["laptop"] == {"cpu_model": "a processor", "cores": 2}


def test_another_size_in_the_same_direction_is_a_verdict_of_its_own(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    imported(api, engine, owner)
    fill(engine, project, a_measured_run(1, engines={"smol": 1.0, "rayon": 1.6}))
    assert on_machine(the_claim(api, owner), RATIO)["verdict"] == "other size"


def test_a_claim_that_stops_holding_is_an_alert_until_it_holds_again(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    imported(api, engine, owner)
    hook = {"name": "Ops", "kind": "webhook", "address": "https://hooks.example/x"}
    channel = api.post("/api/v1/projects/main/channels", json=hook, headers=owner).json()
    api.post(
        f"/api/v1/projects/main/channels/{channel['id']}/subscriptions", json={}, headers=owner
    )
    worse = ENGINES | {"tokio": 0.5}
    fill(engine, project, a_measured_run(1))
    assert lost(api, engine, project, owner) == []
    fill(engine, project, a_measured_run(2, engines=worse))
    fill(engine, project, a_measured_run(3, engines=worse))
    (told,) = lost(api, engine, project, owner)
    assert told["name"] == "smol is 15 % faster than rayon (box)"
    assert "tokio is better than" in told["detail"]
    standing = on_machine(the_claim(api, owner), ORDER)["standing"]
    assert (standing["name"], standing["since_commit"]) == ("no longer holds", "c2")
    fill(engine, project, a_measured_run(4))
    assert lost(api, engine, project, owner) == []
    assert on_machine(the_claim(api, owner), ORDER)["standing"]["name"] == "holds"


def lost(api: TestClient, engine: Engine, project: Project, owner: Headers) -> list[Any]:
    with transaction(engine) as session:
        detect_project_outages(session, TaskQueue(session, RecordingRelay()), project.id, now_utc())
    overview = api.get("/api/v1/projects/main/overview", headers=owner).json()
    return [one for one in overview["outages"] if one["kind"] == "claim"]


def test_a_manifest_sends_its_claims_with_each_report(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    document = _with_claims(a_measured_run(1))
    fill(engine, project, document)
    claim = the_claim(api, owner)
    assert claim["created_by"] == "runtime"
    assert on_machine(claim, ORDER)["verdict"] == "confirmed"
    api.delete(f"{URL}/{claim['id']}", headers=owner)
    fill(engine, project, _with_claims(a_measured_run(2)))
    # what a person removed stays removed, and a person brings it back
    assert api.get(URL, headers=owner).json()["rows"] == []
    answer = api.post(f"{URL}/{claim['id']}/restore", headers=owner)
    assert answer.status_code == 200, answer.text
    do_what_waits(engine)
    assert len(on_machine(the_claim(api, owner), ORDER)["history"]) == 2


def _with_claims(document: Document) -> Document:
    claims = tomllib.loads(CLAIMS)["claim"]
    return document | {"suite": {"name": "runtime", "claims": claims}}


def test_the_same_file_again_changes_nothing_and_another_statement_replaces_the_claim(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, a_measured_run(1))
    imported(api, engine, owner)
    assert imported(api, engine, owner) == {"added": [], "changed": [], "unchanged": ["engines"]}
    stronger = CLAIMS.replace('published = "1.15"', 'published = "0.80"')
    assert imported(api, engine, owner, stronger)["changed"] == ["engines"]
    assert on_machine(the_claim(api, owner), RATIO)["verdict"] != "refuted"


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ('published = "1.15"', 'published = "faster"', "/claim/0/statement/0/published"),
        ('kind = "best"', 'kind = "fastest"', "/claim/0/statement/2/kind"),
        ('best = ["cores"]', "", "/claim/0/statement/2"),
        ('unit = "KiB"', 'unit = "/s/"', "/claim/0/statement/4/unit"),
        ('metric = "memory"', "", "/claim/0/statement/4"),
        ('key = "engines"', 'key = "Engines!"', "/claim/0/key"),
        ("[[claim]]", "[[claim", "/text"),
        ("example.org/readme", "example.org/read me", "/claim/0/url"),
    ],
)
def test_a_file_with_a_fault_is_refused_whole_with_its_place(
    api: TestClient, owner: Headers, old: str, new: str, pointer: str
) -> None:
    assert old in CLAIMS
    answer = api.post(f"{URL}/imports", json={"text": CLAIMS.replace(old, new)}, headers=owner)
    assert answer.status_code == 422, answer.text
    assert answer.json()["faults"][0]["pointer"] == pointer
    assert api.get(URL, headers=owner).json()["rows"] == []


def test_counters_of_the_deciding_run_stand_beside_the_claim(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    fill(engine, project, a_measured_run(1))
    imported(api, engine, owner)
    (mechanism,) = the_claim(api, owner)["mechanisms"]
    (counter,) = mechanism["counters"]
    assert (counter["metric"], [one["value"] for one in counter["values"]]) == (
        "memory",
        [3482.0, 3482.0],
    )


def test_a_table_holds_published_figures_beside_the_newest_of_each_machine(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    imported(api, engine, owner, CLAIMS + TABLE)
    (table,) = the_claim(api, owner)["tables"]
    (nobody,) = table["machines"]
    assert nobody["testbed"] == ""
    assert nobody["lines"][0]["cells"][0]["published"] == pytest.approx(0.2044)
    fill(engine, project, a_measured_run(1), a_measured_run(2, testbed="laptop"))
    (table,) = the_claim(api, owner)["tables"]
    assert table["heads"] == ["Time", "Scatter", "Shortest"]
    assert [one["testbed"] for one in table["machines"]] == ["laptop", "box"]
    smol, rayon, absent = table["machines"][1]["lines"]
    time, scatter, shortest = smol["cells"]
    assert (time["value"], time["ratio"]) == (pytest.approx(0.03, rel=0.05), None)
    assert scatter["published"] == pytest.approx(0.0074)
    assert 0.0 < scatter["value"] < 0.003
    assert shortest["value"] < time["value"]
    (cell, *_) = rayon["cells"]
    assert cell["ratio_low"] < 0.8 < cell["ratio_high"] < 1.0
    assert cell["published_ratio"] == pytest.approx(234.3 / 204.4)
    assert absent["cells"][0]["value"] is None


def test_table_and_card_have_one_number_also_where_a_later_run_measured_less(
    api: TestClient, engine: Engine, project: Project, owner: Headers
) -> None:
    imported(api, engine, owner, CLAIMS + TABLE)
    fill(engine, project, a_measured_run(2), a_measured_run(3, engines={"smol": 1.5}))
    claim = the_claim(api, owner)
    card = on_machine(claim, RATIO)
    (table,) = claim["tables"]
    (cell, *_) = table["machines"][0]["lines"][1]["cells"]
    assert 0.77 < card["value"] < 0.83, "judged by the run that has both sides"
    assert (cell["ratio"], cell["ratio_low"], cell["ratio_high"]) == (
        card["value"], card["low"], card["high"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ('"smol"\npublished', '"glommio"\npublished', "/claim/0/table/0/row/1/against"),
        ('"7.4"', '"a lot"', "/claim/0/table/0/row/0/published"),
        ('Scatter = "7.4"', 'Spread = "7.4"', "/claim/0/table/0/row/0/published"),
        ('label = "rayon"', 'label = "smol"', "/claim/0/table/0/row/1/label"),
        ('metric = "time", unit = "ms", ratio', "ratio", "/claim/0/table/0/column/0"),
        ('benchmark = "engines"', "", "/claim/0/table/0/row/0"),
    ],
)
def test_a_table_with_a_fault_is_refused_with_its_place(
    api: TestClient, owner: Headers, old: str, new: str, pointer: str
) -> None:
    assert old in TABLE
    text = CLAIMS + TABLE.replace(old, new)
    answer = api.post(f"{URL}/imports", json={"text": text}, headers=owner)
    assert answer.status_code == 422, answer.text
    assert pointer in [fault["pointer"] for fault in answer.json()["faults"]]


def test_first_steps_bring_in_the_claims_of_the_checkout_once(
    api: TestClient, database_url: str, owner: Headers
) -> None:
    keys = ["async-bridge", "blocking-threads", "order-clients", "ring-split", "runtimes"]
    take_first_steps(database_url)
    rows = api.get(URL, headers=owner).json()["rows"]
    assert [one["key"] for one in rows] == keys
    assert {one["created_by"] for one in rows} == {"this installation"}
    mine = CLAIMS.replace('key = "engines"', 'key = "runtimes"')
    answer = api.post(f"{URL}/imports", json={"text": mine}, headers=owner)
    assert answer.json()["changed"] == ["runtimes"]
    api.delete(f"{URL}/{rows[0]['id']}", headers=owner)
    take_first_steps(database_url)
    rows = api.get(URL, headers=owner).json()["rows"]
    assert [one["key"] for one in rows] == keys[1:]
    assert rows[-1]["title"] == "smol is 15 % faster than rayon"


def test_first_steps_bring_rules_into_a_new_project_alone(
    api: TestClient, database_url: str, owner: Headers
) -> None:
    address = f"{URL.removesuffix('/claims')}/thresholds"
    take_first_steps(database_url)
    held = api.get(address, headers=owner).json()["version"]
    assert (held["number"], held["author"]) == (1, "this installation")
    rules = api.get(f"{URL.removesuffix('/claims')}/jobs/tallies", headers=owner).json()["rules"]
    assert [one["ask"] for one in rules] == ["confirm", "bisect", "sweep"]
    saved = api.put(address, json={"text": ""}, headers=owner)
    assert saved.is_success, saved.text
    take_first_steps(database_url)
    assert api.get(address, headers=owner).json()["version"]["number"] == 2, "taken away for good"


def take_first_steps(database_url: str) -> None:
    environment = inherited_environment(TIDEMARK_DATABASE_URL=database_url)
    code, said = run_admin(environment, "first-steps")
    assert code == 0, said
