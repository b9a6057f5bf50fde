"""Alert groups, the page of a change, and what people say of both."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.set_up import ensure_project
from backend.storage.engine import transaction
from backend.testing.builders import a_result
from backend.testing.filling import fill
from backend.tests.api.comparisons.comparing import a_series_of_runs, at_commit, luck, samples
from backend.tests.api.releasing import HASHES, MAIN, Headers, a_release_history, ask

MakeKey = Callable[..., Headers]
AT = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.mark.usefixtures("released")
def test_what_one_commit_moved_is_one_row_with_its_worst_change_and_all_that_moved(
    api: TestClient, reporter: Headers
) -> None:
    page = ask(api, reporter, "/alert-groups")
    (group,) = page["rows"]
    assert (page["total"], page["changes"], page["next"]) == (1, 2, None)
    assert (group["cause"], group["state"], group["branch"]) == ("code", "open", "main")
    assert (group["series"], group["regressions"], group["improvements"]) == (2, 1, 1)
    assert group["lead"]["verdict"] == "regression"
    assert [one["series"]["parameters"]["engine"] for one in group["members"]] == ["smol", "tokio"]
    assert [one["name"] for one in group["commits"]["named"]] == [HASHES[30]]
    assert group["commits"]["count"] == 1


def test_a_group_is_since_the_commit_that_all_of_it_allows_though_its_worst_is_measured_rarely(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    scatter = luck(36, seed=5, scatter=0.003)
    reports = []
    for index, own in enumerate(scatter):
        often = (1.2 if index >= 19 else 1.0) * own
        rarely = (1.5 if index >= 19 else 1.0) * own
        results = [a_result(benchmark="often", samples=samples(often, seed=index))]
        if index % 3 == 0:
            results.append(a_result(benchmark="rarely", samples=samples(rarely, seed=index)))
        reports.append(at_commit(index, results))
    fill(engine, project, *reports)
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    assert group["lead"]["series"]["benchmark"] == "rarely"
    assert group["lead"]["commit"]["name"] == "c21"
    assert [one["name"] for one in group["commits"]["named"]] == ["c19"]
    assert group["commits"]["since"]["name"] == "c19"


def test_a_machine_that_changed_is_counted_apart_and_hides_no_fix(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = [
        one * own
        for one, own in zip([1.0] * 12 + [1.3] * 12 + [1.004] * 14, luck(38, seed=3), strict=True)
    ]
    reports = a_series_of_runs(levels)
    for index, report in enumerate(reports):
        kernel = "Linux 6.12" if index < 35 else "Linux 7.0"
        report["machine"] = {"name": "ada", "fingerprint": {"kernel": kernel}}
    fill(engine, project, *reports)
    page = ask(api, reporter, "/alert-groups", state="all")
    told = {(one["cause"], one["direction"], one["state"]) for one in page["rows"]}
    assert told == {
        ("code", "regression", "fixed"),
        ("code", "improvement", "open"),
        ("machine", "change", "open"),
    }
    counts = page["total"], page["changes"], page["asides"], page["aside_changes"]
    assert counts == (3, 3, 1, 1)
    narrowed = ask(api, reporter, "/alert-groups", state="all", min_effect=0.001)
    assert (narrowed["asides"], narrowed["aside_changes"]) == (1, 1), "counted by members"
    assert (page["history"], page["history_changes"]) == (2, 2), "the machine is no history"


def test_changes_that_were_old_when_their_results_came_are_counted_apart(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = a_series_of_runs([1.0] * 15 + [1.3] * 15)
    for index, report in enumerate(reports):
        report["commit"] |= {"time": f"2020-01-{index + 1:02d}T00:00:00Z"}
        report["run"] = {"started_at": f"2020-01-{index + 1:02d}T01:00:00Z"}
    fill(engine, project, *reports)
    for asked in ({}, {"min_effect": 0.001}):
        page = ask(api, reporter, "/alert-groups", state="open", **asked)
        counts = [page[name] for name in ("total", "history", "history_changes", "asides")]
        assert counts == [1, 1, 1, 0]
        for history, total in (("none", 0), ("only", 1)):
            page = ask(api, reporter, "/alert-groups", state="open", history=history, **asked)
            counts = [page[name] for name in ("total", "history", "history_changes", "asides")]
            assert counts == [total, 1, 1, 0], "what is history is told in either case"
            assert [one["lead"]["is_history"] for one in page["rows"]] == [True] * total


@pytest.mark.parametrize(
    ("asked", "changes"),
    [
        ({"verdict": "improvement"}, 1),
        ({"min_effect": 0.22}, 1),
        ({"min_effect": 0.5}, 0),
        ({"param.engine": "smol"}, 1),
        ({"state": "acknowledged"}, 0),
        ({"state": "all", "order": "largest"}, 2),
        ({"text": "absent"}, 0),
    ],
)
@pytest.mark.usefixtures("released")
def test_groups_are_made_of_the_changes_that_pass_the_filters(
    api: TestClient, reporter: Headers, asked: dict[str, Any], changes: int
) -> None:
    assert ask(api, reporter, "/alert-groups", **asked)["changes"] == changes


def test_pages_of_groups_go_on_behind_the_last_one(
    api: TestClient, engine: Engine, released: Project, reporter: Headers
) -> None:
    fill(engine, released, *a_release_history(24, branch="next", testbed="lab"))
    first = ask(api, reporter, "/alert-groups", limit=1)
    second = ask(api, reporter, "/alert-groups", limit=1, cursor=first["next"])
    assert (first["total"], second["next"]) == (2, None)
    assert {page["rows"][0]["branch"] for page in (first, second)} == {"main", "next"}


def test_the_page_of_a_change_tells_what_moved_with_it_and_what_else_changed(
    api: TestClient, engine: Engine, released: Project, reporter: Headers, make_key: MakeKey
) -> None:
    fill(engine, released, *a_release_history(24, branch="next"))
    (lead,) = [
        one["lead"]["id"]
        for one in ask(api, reporter, "/alert-groups")["rows"]
        if one["branch"] == "main"
    ]
    page = ask(api, reporter, f"/changes/{lead}")
    assert page["change"]["id"] == lead
    assert len(page["group"]["members"]) == 2
    assert page["surroundings"]["binary"] == "different"
    assert page["surroundings"]["workload"] == "unknown"
    assert page["surroundings"]["before"]["binary_hash"] == "binary-29"
    group = ask(api, reporter, f"/alert-groups/{page['group']['number']}")
    assert group["surroundings"] == page["surroundings"]
    assert page["comparison_url"] is None
    assert [one["why"] for one in page["similar"]][:1] == ["same_benchmark"]
    linked = api.patch(
        MAIN, json={"repository_url": "https://github.com/o/n.git"}, headers=make_key(Scope.ADMIN)
    )
    assert linked.json()["repository_url"] == "https://github.com/o/n"
    page = ask(api, reporter, f"/changes/{lead}")
    compared = f"https://github.com/o/n/compare/{HASHES[29]}...{HASHES[30]}"
    assert page["comparison_url"] == compared
    assert page["change"]["commit"]["url"] == f"https://github.com/o/n/commit/{HASHES[30]}"


def test_a_change_and_its_group_say_which_machine_was_noisy_around_it(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    """Runs further away than twenty say nothing of the verdict."""
    history = a_release_history(machine={"name": "bench-1"})
    for index, score in ((2, 40.0), (28, 58.0), (29, 80.0), (31, 60.0)):
        history[index]["run"] = {"conditions": {"noise": {"score": score}}}
    fill(engine, project, *history)
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    text = "which was noisy in 2 of 3 runs: at worst noise score 58 of 100"
    for path in (f"/changes/{group['lead']['id']}", f"/alert-groups/{group['number']}"):
        (found,) = ask(api, reporter, path)["noisy_machines"]
        assert (found["machine"], found["text"]) == ("bench-1", text)


@pytest.mark.usefixtures("project")
def test_an_address_that_could_run_a_script_is_refused(
    api: TestClient, reporter: Headers, make_key: MakeKey
) -> None:
    wrong = {"repository_url": "javascript:alert(1)"}
    refused = api.patch(MAIN, json=wrong, headers=make_key(Scope.ADMIN))
    assert refused.status_code == 422
    assert refused.json()["faults"][0]["pointer"] == "/repository_url"
    assert api.patch(MAIN, json=wrong, headers=reporter).status_code == 403


def judged(api: TestClient, admin: Headers, judgement: str, *changes: int) -> Any:
    said = {"changes": changes, "judgement": judgement}
    return api.post(f"{MAIN}/changes/judgements", json=said, headers=admin)


@pytest.mark.usefixtures("released")
def test_all_of_a_cause_are_acknowledged_at_once_and_it_leaves_the_list_until_taken_back(
    api: TestClient, reporter: Headers, make_key: MakeKey, engine: Engine
) -> None:
    admin = make_key(Scope.ADMIN)
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    ids = [one["id"] for one in group["members"]]
    assert judged(api, reporter, "acknowledged", *ids).status_code == 403
    assert judged(api, admin, "acknowledged", *ids).json() == {"changed": ids, "refused": []}
    assert ask(api, reporter, "/alert-groups")["total"] == 0
    (group,) = ask(api, reporter, "/alert-groups", state="acknowledged")["rows"]
    assert group["lead"]["acknowledged_by"] == "key test"
    again = judged(api, admin, "acknowledged", ids[0]).json()
    assert again["changed"] == []
    assert "cannot be acknowledged" in again["refused"][0]["reason"]
    overview = ask(api, reporter, "/overview")
    assert (overview["open_change_total"], overview["acknowledged_total"]) == (0, 1)
    with engine.begin() as connection:
        connection.execute(
            text("update change_note set author = 'Ada', created_at = :at"), {"at": AT}
        )
    judged(api, admin, "unacknowledged", *ids)
    assert ask(api, reporter, "/alert-groups")["total"] == 1
    judged(api, admin, "acknowledged", *ids)
    (group,) = ask(api, reporter, "/alert-groups", state="acknowledged")["rows"]
    lead = group["lead"]
    assert (lead["acknowledged_by"], datetime.fromisoformat(lead["acknowledged_at"])) == ("Ada", AT)


@pytest.mark.usefixtures("released")
def test_what_is_no_change_is_refused_and_opened_again_and_both_stay_on_record(
    api: TestClient, reporter: Headers, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN)
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    lead = group["lead"]["id"]
    assert judged(api, admin, "rejected", lead, 999_999).status_code == 404
    judged(api, admin, "rejected", lead)
    page = ask(api, reporter, f"/changes/{lead}")
    assert (page["change"]["state"], page["change"]["cause"]) == ("refuted", "person")
    (group,) = ask(api, reporter, "/alert-groups", state="all")["rows"]
    assert (group["state"], group["changes"]) == ("open", 1)
    assert [one["state"] for one in group["members"]] == ["confirmed", "refuted"]
    assert page["group"] == group
    judged(api, admin, "reopened", lead)
    notes = ask(api, reporter, f"/changes/{lead}")["notes"]
    assert [one["kind"] for one in notes] == ["rejected", "reopened"]


@pytest.mark.usefixtures("released")
def test_a_note_is_kept_with_its_author_shown_beside_every_change_of_the_cause_and_taken_back(
    api: TestClient, reporter: Headers, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN)
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    first, second = [one["id"] for one in group["members"]]
    place = f"{MAIN}/changes/{first}/notes"
    assert api.post(place, json={"text": "x"}, headers=reporter).status_code == 403
    assert api.post(place, json={"text": ""}, headers=admin).status_code == 422
    written = api.post(place, json={"text": "<b>inlining</b>"}, headers=admin)
    assert written.status_code == 201
    (note,) = ask(api, reporter, f"/changes/{second}")["notes"]
    assert note == written.json()
    assert (note["text"], note["author"]) == ("<b>inlining</b>", "key test")
    assert api.delete(f"{place}/{note['id']}", headers=admin).status_code == 204
    assert api.delete(f"{place}/{note['id']}", headers=admin).status_code == 404
    assert ask(api, reporter, f"/changes/{second}")["notes"] == []
    somebody_else = make_key(Scope.ADMIN)
    back = api.post(f"{place}/{note['id']}/restore", headers=somebody_else)
    assert (back.status_code, back.json()) == (200, note)
    assert ask(api, reporter, f"/changes/{second}")["notes"] == [note]
    assert api.post(f"{place}/{note['id']}/restore", headers=somebody_else).status_code == 404


@pytest.mark.usefixtures("released")
def test_changes_of_another_project_are_not_found(
    api: TestClient, engine: Engine, reporter: Headers, make_key: MakeKey
) -> None:
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    lead = group["lead"]["id"]
    stranger = make_key(Scope.ADMIN, of=other)
    place = f"/api/v1/projects/other/changes/{lead}"
    assert api.get(place, headers=stranger).status_code == 404
    assert api.post(f"{place}/notes", json={"text": "x"}, headers=stranger).status_code == 404
    said = {"changes": [lead], "judgement": "rejected"}
    judgements = "/api/v1/projects/other/changes/judgements"
    assert api.post(judgements, json=said, headers=stranger).status_code == 404


@pytest.mark.usefixtures("released")
def test_what_is_news_of_a_group_is_recorded_once(engine: Engine) -> None:
    with engine.connect() as connection:
        found = connection.execute(
            text(
                "select number, kind, alert_event.episode, times from alert_event"
                " join alert_group on alert_group.id = group_id order by alert_event.id"
            )
        ).all()
    kinds = [kind for _, kind, _, _ in found]
    assert kinds.count("opened") == 1
    assert len(set(kinds)) == len(kinds)


def test_a_change_names_the_runs_next_to_it_though_its_place_is_not_sure(
    api: TestClient, engine: Engine, released: Project, reporter: Headers
) -> None:
    with transaction(engine) as session:
        session.execute(
            text(
                "update change_point set before_run_id = before_run_id - 2,"
                " after_run_id = after_run_id + 1 where project_id = :project"
            ),
            {"project": released.id},
        )
    (lead,) = [one["lead"]["id"] for one in ask(api, reporter, "/alert-groups")["rows"]]
    page = ask(api, reporter, f"/changes/{lead}")
    at, around = page["change"]["run_id"], page["surroundings"]
    assert around["neighbours"] == {"before": at - 1, "at": at}
    assert (around["before"]["run_id"], around["after"]["run_id"]) == (at - 3, at + 1)
    assert not around["before"]["names_environment"]
    assert not around["before"]["names_machine"]
