"""Sessions ended, accounts disabled and enabled, administrators made and unmade."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.admin.__main__ import main
from backend.api.sides import COOKIE
from backend.domain.people.accounts import Device
from backend.domain.people.projects import Project
from backend.domain.people.rights import Role, Scope
from backend.services.people.manage_keys import create_key
from backend.services.people.sign_in import begin_session
from backend.settings import Settings
from backend.settings import settings as chosen
from backend.storage.engine import transaction
from backend.storage.people import accounts, members
from backend.testing.filling import an_account

PAGE = {"X-Tidemark": "1"}
PEOPLE = "/api/v1/people"
OWN = "/api/v1/account/sessions"
Headers = dict[str, str]
Enter = Callable[..., Headers]


@pytest.fixture
def enter(engine: Engine) -> Enter:
    """Return what signs somebody in, in one more browser, and gives the headers it sends."""

    def make(user_id: int, agent: str = "Firefox") -> Headers:
        with transaction(engine) as session:
            token = begin_session(session, user_id, 1, Device(agent, "192.0.2.7"))
        return PAGE | {"Cookie": f"{COOKIE}={token}"}

    return make


@pytest.fixture
def ada(engine: Engine, project: Project) -> int:
    with transaction(engine) as session:
        made = an_account(session, "ada@example.org", "Ada", "no password")
        members.set_role(session, project.id, made, Role.TRIAGER)
    return made


@pytest.fixture
def root(engine: Engine) -> int:
    return an_administrator(engine, "root@example.org")


def an_administrator(engine: Engine, email: str) -> int:
    with transaction(engine) as session:
        made = an_account(session, email, email.partition("@")[0].capitalize())
        accounts.set_administrator(session, made, is_admin=True)
    return made


def who(api: TestClient, headers: Headers) -> str | None:
    user = api.get("/api/v1/session", headers=headers).json()["user"]
    return user and str(user["email"])


def last_event(engine: Engine) -> dict[str, Any]:
    with engine.connect() as connection:
        found = connection.execute(text("select * from audit_event order by id desc limit 1"))
        return dict(found.mappings().one())


def person_of(api: TestClient, headers: Headers, email: str) -> dict[str, Any]:
    (found,) = api.get(PEOPLE, params={"text": email}, headers=headers).json()["rows"]
    return dict(found)


def test_one_sees_one_s_own_sessions_and_ends_them(
    api: TestClient, engine: Engine, ada: int, root: int, enter: Enter
) -> None:
    here, there, elsewhere = enter(ada), enter(ada, "Chrome on a phone"), enter(ada, "Safari")
    other = enter(root)
    rows = api.get(OWN, headers=here).json()["rows"]
    assert {one["device"]["user_agent"] for one in rows} == {
        "Firefox", "Chrome on a phone", "Safari",
    }  # fmt: skip
    assert {one["device"]["address"] for one in rows} == {"192.0.2.7"}
    assert [one["device"]["user_agent"] for one in rows if one["is_this"]] == ["Firefox"]
    phone = next(one["id"] for one in rows if one["device"]["user_agent"].endswith("phone"))

    (theirs,) = api.get(OWN, headers=other).json()["rows"]
    assert api.delete(f"{OWN}/{theirs['id']}", headers=here).status_code == 404
    assert who(api, other) == "root@example.org"

    assert api.delete(f"{OWN}/{phone}", headers=here).status_code == 204
    assert (who(api, there), who(api, elsewhere)) == (None, "ada@example.org")
    told = last_event(engine)
    assert (told["verb"], told["noun"], told["name"]) == ("ended", "session", "Chrome on a phone")

    assert api.delete(OWN, headers=here).status_code == 204
    assert (who(api, elsewhere), who(api, here)) == (None, "ada@example.org")
    assert last_event(engine)["after"] == {"ended": 1}
    assert who(api, other) == "root@example.org"


def test_a_list_says_who_people_are_and_how_they_come_in(
    api: TestClient, engine: Engine, project: Project, ada: int, root: int, enter: Enter
) -> None:
    headers = enter(root)
    enter(ada)
    with transaction(engine) as session:
        create_key(session, project.id, "hers", [Scope.READ])
    found = person_of(api, headers, "ADA@")
    assert found["roles"] == [{"slug": "main", "project": "Main", "role": "triager"}]
    assert (found["has_password"], found["has_provider"], found["is_proven"]) == (
        True, False, False,
    )  # fmt: skip
    assert (found["sessions"], found["keys"], found["disabled_at"]) == (1, 0, None)
    assert found["seen_at"] is not None

    page = api.get(PEOPLE, params={"limit": 1}, headers=headers).json()
    assert ([one["name"] for one in page["rows"]], page["total"], page["next"]) == (["Ada"], 2, "1")
    rest = api.get(PEOPLE, params={"limit": 1, "cursor": page["next"]}, headers=headers).json()
    assert ([one["name"] for one in rest["rows"]], rest["next"]) == (["Root"], None)
    admins = api.get(PEOPLE, params={"state": "administrators"}, headers=headers).json()["rows"]
    assert [one["id"] for one in admins] == [root]


def test_when_somebody_was_last_here_outlives_their_sessions(
    api: TestClient, ada: int, root: int, enter: Enter
) -> None:
    headers = enter(root)
    before = (enter(ada), person_of(api, headers, "ada@")["seen_at"])[1]
    assert api.delete(f"{PEOPLE}/{ada}/sessions", headers=headers).status_code == 204
    after = person_of(api, headers, "ada@")
    assert (after["seen_at"], after["sessions"]) == (before, 0)


def test_a_disabled_account_is_out_at_once_with_its_keys_until_it_is_enabled(
    api: TestClient, engine: Engine, ada: int, root: int, project: Project, enter: Enter
) -> None:
    headers, hers = enter(root), enter(ada)
    with transaction(engine) as session:
        members.set_role(session, project.id, ada, Role.MAINTAINER)
    sent = {"name": "k", "scopes": ["read"]}
    made = api.post("/api/v1/projects/main/keys", json=sent, headers=hers).json()
    key = {"Authorization": f"Bearer {made['secret']}"}
    runs = "/api/v1/projects/main/runs"
    assert api.get(runs, headers=key).status_code == 200
    assert person_of(api, headers, "ada@")["keys"] == 1

    assert api.put(f"{PEOPLE}/{ada}/disabling", headers=headers).status_code == 204
    assert who(api, hers) is None
    assert api.get(runs, headers=key).status_code == 401
    assert person_of(api, headers, "ada@")["disabled_at"] is not None
    told = last_event(engine)
    assert (told["verb"], told["noun"], told["name"], told["after"]) == (
        "disabled", "account", "ada@example.org", {"sessions ended": 1},
    )  # fmt: skip

    assert api.delete(f"{PEOPLE}/{ada}/disabling", headers=headers).status_code == 204
    assert who(api, hers) is None, "a session that was ended stays ended"
    assert api.get(runs, headers=key).status_code == 200
    assert last_event(engine)["verb"] == "enabled"


def test_an_administrator_is_made_and_unmade_at_once(
    api: TestClient, engine: Engine, ada: int, root: int, enter: Enter
) -> None:
    headers, hers = enter(root), enter(ada)
    assert api.get(PEOPLE, headers=hers).status_code == 403
    place = f"{PEOPLE}/{ada}/administrator"
    assert api.put(place, headers=hers).status_code == 403
    assert api.put(place, headers=headers).status_code == 204
    assert api.get(PEOPLE, headers=hers).status_code == 200
    assert (last_event(engine)["verb"], last_event(engine)["after"]) == (
        "made", {"administrator": True},
    )  # fmt: skip
    assert api.delete(place, headers=headers).status_code == 204
    assert api.get(PEOPLE, headers=hers).status_code == 403


@pytest.mark.parametrize("way", ["administrator", "disabling"])
def test_the_last_administrator_who_can_come_in_stays_one(
    api: TestClient, engine: Engine, root: int, enter: Enter, way: str
) -> None:
    headers = enter(root)
    closed = an_administrator(engine, "closed@example.org")
    assert api.put(f"{PEOPLE}/{closed}/disabling", headers=headers).status_code == 204
    method = "DELETE" if way == "administrator" else "PUT"
    refused = api.request(method, f"{PEOPLE}/{root}/{way}", headers=headers)
    assert refused.status_code == 409
    assert "the only administrator who can come in" in refused.json()["detail"]
    assert who(api, headers) == "root@example.org"
    assert api.get(PEOPLE, headers=headers).status_code == 200


@pytest.mark.parametrize("way", ["administrator", "disabling"])
@pytest.mark.parametrize("whom", ["each other", "themselves"])
def test_two_administrators_who_act_at_once_leave_one(
    api: TestClient, engine: Engine, enter: Enter, way: str, whom: str
) -> None:
    method = "DELETE" if way == "administrator" else "PUT"
    able = "select count(*) from user_account where is_admin and disabled_at is null"
    with engine.begin() as connection:
        connection.execute(text("update user_account set is_admin = false"))
    for turn in range(8):
        pair = [an_administrator(engine, f"{name}{turn}@example.org") for name in ("a", "b")]
        headers = [enter(one) for one in pair]
        targets = pair if whom == "themselves" else pair[::-1]
        together = Barrier(2)

        def act(asks: Headers, target: int, together: Barrier = together) -> int:
            together.wait(30)
            return api.request(method, f"{PEOPLE}/{target}/{way}", headers=asks).status_code

        with ThreadPoolExecutor(2) as threads:
            answers = sorted(threads.map(act, headers, targets))
        assert answers[0] == 204
        assert answers[1] in {401, 403, 409}
        with engine.begin() as connection:
            assert connection.execute(text(able)).scalar_one() == 1
            connection.execute(text("update user_account set is_admin = false"))


def test_an_account_is_cut_off_from_the_provider_by_an_administrator(
    api: TestClient, engine: Engine, ada: int, root: int, enter: Enter
) -> None:
    headers = enter(root)
    assert api.delete(f"{PEOPLE}/{ada}/provider-link", headers=headers).status_code == 409
    with engine.begin() as connection:
        connection.execute(
            text("insert into user_identity (issuer, subject, user_id) values ('i', 's', :id)"),
            {"id": ada},
        )
    assert person_of(api, headers, "ada@")["has_provider"] is True
    assert api.delete(f"{PEOPLE}/{ada}/provider-link", headers=headers).status_code == 204
    assert person_of(api, headers, "ada@")["has_provider"] is False


def test_a_key_of_a_project_manages_no_people(
    api: TestClient, engine: Engine, project: Project, ada: int
) -> None:
    with transaction(engine) as session:
        _, secret = create_key(session, project.id, "k", [Scope.ADMIN])
    headers = {"Authorization": f"Bearer {secret}"}
    assert api.get(PEOPLE, headers=headers).status_code == 403
    assert api.put(f"{PEOPLE}/{ada}/disabling", headers=headers).status_code == 403
    assert api.get(OWN, headers=headers).status_code == 403


@pytest.fixture
def shell(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., int]]:
    """Return what runs `tidemark admin` where the server runs."""
    monkeypatch.setenv("TIDEMARK_DATABASE_URL", settings.database_url)
    chosen.cache_clear()
    yield lambda *words: main(words)
    chosen.cache_clear()


def test_the_shell_does_to_accounts_what_the_page_does(
    api: TestClient,
    engine: Engine,
    ada: int,
    enter: Enter,
    shell: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    headers = enter(an_administrator(engine, "root@example.org"))
    hers = enter(ada)
    assert shell("disable", " Ada@Example.org") == 0
    assert who(api, hers) is None
    assert last_event(engine)["who"] == "shell"
    assert shell("people", "ada") == 0
    assert "disabled, triager of main" in capsys.readouterr().out
    assert shell("password-link", "ada@example.org") == 2
    assert "enable the account first" in capsys.readouterr().err
    assert shell("enable", "ada@example.org") == 0
    assert shell("password-link", "ada@example.org") == 0
    assert "/reset?token=" in capsys.readouterr().out
    assert shell("make-administrator", "ada@example.org") == 0
    assert api.get(PEOPLE, headers=enter(ada)).status_code == 200
    assert shell("unmake-administrator", "ada@example.org") == 0
    assert shell("unmake-administrator", "root@example.org") == 2
    assert "the only administrator" in capsys.readouterr().err
    assert shell("end-sessions", "root@example.org") == 0
    assert who(api, headers) is None
    assert shell("disable", "nobody@example.org") == 2
    assert "nobody here has the address" in capsys.readouterr().err
