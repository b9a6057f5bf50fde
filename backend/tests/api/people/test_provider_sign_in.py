"""Signing in by a real OpenID provider that runs beside the test."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import SecretStr
from sqlalchemy import Engine, text

from backend.api.app import create_app
from backend.api.sides import COOKIE
from backend.domain.people.projects import Project
from backend.domain.people.rights import Role, Scope
from backend.services.people.issuer_keys import IssuerKeys
from backend.settings import Settings
from backend.storage.engine import transaction
from backend.storage.people import members
from backend.testing.filling import an_account
from backend.testing.fixtures import MakeKey
from backend.testing.identity_provider import (
    CLIENT,
    IdentityProvider,
    identity_provider,
    sign_in_there,
)

HOME = "http://tidemark.test"
CALLBACK = f"{HOME}/sign-in/provider/return"
ACCOUNTS: dict[str, dict[str, Any]] = {
    "ada": {"email": "ada@example.org", "email_verified": True, "name": "Ada"},
    "bob": {"email": "bob@trusted.example", "email_verified": True, "name": "Bob"},
    "eve": {"email": "ada@example.org", "email_verified": False, "name": "Eve"},
    "root": {"email": "admin@localhost", "email_verified": True, "name": "Root"},
}
Asking = tuple[str, str]


@pytest.fixture(scope="module")
def provider() -> Iterator[IdentityProvider]:
    with identity_provider(CALLBACK, ACCOUNTS) as running:
        yield running


Serve = Callable[..., TestClient]


@pytest.fixture
def serve(settings: Settings, provider: IdentityProvider) -> Iterator[Serve]:
    """Serve the application with the provider; what differs is given."""
    running: list[TestClient] = []

    def start(**changes: Any) -> TestClient:
        client_id, secret = CLIENT
        told = {
            "public_url": HOME,
            "oidc_issuer": provider.issuer,
            "oidc_client_id": client_id,
            "oidc_client_secret": SecretStr(secret),
            "oidc_name": "Example",
            "oidc_domains": "trusted.example",
            "outgoing_allowed": "127.0.0.1",
        }
        app = create_app(settings.model_copy(update=told | changes))
        client = TestClient(app, base_url=HOME, follow_redirects=False)
        running.append(client)
        client.__enter__()
        return client

    yield start
    for one in running:
        one.__exit__(None, None, None)


def come_back(api: TestClient, login: str) -> str:
    """Sign in at the provider; return where our server leads afterwards."""
    away = api.get("/sign-in/provider")
    assert away.status_code == 303, away.text
    back = sign_in_there(away.headers["location"], login, CALLBACK)
    return str(api.get(back).headers["location"])


def invite(api: TestClient, headers: dict[str, str]) -> None:
    wanted = {"email": "ada@example.org", "role": "triager"}
    made = api.post("/api/v1/projects/main/invitations", json=wanted, headers=headers)
    assert made.status_code == 201


def test_an_invited_person_comes_in_once_and_stays_the_same_account(
    serve: Serve, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    api = serve()
    assert api.get("/api/v1/session").json()["provider"] == "Example"
    assert come_back(api, "ada") == "/welcome?problem=uninvited"
    assert COOKIE not in api.cookies
    invite(api, make_key(Scope.ADMIN))
    assert come_back(api, "ada") == "/"
    mine = api.get("/api/v1/session").json()
    assert mine["user"] | {"id": 0} == {
        "id": 0, "name": "Ada", "email": "ada@example.org", "is_admin": False,
    }  # fmt: skip
    assert "triage" in mine["projects"][0]["rights"]
    api.cookies.clear()
    with engine.begin() as connection:
        connection.execute(text("update user_account set email = 'old@example.org'"))
    assert come_back(api, "ada") == "/"
    assert api.get("/api/v1/session").json()["user"]["email"] == "ada@example.org"
    with transaction(engine) as session:
        assert [one.role for one in members.members_of(session, project.id)] == [Role.TRIAGER]
    assert api.delete("/api/v1/session", headers={"X-Tidemark": "1"}).status_code == 204
    assert api.get("/api/v1/session").json()["user"] is None


def test_a_trusted_domain_needs_no_invitation_and_opens_the_account_of_its_address(
    serve: Serve, engine: Engine
) -> None:
    with transaction(engine) as session:
        an_account(session, "bob@trusted.example", "Robert", None)
    api = serve()
    assert come_back(api, "bob") == "/"
    assert api.get("/api/v1/session").json()["user"]["name"] == "Robert"


def test_an_address_that_nobody_vouches_for_opens_nothing(serve: Serve, make_key: MakeKey) -> None:
    api = serve()
    invite(api, make_key(Scope.ADMIN))
    assert come_back(api, "eve") == "/welcome?problem=unverified"
    assert api.get("/api/v1/session").json()["user"] is None


def test_an_answer_counts_once_and_in_the_browser_that_asked(serve: Serve) -> None:
    api, other = serve(), serve()
    back = sign_in_there(api.get("/sign-in/provider").headers["location"], "bob", CALLBACK)
    assert other.get(back).headers["location"] == "/welcome?problem=expired"
    assert api.get(back).headers["location"] == "/"
    api.get("/sign-in/provider")
    assert api.get(back).headers["location"] == "/welcome?problem=expired"


def test_what_the_provider_refuses_and_what_another_sent_signs_nobody_in(serve: Serve) -> None:
    api = serve()
    for query in ("error=access_denied", "code=nonsense", "code=x&iss=https://evil.example"):
        away = api.get("/sign-in/provider").headers["location"]
        asked = parse_qs(urlsplit(away).query)
        assert asked["code_challenge_method"] == ["S256"]
        answer = api.get(f"/sign-in/provider/return?state={asked['state'][0]}&{query}")
        problem = "untrusted" if "iss=" in query else "refused"
        assert answer.headers["location"] == f"/welcome?problem={problem}"
    assert COOKIE not in api.cookies


def test_a_provider_that_turns_its_keys_over_is_asked_again(
    serve: Serve,
) -> None:
    now = [0.0]
    with identity_provider(CALLBACK, ACCOUNTS) as first:
        api = serve(oidc_issuer=first.issuer)
        app = api.app
        assert isinstance(app, FastAPI)
        app.state.issuers = IssuerKeys(app.state.outgoing, lambda: now[0])
        assert come_back(api, "bob") == "/"
    with identity_provider(CALLBACK, ACCOUNTS, kid="second", port=first.port):
        assert come_back(api, "bob") == "/welcome?problem=untrusted"
        now[0] += 61
        assert come_back(api, "bob") == "/"
    now[0] += 3601
    assert api.get("/sign-in/provider").headers["location"] == "/welcome?problem=unavailable"


def test_a_provider_inside_our_network_is_not_asked_unless_that_is_allowed(serve: Serve) -> None:
    api = serve(outgoing_allowed="")
    assert api.get("/sign-in/provider").headers["location"] == "/welcome?problem=unavailable"


def test_without_a_provider_there_is_no_such_way_in(api: TestClient) -> None:
    assert api.get("/sign-in/provider").status_code == 404
    assert api.get("/api/v1/session").json()["provider"] is None
