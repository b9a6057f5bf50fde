"""A new password by a link that works once: from an administrator, or by a real mail server."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.api.app import create_app
from backend.domain.people.rights import Scope
from backend.services.people.mail_links import LinkOffice, link_office, mail_all
from backend.services.people.manage_keys import create_key
from backend.services.people.passwords import hash_password
from backend.services.people.sign_in import begin_session
from backend.settings import Settings
from backend.storage.engine import transaction
from backend.storage.people import accounts
from backend.testing.filling import an_account
from backend.testing.receivers import Mailbox, mail_server

PAGE = {"X-Tidemark": "1"}
ADA = "ada@example.org"
OLD = "seven slow green turtles"
NEW = "nine quick blue herons"
ISSUER = "https://login.example"
LINKS = "/api/v1/password-links"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as running:
        yield running


@pytest.fixture
def settings(settings: Settings, mailbox: Mailbox) -> Settings:
    """Let the installation send mail, and people sign in by a provider."""
    return settings.model_copy(
        update={
            "smtp_host": "127.0.0.1",
            "smtp_port": mailbox.port,
            "smtp_security": "none",
            "public_url": "https://bench.example",
            "oidc_issuer": ISSUER,
            "oidc_name": "Example",
        }
    )


@pytest.fixture
def office(settings: Settings) -> LinkOffice:
    return link_office(settings)


@pytest.fixture
def ada(engine: Engine) -> int:
    """Return the id of somebody with a password whose address is proven."""
    with transaction(engine) as session:
        made = an_account(session, ADA, "Ada", hash_password(OLD, ADA))
        accounts.set_proven(session, made)
    return made


@pytest.fixture
def manager(engine: Engine) -> dict[str, str]:
    with transaction(engine) as session:
        _, secret = create_key(session, None, "k", [Scope.ADMIN])
    return {"Authorization": f"Bearer {secret}"}


def make_link(api: TestClient, manager: dict[str, str], user_id: int) -> Any:
    return api.post(f"/api/v1/people/{user_id}/password-links", headers=manager)


def token_of(text: str) -> str:
    found = re.search(r"/reset\?token=([\w-]+)", text)
    assert found, text
    return found[1]


def use(api: TestClient, token: str, password: str = NEW) -> Any:
    sent = {"token": token, "password": password}
    return api.post(f"{LINKS}/used", json=sent, headers=PAGE)


def ask(api: TestClient, email: str) -> Any:
    return api.post(f"{LINKS}/requests", json={"email": email}, headers=PAGE)


def sign_in(api: TestClient, password: str, email: str = ADA) -> int:
    sent = {"email": email, "password": password}
    answer = api.post("/api/v1/session", json=sent, headers=PAGE)
    api.cookies.clear()
    return answer.status_code


def stored(engine: Engine, sql: str) -> Any:
    with engine.connect() as connection:
        return connection.execute(text(sql)).scalar_one()


def change(engine: Engine, sql: str) -> None:
    with engine.begin() as connection:
        connection.execute(text(sql))


def link_to_provider(engine: Engine, user_id: int) -> None:
    insert = "insert into user_identity (issuer, subject, user_id)"
    change(engine, f"{insert} values ('{ISSUER}', 's', {user_id})")


def test_a_link_sets_a_password_once_and_ends_every_session(
    api: TestClient, engine: Engine, ada: int, manager: dict[str, str]
) -> None:
    with transaction(engine) as session:
        begin_session(session, ada, 1)
    made = make_link(api, manager, ada)
    assert made.status_code == 201
    token = token_of(made.json()["path"])
    assert token.encode() not in stored(engine, "select token_hash from account_link")
    opened = api.post(f"{LINKS}/opened", json={"token": token}).json()
    assert opened["email"] == ADA

    weak = use(api, token, "short")
    assert (weak.status_code, weak.json()["faults"][0]["pointer"]) == (422, "/password")
    assert use(api, token).status_code == 204
    assert (sign_in(api, OLD), sign_in(api, NEW)) == (401, 204)
    assert stored(engine, "select count(*) from browser_session") == 1
    again = use(api, token, "another long password here")
    assert (again.status_code, "used before or has expired" in again.json()["detail"]) == (
        404, True,
    )  # fmt: skip
    event = "select verb || ' ' || noun || ' ' || who || ' ' || name from audit_event where"
    assert stored(engine, f"{event} verb = 'reset'") == f"reset password person {ADA}"
    assert stored(engine, f"{event} noun = 'password link'") == f"made password link key {ADA}"


def test_of_many_who_use_a_link_at_once_one_succeeds(
    api: TestClient, ada: int, manager: dict[str, str]
) -> None:
    token = token_of(make_link(api, manager, ada).json()["path"])
    words = [f"{NEW} {number}" for number in range(6)]
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda word: use(api, token, word).status_code, words))
    assert sorted(answers) == [204] + [404] * 5
    assert sign_in(api, words[answers.index(204)]) == 204


def test_a_link_that_has_expired_opens_nothing(
    api: TestClient, engine: Engine, ada: int, manager: dict[str, str]
) -> None:
    token = token_of(make_link(api, manager, ada).json()["path"])
    change(engine, "update account_link set expires_at = now()")
    assert use(api, token).status_code == 404
    assert api.post(f"{LINKS}/opened", json={"token": token}).status_code == 404
    assert api.post(f"{LINKS}/opened", json={"token": "x"}).status_code == 404


def test_disabling_an_account_takes_its_links(
    api: TestClient, ada: int, manager: dict[str, str]
) -> None:
    token = token_of(make_link(api, manager, ada).json()["path"])
    assert api.put(f"/api/v1/people/{ada}/disabling", headers=manager).status_code == 204
    assert use(api, token).status_code == 404
    refused = make_link(api, manager, ada)
    assert (refused.status_code, "enable the account first" in refused.json()["detail"]) == (
        409, True,
    )  # fmt: skip


def test_who_signs_in_by_the_provider_alone_gets_no_password(
    api: TestClient, engine: Engine, ada: int, manager: dict[str, str]
) -> None:
    link_to_provider(engine, ada)
    assert make_link(api, manager, ada).status_code == 201, "she has a password beside it"
    change(engine, "update user_account set password_hash = null")
    refused = make_link(api, manager, ada)
    assert refused.status_code == 409
    assert "signs in with Example and has no password" in refused.json()["detail"]


def test_a_forgotten_password_is_set_by_a_mailed_link(
    api: TestClient, engine: Engine, ada: int, office: LinkOffice, mailbox: Mailbox
) -> None:
    assert api.get("/api/v1/session").json()["sends_mail"] is True
    assert ask(api, f" {ADA.upper()}").status_code == 202
    assert mail_all(engine, office) == 1
    (mail,) = mailbox.mails
    assert (mailbox.recipients, mail["To"]) == ([[ADA]], ADA)
    assert mail["From"] == "Tidemark <tidemark@bench.example>"
    said = mail.get_content()
    assert "https://bench.example/reset?token=" in said
    assert "works once, within 60 minutes" in said
    assert use(api, token_of(said)).status_code == 204
    assert (sign_in(api, OLD), sign_in(api, NEW)) == (401, 204)
    event = "select who || ' ' || verb || ' ' || name from audit_event where noun = 'password link'"
    assert stored(engine, event) == f"server mailed {ADA}"
    assert ada


def test_a_known_address_and_an_unknown_one_get_the_same_answer_and_work(
    api: TestClient, engine: Engine, ada: int, office: LinkOffice, mailbox: Mailbox
) -> None:
    assert ada
    answers = [ask(api, email) for email in (ADA, "nobody@example.org")]
    assert {(one.status_code, one.text) for one in answers} == {(202, "null")}
    assert stored(engine, "select count(*) from account_mail where done_at is null") == 2
    assert stored(engine, "select count(*) from account_link") == 0, "none is made in the request"
    assert mail_all(engine, office) == 2
    assert mailbox.recipients == [[ADA]]


def test_nobody_is_sent_many_mails_whoever_asks(
    api: TestClient, engine: Engine, ada: int, office: LinkOffice, mailbox: Mailbox
) -> None:
    assert ada
    for _ in range(3):
        assert ask(api, ADA).status_code == 202
        mail_all(engine, office)
    assert len(mailbox.mails) == 1
    change(engine, "update account_mail set done_at = now() - interval '6 minutes'")
    mail_all(engine, office)
    assert ask(api, ADA).status_code == 202
    mail_all(engine, office)
    assert len(mailbox.mails) == 2


def test_a_mail_that_does_not_arrive_is_tried_again_with_a_link_of_its_own(
    api: TestClient, engine: Engine, ada: int, office: LinkOffice, mailbox: Mailbox
) -> None:
    assert ada
    mailbox.refusals.append("450 not now")
    ask(api, ADA)
    mail_all(engine, office)
    assert (mailbox.mails, stored(engine, "select count(*) from account_link")) == ([], 0)
    assert mail_all(engine, office) == 0, "not before its time"
    change(engine, "update account_mail set due_at = now()")
    assert mail_all(engine, office) == 1
    assert use(api, token_of(mailbox.mails[0].get_content())).status_code == 204

    mailbox.refusals.append("550 no such mailbox")
    change(engine, "delete from account_mail")
    ask(api, ADA)
    mail_all(engine, office)
    assert stored(engine, "select done_at is not null from account_mail"), "refused for good"


def test_who_may_have_no_new_password_is_told_so_in_the_mail_alone(
    api: TestClient, engine: Engine, ada: int, office: LinkOffice, mailbox: Mailbox
) -> None:
    change(engine, "update user_account set disabled_at = now()")
    assert ask(api, ADA).status_code == 202
    mail_all(engine, office)
    assert "Your account is disabled" in mailbox.mails[0].get_content()
    link_to_provider(engine, ada)
    change(engine, "update user_account set disabled_at = null, password_hash = null")
    change(engine, "delete from account_mail")
    assert ask(api, ADA).status_code == 202
    mail_all(engine, office)
    assert "you sign in with Example" in " ".join(mailbox.mails[1].get_content().split())
    assert stored(engine, "select count(*) from account_link") == 0


def test_a_mailed_link_proves_an_address_and_one_that_was_handed_on_does_not(
    api: TestClient,
    engine: Engine,
    ada: int,
    manager: dict[str, str],
    office: LinkOffice,
    mailbox: Mailbox,
) -> None:
    change(engine, "update user_account set proven_at = null")
    token = token_of(make_link(api, manager, ada).json()["path"])
    assert use(api, token).status_code == 204
    assert stored(engine, "select proven_at is null from user_account")
    change(engine, f"insert into feed_token (project_id, user_id, token_hash) select id, {ada},"
           " 'x' from project")  # fmt: skip
    ask(api, ADA)
    mail_all(engine, office)
    assert use(api, token_of(mailbox.mails[0].get_content()), OLD).status_code == 204
    assert stored(engine, "select proven_at is not null from user_account")
    assert stored(engine, "select count(*) from feed_token") == 0
    assert sign_in(api, OLD) == 204


def test_an_installation_without_mail_says_whom_to_ask(settings: Settings) -> None:
    silent = settings.model_copy(update={"smtp_host": ""})
    with TestClient(create_app(silent), raise_server_exceptions=False) as api:
        assert api.get("/api/v1/session").json()["sends_mail"] is False
        refused = ask(api, ADA)
        assert (refused.status_code, "ask an administrator" in refused.json()["detail"]) == (
            409, True,
        )  # fmt: skip


def test_a_page_of_another_site_asks_for_nothing(api: TestClient) -> None:
    for path, sent in (("requests", {"email": ADA}), ("used", {"token": "x", "password": NEW})):
        assert api.post(f"{LINKS}/{path}", json=sent).status_code == 403
