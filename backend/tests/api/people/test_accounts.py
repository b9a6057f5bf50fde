"""People: invited, signed in by a password, slowed when they guess, changed and removed."""

from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.api.app import create_app
from backend.api.sides import COOKIE
from backend.domain.people.projects import Project
from backend.domain.people.rights import Role, Scope
from backend.services.people.passwords import hash_password
from backend.settings import Settings
from backend.storage.engine import transaction
from backend.storage.people import members
from backend.testing.filling import an_account
from backend.testing.fixtures import MakeKey

PAGE = {"X-Tidemark": "1"}
MAIN = "/api/v1/projects/main"
PASSWORD = "seven slow green turtles"  # noqa: S105 - nobody's
SHORT = "short"
ADA = {"email": "ada@example.org", "password": PASSWORD}
Invite = Callable[..., str]


@pytest.fixture
def invite(api: TestClient, make_key: MakeKey) -> Invite:
    """Return a maker of invitations; gives the token of the link."""
    headers = make_key(Scope.ADMIN)

    def make(email: str = "ada@example.org", role: str = "triager") -> str:
        wanted = {"email": email, "role": role}
        made = api.post(f"{MAIN}/invitations", json=wanted, headers=headers)
        assert made.status_code == 201, made.text
        return str(made.json()["path"].removeprefix("/join?token="))

    return make


@pytest.fixture
def ada(engine: Engine, project: Project) -> int:
    """Return the id of a triager who signs in by a password."""
    with transaction(engine) as session:
        stored = hash_password(PASSWORD, ADA["email"])
        made = an_account(session, ADA["email"], "Ada", stored)
        members.set_role(session, project.id, made, Role.TRIAGER)
    return made


def join(api: TestClient, token: str, **who: str) -> int:
    sent = {"token": token} | who
    return api.post("/api/v1/invitations/accepted", json=sent, headers=PAGE).status_code


def test_a_newcomer_accepts_an_invitation_once_and_is_what_it_says(
    api: TestClient, engine: Engine, invite: Invite
) -> None:
    token = invite(" Ada@Example.org ")
    opened = api.post("/api/v1/invitations/opened", json={"token": token}).json()
    said = (opened["email"], opened["role"], opened["project"], opened["has_account"])
    assert said == ("ada@example.org", "triager", "main", False)
    assert join(api, token, name="Ada", password=SHORT) == 422
    assert join(api, token, name="Ada", password=PASSWORD) == 200
    mine = api.get("/api/v1/session").json()
    assert mine["user"]["name"] == "Ada"
    assert "triage" in mine["projects"][0]["rights"]
    assert "configure" not in mine["projects"][0]["rights"]
    assert join(api, token, name="Eve", password=PASSWORD) == 404
    with engine.connect() as connection:
        stored = connection.execute(text("select password_hash from user_account")).scalar_one()
    assert stored.startswith("$argon2id$")
    assert api.get(f"{MAIN}/members", headers=PAGE).status_code == 403


def test_an_invitation_never_opens_an_account_that_exists(
    api: TestClient, engine: Engine, ada: int, invite: Invite, project: Project
) -> None:
    with transaction(engine) as session:
        members.remove(session, project.id, ada)
    token = invite(role="viewer")
    assert join(api, token, name="Eve", password=PASSWORD) == 409
    assert api.get("/api/v1/session").json()["user"] is None
    assert api.post("/api/v1/session", json=ADA, headers=PAGE).status_code == 204
    assert join(api, token) == 200
    assert members_now(engine, project) == [("ada@example.org", "viewer")]


def members_now(engine: Engine, project: Project) -> list[tuple[str, str]]:
    with transaction(engine) as session:
        return [(one.email, one.role.value) for one in members.members_of(session, project.id)]


@pytest.mark.parametrize("end", ["expired", "withdrawn"])
def test_an_invitation_that_expired_or_was_withdrawn_is_worth_nothing(
    api: TestClient, engine: Engine, invite: Invite, make_key: MakeKey, end: str
) -> None:
    token, headers = invite(), make_key(Scope.ADMIN)
    (open_one,) = api.get(f"{MAIN}/members", headers=headers).json()["invitations"]
    if end == "withdrawn":
        ended = api.delete(f"{MAIN}/invitations/{open_one['id']}", headers=headers)
        assert ended.status_code == 204
    else:
        with engine.begin() as connection:
            connection.execute(text("update invitation set expires_at = now()"))
    assert join(api, token, name="Ada", password=PASSWORD) == 404
    assert api.get(f"{MAIN}/members", headers=headers).json()["invitations"] == []


@pytest.mark.parametrize("email", ["nobody", "a@b\r\nBcc: x@y", "a b@c", "a@b,c@d", "@xy", "xy@"])
def test_what_is_no_address_of_one_person_is_refused(
    api: TestClient, make_key: MakeKey, email: str
) -> None:
    wanted = {"email": email, "role": "viewer"}
    answer = api.post(f"{MAIN}/invitations", json=wanted, headers=make_key(Scope.ADMIN))
    assert answer.status_code == 422
    assert answer.json()["faults"]


@pytest.mark.usefixtures("ada")
def test_signing_in_gives_a_new_session_and_ends_the_one_that_was_brought(api: TestClient) -> None:
    first = api.post("/api/v1/session", json=ADA, headers=PAGE)
    assert first.status_code == 204
    said = first.headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=lax" in said
    before = api.cookies[COOKIE]
    assert api.post("/api/v1/session", json=ADA, headers=PAGE).status_code == 204
    assert api.cookies[COOKIE] != before
    api.cookies.clear()
    api.cookies.set(COOKIE, before)
    assert api.get("/api/v1/session").json()["user"] is None


@pytest.mark.usefixtures("ada")
def test_a_page_of_another_site_cannot_sign_somebody_in(api: TestClient) -> None:
    assert api.post("/api/v1/session", json=ADA).status_code == 403
    assert COOKIE not in api.cookies


def test_a_new_password_needs_the_old_one_and_ends_other_sessions(
    api: TestClient, settings: Settings, ada: int
) -> None:
    assert ada
    with TestClient(create_app(settings)) as elsewhere:
        elsewhere.post("/api/v1/session", json=ADA, headers=PAGE)
        api.post("/api/v1/session", json=ADA, headers=PAGE)
        new = {"old": "wrong", "new": "nine blue wooden ladders"}
        place = "/api/v1/session/password"
        assert api.put(place, json=new, headers=PAGE).status_code == 422
        assert api.put(place, json=new | {"old": PASSWORD}, headers=PAGE).status_code == 204
        assert api.get("/api/v1/session").json()["user"]["name"] == "Ada"
        assert elsewhere.get("/api/v1/session").json()["user"] is None


def guesses(api: TestClient, count: int, **who: str) -> list[int]:
    wrong = ADA | {"password": "wrong guess"} | who
    return [api.post("/api/v1/session", json=wrong, headers=PAGE).status_code for _ in range(count)]


@pytest.mark.usefixtures("ada")
def test_guessing_is_slowed_even_with_the_right_password_at_last(api: TestClient) -> None:
    assert guesses(api, 5) == [401] * 5
    later = guesses(api, 12)
    assert 429 in later
    assert set(later) <= {401, 429}
    answer = api.post("/api/v1/session", json=ADA, headers=PAGE)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1


@pytest.mark.usefixtures("ada")
def test_guessing_is_slowed_all_the_same_when_redis_is_away(settings: Settings) -> None:
    alone = settings.model_copy(update={"redis_url": "redis://127.0.0.1:1/0"})
    with TestClient(create_app(alone), raise_server_exceptions=False) as api:
        assert guesses(api, 5) == [401] * 5
        assert 429 in guesses(api, 12)


def test_members_get_other_roles_and_leave(
    api: TestClient, engine: Engine, project: Project, ada: int, make_key: MakeKey
) -> None:
    headers, place = make_key(Scope.ADMIN), f"{MAIN}/members/{ada}"
    assert api.put(place, json={"role": "owner"}, headers=headers).status_code == 204
    assert members_now(engine, project) == [("ada@example.org", "owner")]
    api.post("/api/v1/session", json=ADA, headers=PAGE)
    assert api.get(MAIN).status_code == 200
    assert api.delete(place, headers=headers).status_code == 204
    assert api.get(MAIN).status_code == 404
    assert api.delete(place, headers=headers).status_code == 404


def test_nobody_makes_a_key_that_may_more_than_they_may(
    api: TestClient, engine: Engine, project: Project, ada: int
) -> None:
    with transaction(engine) as session:
        members.set_role(session, project.id, ada, Role.MAINTAINER)
    api.post("/api/v1/session", json=ADA, headers=PAGE)
    admin, plain = {"name": "x", "scopes": ["admin"]}, {"name": "x", "scopes": ["report"]}
    assert api.post(f"{MAIN}/keys", json=admin, headers=PAGE).status_code == 403
    assert api.post(f"{MAIN}/keys", json=plain, headers=PAGE).status_code == 201
