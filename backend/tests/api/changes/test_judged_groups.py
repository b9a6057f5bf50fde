"""Alert groups as people keep them: judged, split, merged, edited, with notes."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.changes.update_alert_groups import regroup
from backend.services.task_queue import TaskMessage, TaskName, TaskQueue
from backend.storage.engine import transaction
from backend.testing.draining import RecordingRelay, do_row
from backend.tests.api.releasing import MAIN, Headers, ask, say

MakeKey = Callable[..., Headers]
AT = datetime(2026, 11, 1, 12, tzinfo=UTC)


def test_a_group_is_judged_as_one_and_each_state_is_taken_back(
    api: TestClient, engine: Engine, released: Project, reporter: Headers, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN)
    refused = api.post(
        f"{MAIN}/alert-groups/judgements",
        json={"groups": [1], "state": "accepted"},
        headers=reporter,
    )
    assert refused.status_code == 403
    before = {"number": 1, "state": "open"}
    for state in ("acknowledged", "accepted", "fixed"):
        done = say(api, admin, "/judgements", groups=[1], state=state, why="as agreed")
        assert done == {"changed": [before], "refused": []}
        (group,) = ask(api, reporter, "/alert-groups", state=state)["rows"]
        assert group["triage"]["is_said"]
        assert (group["triage"]["by"], group["triage"]["why"]) == ("key test", "as agreed")
        assert ask(api, reporter, "/overview")["open_change_total"] == 0
        again = say(api, admin, "/judgements", groups=[1], state=state)
        assert again["changed"] == []
        say(api, admin, "/judgements", groups=[1], state="open")
        assert ask(api, reporter, "/alert-groups")["changes"] == 2
    say(api, admin, "/judgements", groups=[1], state="invalid", why="noise")
    (group,) = ask(api, reporter, "/alert-groups", state="invalid")["rows"]
    assert {one["state"] for one in group["members"]} == {"refuted"}
    say(api, admin, "/judgements", groups=[1], state="open")
    with transaction(engine) as session:
        waiting = session.execute(text("select id, task from outbox order by id")).all()
    for row, task in waiting:
        do_row(engine, TaskMessage(TaskName(task), released.id, row))
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    assert {one["state"] for one in group["members"]} == {"confirmed"}
    story = ask(api, reporter, "/alert-groups/1")["story"]
    said = [one["kind"] for one in story if one["author"]]
    assert said[:4] == ["acknowledged", "open", "accepted", "open"]
    assert said[-2:] == ["invalid", "open"]


@pytest.mark.usefixtures("released")
def test_who_opens_a_group_by_mistake_leaves_whose_word_stood_before(
    api: TestClient, engine: Engine, reporter: Headers, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN)
    say(api, admin, "/judgements", groups=[1], state="accepted", why="as agreed")
    with engine.begin() as connection:
        connection.execute(
            text("update alert_activity set author = 'Ada', created_at = :at"), {"at": AT}
        )
    for state in ("open", "accepted"):
        say(api, admin, "/judgements", groups=[1], state=state)
    (group,) = ask(api, reporter, "/alert-groups", state="accepted")["rows"]
    said = group["triage"]
    assert (said["by"], said["why"], datetime.fromisoformat(said["at"])) == ("Ada", "as agreed", AT)
    lead = group["lead"]
    assert (lead["acknowledged_by"], datetime.fromisoformat(lead["acknowledged_at"])) == ("Ada", AT)


def test_changes_are_split_off_into_a_group_of_their_own_and_merged_back_and_stay_where_put(
    api: TestClient, engine: Engine, released: Project, reporter: Headers, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN)
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    better = group["members"][1]["id"]
    moved = say(api, admin, "/moves", changes=[better])
    assert moved == {"to": 2, "from_groups": [{"number": 1, "changes": [better]}]}
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        regroup(session, queue, released.id, [better, group["lead"]["id"]])
    rows = ask(api, reporter, "/alert-groups")["rows"]
    assert {one["number"]: one["direction"] for one in rows} == {1: "regression", 2: "improvement"}
    assert [one["number"] for one in ask(api, reporter, "/alert-groups/1")["near"]] == [2]
    back = say(api, admin, "/moves", groups=[2], to=1)
    assert back["from_groups"] == [{"number": 2, "changes": [better]}]
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    assert (group["number"], group["changes"], group["direction"]) == (1, 2, "mixed")
    gone = ask(api, reporter, "/alert-groups/2")["group"]
    assert gone["triage"]["merged_into"] == 1
    undone = say(api, admin, "/moves", changes=[better], to=2)
    assert undone["to"] == 2
    assert ask(api, reporter, "/alert-groups")["total"] == 2
    nobody = api.post(f"{MAIN}/alert-groups/moves", json={"changes": [99_999]}, headers=admin)
    assert nobody.status_code == 404


@pytest.mark.usefixtures("released")
def test_what_people_keep_of_a_group_is_edited_told_and_taken_back(
    api: TestClient, engine: Engine, reporter: Headers, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN)
    with transaction(engine) as session:
        user = session.execute(
            text(
                "insert into user_account (email, name) values ('ada@example.org', 'Ada')"
                " returning id"
            )
        ).scalar_one()
        session.execute(
            text(
                "insert into membership (project_id, user_id, role)"
                " select id, :user, 'triager' from project"
            ),
            {"user": user},
        )
    kept = {
        "assignee": user,
        "due_on": "2026-12-01",
        "tags": ["allocator", " allocator ", "urgent"],
        "issue_url": "https://example.org/issues/7",
    }
    (before,) = say(api, admin, "", "PATCH", groups=[1], **kept)
    assert before["details"]["assignee"] is None
    triage = ask(api, reporter, "/alert-groups/1")["group"]["triage"]
    assert triage["assignee"] == {"id": user, "name": "Ada"}
    assert (triage["due_on"], triage["tags"]) == ("2026-12-01", ["allocator", "urgent"])
    told = [(one["kind"], one["text"]) for one in ask(api, reporter, "/alert-groups/1")["story"]]
    assert ("assignee", "Ada") in told
    assert ("due_on", "2026-12-01") in told
    say(api, admin, "", "PATCH", groups=[1], **before["details"])
    triage = ask(api, reporter, "/alert-groups/1")["group"]["triage"]
    assert (triage["assignee"], triage["tags"], triage["issue_url"]) == (None, [], "")
    for wrong in ({"issue_url": "javascript:alert(1)"}, {"assignee": 4_711}, {"culprit": 99_999}):
        body = {"groups": [1], **wrong}
        assert api.patch(f"{MAIN}/alert-groups", json=body, headers=admin).status_code == 422
    (commit,) = ask(api, reporter, "/alert-groups/1")["group"]["commits"]["named"]
    say(api, admin, "", "PATCH", groups=[1], culprit=commit["id"])
    group = ask(api, reporter, "/alert-groups/1")["group"]
    assert group["triage"]["culprit"]["name"] == commit["name"]


@pytest.mark.usefixtures("released")
def test_a_note_of_a_group_is_removed_and_brought_back_as_it_was(
    api: TestClient, reporter: Headers, make_key: MakeKey
) -> None:
    admin = make_key(Scope.ADMIN)
    note = say(api, admin, "/1/notes", text="**inlining** <script>alert(1)</script>")
    assert ask(api, reporter, "/alert-groups/1")["story"][-1] == note
    place = f"{MAIN}/alert-groups/1/notes/{note['id']}"
    assert api.delete(place, headers=admin).status_code == 204
    assert api.delete(place, headers=admin).status_code == 404
    assert note not in ask(api, reporter, "/alert-groups/1")["story"]
    assert api.post(f"{place}/restore", headers=admin).json() == note
    assert ask(api, reporter, "/alert-groups/1")["story"][-1] == note, "its id, author and time"
    assert api.post(f"{place}/restore", headers=admin).status_code == 404
