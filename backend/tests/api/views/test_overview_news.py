"""What the overview says is new to whom, and how the machines are."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.services.people.sign_in import issue_sign_in_link
from backend.storage.engine import transaction
from backend.testing.builders import a_report
from backend.testing.filling import fill
from backend.tests.api.releasing import MAIN, Headers, ask


@pytest.mark.usefixtures("released")
def test_news_are_told_since_the_mark_of_a_person_which_no_reload_moves(
    api: TestClient, engine: Engine
) -> None:
    with transaction(engine) as session:
        token = issue_sign_in_link(session, "ada@example.org", "Ada", 5)
    api.get("/sign-in", params={"token": token}, follow_redirects=False)
    mine: Headers = {"X-Tidemark": "1"}
    assert ask(api, mine, "/overview")["news"]["since"] is None
    seen = {"at": "2026-01-01T00:00:00Z"}
    assert api.put(f"{MAIN}/seen", json=seen, headers=mine).status_code == 204
    for _ in range(2):
        news = ask(api, mine, "/overview")["news"]
        assert (news["appeared_total"], news["ended_total"], news["runs"]) == (1, 0, 50)
        assert news["appeared"][0]["series"] == 2
    now = datetime.now(UTC).isoformat()
    assert api.put(f"{MAIN}/seen", json={"at": now}, headers=mine).status_code == 204
    assert ask(api, mine, "/overview")["news"]["appeared_total"] == 0
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    assert api.put(f"{MAIN}/seen", json={"at": later}, headers=mine).status_code == 422
    assert api.put(f"{MAIN}/seen", json={"at": None}, headers=mine).status_code == 204
    assert ask(api, mine, "/overview")["news"]["since"] is None


@pytest.mark.usefixtures("released")
def test_who_is_not_signed_in_says_themselves_what_is_new_to_them(
    api: TestClient, reporter: Headers
) -> None:
    news = ask(api, reporter, "/overview", since="2026-01-01T00:00:00Z")["news"]
    assert news["appeared_total"] == 1
    seen = {"at": "2026-01-01T00:00:00Z"}
    assert api.put(f"{MAIN}/seen", json=seen).status_code == 401
    assert api.put(f"{MAIN}/seen", json=seen, headers=reporter).status_code == 403


def test_the_health_of_a_machine_is_told_from_its_newest_runs(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    for hour, verdict in enumerate(("steady", "veto", "moved")):
        conditions = {"control": {"verdict": verdict}, "noise": {"score": 80.0 + hour}}
        fill(
            engine,
            project,
            a_report(
                commit={"id": f"c{hour}"},
                machine={"name": "host", "fingerprint": {}},
                run={"started_at": f"2026-01-01T0{hour}:00:00Z", "conditions": conditions},
            ),
        )
    (machine,) = ask(api, reporter, "/overview")["machines"]
    assert (machine["name"], machine["runs"], machine["score"]) == ("host", 3, 82.0)
    assert (machine["vetoed"], machine["moved"], machine["is_resting"]) == (1, 1, False)
    assert machine["fitness"]["verdict"] == "with reservations"
    (listed,) = ask(api, reporter, "/machines")["rows"]
    page = ask(api, reporter, f"/machines/{machine['id']}")
    assert machine["fitness"] == listed["fitness"] == page["fitness"]


def test_a_suite_says_how_many_more_runs_it_takes_before_a_change_can_be_seen(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    missing = []
    for index in range(7):
        fill(engine, project, a_report(commit={"id": f"c{index}"}))
        (suite,) = ask(api, reporter, "/overview")["suites"]
        missing.append(suite["runs_missing"])
    assert missing == [5, 4, 3, 2, 1, 0, 0]
