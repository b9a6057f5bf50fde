"""Uploading without a secret, by tokens that a real issuer signs; and every way to forge one."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.api.app import create_app
from backend.domain.people.ci_rules import fits
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.issuer_keys import IssuerKeys
from backend.services.people.set_up import ensure_project
from backend.settings import Settings
from backend.storage.engine import transaction
from backend.testing.builders import a_report
from backend.testing.draining import drain
from backend.testing.fixtures import MakeKey
from backend.testing.token_issuer import AUDIENCE, TokenIssuer, token_issuer

MAIN = "/api/v1/projects/main"
RULES = f"{MAIN}/ci-rules"


@pytest.fixture(scope="module")
def issuer() -> Iterator[TokenIssuer]:
    with token_issuer() as running:
        yield running


@pytest.fixture
def api(settings: Settings) -> Iterator[TestClient]:
    allowed = settings.model_copy(update={"outgoing_allowed": "127.0.0.1"})
    with TestClient(create_app(allowed), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def rule(api: TestClient, issuer: TokenIssuer, make_key: MakeKey) -> dict[str, Any]:
    """Let jobs of the main branch of acme's repositories upload for one testbed."""
    wanted = {
        "name": "acme on main",
        "issuer": issuer.url,
        "audience": AUDIENCE,
        "claims": {"repository": "acme/*", "ref": "refs/heads/main"},
        "testbed": "box",
    }
    made = api.post(RULES, json=wanted, headers=make_key(Scope.ADMIN))
    assert made.status_code == 201, made.text
    return dict(made.json())


def upload(api: TestClient, token: str, project: str = "main", **changes: Any) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    report = a_report(**({"testbed": "box", "idempotency_key": "of one job"} | changes))
    return api.post(f"/api/v1/projects/{project}/reports", json=report, headers=headers)


@pytest.mark.usefixtures("rule")
def test_a_job_uploads_and_does_nothing_else(
    api: TestClient, issuer: TokenIssuer, engine: Engine, make_key: MakeKey
) -> None:
    token = issuer.token()
    assert upload(api, token).status_code == 201
    assert upload(api, token).status_code == 200, "a job may upload several times"
    other = upload(api, token, testbed="attic", idempotency_key="of another")
    assert (other.status_code, "bound to the testbed" in other.text) == (403, True)
    bearer = {"Authorization": f"Bearer {token}"}
    for method, path in (
        ("GET", "/overview"),
        ("GET", "/reports"),
        ("POST", "/imports/github-action-benchmark?testbed=box"),
        ("POST", "/splits/published"),
        ("POST", "/keys"),
    ):
        assert api.request(method, MAIN + path, headers=bearer).status_code == 401, path
    (event,) = api.get(f"{MAIN}/audit?noun=report", headers=make_key(Scope.ADMIN)).json()["rows"]
    assert event["who"] == "ci"
    assert event["who_name"] == "acme on main: repo:acme/engine:ref:refs/heads/main"
    with engine.connect() as connection:
        used = connection.execute(text("select last_used_at from ci_rule")).scalar_one()
    assert used is not None


@pytest.mark.usefixtures("rule")
def test_a_rule_follows_its_testbed_when_that_is_renamed(
    api: TestClient, issuer: TokenIssuer, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    token, admin = issuer.token(), make_key(Scope.ADMIN)
    assert upload(api, token).status_code == 201
    drain(engine, project.id)
    (testbed,) = api.get(f"{MAIN}/names/testbed", headers=admin).json()["rows"]
    address = f"{MAIN}/names/testbed/{testbed['id']}"
    assert api.patch(address, json={"name": "rig"}, headers=admin).is_success
    for name, status in (("box", 201), ("rig", 201), ("attic", 403)):
        sent = upload(api, token, testbed=name, idempotency_key=f"of a job on {name}")
        assert sent.status_code == status, sent.text


@pytest.mark.usefixtures("rule")
def test_a_job_compares_the_commit_that_it_reported_and_reads_nothing_else(
    api: TestClient, issuer: TokenIssuer, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    def asked(path: str, token: str) -> int:
        return api.get(MAIN + path, headers={"Authorization": f"Bearer {token}"}).status_code

    before = a_report(commit={"id": "b" * 40}, testbed="box")
    by_key = api.post(f"{MAIN}/reports", json=before, headers=make_key(Scope.REPORT)).json()
    own = upload(api, issuer.token(), commit={"id": "c" * 40, "parents": ["b" * 40]}).json()
    drain(engine, project.id)
    for token in (issuer.token(), issuer.token(jti="of a second job")):
        compared = f"/comparison?baseline=commit:{'b' * 40}&contender=commit:"
        assert asked(f"{compared}{'c' * 40}", token) == 200
        assert asked(f"/reports/{own['id']}", token) == 200
        assert asked(f"/reports/{by_key['id']}", token) == 403
        assert asked(f"{compared}{'b' * 40}", token) == 403
        assert asked(f"/comparison?contender=branch:main&baseline=commit:{'b' * 40}", token) == 403
        for path in ("/overview", "/series", "/reports", "/comparison/sides", "/comparison/row"):
            assert asked(path, token) == 401, path


OF_OTHERS: list[tuple[dict[str, Any], str]] = [
    ({"exp": 1_700_000_000}, "expired"),
    ({"nbf": 4_000_000_000}, "not valid yet"),
    ({"exp": 4_000_000_000}, "longer than a day"),
    ({"exp": None}, "must have"),
    ({"aud": "https://elsewhere.example"}, "another audience"),
    ({"aud": None}, "must have"),
    ({"iss": "https://token.actions.example"}, "no rule"),
    ({"iss": None}, "no issuer"),
    ({"repository": "mallory/engine"}, "repository is “mallory/engine”"),
    ({"repository": "acme"}, "repository is “acme”"),
    ({"repository": None}, "repository is “None”"),
    ({"ref": "refs/pull/7/merge", "event_name": "pull_request"}, "ref is “refs/pull/7/merge”"),
]


@pytest.mark.usefixtures("rule")
def test_a_token_of_somebody_or_something_else_is_refused(
    api: TestClient, issuer: TokenIssuer
) -> None:
    wrong = []
    for changes, reason in OF_OTHERS:
        claims = {name: one for name, one in issuer.claims(**changes).items() if one is not None}
        answer = upload(api, jwt.encode(claims, issuer.key, "RS256", {"kid": issuer.kid}))
        if answer.status_code != 401 or reason not in answer.json()["detail"]:
            wrong.append(f"{changes}: {answer.status_code} {answer.text}")
    assert not wrong, "\n".join(wrong)


def part(document: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(document).encode()).rstrip(b"=").decode()


def forged(issuer: TokenIssuer) -> dict[str, str]:
    """Return tokens that say the right things and are not signed by the issuer."""
    claims, own = issuer.claims(), generate_private_key(65537, 2048)
    header = {"alg": "HS256", "typ": "JWT", "kid": issuer.kid}
    signed = f"{part(header)}.{part(claims)}"
    secret = hmac.new(issuer.public_pem(), signed.encode(), hashlib.sha256).digest()
    good = issuer.token()
    head, _, signature = good.split(".")
    return {
        "not signed": f"{part({'alg': 'none'})}.{part(claims)}.",
        "signed with what is public": (
            f"{signed}.{base64.urlsafe_b64encode(secret).rstrip(b'=').decode()}"
        ),
        "signed by another key": jwt.encode(claims, own, "RS256", {"kid": issuer.kid}),
        "signed by a key it brings": jwt.encode(
            claims, own, "RS256",
            {"kid": issuer.kid, "jku": "https://evil.example/keys", "jwk": {"kty": "RSA"}},
        ),
        "of an unknown key": jwt.encode(claims, own, "RS256", {"kid": "unknown"}),
        "changed": f"{head}.{part(claims | {'repository': 'acme/other'})}.{signature}",
        "cut": good[:-10],
        "no token": "a.b.c",
    }  # fmt: skip


@pytest.mark.usefixtures("rule")
def test_a_forged_token_is_refused_however_it_is_made(api: TestClient, issuer: TokenIssuer) -> None:
    assert upload(api, issuer.token()).status_code == 201
    found = {name: upload(api, token).status_code for name, token in forged(issuer).items()}
    assert set(found.values()) == {401}, found


@pytest.mark.usefixtures("rule")
def test_keys_are_kept_and_asked_for_again_when_they_are_turned_over(
    api: TestClient, issuer: TokenIssuer
) -> None:
    now = [0.0]
    app = api.app
    assert isinstance(app, FastAPI)
    app.state.issuers = IssuerKeys(app.state.outgoing, lambda: now[0])
    issuer.asked.clear()
    for number in range(3):
        key = f"report {number}"
        assert upload(api, issuer.token(), idempotency_key=key).status_code == 201
    assert issuer.asked == ["/.well-known/openid-configuration", "/keys"]
    issuer.turn_keys_over()
    for _ in range(5):
        assert upload(api, issuer.token()).status_code == 401
    assert len(issuer.asked) == 2, "who brings unknown keys does not make us ask and ask"
    now[0] += 61
    assert upload(api, issuer.token()).status_code == 201
    assert len(issuer.asked) == 4


@pytest.mark.usefixtures("rule")
def test_a_token_opens_no_other_project_and_tells_of_none(
    api: TestClient, issuer: TokenIssuer, engine: Engine
) -> None:
    with transaction(engine) as session:
        ensure_project(session, "other", "Other")
    details = {upload(api, issuer.token(), slug).json()["detail"] for slug in ("other", "nowhere")}
    assert details == {"no rule of this project fits the token"}


def test_an_issuer_inside_our_network_is_not_asked(
    settings: Settings, issuer: TokenIssuer, make_key: MakeKey
) -> None:
    wanted = {
        "name": "x", "issuer": issuer.url, "audience": AUDIENCE, "testbed": "box",
        "claims": {"repository": "acme/engine"},
    }  # fmt: skip
    with TestClient(create_app(settings)) as api:
        assert api.post(RULES, json=wanted, headers=make_key(Scope.ADMIN)).status_code == 201
        issuer.asked.clear()
        assert upload(api, issuer.token()).status_code == 422
        assert issuer.asked == []


OPEN_TO_ALL: list[dict[str, Any]] = [
    {"claims": {"repository": "*"}},
    {"claims": {}},
    {"claims": {"a b": "x"}},
    {"claims": {"repository": "*/*"}},
    {"claims": {"repository": "acme*"}},
    {"claims": {"repository": "*/engine"}},
    {"claims": {"sub": "repo:*"}},
    {"claims": {"event_name": "push", "ref": "refs/heads/main"}},
    {"issuer": "ftp://ci.example"},
    {"issuer": "https://ci.example/?a=b"},
    {"testbed": ""},
    {"audience": ""},
]


def test_a_rule_that_would_let_everybody_in_is_refused(api: TestClient, make_key: MakeKey) -> None:
    wanted = {
        "name": "x", "issuer": "https://ci.example", "audience": "a", "testbed": "box",
        "claims": {"repository": "acme/engine"},
    }  # fmt: skip
    headers = make_key(Scope.ADMIN)
    assert api.post(RULES, json=wanted, headers=headers).status_code == 201
    answers = [api.post(RULES, json=wanted | one, headers=headers) for one in OPEN_TO_ALL]
    assert {answer.status_code for answer in answers} == {422}
    assert all(answer.json()["faults"] for answer in answers)


def test_claims_are_tried_before_a_job_needs_them(
    api: TestClient, issuer: TokenIssuer, rule: dict[str, Any], make_key: MakeKey
) -> None:
    headers = make_key(Scope.ADMIN)

    def misfits(**changes: Any) -> list[str]:
        body = {"claims": issuer.claims(**changes)}
        (trial,) = api.post(f"{RULES}/trials", json=body, headers=headers).json()
        assert trial["rule"]["id"] == rule["id"]
        return [one["claim"] for one in trial["misfits"]]

    assert misfits() == []
    assert misfits(ref="refs/heads/dev", aud="x") == ["ref", "aud"]
    assert api.delete(f"{RULES}/{rule['id']}", headers=headers).status_code == 204
    assert upload(api, issuer.token()).status_code == 401


@pytest.mark.parametrize(
    ("pattern", "value", "is_fit"),
    [
        ("acme/*", "acme/engine", True),
        ("acme/*", "acme", False),
        ("acme/*", "not-acme/engine", False),
        ("*/engine", "acme/engine", True),
        ("acme/engine", "acme/engine2", False),
        ("a.b", "axb", False),
        ("[a]?", "a", False),
        ("true", True, True),
        ("42", 42, True),
        ("deploy", ["test", "deploy"], True),
        ("*", None, False),
        ("a*********************b", "a" * 300, False),
        ("*a" * 50 + "b", "a" * 10_000, False),
        ("*a" * 50 + "*", "a" * 60, True),
        ("ab*ba", "aba", False),
    ],
)
def test_a_pattern_knows_stars_and_nothing_else(
    pattern: str, value: object, *, is_fit: bool
) -> None:
    assert fits(pattern, value) is is_fit
