"""An agent enrols by a token: once, soon, by one of several, and nobody else than it says."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.agent_keys import enrolment_of, public_of
from backend.testing.builders import a_report
from backend.testing.fixtures import MakeKey

MAIN = "/api/v1/projects/main"
Headers = dict[str, str]


@pytest.fixture
def maintainer(project: Project, make_key: MakeKey) -> Headers:
    assert project.slug == "main"
    return make_key(Scope.ADMIN)


def a_token(api: TestClient, headers: Headers, testbed: str | None = None) -> str:
    made = api.post(f"{MAIN}/enrolments", json={"testbed": testbed}, headers=headers)
    assert made.status_code == 201, made.text
    until = datetime.fromisoformat(made.json()["expires_at"])
    assert timedelta(0) < until - datetime.now(UTC) <= timedelta(minutes=30)
    return str(made.json()["token"])


def enrol(
    api: TestClient, token: str, name: str = "vm-1", key: Ed25519PrivateKey | None = None
) -> Any:
    sent = {
        "name": name, "testbed": "box", "version": "1", "token": token,
        "machine": {"name": name, "fingerprint": {"cores": 2}},
    }  # fmt: skip
    return api.post(
        "/api/v1/enrolments", json=sent | enrolment_of(name, key or Ed25519PrivateKey.generate())
    )


def test_a_token_becomes_a_key_that_may_measure_on_its_testbed_and_nothing_else(
    api: TestClient, engine: Engine, maintainer: Headers
) -> None:
    token, key = a_token(api, maintainer, "lab"), Ed25519PrivateKey.generate()
    answer = enrol(api, token, key=key)
    assert answer.status_code == 201, answer.text
    let_in = answer.json()
    assert (let_in["project"], let_in["testbed"]) == ("main", "lab")
    own = {"Authorization": f"Bearer {let_in['secret']}"}
    beat = {"state": "idle"}
    assert api.post(f"{MAIN}/agents/{let_in['id']}/beats", json=beat, headers=own).is_success
    assert api.post(f"{MAIN}/enrolments", json={}, headers=own).status_code == 403
    elsewhere = api.post(f"{MAIN}/reports", json=a_report(testbed="box"), headers=own)
    assert elsewhere.status_code == 403, elsewhere.text
    (machine,) = api.get(f"{MAIN}/machines", headers=maintainer).json()["rows"]
    assert machine["testbed"] == "lab"
    assert machine["agents"][0]["key"] == public_of(key)
    with engine.connect() as connection:
        kept = connection.execute(text("select token_hash from agent_enrolment")).scalar_one()
    assert token.encode() not in bytes(kept)
    events = api.get(f"{MAIN}/audit", headers=maintainer).json()["rows"]
    said = [f"{one['verb']} {one['noun']} {one['name']}" for one in events[:2]]
    assert said == ["enrolled agent vm-1", "made enrolment token lab"]
    assert (events[0]["who"], events[0]["after"]["testbed"]) == ("agent", "lab")


def test_of_many_agents_that_use_a_token_at_once_one_is_let_in(
    api: TestClient, maintainer: Headers
) -> None:
    token = a_token(api, maintainer)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda at: enrol(api, token, f"vm-{at}"), range(4)))
    assert sorted(one.status_code for one in answers) == [201, 409, 409, 409]
    refused = next(one.json() for one in answers if one.status_code == 409)
    assert "was used at" in refused["detail"]
    assert "tidemark machines enrol" in refused["detail"]
    agents = [
        agent["name"]
        for machine in api.get(f"{MAIN}/machines", headers=maintainer).json()["rows"]
        for agent in machine["agents"]
    ]
    assert len(agents) == 1
    keys = api.get(f"{MAIN}/keys", headers=maintainer).json()
    assert [one["name"] for one in keys if one["name"].startswith("agent ")] == [
        f"agent {agents[0]}"
    ]


def test_tokens_that_expired_or_never_were_are_refused_with_what_to_do(
    api: TestClient, engine: Engine, maintainer: Headers
) -> None:
    token = a_token(api, maintainer)
    with engine.begin() as connection:
        old = "update agent_enrolment set expires_at = now() - interval '1 second'"
        connection.execute(text(old))
    late, unknown = enrol(api, token), enrol(api, "tde_other")
    assert (late.status_code, unknown.status_code) == (409, 404)
    assert "expired at" in late.json()["detail"]
    for answer in (late, unknown):
        assert "make another one on the page Machines" in answer.json()["detail"]


def test_a_token_moves_or_replaces_no_agent_that_is_there_and_is_not_spent_by_the_attempt(
    api: TestClient, maintainer: Headers
) -> None:
    key = Ed25519PrivateKey.generate()
    assert enrol(api, a_token(api, maintainer, "lab"), key=key).status_code == 201
    bound = a_token(api, maintainer, "elsewhere")
    moved = enrol(api, bound, key=key)
    assert moved.status_code == 403, moved.text
    token = a_token(api, maintainer, "lab")
    other = enrol(api, token)
    assert (other.status_code, "does not vouch" in other.json()["detail"]) == (403, True)
    # the machine itself comes back, for the answer to its first try may have been lost
    assert enrol(api, token, key=key).status_code == 201
    assert enrol(api, bound, "another").status_code == 201


def test_the_account_and_role_of_who_made_a_token_are_asked_when_it_is_used(
    api: TestClient, engine: Engine, project: Project, maintainer: Headers
) -> None:
    token = a_token(api, maintainer)
    with engine.begin() as connection:
        maker = connection.execute(
            text(
                "insert into user_account (email, name, disabled_at)"
                " values ('gone@example.org', 'Gone', now()) returning id"
            )
        ).scalar_one()
        owned = text("update agent_enrolment set made_by = :maker")
        connection.execute(owned, {"maker": maker})

    def refused() -> bool:
        answer = enrol(api, token)
        return answer.status_code == 409 and "may add no machines" in answer.json()["detail"]

    def change(statement: str) -> None:
        with engine.begin() as connection:
            connection.execute(text(statement), {"maker": maker, "project": project.id})

    assert refused()
    change("update user_account set disabled_at = null")
    assert refused(), "no member"
    change(
        "insert into membership (project_id, user_id, role) values (:project, :maker, 'triager')"
    )
    assert refused(), "a member whose role was lowered"
    change("update membership set role = 'maintainer'")
    assert enrol(api, token).status_code == 201


def test_a_token_of_any_testbed_moves_no_agent_either(
    api: TestClient, engine: Engine, maintainer: Headers
) -> None:
    key = Ed25519PrivateKey.generate()
    assert enrol(api, a_token(api, maintainer, "lab"), key=key).status_code == 201
    with engine.begin() as connection:
        connection.execute(text("update agent_key set revoked_at = now()"))
    token = a_token(api, maintainer)
    moved = enrol(api, token)
    assert moved.status_code == 403, moved.text
    (machine,) = api.get(f"{MAIN}/machines", headers=maintainer).json()["rows"]
    assert machine["testbed"] == "lab"
    assert enrol(api, token, "another").status_code == 201


def test_a_token_that_nobody_used_is_listed_and_can_be_withdrawn(
    api: TestClient, maintainer: Headers, make_key: MakeKey
) -> None:
    token, other = a_token(api, maintainer, "lab"), a_token(api, maintainer)
    newest, listed = api.get(f"{MAIN}/enrolments", headers=maintainer).json()
    assert (newest["testbed"], listed["testbed"], listed["asked_by"]) == (None, "lab", "key test")
    assert timedelta(0) < datetime.fromisoformat(listed["expires_at"]) - datetime.now(UTC)
    assert not {"token", "token_hash"} & set(listed)
    place = f"{MAIN}/enrolments/{listed['id']}"
    reader = make_key(Scope.READ)
    assert api.get(f"{MAIN}/enrolments", headers=reader).status_code == 403
    assert api.delete(place, headers=reader).status_code == 403
    assert api.delete(place, headers=maintainer).status_code == 204
    assert api.delete(place, headers=maintainer).status_code == 404
    refused = enrol(api, token)
    assert (refused.status_code, "was withdrawn at" in refused.json()["detail"]) == (409, True)
    (left,) = api.get(f"{MAIN}/enrolments", headers=maintainer).json()
    assert left == newest
    (event, *_) = api.get(f"{MAIN}/audit", headers=maintainer).json()["rows"]
    assert (event["verb"], event["noun"], event["name"]) == ("withdrew", "enrolment token", "lab")
    # one that let an agent in can be withdrawn no more
    assert enrol(api, other).status_code == 201
    assert api.get(f"{MAIN}/enrolments", headers=maintainer).json() == []
    late = api.delete(f"{MAIN}/enrolments/{left['id']}", headers=maintainer)
    assert (late.status_code, "revoke the API key" in late.json()["detail"]) == (409, True)


@pytest.mark.parametrize("ended", ["revoked_at = now()", "expires_at = now()"])
def test_a_token_ends_with_the_api_key_that_made_it(
    api: TestClient, engine: Engine, maintainer: Headers, make_key: MakeKey, ended: str
) -> None:
    of_key, other = make_key(Scope.ADMIN), a_token(api, maintainer)
    token = a_token(api, of_key)
    with engine.begin() as connection:
        last = "id = (select max(id) from api_key)"
        connection.execute(text(f"update api_key set {ended} where {last}"))
    refused = enrol(api, token)
    assert (refused.status_code, "API key that made" in refused.json()["detail"]) == (409, True)
    assert len(api.get(f"{MAIN}/enrolments", headers=maintainer).json()) == 1
    assert enrol(api, other).status_code == 201


def test_a_key_of_one_testbed_lists_and_withdraws_tokens_of_that_testbed_alone(
    api: TestClient, maintainer: Headers, make_key: MakeKey
) -> None:
    bound = make_key(Scope.ADMIN, testbed="lab")
    for testbed in ("lab", "attic", None):
        a_token(api, maintainer, testbed)
    whole = api.get(f"{MAIN}/enrolments", headers=maintainer).json()
    any_, attic, lab = (one["id"] for one in whole)

    def seen() -> list[int]:
        return [one["id"] for one in api.get(f"{MAIN}/enrolments", headers=bound).json()]

    assert seen() == [lab]
    for other in (any_, attic):
        refused = api.delete(f"{MAIN}/enrolments/{other}", headers=bound)
        assert (refused.status_code, "bound to the testbed “lab”" in refused.text) == (403, True)
    assert enrol(api, a_token(api, maintainer, "lab")).status_code == 201
    (testbed,) = api.get(f"{MAIN}/names/testbed", headers=maintainer).json()["rows"]
    address = f"{MAIN}/names/testbed/{testbed['id']}"
    assert api.patch(address, json={"name": "rig"}, headers=maintainer).is_success
    a_token(api, maintainer, "rig")
    newest, *_ = (one["id"] for one in api.get(f"{MAIN}/enrolments", headers=maintainer).json())
    assert seen() == [newest, lab], "a testbed is the same under all its names"
    assert api.delete(f"{MAIN}/enrolments/{newest}", headers=bound).status_code == 204
    assert api.delete(f"{MAIN}/enrolments/{lab}", headers=bound).status_code == 204
    assert len(api.get(f"{MAIN}/enrolments", headers=maintainer).json()) == 2
