"""Thresholds as people and programs use them: tried, saved, and detection that goes by them."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.catalogue import Catalogues
from backend.services.reports.ingest import Ingestion, ingest_reports
from backend.services.task_queue import TaskName, TaskQueue
from backend.settings import limits
from backend.storage.engine import transaction
from backend.testing.builders import a_history
from backend.testing.draining import RecordingRelay, do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.releasing import MAIN, a_release_history, ask
from backend.tests.services.changes.test_drifts import sliding
from backend.tests.services.histories import rows

LARGE = """\
[[thresholds.rule]]
name = "smol is noisy"
parameters.engine = "smol"
minimum_effect = "30 %"
action = "inform"
"""
Headers = dict[str, str]


@pytest.fixture
def admin(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN)


def put(api: TestClient, admin: Headers, text: str, **more: Any) -> Any:
    answer = api.put(f"{MAIN}/thresholds", json={"text": text} | more, headers=admin)
    assert answer.status_code == 200, answer.text
    return answer.json()


def steps(engine: Engine) -> list[Any]:
    return rows(engine, "select id, verdict, state from change_point order by verdict")


def news(engine: Engine) -> list[Any]:
    return rows(engine, "select kind, episode, times from alert_event order by id")


@pytest.mark.usefixtures("released")
def test_a_dry_run_says_what_would_go_and_changes_nothing(
    api: TestClient, engine: Engine, admin: Headers
) -> None:
    before = steps(engine)
    begun = api.post(f"{MAIN}/dry-runs", json={"text": LARGE}, headers=admin)
    assert begun.status_code == 202
    assert (begun.json()["state"], begun.json()["total"]) == ("waiting", 0)
    do_what_waits(engine)
    found = ask(api, admin, f"/dry-runs/{begun.json()['id']}")
    assert (found["state"], found["done"], found["total"]) == ("done", 1, 1)
    assert (found["added"], found["gone"], found["unchanged"]) == (0, 1, 1)
    assert (found["gone_regressions"], found["to_inform"]) == (1, 1)
    assert found["alerts_closed"] == 0, "the improvement of the same commit keeps its group"
    (change,) = found["changes"]
    assert (change["what"], change["why"], change["verdict"]) == ("gone", "size", "regression")
    assert change["series"]["parameters"] == {"engine": "smol"}
    assert change["change_id"] == next(id_ for id_, verdict, _ in before if verdict == "regression")
    assert change["commit"]["subject"] == "Change 30"
    assert [(one["name"], one["series"], one["gone"]) for one in found["rules"]] == [
        ("the standard", 2, 0),
        ("smol is noisy", 1, 1),
    ]
    assert steps(engine) == before
    same = api.post(f"{MAIN}/dry-runs", json={"text": ""}, headers=admin).json()["id"]
    do_what_waits(engine)
    again = ask(api, admin, f"/dry-runs/{same}")
    assert (again["state"], again["total"], again["unchanged"]) == ("done", 0, 2)


@pytest.mark.usefixtures("released")
def test_detection_goes_by_what_was_saved_and_nobody_is_told_of_old_changes_again(
    api: TestClient, engine: Engine, admin: Headers
) -> None:
    told, found = news(engine), steps(engine)
    assert told == [("opened", 1, 1)]
    saved = put(api, admin, LARGE, source="example.org at 4f2a91c")
    assert saved == {"number": 1, "is_new": True, "judged_again": 1}
    assert ask(api, admin, "/thresholds")["waiting"] == 1
    do_what_waits(engine)
    assert [state for _, _, state in steps(engine)] == ["confirmed", "withdrawn"]
    assert put(api, admin, LARGE) == {"number": 1, "is_new": False, "judged_again": 0}
    put(api, admin, "[thresholds]\nminimum_effect = 0.5")
    do_what_waits(engine)
    assert [state for _, _, state in steps(engine)] == ["withdrawn", "withdrawn"]
    put(api, admin, "")
    do_what_waits(engine)
    assert steps(engine) == found, "what is found again keeps its identity"
    assert news(engine) == told, "and is no news"
    shown = ask(api, admin, "/thresholds")
    assert [one["number"] for one in shown["versions"]] == [3, 2, 1]
    assert shown["versions"][2]["source"] == "example.org at 4f2a91c"
    assert ask(api, admin, "/thresholds/versions/1")["text"] == LARGE


def test_what_new_points_show_is_news_although_thresholds_change_at_the_same_time(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    history = a_release_history()
    fill(engine, project, *history[:33])
    for report in history[33:]:
        made = api.post(f"{MAIN}/reports", json=report, headers=admin)
        assert made.status_code == 201
    ingestion = Ingestion(Catalogues(), limits(), 32, 600.0)
    with transaction(engine) as session:
        ingest_reports(session, TaskQueue(session, RecordingRelay()), project.id, ingestion)
    put(api, admin, '[thresholds]\nsensitivity = "strict"')
    do_what_waits(engine, TaskName.APPLY_THRESHOLDS, TaskName.GROUP_QUIETLY)
    assert [state for _, _, state in steps(engine)] == ["confirmed", "confirmed"]
    assert [kind for kind, _, _ in news(engine)] == ["opened"]


@pytest.mark.parametrize(("action", "is_calm"), [("inform", True), ("gate", False)])
def test_what_only_informs_can_wait_for_the_digest_of_the_day(
    api: TestClient, engine: Engine, project: Project, admin: Headers, action: str, *, is_calm: bool
) -> None:
    channel = {"name": "Ops", "kind": "webhook", "address": "https://hooks.example/abc"}
    assert api.post(f"{MAIN}/channels", json=channel, headers=admin).status_code == 201
    put(api, admin, f'[thresholds]\naction = "{action}"')
    fill(engine, project, *a_release_history())
    assert rows(engine, "select kind, is_calm from notice") == [("opened", is_calm)]


@pytest.mark.usefixtures("released")
def test_a_series_says_by_which_rule_it_is_judged(api: TestClient, admin: Headers) -> None:
    put(api, admin, LARGE)
    shown = ask(api, admin, "/thresholds")
    (rule,) = shown["rules"]
    assert (rule["series"], rule["matched"], shown["standard_series"]) == (1, 1, 2)
    assert (rule["minimum_effect"], rule["sensitivity"], rule["is_gate"]) == (
        0.3,
        "balanced",
        False,
    )
    (found,) = ask(api, admin, "/series", **{"param.engine": "smol"})["rows"]
    judged = ask(api, admin, f"/series/{found['series']['id']}/threshold")
    assert (judged["rule"], judged["version"]) == (1, 1)
    assert judged["reason"] == "judged by rule 1 “smol is noisy”: parameter engine is smol"


def test_a_wrong_file_is_refused_with_line_and_column_and_nothing_is_kept(
    api: TestClient, admin: Headers
) -> None:
    wrong = {"text": '[[thresholds.rule]]\nsuite = "net"\nsensitivity = "stict"'}
    for method, path in (
        ("PUT", "/thresholds"),
        ("POST", "/dry-runs"),
        ("POST", "/threshold-readings"),
    ):
        answer = api.request(method, MAIN + path, json=wrong, headers=admin)
        assert answer.status_code == 422
        (fault,) = answer.json()["faults"]
        assert (fault["line"], fault["column"], fault["offer"]) == (3, 1, "strict")
        assert fault["remedy"] == "write sensitive, balanced or strict"
    assert ask(api, admin, "/thresholds")["version"] is None


def test_the_first_thresholds_are_taken_back_and_the_history_says_so(
    api: TestClient, admin: Headers
) -> None:
    nothing = put(api, admin, "", based_on=0)
    assert (nothing["number"], nothing["is_new"]) == (0, False), "there is nothing to take away"
    put(api, admin, LARGE, based_on=0)
    undone = put(api, admin, "", based_on=1)
    assert (undone["number"], undone["is_new"]) == (2, True)
    kept = ask(api, admin, "/thresholds")
    assert [(one["number"], one["is_none"]) for one in kept["versions"]] == [(2, True), (1, False)]
    assert (kept["version"]["is_none"], kept["rules"]) == (True, [])


def test_what_somebody_saved_meanwhile_is_not_overwritten(api: TestClient, admin: Headers) -> None:
    put(api, admin, LARGE, based_on=0)
    late = {"text": "", "based_on": 0}
    answer = api.put(f"{MAIN}/thresholds", json=late, headers=admin)
    assert answer.status_code == 409
    assert "at version 1 by now" in answer.json()["detail"]


def test_a_dry_run_says_which_drifts_would_go(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, *a_history(sliding(1.4)))
    text = '[[thresholds.rule]]\nbenchmark = "search"\nminimum_effect = "60 %"'
    begun = api.post(f"{MAIN}/dry-runs", json={"text": text}, headers=admin).json()
    do_what_waits(engine)
    found = ask(api, admin, f"/dry-runs/{begun['id']}")
    assert (found["gone"], found["added"], found["alerts_closed"]) == (1, 0, 1)
    (change,) = found["changes"]
    assert (change["kind"], change["what"], change["why"]) == ("drift", "gone", "size")
    assert change["change_id"] is not None
