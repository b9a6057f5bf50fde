"""Whose an address is: no order of invitation, password and provider opens another's account."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.api.sides import COOKIE
from backend.domain.people.projects import Project
from backend.domain.people.rights import Role, Scope
from backend.services.people.passwords import hash_password
from backend.services.people.set_up import ensure_project
from backend.services.people.sign_in import begin_session
from backend.storage.engine import transaction
from backend.storage.people import members
from backend.testing.filling import an_account
from backend.testing.fixtures import MakeKey
from backend.testing.stack import wait_until
from backend.tests.api.people.test_provider_sign_in import Serve, come_back, provider, serve

__all__ = ["provider", "serve"]
PAGE = {"X-Tidemark": "1"}
ADA = "ada@example.org"
BOB = "bob@trusted.example"
GUESSED = "a password by the attacker"
MAIN = "/api/v1/projects/main"
Invite = Callable[..., str]


@pytest.fixture
def invite(make_key: MakeKey) -> Invite:
    """Return a maker of invitations; gives the token of the link that the owner has."""

    def make(api: TestClient, email: str = ADA, of: Project | None = None) -> str:
        slug = of.slug if of else "main"
        place = f"/api/v1/projects/{slug}/invitations"
        wanted, headers = {"email": email, "role": "owner"}, make_key(Scope.ADMIN, of=of)
        made = api.post(place, json=wanted, headers=headers)
        assert made.status_code == 201, made.text
        return str(made.json()["path"].removeprefix("/join?token="))

    return make


def join(api: TestClient, token: str, **who: str) -> Any:
    return api.post("/api/v1/invitations/accepted", json={"token": token} | who, headers=PAGE)


def make_account_of(api: TestClient, token: str) -> dict[str, str]:
    """Make an account by an invitation's link, as whoever has the link can; returns its session."""
    assert join(api, token, name="Not Ada", password=GUESSED).status_code == 200
    session = {"Cookie": f"{COOKIE}={api.cookies[COOKIE]}"}
    api.cookies.clear()
    return session


def sign_in(api: TestClient, email: str, password: str = GUESSED) -> int:
    sent = {"email": email, "password": password}
    answer = api.post("/api/v1/session", json=sent, headers=PAGE)
    api.cookies.clear()
    return answer.status_code


def who(api: TestClient, headers: dict[str, str] | None = None) -> str | None:
    user = api.get("/api/v1/session", headers=headers or {}).json()["user"]
    return user and str(user["email"])


def stored(engine: Engine, sql: str) -> Any:
    with engine.connect() as connection:
        return connection.execute(text(sql)).scalar_one()


def events(engine: Engine, said: str) -> list[dict[str, Any]]:
    with engine.connect() as connection:
        found = connection.execute(text("select * from audit_event order by id"))
        rows = [dict(row) for row in found.mappings()]
    return [row for row in rows if f"{row['verb']} {row['noun']}" == said]


@pytest.mark.parametrize("email", [ADA, BOB])
def test_who_made_an_account_by_a_link_is_out_once_its_address_is_proven(
    serve: Serve, engine: Engine, invite: Invite, email: str
) -> None:
    """Invitation, password, then provider: by a further invitation, or by a trusted domain."""
    api = serve()
    attacker = make_account_of(api, invite(api, email))
    key = api.post(
        f"{MAIN}/keys", json={"name": "kept", "scopes": ["admin"]}, headers=attacker | PAGE
    ).json()["secret"]
    bearer = {"Authorization": f"Bearer {key}"}
    child = api.post(f"{MAIN}/keys", json={"name": "more", "scopes": ["read"]}, headers=bearer)
    feed = api.post(f"{MAIN}/feed-token", headers=attacker | PAGE).json()["path"]
    assert api.get(feed).status_code == 200
    if email == ADA:
        with transaction(engine) as session:
            other = ensure_project(session, "other", "Other")
        invite(api, email, of=other)
    login = email.partition("@")[0]
    assert come_back(api, login) == "/account?notice=proven"
    assert who(api) == email
    api.cookies.clear()
    assert who(api, attacker) is None
    assert sign_in(api, email) == 401
    assert api.get(MAIN, headers=bearer).status_code == 401
    more = {"Authorization": f"Bearer {child.json()['secret']}"}
    assert api.get(MAIN, headers=more).status_code == 401
    assert api.get(feed).status_code == 401
    (proved,) = events(engine, "proved address")
    assert (proved["who"], proved["name"]) == ("person", email)
    assert proved["after"]["password removed"]
    assert (proved["after"]["sessions ended"], proved["after"]["keys revoked"]) == (1, 2)
    assert come_back(api, login) == "/"


def test_an_account_of_the_provider_is_never_opened_by_a_later_invitation(
    serve: Serve, invite: Invite
) -> None:
    """Provider, then invitation: the owner of a project gets in nowhere by its link."""
    api = serve()
    assert come_back(api, "bob") == "/"
    bob = {"Cookie": f"{COOKIE}={api.cookies[COOKIE]}"}
    api.cookies.clear()
    token = invite(api, BOB)
    assert join(api, token, name="Not Bob", password=GUESSED).status_code == 409
    assert sign_in(api, BOB) == 401
    assert who(api, bob) == BOB
    assert api.post(
        "/api/v1/invitations/accepted", json={"token": token}, headers=bob | PAGE
    ).is_success
    assert come_back(api, "bob") == "/"


def test_of_two_invitations_of_one_address_the_second_opens_nothing_of_the_first(
    serve: Serve, engine: Engine, invite: Invite
) -> None:
    api = serve()
    with transaction(engine) as session:
        other = ensure_project(session, "other", "Other")
    first, second = invite(api), invite(api, of=other)
    attacker = make_account_of(api, first)
    assert join(api, second, name="Ada", password=GUESSED).status_code == 409
    assert api.get("/api/v1/projects/other", headers=attacker).status_code == 404
    assert come_back(api, "ada") == "/account?notice=proven"
    seen = [one["slug"] for one in api.get("/api/v1/projects").json()]
    assert seen == ["main", "other"]
    api.cookies.clear()
    assert who(api, attacker) is None


def test_an_invitation_is_for_the_person_of_its_address(
    serve: Serve, engine: Engine, project: Project, invite: Invite
) -> None:
    api = serve()
    assert come_back(api, "bob") == "/"
    refused = join(api, invite(api))
    assert refused.status_code == 409
    assert "you are signed in as bob@trusted.example" in refused.json()["detail"]
    with transaction(engine) as session:
        assert members.members_of(session, project.id) == []


def test_an_address_that_the_provider_changed_is_followed(serve: Serve, engine: Engine) -> None:
    """No link to set a password goes to whoever has the old address by then."""
    api = serve()
    assert come_back(api, "bob") == "/"
    with engine.begin() as connection:
        connection.execute(text("update user_account set email = 'old@trusted.example'"))
    assert come_back(api, "bob") == "/"
    assert who(api) == BOB
    (changed,) = events(engine, "changed address")
    assert (changed["before"], changed["after"]) == (
        {"email": "old@trusted.example"}, {"email": BOB},
    )  # fmt: skip


def test_an_address_that_the_provider_changed_to_a_taken_one_counts_as_unproven(
    serve: Serve, engine: Engine
) -> None:
    api = serve()
    assert come_back(api, "bob") == "/"
    with engine.begin() as connection:
        connection.execute(text("update user_account set email = 'old@trusted.example'"))
    with transaction(engine) as session:
        an_account(session, BOB, "Another Bob")
    assert come_back(api, "bob") == "/"
    assert who(api) == "old@trusted.example"
    proven = "select proven_at from user_account where email = 'old@trusted.example'"
    assert stored(engine, proven) is None


def test_an_address_that_the_provider_gave_to_somebody_new_opens_no_old_account(
    serve: Serve, engine: Engine, provider: Any
) -> None:
    api = serve()
    with transaction(engine) as session:
        former = an_account(session, BOB, "The former Bob")
    with engine.begin() as connection:
        connection.execute(
            text(
                "insert into user_identity (issuer, subject, user_id) values (:at, 'former', :id)"
            ),
            {"at": provider.issuer, "id": former},
        )
    assert come_back(api, "bob") == "/welcome?problem=taken"
    assert who(api) is None
    assert stored(engine, "select count(*) from user_identity") == 1


def test_an_account_that_was_linked_before_anything_was_noted_proves_itself_at_the_next_sign_in(
    serve: Serve, engine: Engine, provider: Any
) -> None:
    api = serve()
    with transaction(engine) as session:
        bob = an_account(session, BOB, "Bob", hash_password(GUESSED, BOB))
        begin_session(session, bob, 1)
    with engine.begin() as connection:
        connection.execute(
            text("insert into user_identity (issuer, subject, user_id) values (:at, 'bob', :id)"),
            {"at": provider.issuer, "id": bob},
        )
    assert come_back(api, "bob") == "/account?notice=proven"
    api.cookies.clear()
    assert sign_in(api, BOB) == 401
    assert stored(engine, "select count(*) from browser_session") == 1


def test_an_address_of_this_machine_is_vouched_for_by_nobody(serve: Serve, engine: Engine) -> None:
    """The administrator that the shell makes has an address that every machine has."""
    api = serve(oidc_domains="localhost")
    assert come_back(api, "root") == "/welcome?problem=unverified"
    assert stored(engine, "select count(*) from user_account") == 0


def test_a_disabled_account_is_opened_by_no_way_in(
    serve: Serve, engine: Engine, project: Project
) -> None:
    api = serve()
    with transaction(engine) as session:
        bob = an_account(session, BOB, "Bob", hash_password(GUESSED, BOB))
        members.set_role(session, project.id, bob, Role.OWNER)
        begun = {"Cookie": f"{COOKIE}={begin_session(session, bob, 1)}"}
    assert who(api, begun) == BOB
    with engine.begin() as connection:
        connection.execute(text("update user_account set disabled_at = now()"))
    assert who(api, begun) is None
    assert come_back(api, "bob") == "/welcome?problem=disabled"
    assert sign_in(api, BOB) == 403
    assert sign_in(api, BOB, "another one") == 401


def test_what_is_on_its_way_while_an_address_is_proven_comes_too_late(
    serve: Serve, engine: Engine, invite: Invite
) -> None:
    """A key that is asked for in the same moment is refused: its session has ended by then."""
    api = serve()
    token = invite(api, BOB)
    attacker = make_account_of(api, token)
    with ThreadPoolExecutor(1) as other, engine.begin() as proving:
        proving.execute(text("select from user_account where email = :at for update"), {"at": BOB})
        wanted = {"name": "x", "scopes": ["read"]}
        asked = other.submit(api.post, f"{MAIN}/keys", json=wanted, headers=attacker | PAGE)
        wait_until(lambda: is_anybody_waiting(engine), "the key is asked for")
        proving.execute(text("delete from browser_session"))
        proving.commit()
        assert asked.result(60).status_code == 401
    assert stored(engine, "select count(*) from api_key where name = 'x'") == 0


def is_anybody_waiting(engine: Engine) -> bool:
    waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
    return bool(stored(engine, f"{waiting} and datname = current_database()"))
