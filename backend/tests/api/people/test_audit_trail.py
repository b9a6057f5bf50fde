"""What the audit trail says of people and settings, who finds it, and how long it is kept."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.pages import PageRequest
from backend.domain.people.audit import AuditFilter
from backend.domain.people.projects import Project
from backend.domain.people.rights import Role, Scope
from backend.services.people.audit import forget_old_events, read_events
from backend.services.people.passwords import hash_password
from backend.settings import Settings
from backend.storage.engine import transaction
from backend.storage.people import members
from backend.testing.builders import a_report
from backend.testing.filling import an_account
from backend.testing.fixtures import MakeKey
from backend.tests.api.people.test_audit import MAIN, PAGE, events

ANNE = {"email": "anne@example.org", "password": "seven green paper boats"}


@pytest.fixture
def anne(engine: Engine, project: Project) -> int:
    with transaction(engine) as session:
        stored = hash_password(ANNE["password"], ANNE["email"])
        user = an_account(session, ANNE["email"], "Anne", stored)
        members.set_role(session, project.id, user, Role.OWNER)
    return user


def told(engine: Engine) -> Iterator[tuple[str, str, str]]:
    for one in events(engine):
        yield one["who_name"], f"{one['verb']} {one['noun']}", one["address"]


@pytest.mark.usefixtures("anne")
def test_coming_and_going_is_told_of_the_installation_and_failures_are_counted(
    api: TestClient, engine: Engine
) -> None:
    for _ in range(3):
        wrong = ANNE | {"password": "a guess"}
        assert api.post("/api/v1/session", json=wrong, headers=PAGE).status_code == 401
    api.post("/api/v1/session", json=ANNE, headers=PAGE)
    new = {"old": ANNE["password"], "new": "nine blue wooden ladders"}
    assert api.put("/api/v1/session/password", json=new, headers=PAGE).status_code == 204
    api.delete("/api/v1/session", headers=PAGE)
    api.delete("/api/v1/session", headers=PAGE)
    assert list(told(engine)) == [
        ("somebody", "failed to begin session", "testclient"),
        ("Anne", "began session", "testclient"),
        ("Anne", "changed password", "testclient"),
        ("Anne", "ended session", "testclient"),
    ]
    failed, *_, last = events(engine)
    assert failed["after"] == {"attempts": 3}
    assert {one["project_id"] for one in (failed, last)} == {None}
    assert ANNE["password"] not in str(events(engine))


def test_an_event_says_what_was_before_and_what_is_after(api: TestClient, anne: int) -> None:
    assert anne
    api.post("/api/v1/session", json=ANNE, headers=PAGE)
    shown = api.patch(MAIN, json={"visibility": "public"}, headers=PAGE).json()
    assert shown["visibility"] == "public"
    page = api.get(f"{MAIN}/audit").json()
    (event,) = page["rows"]
    assert (event["who"], event["who_name"], event["verb"]) == ("person", "Anne", "changed")
    assert event["before"] == {"visibility": "private"}
    assert event["after"] == {"visibility": "public"}
    assert page["nouns"] == ["project"]
    api.cookies.clear()
    assert api.get(f"{MAIN}/overview").status_code == 200


def test_only_an_owner_lets_everybody_read(
    api: TestClient, engine: Engine, anne: int, project: Project
) -> None:
    with transaction(engine) as session:
        members.set_role(session, project.id, anne, Role.MAINTAINER)
    api.post("/api/v1/session", json=ANNE, headers=PAGE)
    assert api.patch(MAIN, json={"visibility": "public"}, headers=PAGE).status_code == 403
    assert api.patch(MAIN, json={"repository_url": ""}, headers=PAGE).status_code == 200


def test_what_was_refused_and_what_came_twice_leaves_nothing(
    api: TestClient, engine: Engine, reporter: dict[str, str]
) -> None:
    report = a_report(idempotency_key="once and only")
    assert api.post(f"{MAIN}/reports", json=report, headers=reporter).status_code == 201
    assert api.post(f"{MAIN}/reports", json=report, headers=reporter).status_code == 200
    assert api.post(f"{MAIN}/reports", json={}, headers=reporter).status_code == 422
    (event,) = events(engine)
    assert (event["who"], event["noun"]) == ("key", "report")


def test_events_are_found_by_who_what_and_when_and_come_page_by_page(
    api: TestClient, make_key: MakeKey
) -> None:
    headers = make_key(Scope.ADMIN)
    for name in ("=cmd()", "b", "c"):
        api.post(f"{MAIN}/keys", json={"name": name, "scopes": ["read"]}, headers=headers)
    api.post(f"{MAIN}/links", json={"address": "/p/main/runs"}, headers=headers)

    def names(query: str) -> list[str]:
        page = api.get(f"{MAIN}/audit?{query}", headers=headers).json()
        return [row["name"] for row in page["rows"]]

    assert names("noun=API key") == ["c", "b", "=cmd()"]
    assert names("who=TES&kind=key") == ["", "c", "b", "=cmd()"]
    assert names("who=nobody") == []
    later = (datetime.now(UTC) + timedelta(minutes=1)).isoformat().replace("+", "%2B")
    assert names(f"since={later}") == []
    assert len(names(f"until={later}")) == 4
    first = api.get(f"{MAIN}/audit?limit=3", headers=headers).json()
    assert (len(first["rows"]), first["total"]) == (3, 4)
    assert names(f"limit=3&cursor={first['next']}") == ["=cmd()"]
    table = api.get(f"{MAIN}/audit.csv?noun=API key", headers=headers)
    assert table.headers["content-type"].startswith("text/csv")
    lines = table.text.splitlines()
    assert lines[0].startswith("at,who,name of who,did,noun")
    assert ",'=cmd()," in lines[3]


def test_events_older_than_the_retention_are_forgotten(
    engine: Engine, project: Project, settings: Settings, api: TestClient, make_key: MakeKey
) -> None:
    headers = make_key(Scope.ADMIN)
    for name in ("old", "new"):
        api.post(f"{MAIN}/keys", json={"name": name, "scopes": ["read"]}, headers=headers)
    aged = f"now() - interval '{settings.audit_days + 1} days'"
    with engine.begin() as connection:
        connection.execute(text(f"update audit_event set at = {aged} where name = 'old'"))
    with transaction(engine) as session:
        assert forget_old_events(session, 0) == 0
        assert forget_old_events(session, settings.audit_days) == 1
        left = read_events(session, project.id, AuditFilter(), PageRequest(None, 10), 0)
    assert [one.name for one in left.rows] == ["new"]
