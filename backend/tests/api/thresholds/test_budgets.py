"""References and budgets: saved in the file, checked by runs, told once, shown beside series."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.releasing import HASHES, MAIN, a_release_history, ask
from backend.tests.services.histories import rows

FILE = f"""
[[thresholds.reference]]
name = "v1"
commit = "{HASHES[20]}"

[[thresholds.budget]]
name = "smol is quick"
parameters.engine = "smol"
at_most = "1100 ms"

[[thresholds.budget]]
name = "no slower than v1"
parameters.engine = ["smol", "tokio", "rayon"]
worse_by = "5 %"
against = "v1"
"""
Headers = dict[str, str]


@pytest.fixture
def admin(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN)


def listen(api: TestClient, admin: Headers) -> None:
    hook = {"name": "Ops", "kind": "webhook", "address": "https://hooks.example/x"}
    channel = api.post(f"{MAIN}/channels", json=hook, headers=admin).json()
    api.post(f"{MAIN}/channels/{channel['id']}/subscriptions", json={}, headers=admin)


def put(api: TestClient, admin: Headers, text: str) -> None:
    answer = api.put(f"{MAIN}/thresholds", json={"text": text}, headers=admin)
    assert answer.status_code == 200, answer.text


def told(engine: Engine) -> list[Any]:
    return rows(
        engine,
        "select o.name, n.kind from notice n join outage o on o.id = n.subject_id"
        " where n.subject = 'outage' and o.kind = 'budget' order by n.id",
    )


def held(api: TestClient, admin: Headers, engine_name: str) -> Any:
    found = ask(api, admin, "/series", **{"param.engine": engine_name})["rows"]
    return ask(api, admin, "/bounds", series=found[0]["series"]["id"])


def test_a_budget_is_told_once_when_it_breaks_and_once_when_it_is_kept_again(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    history = a_release_history()
    fill(engine, project, *history[:30])
    listen(api, admin)
    put(api, admin, FILE)
    do_what_waits(engine)
    assert told(engine) == []
    for report in history[30:36]:
        fill(engine, project, report)
    broken = [
        ("no slower than v1: search engine=smol time (box)", "begun"),
        ("smol is quick: search engine=smol time (box)", "begun"),
    ]
    assert sorted(told(engine)) == broken, "each once, whatever the runs after it say"
    outages = [one for one in ask(api, admin, "/overview")["outages"] if one["kind"] == "budget"]
    assert len(outages) == 2
    assert any("at most 1.10" in one["detail"] for one in outages)
    put(api, admin, FILE.replace("1100 ms", "2 s"))
    do_what_waits(engine)
    assert told(engine)[2:] == [("smol is quick: search engine=smol time (box)", "over")]
    put(api, admin, "")
    do_what_waits(engine)
    assert [kind for _, kind in told(engine)].count("over") == 2, "what nobody asks for is over"


def test_series_and_suites_say_how_they_stand_to_a_reference(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, *a_release_history())
    put(api, admin, FILE)
    do_what_waits(engine)
    smol, rayon = (held(api, admin, name) for name in ("smol", "rayon"))
    (since,) = smol["references"]
    assert (since["reference"], since["commit"], since["verdict"]) == (
        "v1", HASHES[20], "regression",
    )  # fmt: skip
    assert since["low"] < since["ratio"] < since["high"]
    assert since["ratio"] == pytest.approx(1.2, rel=0.02)
    assert [one["state"] for one in smol["budgets"]] == ["broken", "broken"]
    assert [one["state"] for one in rayon["budgets"]] == ["kept"]
    assert smol["budgets"][0]["limits"] == [1.1]
    (suite,) = ask(api, admin, "/references")["rows"]
    assert (suite["reference"], suite["regressions"], suite["improvements"]) == ("v1", 1, 1)
    assert suite["compared"] == 3


def test_a_pattern_of_tags_finds_the_newest_commit_that_was_released(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    history = a_release_history()
    for place, release in ((10, "v1.0"), (20, "v1.1"), (40, "w2")):
        history[place]["tags"] = {"release": release}
    fill(engine, project, *history)
    put(api, admin, '[[thresholds.reference]]\nname = "last 1.x"\ntag = "v1.*"\n')
    (since,) = held(api, admin, "smol")["references"]
    assert (since["reference"], since["commit"]) == ("last 1.x", HASHES[20])
    reading = ask(api, admin, "/thresholds")["references"]
    assert [one["words"] for one in reading] == ["the newest commit tagged v1.*"]
