"""Mutes, lists of what people made of alert groups, and the report of a week."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.rights import Scope
from backend.testing.fixtures import MakeKey
from backend.tests.api.releasing import MAIN, Headers, ask, say
from backend.wording.triage_reports import week_of

OF_LAST_WEEK = """
update alert_group set opened_at = now() - interval '8 days', time = now() - interval '9 days'
"""


@pytest.mark.usefixtures("released")
def test_muted_series_are_shown_and_marked_until_the_mute_ends_or_is_lifted(
    api: TestClient, reporter: Headers, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN)
    until = (datetime.now(UTC) + timedelta(days=3)).isoformat()
    new = {"benchmark": "search", "until": until, "why": "known noise"}
    place = f"{MAIN}/alert-mutes"
    assert api.post(place, json=new, headers=reporter).status_code == 403
    for wrong, status in (
        ({"until": until, "why": "x"}, 422),
        (new | {"until": "2020-01-01T00:00:00Z"}, 422),
        (new | {"benchmark": "absent"}, 404),
        (new | {"why": ""}, 422),
    ):
        assert api.post(place, json=wrong, headers=admin).status_code == status
    answer = api.post(place, json=new, headers=admin)
    assert answer.status_code == 201
    (mute,) = answer.json()["rows"]
    assert (mute["suite"], mute["benchmark"], mute["why"]) == (None, "search", "known noise")
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    assert group["triage"]["muted_until"] is not None
    assert ask(api, reporter, "/alert-groups", muted="only")["total"] == 1
    assert ask(api, reporter, "/alert-groups", muted="none")["total"] == 0
    report = ask(api, reporter, "/triage-report")["markdown"]
    assert "## Muted" in report
    one = f"{place}/{mute['id']}"
    assert api.delete(one, headers=admin).status_code == 204
    assert ask(api, reporter, "/alert-groups", muted="none")["total"] == 1
    assert ask(api, reporter, "/alert-mutes")["rows"] == []
    assert api.post(f"{one}/restore", headers=admin).status_code == 204
    assert [row["id"] for row in ask(api, reporter, "/alert-mutes")["rows"]] == [mute["id"]]


@pytest.mark.usefixtures("released")
def test_groups_are_found_by_what_people_made_of_them(
    api: TestClient, reporter: Headers, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN)
    say(api, admin, "", "PATCH", groups=[1], tags=["urgent"], due_on="2020-01-01")
    for asked, total in (
        ({"tag": "urgent"}, 1),
        ({"tag": "other"}, 0),
        ({"due": "overdue"}, 1),
        ({"assignee": "nobody"}, 1),
        ({"assignee": "7"}, 0),
        ({"way": "worse"}, 1),
        ({"way": "better"}, 0),
        ({"days": 1}, 1),
        ({"days": 36_500}, 1),
    ):
        assert ask(api, reporter, "/alert-groups", **asked)["total"] == total, asked
    wrong = api.get(f"{MAIN}/alert-groups", params={"assignee": "ada"}, headers=reporter)
    assert wrong.status_code == 422


@pytest.mark.usefixtures("released")
def test_days_of_a_list_are_those_since_a_change_was_found(
    api: TestClient, engine: Engine, reporter: Headers
) -> None:
    with engine.begin() as connection:
        connection.execute(text(OF_LAST_WEEK))
    assert [ask(api, reporter, "/alert-groups", days=one)["total"] for one in (7, 9)] == [0, 1]


@pytest.mark.usefixtures("released")
def test_the_report_of_a_week_names_what_is_new_and_what_waits_with_ratio_interval_and_link(
    api: TestClient, engine: Engine, reporter: Headers, make_key: MakeKey
) -> None:
    report = ask(api, reporter, "/triage-report")
    parts = ("new", "found", "ended", "waiting", "better", "muted")
    assert [len(report[part]) for part in parts] == [0, 1, 0, 0, 0, 0]
    this, text_of = week_of(datetime.now(UTC)), report["markdown"]
    assert text_of.startswith(f"# Triage of Main, week {this.name}\n")
    counts = "0 new regressions, 1 found in history, 0 closed, 0 still open from before"
    assert f"{counts}, 0 improvements." in text_of
    assert text_of.count("- [#1]") == 1, "what is new is not counted once more as open"
    assert "## Found in history: old commits, new results\n" in text_of
    assert "- [#1](http://testserver/p/main/alert-groups/1) **20.0\u202f% slower [" in text_of
    assert "found in history, its commit is of " in text_of
    with engine.begin() as connection:
        connection.execute(text(OF_LAST_WEEK))
    text_of = ask(api, reporter, "/triage-report")["markdown"]
    assert "0 found in history, 0 closed, 1 still open from before" in text_of
    assert "### Unassigned" in text_of
    assert "for 8 days" in text_of
    with engine.begin() as connection:
        connection.execute(text("update alert_group set opened_at = now()"))
    say(api, make_key(Scope.ADMIN), "/judgements", groups=[1], state="accepted", why="<b>ok</b>")
    text_of = ask(api, reporter, "/triage-report", week=this.name)["markdown"]
    assert "accepted by key test: \\<b\\>ok\\</b\\>" in text_of
    assert "0 found in history, 1 closed, 0 still open" in text_of
    before = ask(api, reporter, "/triage-report", week="2020-W01")["markdown"]
    assert "0 new regressions, 0 found in history, 0 closed, 0 still open" in before
    for wrong in ("2020-W60", "now"):
        answer = api.get(f"{MAIN}/triage-report", params={"week": wrong}, headers=reporter)
        assert answer.status_code == 422
    with engine.connect() as connection:
        kept = connection.execute(
            text("select count(*) from audit_event where noun = 'alert group'")
        )
        assert kept.scalar_one() == 1
