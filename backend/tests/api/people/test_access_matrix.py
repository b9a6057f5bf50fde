"""Every call, everybody who may ask, public or private: who passes is written down here."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.testclient import TestClient
from starlette.types import ASGIApp

from backend.api.app import create_app
from backend.api.declared_actions import declare_actions
from backend.settings import Settings
from backend.testing.asking import ask_inside
from backend.testing.token_issuer import AUDIENCE, TokenIssuer, token_issuer
from backend.tests.api.people.asking_all import STREAM, bearer

NOT_READ = {
    "GET /health": "visit",
    "GET /ready": "visit",
    "GET /receipt-key": "visit",
    "GET /schemas/report-v1.json": "visit",
    "GET /session": "visit",
    "DELETE /session": "visit",
    "GET /projects": "visit",
    "POST /projects": "make projects",
    "PATCH /projects/{project}": "configure",
    "DELETE /projects/{project}": "manage members",
    "GET /deleted-projects": "visit",
    "POST /deleted-projects/{project_id}/restore": "visit",
    "GET /projects/{project}/archive": "configure",
    "GET /projects/{project}/jobs/{job_id}/patch": "triage",
    "GET /audit": "read what was done to the installation",
    "GET /audit.csv": "read what was done to the installation",
    "GET /server": "read what was done to the installation",
    "GET /projects/{project}/audit": "read who did what",
    "GET /projects/{project}/audit.csv": "read who did what",
    "GET /projects/{project}/ci-rules": "manage keys",
    "POST /projects/{project}/ci-rules": "manage keys",
    "POST /projects/{project}/ci-rules/trials": "manage keys",
    "DELETE /projects/{project}/ci-rules/{rule_id}": "manage keys",
    "GET /projects/{project}/alert-groups/assignees": "triage",
    "GET /projects/{project}/keys": "manage keys",
    "POST /projects/{project}/keys": "manage keys",
    "DELETE /projects/{project}/keys/{key_id}": "manage keys",
    "GET /projects/{project}/channels": "configure",
    "POST /projects/{project}/channels": "configure",
    "PATCH /projects/{project}/channels/{channel_id}": "configure",
    "DELETE /projects/{project}/channels/{channel_id}": "configure",
    "PUT /projects/{project}/channels/{channel_id}/pause": "configure",
    "POST /projects/{project}/channels/{channel_id}/secret": "configure",
    "POST /projects/{project}/channels/{channel_id}/test": "configure",
    "POST /projects/{project}/channels/{channel_id}/restore": "configure",
    "POST /projects/{project}/channels/{channel_id}/subscriptions": "configure",
    "PUT /projects/{project}/channels/{channel_id}/subscriptions/{subscription_id}": "configure",
    "DELETE /projects/{project}/channels/{channel_id}/subscriptions/{subscription_id}": "configure",
    "POST /projects/{project}/subscription-previews": "configure",
    "PUT /projects/{project}/thresholds": "configure",
    "POST /projects/{project}/threshold-readings": "triage",
    "GET /projects/{project}/dry-runs/{dry_run_id}": "triage",
    "GET /projects/{project}/deliveries": "configure",
    "GET /projects/{project}/forge": "configure",
    "POST /projects/{project}/forge": "configure",
    "PATCH /projects/{project}/forge": "configure",
    "DELETE /projects/{project}/forge": "configure",
    "POST /projects/{project}/forge/secret": "configure",
    "POST /projects/{project}/forge/trials": "configure",
    "POST /projects/{project}/forge/restore": "configure",
    "POST /forges/{hook}/webhook": "visit",
    "POST /projects/{project}/deliveries/{delivery_id}/again": "configure",
    "POST /projects/{project}/feed-token": "mark what is seen",
    "DELETE /projects/{project}/feed-token": "mark what is seen",
    "PUT /projects/{project}/seen": "mark what is seen",
    "POST /session": "visit",
    "PUT /session/password": "keep one's account",
    "GET /account/sessions": "keep one's account",
    "DELETE /account/sessions": "keep one's account",
    "DELETE /account/sessions/{session_id}": "keep one's account",
    "POST /password-links/requests": "visit",
    "POST /password-links/opened": "visit",
    "POST /password-links/used": "visit",
    "POST /projects/{project}/machines/{machine_id}/quarantine": "configure",
    "POST /projects/{project}/machines/{machine_id}/quarantine/end": "configure",
    "GET /people": "manage accounts",
    "PUT /people/{user_id}/disabling": "manage accounts",
    "DELETE /people/{user_id}/disabling": "manage accounts",
    "PUT /people/{user_id}/administrator": "manage accounts",
    "DELETE /people/{user_id}/administrator": "manage accounts",
    "DELETE /people/{user_id}/sessions": "manage accounts",
    "DELETE /people/{user_id}/provider-link": "manage accounts",
    "POST /people/{user_id}/password-links": "manage accounts",
    "POST /invitations/opened": "visit",
    "POST /invitations/accepted": "visit",
    "GET /projects/{project}/members": "manage members",
    "PUT /projects/{project}/members/{user_id}": "manage members",
    "DELETE /projects/{project}/members/{user_id}": "manage members",
    "POST /projects/{project}/invitations": "manage members",
    "DELETE /projects/{project}/invitations/{invitation_id}": "manage members",
    "POST /projects/{project}/links": "share",
    "POST /projects/{project}/splits/tables": "read",
    "POST /projects/{project}/splits/published": "report",
    "POST /projects/{project}/reports": "report",
    "POST /projects/{project}/reports/files": "report",
    "POST /projects/{project}/mappings": "configure",
    "POST /projects/{project}/mappings/outlines": "report",
    "DELETE /projects/{project}/mappings/{mapping_id}": "configure",
    "POST /projects/{project}/reports/{report_id}/again": "configure",
    "POST /projects/{project}/imports/{format_name}": "report",
    "POST /projects/{project}/imports/addresses": "report",
    "GET /projects/{project}/imports/addresses": "report",
    "GET /projects/{project}/imports/addresses/{import_id}": "report",
    "DELETE /projects/{project}/imports/addresses/{import_id}": "report",
    "POST /projects/{project}/deletions": "configure",
    "POST /projects/{project}/deletions/{deletion_id}/restore": "configure",
    "POST /projects/{project}/readings": "configure",
    "PATCH /projects/{project}/metrics/{metric_id}": "configure",
    "PATCH /projects/{project}/names/{kind}/{named_id}": "configure",
    "POST /projects/{project}/names/{kind}/{named_id}/merge": "configure",
    "PATCH /projects/{project}/commits/{commit_id}": "configure",
    "POST /projects/{project}/jobs/leases": "measure",
    "POST /projects/{project}/jobs/scheduled": "measure",
    "POST /projects/{project}/jobs/{job_id}/beats": "measure",
    "POST /projects/{project}/jobs/{job_id}/endings": "measure",
    "PUT /projects/{project}/jobs/{job_id}/place": "configure",
    "PUT /projects/{project}/jobs/{job_id}/priority": "configure",
    "PUT /projects/{project}/quotas": "manage members",
    "GET /projects/{project}/enrolments": "manage keys",
    "POST /projects/{project}/enrolments": "manage keys",
    "DELETE /projects/{project}/enrolments/{enrolment_id}": "manage keys",
    "POST /enrolments": "visit",
    "POST /projects/{project}/agents": "measure",
    "POST /projects/{project}/agents/{agent_id}/beats": "measure",
    "POST /projects/{project}/agents/{agent_id}/key": "measure",
    "DELETE /projects/{project}/agents/{agent_id}/key": "configure",
}
"""What a call needs where it is neither reading (GET) nor triage (all other methods)."""

VIEWER = {"read", "share", "mark what is seen"}
TRIAGER = VIEWER | {"triage"}
MAINTAINER = TRIAGER | {"report", "measure", "configure", "manage keys"}
OWNER = MAINTAINER | {"manage members", "read who did what"}
ADMINISTRATOR = {
    "make projects", "read what was done to the installation", "manage accounts",
}  # fmt: skip
EXPECTED: dict[str, set[str]] = {
    "nobody": set(),
    "outsider": set(),
    "viewer": VIEWER,
    "triager": TRIAGER,
    "maintainer": MAINTAINER,
    "owner": OWNER,
    "administrator": OWNER | ADMINISTRATOR,
    "key read": {"read", "share"},
    "key report": {"report"},
    "key agent": {"measure"},
    "key triage": {"triage"},
    "key admin": OWNER - {"mark what is seen"},
    "key admin of all": OWNER - {"mark what is seen"} | ADMINISTRATOR,
    "key read of another": set(),
    "key report of another": set(),
    "key agent of another": set(),
    "key triage of another": set(),
    "key admin of another": set(),
    "job": set(),
    "job of another": set(),
}
IN_PUBLIC = {name: {"read"} for name in EXPECTED} | {"outsider": VIEWER}
"""What a public project grants on top."""
OF_JOBS = {"POST /projects/{project}/reports", "POST /projects/{project}/reports/files"}
"""What a CI system's token may call of a project that believes it."""
OF_OWN_REPORTS = {
    "GET /projects/{project}/comparison",
    "GET /projects/{project}/reports/{report_id}",
}
"""What it may read of reports of its own: here there are none, in test_ci_access.py some."""
OF_SOMEBODY = {
    "GET /session", "GET /projects", "GET /deleted-projects",
    "POST /deleted-projects/{project_id}/restore",
}  # fmt: skip
"""Calls of everybody that ask who it is."""
OWN_KEYS = {name for name in EXPECTED if name.startswith("key") and "another" not in name}
VALUES = {
    "axis": "threads",
    "format_name": "github-action-benchmark",
    "report_id": "00000000-0000-4000-8000-000000000000",
}
MISSING = "999999999"


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    action: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def address(self, slug: str) -> str:
        values = VALUES | {"project": slug}
        return "/api/v1" + re.sub(
            r"{(\w+)}", lambda found: values.get(found[1], MISSING), self.path
        )


def calls(app: FastAPI) -> list[Call]:
    """Return every call of the description; signing out comes last, as it ends the session."""
    found = [
        Call(method.upper(), path.removeprefix("/api/v1"), said["x-action"])
        for path, methods in app.openapi()["paths"].items()
        for method, said in methods.items()
    ]
    return sorted(found, key=lambda call: str(call) == "DELETE /session")


@pytest.fixture(scope="module")
def issuer() -> Iterator[TokenIssuer]:
    with token_issuer() as running:
        yield running


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Let the server ask the issuer of tokens on this machine for its keys."""
    return settings.model_copy(update={"outgoing_allowed": "127.0.0.1"})


@pytest.fixture
def jobs(api: TestClient, issuer: TokenIssuer, askers: dict[str, dict[str, str]]) -> None:
    """Add jobs of a CI system that each project, and another one, believes."""
    for slug in ("open", "closed", "main"):
        rule = {
            "name": slug, "issuer": issuer.url, "audience": AUDIENCE,
            "claims": {"repository": f"acme/{slug}"}, "testbed": "box",
        }  # fmt: skip
        owner = askers["key admin of all"]
        made = api.post(f"/api/v1/projects/{slug}/ci-rules", json=rule, headers=owner)
        assert made.status_code == 201, made.text
        name = "job of another" if slug == "main" else f"job in {slug}"
        askers[name] = bearer(issuer.token(repository=f"acme/{slug}"))


async def outcome(app: ASGIApp, call: Call, slug: str, headers: dict[str, str]) -> str:
    """Say how a call ended for somebody: passed, unknown, forbidden or hidden."""
    body = b"" if call.method in {"GET", "DELETE"} else b"{}"
    answer = await ask_inside(app, call.method, call.address(slug), headers, body)
    # without a worker, as here, the server says of itself that it is not ready
    assert answer.status < 500 or call.path == "/ready", f"{call}: {answer.body!r}"
    if answer.status == 404 and "there is no project" in json.loads(answer.body)["detail"]:
        return "hidden"
    return {401: "unknown", 403: "forbidden"}.get(answer.status, "passed")


async def outcomes(
    app: ASGIApp, walked: list[Call], slug: str, headers: dict[str, str]
) -> list[str]:
    """Say of each call in its order how it ended for somebody."""
    return [await outcome(app, call, slug, headers) for call in walked]


def expected(call: Call, name: str, *, is_public: bool) -> str:
    """Say from the tables above how a call must end."""
    if name.startswith("job"):
        return expected_of_job(call, name)
    if call.action == "visit":
        return "passed" if is_by_page(call, name) else "forbidden"
    rights = EXPECTED[name] | (IN_PUBLIC[name] if is_public else set())
    if not name.startswith("key") and name != "nobody":
        rights = rights | {"keep one's account"}
    if call.action in rights:
        return "passed"
    if name == "nobody":
        return "unknown"
    is_known = "read" in rights or name in OWN_KEYS or "{project}" not in call.path
    return "forbidden" if is_known else "hidden"


def expected_of_job(call: Call, name: str) -> str:
    """Let a CI system's token report to a project that believes it, and be nobody elsewhere."""
    if name == "job" and str(call) in OF_JOBS:
        return "passed"
    if name == "job" and str(call) in OF_OWN_REPORTS:
        return "forbidden"
    if call.action != "visit" or str(call) in OF_SOMEBODY:
        return "unknown"
    return "passed" if is_by_page(call, name) else "forbidden"


def is_by_page(call: Call, name: str) -> bool:
    """Tell whether what signs in came from our own page; only people's browsers say so here."""
    signs_in = str(call) in {
        "POST /session", "POST /invitations/accepted", "POST /password-links/requests",
        "POST /password-links/used",
    }  # fmt: skip
    return not signs_in or not (name == "nobody" or name.startswith(("key", "job")))


IN_PUBLIC_PROJECTS = pytest.mark.nightly(
    shorter=[
        "api/people/test_access_matrix.py::test_every_call_lets_pass_whom_it_must_and_nobody_else",
        (
            "api/people/test_access.py"
            "::test_private_projects_are_hidden_and_public_ones_are_read_only_for_visitors"
        ),
    ]
)


@pytest.mark.usefixtures("jobs")
@pytest.mark.parametrize("slug", [pytest.param("open", marks=IN_PUBLIC_PROJECTS), "closed"])
def test_every_call_lets_pass_whom_it_must_and_nobody_else(
    api: TestClient, askers: dict[str, dict[str, str]], slug: str
) -> None:
    walked = [call for call in calls(create_app()) if call.path != STREAM]
    portal = api.portal
    assert portal is not None, "the application runs"
    wrong = []
    for name in EXPECTED:
        headers = askers.get(name) or askers.get(f"{name} in {slug}", {})
        assert headers or name == "nobody"
        ended = portal.call(outcomes, api.app, walked, slug, headers)
        for call, found in zip(walked, ended, strict=True):
            must = expected(call, name, is_public=slug == "open")
            if found != must:
                wrong.append(f"{name}: {call} {found}, must be {must}")
    assert not wrong, "\n".join(wrong)


def test_what_each_call_needs_is_written_down() -> None:
    wrong = [
        f"{call} needs to {call.action}"
        for call in calls(create_app())
        if call.action != NOT_READ.get(str(call), "read" if call.method == "GET" else "triage")
    ]
    assert not wrong, "\n".join(wrong)


def test_a_call_without_a_declaration_keeps_the_server_from_starting() -> None:
    router = APIRouter()

    @router.get("/forgotten")
    def forgotten() -> None: ...

    with pytest.raises(LookupError, match="must declare one action"):
        declare_actions(router)
