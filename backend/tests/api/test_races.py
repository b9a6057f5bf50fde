"""Several make the same thing at the same moment: none of them meets a fault of ours."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Connection, Engine, text

from backend.api.sides import COOKIE
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.manage_keys import create_key
from backend.services.people.sign_in import issue_sign_in_link, redeem_sign_in_link
from backend.storage.engine import transaction
from backend.testing.builders import a_history, a_report
from backend.testing.filling import fill
from backend.tests.api.people.test_foreign_ids import MAPPING, PATCH

MAIN = "/api/v1/projects/main"
AT_ONCE = 3
PATIENCE_S = 180.0
LADDER = {
    "kind": "published", "name": "l", "metric": "time", "unit": "s", "direction": "lower",
    "rungs": [{"label": "a", "value": 2.0}, {"label": "b", "value": 1.0}],
}  # fmt: skip
FORGE = {"kind": "github", "api_url": "https://api.github.com", "repository": "a/b", "token": "t"}
RULE = {"name": "r", "issuer": "https://issuer.example", "audience": "a", "testbed": "box",
        "claims": {"repository": "a/b"}}  # fmt: skip
MUTE = {
    "suite": "runtime",
    "until": f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%dT%H:%M:%SZ}",
    "why": "rebuilt",
}
AGENT = {"name": "box", "testbed": "box", "version": "1",
         "machine": {"name": "box", "fingerprint": {"cpu": "x"}}}  # fmt: skip
JOB = {"kind": "run", "suite": "runtime", "commits": [{"commit": "r0", "branch": "main"}],
       "why": "x"}  # fmt: skip
CHANNEL = {"name": "c", "kind": "webhook", "address": "https://hooks.example/a"}
CALLS: list[tuple[str, str, dict[str, Any] | None, str, bool]] = [
    ("POST", "/api/v1/projects", {"slug": "new", "name": "New"}, "project", True),
    ("POST", f"{MAIN}/keys", {"name": "k", "scopes": ["read"]}, "api_key", False),
    ("POST", f"{MAIN}/ci-rules", RULE, "ci_rule", False),
    ("POST", f"{MAIN}/invitations", {"email": "a@b.example"}, "invitation", False),
    ("POST", f"{MAIN}/ladders", LADDER, "ladder", False),
    ("POST", f"{MAIN}/splits", {"baseline": "commit:r0", "contender": "commit:r1"}, "split", True),
    ("POST", f"{MAIN}/alert-mutes", MUTE, "alert_mute", False),
    ("POST", f"{MAIN}/channels", CHANNEL, "channel", False),
    ("POST", f"{MAIN}/feed-token", None, "feed_token", True),
    ("POST", f"{MAIN}/forge", FORGE, "forge_connection", True),
    ("POST", f"{MAIN}/reports", a_report(idempotency_key="sent-at-once"), "report", True),
    ("POST", f"{MAIN}/jobs", JOB, "job", False),
    ("POST", f"{MAIN}/jobs/tries", PATCH, "job", False),
    ("POST", f"{MAIN}/jobs/proposals", PATCH | {"aim": "time"}, "job", False),
    ("POST", f"{MAIN}/views", {"name": "v", "address": "/p/main/explore"}, "saved_view", True),
    ("POST", f"{MAIN}/mappings", {"name": "m", "mapping": MAPPING}, "report_mapping", True),
    ("POST", f"{MAIN}/imports/addresses", {"address": "https://203.0.114.7/data.js"},
     "address_import", True),
    ("POST", f"{MAIN}/links", {"address": "/p/main/explore?series=1"}, "short_link", True),
    ("POST", f"{MAIN}/agents", AGENT, "agent", True),
    ("PUT", f"{MAIN}/thresholds", {"text": "[thresholds]\nminimum_effect = '5 %'\n"},
     "threshold_version", True),
]  # fmt: skip
"""Call, what it sends, the table it adds to, and whether there may be one such thing only."""


@contextmanager
def writing_waits(engine: Engine, table: str) -> Iterator[Connection]:
    """Let nobody write to a table for as long as the block runs; all may read."""
    with engine.connect() as holder:
        holder.execute(text(f"lock table {table} in exclusive mode"))
        yield holder
        holder.rollback()


def wait_until_all_write(engine: Engine) -> None:
    """Wait until every request has looked, and waits to write; some may do so one by one."""
    waiting = "select count(*) from pg_locks where not granted"
    until = time.monotonic() + PATIENCE_S
    with engine.connect() as other:
        seen = 0
        while seen < AT_ONCE and time.monotonic() < until:
            now = other.execute(text(waiting)).scalar_one()
            if now and now == seen:
                return
            seen = now
            other.rollback()
            time.sleep(0.4)


@pytest.fixture
def owner(engine: Engine, project: Project) -> dict[str, str]:
    """Return the headers of an administrator at a browser."""
    assert project.slug == "main"
    with transaction(engine) as session:
        token = issue_sign_in_link(session, "a@x.example", "A", 5)
        cookie = redeem_sign_in_link(session, token, 1)
        create_key(session, None, "k", [Scope.ADMIN])
    return {"X-Tidemark": "1", "Cookie": f"{COOKIE}={cookie}"}


@pytest.mark.parametrize(
    ("method", "path", "sent", "table", "is_single"), CALLS, ids=[one[3] for one in CALLS]
)
def test_the_same_thing_made_several_times_at_once_is_made_or_refused(  # noqa: PLR0913
    api: TestClient,
    engine: Engine,
    project: Project,
    owner: dict[str, str],
    method: str,
    path: str,
    sent: dict[str, Any] | None,
    table: str,
    *,
    is_single: bool,
) -> None:
    fill(engine, project, *a_history([1.0, 1.1]))
    count = text(f"select count(*) from {table}")
    with engine.connect() as other:
        before = other.execute(count).scalar_one()

    said: list[str] = []

    def ask(_: int) -> int:
        answer = api.request(method, path, json=sent, headers=owner)
        said.append(answer.text)
        return answer.status_code

    with ThreadPoolExecutor(AT_ONCE) as pool:
        with writing_waits(engine, table):
            asked = [pool.submit(ask, one) for one in range(AT_ONCE)]
            wait_until_all_write(engine)
        statuses = sorted(one.result() for one in asked)
    assert statuses[0] < 300, said
    assert set(statuses) <= {200, 201, 202, 409}, said
    with engine.connect() as other:
        made = other.execute(count).scalar_one() - before
    assert made == (1 if is_single else sum(status < 300 for status in statuses))


def test_every_call_that_makes_something_is_tried_here_or_has_nothing_unique(
    api: TestClient,
) -> None:
    within = (
        "/notes", "/rungs", "/several", "/subscriptions", "/acceptances", "/published",
        "/password-links", "/files", "/enrolments",
    )  # fmt: skip
    """They make things within others, or, as files of tools, by a call that is tried here."""
    described = api.get("/api/openapi.json").json()["paths"]
    making = {
        path.replace("{project}", "main")
        for path, methods in described.items()
        for said in methods.values()
        if "201" in said["responses"] and not path.endswith(within)
    }
    assert making <= {path for _, path, *_ in CALLS}
