import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.set_up import ensure_project
from backend.services.people.sign_in import issue_sign_in_link
from backend.storage.engine import transaction
from backend.testing.builders import a_report
from backend.testing.fixtures import MakeKey

PAGE = {"X-Tidemark": "1"}


def link(engine: Engine, minutes: int = 60) -> str:
    with transaction(engine) as session:
        return f"/sign-in?token={issue_sign_in_link(session, 'a@b', 'Admin', minutes)}"


@pytest.fixture
def signed_in(api: TestClient, engine: Engine, project: Project) -> TestClient:
    assert project.slug == "main"
    api.get(link(engine))
    return api


def test_a_link_signs_in_once_and_says_so_the_second_time(api: TestClient, engine: Engine) -> None:
    address = link(engine)
    answer = api.get(address, follow_redirects=False)
    assert answer.status_code == 303
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert api.get("/api/v1/session").json()["user"]["name"] == "Admin"
    api.cookies.clear()
    assert leads_to(api, address) == "/welcome?problem=link"
    assert api.get("/api/v1/session").json()["user"] is None


def test_a_link_expires(api: TestClient, engine: Engine) -> None:
    assert leads_to(api, link(engine, minutes=-1)) == "/welcome?problem=link"


def leads_to(api: TestClient, address: str) -> str:
    answer = api.get(address, follow_redirects=False)
    assert answer.status_code == 303
    assert "set-cookie" not in answer.headers
    return answer.headers["location"]


def test_signing_out_ends_the_session_on_the_server(signed_in: TestClient) -> None:
    cookie = dict(signed_in.cookies)
    assert signed_in.delete("/api/v1/session", headers=PAGE).status_code == 204
    signed_in.cookies.update(cookie)
    assert signed_in.get("/api/v1/session").json()["user"] is None


def test_a_change_from_another_site_lacks_the_header_and_is_refused(
    signed_in: TestClient,
) -> None:
    wanted = {"slug": "mine", "name": "Mine"}
    assert signed_in.post("/api/v1/projects", json=wanted).status_code == 403
    assert signed_in.post("/api/v1/projects", json=wanted, headers=PAGE).status_code == 201


def test_a_key_is_shown_once_works_and_ends_when_it_is_revoked(signed_in: TestClient) -> None:
    keys = "/api/v1/projects/main/keys"
    wanted = {"name": "ci", "scopes": ["report"], "expires_in_days": 30}
    made = signed_in.post(keys, json=wanted, headers=PAGE).json()
    listed = signed_in.get(keys).json()
    assert [key["name"] for key in listed] == ["ci"]
    assert made["secret"] not in str(listed)
    bearer = {"Authorization": f"Bearer {made['secret']}"}
    reports = "/api/v1/projects/main/reports"
    assert signed_in.post(reports, json=a_report(), headers=bearer).status_code == 201
    assert signed_in.get(keys).json()[0]["last_used_at"] is not None
    signed_in.delete(f"{keys}/{made['id']}", headers=PAGE)
    assert signed_in.post(reports, json=a_report(), headers=bearer).status_code == 401


def test_an_expired_key_is_refused(
    api: TestClient, engine: Engine, reporter: dict[str, str]
) -> None:
    with engine.begin() as connection:
        connection.execute(text("update api_key set expires_at = now() - interval '1 second'"))
    answer = api.post("/api/v1/projects/main/reports", json=a_report(), headers=reporter)
    assert answer.status_code == 401


def test_private_projects_are_hidden_and_public_ones_are_read_only_for_visitors(
    api: TestClient, engine: Engine, project: Project
) -> None:
    with transaction(engine) as session:
        ensure_project(session, "open", "Open", "public")
    assert [one["slug"] for one in api.get("/api/v1/projects").json()] == ["open"]
    assert api.get("/api/v1/projects/open/overview").status_code == 200
    assert api.get(f"/api/v1/projects/{project.slug}/overview").status_code == 401
    assert api.post("/api/v1/projects/open/reports", json=a_report()).status_code == 401
    assert api.get("/api/v1/projects/open/keys").status_code == 401


def test_an_agent_registers_beats_and_is_shown_with_its_machine(
    api: TestClient, make_key: MakeKey
) -> None:
    headers = make_key(Scope.AGENT, Scope.READ)
    introduction = {
        "name": "box-agent",
        "testbed": "box",
        "version": "0.1.0",
        "machine": {"name": "box-1", "fingerprint": {"cpu_model": "Example", "cores": 2}},
    }
    agents = "/api/v1/projects/main/agents"
    first = api.post(agents, json=introduction, headers=headers).json()
    again = api.post(agents, json=introduction, headers=headers).json()
    assert first["id"] == again["id"]
    beat = {"state": "running", "suite": "runtime", "progress": {"done": 3, "total": 9}}
    beats = f"{agents}/{first['id']}/beats"
    told = {"quarantine": None, "version_trouble": None}
    assert api.post(beats, json=beat, headers=headers).json() == told
    assert api.post(f"{agents}/999/beats", json=beat, headers=headers).status_code == 404
    (machine,) = api.get("/api/v1/projects/main/machines", headers=headers).json()["rows"]
    assert machine["fingerprint"]["attributes"]["cores"] == 2
    (agent,) = machine["agents"]
    assert (agent["state"], agent["progress"]["done"], agent["is_silent"]) == ("running", 3, False)
    assert agent["planned"] == []


def test_what_an_agent_plans_to_run_is_its_queue_until_it_says_otherwise(
    api: TestClient, make_key: MakeKey
) -> None:
    headers = make_key(Scope.AGENT, Scope.READ)
    agents = "/api/v1/projects/main/agents"
    agent = api.post(agents, json=INTRODUCTION, headers=headers).json()["id"]
    planned: list[dict[str, object]] = [
        {"suite": "runtime", "mode": "quick", "due_at": "2026-11-24T06:00:00Z"},
        {"suite": "client", "mode": "full", "due_at": "2026-11-25T03:00:00Z"},
    ]
    planned[0] |= {"paused_after": 7, "paused_for": 12}
    planned[1] |= {"paused_after": None, "paused_for": None}
    for told in (planned, planned[1:]):
        beat = {"state": "idle", "planned": told}
        assert api.post(f"{agents}/{agent}/beats", json=beat, headers=headers).is_success
        (machine,) = api.get("/api/v1/projects/main/machines", headers=headers).json()["rows"]
        assert machine["agents"][0]["planned"] == told
    overview = api.get("/api/v1/projects/main/overview", headers=headers).json()
    assert overview["agents"][0]["planned"] == planned[1:]


def test_a_page_that_does_not_exist_and_a_call_that_does_not_exist(api: TestClient) -> None:
    answer = api.get("/api/v1/nonsense")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert "make up" in api.get("/p/main").text


def test_a_huge_body_is_refused_before_anybody_asks_who_sends_it(api: TestClient) -> None:
    wanted = {"slug": "mine", "name": "x" * 1_100_000}
    answer = api.post("/api/v1/projects", json=wanted)
    assert answer.status_code == 413
    assert answer.headers["content-type"] == "application/problem+json"
    assert "1000000 bytes" in answer.json()["detail"]


INTRODUCTION = {
    "name": "box-agent",
    "testbed": "box",
    "version": "0.1.0",
    "machine": {"name": "box-1", "fingerprint": {"cores": 2}},
}


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "\u0000"},
        {"testbed": "\u0000"},
        {"version": "\u0000"},
        {"machine": {"name": "m", "fingerprint": {"\u0000": 1}}},
        {"machine": {"name": "m", "fingerprint": {"flags": "\u0000"}}},
        {"machine": {"name": "m", "fingerprint": {"flags": "x" * 9_000}}},
        {"machine": {"name": "m", "fingerprint": {"cores": 2**64}}},
        {"machine": {"name": "m", "fingerprint": {"load": float("inf")}}},
    ],
)
def test_an_introduction_that_cannot_be_stored_is_refused_with_its_place(
    api: TestClient, make_key: MakeKey, changes: dict[str, Any]
) -> None:
    body = json.dumps(INTRODUCTION | changes)
    headers = make_key(Scope.AGENT) | {"Content-Type": "application/json"}
    answer = api.post("/api/v1/projects/main/agents", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"].startswith("/body")


@pytest.mark.parametrize(
    "changes",
    [
        {"message": "\u0000"},
        {"suite": "x" * 1000},
        {"spooled": 2**63},
        {"progress": {"done": 2**70, "total": 1}},
        {"planned": [{"suite": "s", "mode": "quick", "due_at": "soon"}]},
        {"planned": [{"suite": "\u0000", "mode": "quick", "due_at": "2026-11-24T06:00:00Z"}]},
    ],
)
def test_a_beat_that_cannot_be_stored_is_refused(
    api: TestClient, make_key: MakeKey, changes: dict[str, Any]
) -> None:
    agents, headers = "/api/v1/projects/main/agents", make_key(Scope.AGENT)
    agent = api.post(agents, json=INTRODUCTION, headers=headers).json()["id"]
    beat = {"state": "idle"} | changes
    answer = api.post(f"{agents}/{agent}/beats", json=beat, headers=headers)
    assert answer.status_code == 422


def test_addresses_that_no_row_can_have_are_answered_as_such(
    api: TestClient, make_key: MakeKey
) -> None:
    headers, project = make_key(Scope.ADMIN), "/api/v1/projects/main"
    beats = f"{project}/agents/{2**63}/beats"
    assert api.post(beats, json={"state": "idle"}, headers=headers).status_code == 422
    assert api.delete(f"{project}/keys/{2**63}", headers=headers).status_code == 422
    key = {"name": "\u0000", "scopes": ["read"]}
    assert api.post(f"{project}/keys", json=key, headers=headers).status_code == 422
    assert api.get("/api/v1/projects/%00/overview", headers=headers).status_code == 422


def test_a_key_bound_to_a_testbed_neither_beats_nor_replaces_agents_of_others(
    api: TestClient, make_key: MakeKey
) -> None:
    agents = "/api/v1/projects/main/agents"
    owner, other = make_key(Scope.AGENT, testbed="box"), make_key(Scope.AGENT, testbed="attic")
    agent = api.post(agents, json=INTRODUCTION, headers=owner).json()["id"]
    beats = f"{agents}/{agent}/beats"
    assert api.post(beats, json={"state": "idle"}, headers=other).status_code == 403
    moved = INTRODUCTION | {"testbed": "attic"}
    assert api.post(agents, json=moved, headers=other).status_code == 403
    assert api.post(beats, json={"state": "idle"}, headers=owner).is_success
