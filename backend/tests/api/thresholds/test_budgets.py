"""References and budgets: saved in the file, checked by runs, told once, shown beside series."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.domain.thresholds.bounds import HeldLevel
from backend.services.notifications.deliver_messages import now_utc
from backend.services.notifications.detect_outages import detect_project_outages
from backend.services.task_queue import TaskQueue
from backend.services.thresholds.hold_bounds import MOST_COMPARED, level_of, name_of
from backend.storage.engine import transaction
from backend.storage.thresholds.bounds import NewestResult
from backend.testing.builders import a_history
from backend.testing.draining import RecordingRelay, do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.releasing import HASHES, MAIN, a_release_history, ask
from backend.tests.services.histories import rows, steady

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


def standing(api: TestClient, admin: Headers) -> list[Any]:
    return [one for one in ask(api, admin, "/overview")["outages"] if one["kind"] == "budget"]


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
    assert len(standing(api, admin)) == 2
    assert any("at most 1.10" in one["detail"] for one in standing(api, admin))
    put(api, admin, FILE.replace(HASHES[20], "f" * 40))
    do_what_waits(engine)
    assert told(engine)[2:] == [], "where the reference was not measured nobody knows"
    assert len(standing(api, admin)) == 2
    put(api, admin, FILE.replace("1100 ms", "2 s"))
    do_what_waits(engine)
    assert told(engine)[2:] == [("smol is quick: search engine=smol time (box)", "over")]
    put(api, admin, "")
    do_what_waits(engine)
    assert told(engine)[3:] == [], "what nobody asks for is not kept again"
    assert standing(api, admin) == []


def test_a_run_as_far_out_as_others_of_its_history_breaks_no_budget(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    spiky = [(1.5 if index % 8 == 3 else 1.0) * one for index, one in enumerate(steady(38))]
    history = a_history([*spiky, 1.5, 1.0, 1.51, 1.49, 1.5])
    listen(api, admin)
    put(api, admin, '[[thresholds.budget]]\nname = "quick"\nmetric = "time"\nat_most = "1100 ms"\n')
    fill(engine, project, *history[:38])
    before = len(told(engine))
    for report in history[38:40]:
        fill(engine, project, report)
    assert len(told(engine)) == before, "one spike more is nothing new"
    for report in history[40:]:
        fill(engine, project, report)
    assert [kind for _, kind in told(engine)] == ["begun"], "three in a row are no spike"


def test_a_correction_ends_a_broken_budget_and_begins_it_and_what_is_archived_breaks_nothing(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    listen(api, admin)
    put(api, admin, FILE)
    fill(engine, project, *a_release_history()[:36])
    assert [kind for _, kind in told(engine)] == ["begun"] * 2
    runs = [one["id"] for one in ask(api, admin, "/runs")["rows"]][:6]
    for path, why in (("/exclusions", {"reason": "a busy machine"}), ("/inclusions", {})):
        answer = api.post(MAIN + path, json={"runs": runs} | why, headers=admin)
        assert answer.status_code == 200, answer.text
        do_what_waits(engine)
    assert [kind for _, kind in told(engine)] == [*["begun"] * 2, *["over"] * 2, *["begun"] * 2]
    (suite,) = ask(api, admin, "/names/suite")["rows"]
    path = f"{MAIN}/names/suite/{suite['id']}"
    assert api.patch(path, json={"archived": True}, headers=admin).status_code == 200
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        detect_project_outages(session, queue, project.id, now_utc())
    assert standing(api, admin) == []
    assert len(told(engine)) == 6, "an archived suite is no news"


def test_what_was_measured_long_ago_breaks_no_budget_but_shows_how_it_stands(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    history = a_release_history()
    for index, report in enumerate(history):
        report["run"] = {"started_at": f"2020-01-{1 + index // 24:02d}T{index % 24:02d}:00:00Z"}
    listen(api, admin)
    put(api, admin, FILE)
    fill(engine, project, *history)
    put(api, admin, FILE + "\n")
    do_what_waits(engine)
    assert (told(engine), standing(api, admin)) == ([], [])
    states = [one["state"] for one in held(api, admin, "smol")["budgets"]]
    assert states == ["broken", "broken"]


def test_suites_whose_benchmarks_are_called_alike_are_not_taken_for_each_other() -> None:
    one = SeriesLabel(
        1, "runtime", "search", {}, "time", "s", "lower", "sampled", "box", "main"
    )  # fmt: skip
    assert name_of(one) == name_of(replace(one, id=2, branch="next"))
    assert name_of(one) != name_of(replace(one, suite="startup"))


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
    fill(engine, project, a_release_history()[-1] | {"suite": {"name": "startup"}})
    names = range((MOST_COMPARED + 2) // 2)
    said = '[[thresholds.reference]]\nname = "v{0}"\ncommit = "{1}"\n'
    put(api, admin, "".join(said.format(place, HASHES[place]) for place in names))
    found = ask(api, admin, "/references")
    assert found["left_out"] == 2
    assert {one["suite"] for one in found["rows"]} == {"runtime"}, "the other has no reference"


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


def test_a_series_of_which_no_scatter_is_known_is_judged_by_its_newest_result_alone() -> None:
    tail = np.array([4.0, 4.1, 6.0]).tobytes()
    newest = NewestResult(1, "c", now_utc(), 6.0, None, None, math.nan, True, tail)
    assert level_of(newest) == HeldLevel([6.0], 0.0, is_logarithmic=False)
    assert level_of(replace(newest, scatter=0.1)) == HeldLevel([6.0, 4.1, 4.0], 0.1)
