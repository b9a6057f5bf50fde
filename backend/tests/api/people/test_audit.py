"""Every write leaves an event in the audit trail, with its transaction or not at all."""

import re
from base64 import b64encode
from typing import Any

import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.api.app import create_app
from backend.api.declared_actions import declare_actions
from backend.api.dependencies import FOR_EVERYBODY
from backend.api.sides import COOKIE
from backend.domain.people.rights import Scope
from backend.services.people.manage_keys import create_key
from backend.services.people.sign_in import begin_session
from backend.storage.engine import transaction
from backend.storage.people import access
from backend.testing.builders import a_report
from backend.tests.api.people.test_foreign_ids import (
    AGENT_KEY,
    CI_RULE,
    CLAIM,
    FORGE,
    HOOK,
    INTRODUCTION,
    JOB,
    LADDER,
    MAPPING,
    MUTE,
    NEEDED,
    PATCH,
    RUNG,
    SOME_BODY,
    THEIRS,
    filled,
    foreign,
)

__all__ = ["foreign"]
PAGE = {"X-Tidemark": "1"}
MAIN = "/api/v1/projects/main"
TABLE = "ring,throughput\n16,10\n64,12\n"
BODIES: dict[str, Any] = SOME_BODY | {
    "PATCH ": {"visibility": "public"},
    "POST /keys": {"name": "another", "scopes": ["read"]},
    "POST /ci-rules": CI_RULE | {"name": "Another"},
    "POST /invitations": {"email": "newer@theirs"},
    "POST /ladders": LADDER,
    "PUT /quotas": {"person_minutes": 60},
    "POST /jobs": JOB,
    "POST /jobs/confirmations": {"change": "{change_id}"},
    "POST /jobs/bisections": {"change": "{change_id}"},
    "POST /jobs/measurements": {"run": "{run_id}"},
    "POST /jobs/tries": PATCH,
    "POST /jobs/proposals": PATCH | {"aim": "time"},
    "POST /claims/imports": {"text": CLAIM.replace("mine", "another")},
    "POST /claims/{claim_id}/restore": {},
    "POST /views": {"name": "Another", "address": "/p/theirs/runs"},
    "POST /links": {"address": "/p/theirs/runs"},
    "PATCH /alert-groups": {"groups": ["{group_number}"], "tags": ["seen"]},
    "POST /alert-groups/judgements": {"groups": ["{group_number}"], "state": "acknowledged"},
    "POST /alert-mutes": MUTE,
    "POST /alert-groups/moves": {"changes": ["{change_id}"]},
    "POST /changes/judgements": {"changes": ["{change_id}"], "judgement": "unacknowledged"},
    "POST /splits": {"baseline": "run:{first_run}", "contender": "run:{third_run}"},
    "POST /reports": a_report(idempotency_key="one more"),
    "POST /reports/files": {
        "files": [{"data": b64encode(b'[{"name": "walk", "value": 1, "unit": "s"}]').decode()}],
        "commit": {"id": "f" * 40},
        "branch": "main",
        "testbed": "box",
    },
    "POST /imports/addresses": {"address": "https://203.0.114.7/data.js"},
    "POST /mappings": {"name": "another", "mapping": MAPPING},
    "POST /reports/{report_id}/again": {},
    "POST /enrolments": {"testbed": "box"},
    "POST /agents": INTRODUCTION | {"name": "another"},
    "POST /agents/{agent_id}/key": AGENT_KEY,
    "POST /alert-mutes/{mute_id}/restore": {},
    "POST /channels": HOOK | {"name": "Another"},
    "POST /channels/{channel_id}/restore": {},
    "POST /feed-token": {},
    "PUT /thresholds": {"text": "", "source": "example.org/theirs"},
    "POST /dry-runs": {"text": '[thresholds]\nsensitivity = "strict"'},
    "POST /forge": FORGE,
    "PATCH /forge": {"least_effect": 0.05},
    "POST /forge/secret": {},
    "POST /forge/restore": {},
    "POST /ladders/{ladder_id}/restore": {},
    "POST /changes/{change_id}/notes/{note_id}/restore": {},
    "POST /alert-groups/{group_number}/notes/{activity_id}/restore": {},
    "POST /ladders/{ladder_id}/rungs/{rung_id}/restore": {},
    "POST /ladders/{ladder_id}/rungs/several": {"rungs": [RUNG, RUNG | {"label": "y"}]},
    "PUT /ladders/{ladder_id}/order": {"rungs": ["{first_rung}", "{rung_id}"]},
    "PUT /splits/{split_id}/note": {"note": "seen"},
    "POST /exclusions": {"runs": ["{mistaken_run}"], "reason": "a busy machine"},
    "POST /inclusions": {"runs": ["{mistaken_run}"]},
    "POST /deletions": {"where": {"commit": "more"}, "reason": "a trial"},
    "POST /deletions/{deletion_id}/restore": {},
    "POST /readings": {"runs": ["{read_run}"], "mapping": "mine"},
    "PATCH /names/{kind}/{named_id}": {"name": "otherwise"},
    "POST /names/{kind}/{named_id}/merge": {"into": "{other_branch}"},
}
"""What each call of a project that writes is sent; a new one must be added here."""


NEED_AN_AGENT = {"POST /jobs/backfills", "POST /jobs/self-checks"}
"""No agent has measured this project, so these are refused here.

`jobs/test_backfills.py` and `jobs/test_quarantine.py` ask them, and read the trail.
"""


def writing_calls() -> dict[str, str]:
    """Return what each call that changes something tells the trail, by method and path."""
    return {
        f"{method.upper()} {path.removeprefix('/api/v1')}": said["x-audit"]
        for path, methods in create_app().openapi()["paths"].items()
        for method, said in methods.items()
        if method != "get"
    }


def test_every_write_of_a_project_leaves_its_event(
    api: TestClient, engine: Engine, foreign: dict[str, str]
) -> None:
    with engine.begin() as connection:
        theirs = text("select id from project where slug = 'theirs'")
        project = connection.execute(theirs).scalar_one()
        # only a report that could not be ingested is read again
        failed = text("update report set state = 'failed' where public_id = :id")
        connection.execute(failed, {"id": foreign["report_id"]})
    headers, person = bearer_of(engine, project), session_of_administrator(engine)
    ids = foreign | more_ids(api, headers, foreign)
    below = "/projects/{project}"
    calls = {
        f"{name.partition(' ')[0]} {name.partition(' ')[2].removeprefix(below)}": said
        for name, said in writing_calls().items()
        if name.partition(" ")[2].startswith(below) and not said.startswith("nothing: ")
    }
    wrong = []
    # the key that brought an agent's own key sends signed reports only
    senders = {"POST /imports/{format_name}": bearer_of(engine, project)}
    for call in sorted(calls.keys() - NEED_AN_AGENT, key=order):
        before = count(engine)
        by = person if "/feed-token" in call else senders.get(call, headers)
        answer = send(api, call, ids, by)
        if not answer.is_success:
            wrong.append(f"{call}: {answer.status_code} {answer.text[:300]}")
            continue
        if call == "POST /imports/addresses":
            ids["import_id"] = answer.json()["id"]  # only one that runs is cancelled
        left = [one for one in events(engine, since=before) if one["project_id"] is not None]
        if [f"{one['verb']} {one['noun']}" for one in left] != [calls[call]]:
            wrong.append(f"{call} left {left}, and must leave “{calls[call]}”")
        elif not (left[0]["who_name"] and left[0]["thing"] and left[0]["project_id"] == project):
            wrong.append(f"{call} does not say who did it to what: {left[0]}")
    assert not wrong, "\n".join(wrong)


def bearer_of(engine: Engine, project_id: int) -> dict[str, str]:
    with transaction(engine) as session:
        _, secret = create_key(session, project_id, "auditor", [Scope.ADMIN])
    return {"Authorization": f"Bearer {secret}"}


def session_of_administrator(engine: Engine) -> dict[str, str]:
    """Return the headers of a person: no key has a feed of its own."""
    with transaction(engine) as session:
        user = access.ensure_user(session, "root@example.org", "Root", is_admin=True)
        return PAGE | {"Cookie": f"{COOKIE}={begin_session(session, user.id, 1)}"}


def more_ids(api: TestClient, headers: dict[str, str], known: dict[str, str]) -> dict[str, str]:
    rows = api.get(f"{THEIRS}/runs", headers=headers).json()["rows"]
    runs = [run["id"] for run in rows if run["branch"] != "mistaken"]
    ladder = api.get(f"{THEIRS}/ladders/{known['ladder_id']}", headers=headers).json()
    second = [one["id"] for one in ladder["rungs"] if one["id"] != known["rung_id"]]
    (branch,) = api.get(f"{THEIRS}/names/branch?name=main", headers=headers).json()["rows"]
    return {
        "other_branch": branch["id"],
        "third_run": runs[3],
        "first_rung": known["rung_id"],
        "rung_id": second[0],
    }


def order(call: str) -> tuple[bool, bool, bool, bool, bool, int, str]:
    """Reorder before rungs are added, connect before that is changed, take away at the end.

    Inner things go before outer ones; what is brought back comes last, before what stands against
    that, a merge, and before the project goes.
    """
    is_back = call.endswith(("/restore", "/moves"))
    is_gone = call.startswith("DELETE") or call.endswith("/cancellation")
    depth = call.count("{")
    return (
        call == "DELETE ",
        call.endswith("/merge"),
        is_back,
        is_gone,
        not call.endswith(("/order", "POST /forge")),
        -depth if is_gone else depth,
        call,
    )


def send(api: TestClient, call: str, ids: dict[str, str], headers: dict[str, str]) -> Any:
    method, _, path = call.partition(" ")
    if path == "/imports/{format_name}":
        return send_history(api, headers)
    if path == "/splits/published":
        return api.post(
            f"{THEIRS}{path}?column.throughput=higher",
            content=TABLE,
            headers=headers | {"Content-Type": "text/csv"},
        )
    body = BODIES.get(call)
    assert body is not None or method == "DELETE", f"{call} needs a body in BODIES"
    asked = "?name=theirs" if call == "DELETE " else NEEDED.get(call, "")
    address = THEIRS + filled(path + asked, ids)
    if body is None:
        return api.request(method, address, headers=headers)
    return api.request(method, address, headers=headers, json=with_ids(body, ids))


def send_history(api: TestClient, headers: dict[str, str]) -> Any:
    entry = {
        "commit": {"id": "e" * 40, "timestamp": "2026-05-01T00:00:00Z", "message": "x"},
        "date": 1_777_000_000_000,
        "tool": "customSmallerIsBetter",
        "benches": [{"name": "parse", "value": 3, "unit": "ms"}],
    }
    document = {"lastUpdate": 1, "repoUrl": "", "entries": {"imported": [entry]}}
    place = f"{THEIRS}/imports/github-action-benchmark?testbed=box"
    return api.post(place, json=document, headers=headers)


def with_ids(body: Any, ids: dict[str, str]) -> Any:
    """Fill ids into a body; a place that is an id alone becomes a number."""
    if isinstance(body, dict):
        return {name: with_ids(value, ids) for name, value in body.items()}
    if isinstance(body, list):
        return [with_ids(value, ids) for value in body]
    if isinstance(body, str) and re.fullmatch(r"{\w+}", body):
        return int(ids[body[1:-1]])
    return filled(body, ids) if isinstance(body, str) and body.startswith("run:") else body


def events(engine: Engine, since: int = 0) -> list[dict[str, Any]]:
    with engine.connect() as connection:
        found = connection.execute(
            text("select * from audit_event where id > :since order by id"), {"since": since}
        )
        return [dict(row) for row in found.mappings()]


def count(engine: Engine) -> int:
    with engine.connect() as connection:
        last = text("select coalesce(max(id), 0) from audit_event")
        return int(connection.execute(last).scalar_one())


def test_a_call_that_says_nothing_of_what_it_writes_keeps_the_server_from_starting() -> None:
    router = APIRouter()

    @router.post("/forgotten", dependencies=[FOR_EVERYBODY])
    def forgotten() -> None: ...

    with pytest.raises(LookupError, match="must declare writes"):
        declare_actions(router)
