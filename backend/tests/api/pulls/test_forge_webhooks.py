"""Webhooks as forges and their impostors send them, and what is told of a connection."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.domain.pulls.forge_events import ForgeKind
from backend.testing.fixtures import MakeKey
from backend.testing.forges.running import forge
from backend.testing.forges.server import StandIn
from backend.testing.forges.webhooks import Webhook, ping_webhook, pull_request_webhook, sent
from backend.testing.forges.world import TOKEN

FORGE = "/api/v1/projects/main/forge"
Headers = dict[str, str]


@pytest.fixture
def maintainer(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN)


@pytest.fixture
def there() -> Iterator[StandIn]:
    with forge(ForgeKind.GITHUB) as running:
        running.world.pull(7, "second")
        yield running


def connect(api: TestClient, maintainer: Headers, there: StandIn) -> dict[str, Any]:
    """Connect the project, and let the forge sign with the secret that is told."""
    wanted = {
        "kind": "github", "api_url": there.api_url, "repository": there.world.repository,
        "token": TOKEN,
    }  # fmt: skip
    answer = api.post(FORGE, headers=maintainer, json=wanted)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    there.secret = made["secret"]
    return made


def send(api: TestClient, made: dict[str, Any], webhook: Webhook) -> Any:
    return api.post(made["webhook_path"], headers=dict(webhook.headers), content=webhook.body)


@pytest.mark.usefixtures("project")
def test_a_genuine_webhook_is_taken_once_and_what_is_wrong_with_others_is_said(
    api: TestClient, maintainer: Headers, there: StandIn
) -> None:
    made = connect(api, maintainer, there)
    good = pull_request_webhook(there, 7)
    assert (send(api, made, good).status_code, send(api, made, good).json()["outcome"]) == (
        202, "heard before",
    )  # fmt: skip
    assert send(api, made, ping_webhook(there)).json()["outcome"] == "the forge tried the webhook"

    broken = sent(ForgeKind.GITHUB, "pull_request", {"action": "opened"}, there.secret)
    elsewhere = replace(good, body=good.body.replace(b"acme/engine", b"acme/other"))
    large = replace(good, body=b" " * 1_000_001)
    wrong = [
        (good.with_headers(x_hub_signature_256=None), 401, "has no X-Hub-Signature-256"),
        (good.with_headers(x_hub_signature_256="sha256=00"), 401, "does not fit"),
        (elsewhere, 401, "does not fit"),
        (broken, 422, "/pull_request/base/repo/full_name"),
        (broken.with_headers(x_github_delivery=None), 422, "X-GitHub-Delivery"),
        (large, 413, "larger than"),
    ]
    for webhook, status, said in wrong:
        answer = send(api, made, webhook)
        assert (answer.status_code, said in answer.text) == (status, True), answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert there.secret not in answer.text
    (fault,) = send(api, made, broken).json()["faults"]
    assert fault["pointer"] == "/pull_request/base/repo/full_name"
    assert fault["remedy"]
    assert send(api, {"webhook_path": "/api/v1/forges/guessed/webhook"}, good).status_code == 404

    told = api.get(FORGE, headers=maintainer)
    assert told.json()["connection"]["forged"] == 3
    assert len(told.json()["webhooks"]) == 2
    for secret in (TOKEN, there.secret):
        assert secret not in told.text


def test_a_forge_inside_is_not_called_and_its_address_says_why(
    api: TestClient, maintainer: Headers, there: StandIn, project: Project
) -> None:
    assert project.slug == "main"
    connect(api, maintainer, there)
    (known, *_) = api.post(f"{FORGE}/trials", headers=maintainer).json()
    assert not known["is_good"]
    assert "private or reserved network" in known["said"]
    assert "TIDEMARK_OUTGOING_ALLOWED" in known["remedy"]
    assert there.asked == []
