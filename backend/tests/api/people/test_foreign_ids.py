"""Ids of another project are not found in one's own, wherever a call takes an id."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.api.app import create_app
from backend.domain.people.projects import Project
from backend.domain.people.rights import Role, Scope
from backend.services.people.set_up import ensure_project
from backend.storage.engine import transaction
from backend.storage.people import members
from backend.testing.agent_keys import enrolment_of
from backend.testing.builders import a_history, a_report
from backend.testing.draining import drain
from backend.testing.filling import an_account, fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.people.foreign_rows import (
    NOISE,
    a_sweep,
    dead_message,
    ended,
    judged_proposal,
    judged_pull,
)

Headers = dict[str, str]
THEIRS, MINE = "/api/v1/projects/theirs", "/api/v1/projects/main"
LADDER = {
    "kind": "published", "name": "Rings", "metric": "requests", "unit": "1/s",
    "direction": "higher", "rungs": [{"label": "16", "value": 1}, {"label": "32", "value": 2}],
}  # fmt: skip
CI_RULE = {
    "name": "CI", "issuer": "https://ci.example", "audience": "tidemark", "testbed": "box",
    "claims": {"repository": "acme/*"},
}  # fmt: skip
MUTE = {
    "benchmark": "search", "why": "x", "until": str(datetime.now(UTC) + timedelta(days=1)),
}  # fmt: skip
INTRODUCTION = {
    "name": "theirs", "testbed": "box", "version": "1",
    "machine": {"name": "box-1", "fingerprint": {"cores": 2}},
}  # fmt: skip
AGENT_KEY = enrolment_of("theirs", Ed25519PrivateKey.from_private_bytes(b"k" * 32))
DATA = "https://203.0.114.7/data.js"
HOOK = {"name": "Theirs", "kind": "webhook", "address": "https://hooks.example/x"}
FILE = {"text": "[thresholds]\nminimum_effect = 0.01"}
FORGE = {
    "kind": "gitea", "api_url": "https://forge.example/api/v1", "repository": "acme/engine",
    "token": "t",
}  # fmt: skip
CLAIM = (
    'claim = [{ key = "mine", title = "As fast", statement = [{ kind = "level", suite = "runtime",'
    ' benchmark = "search", metric = "time", published = "1.0" }] }]'
)
MAPPING = {"benchmark": ["case"], "metrics": [{"value": "ms", "unit": "=ms"}]}
TABLE = {
    "files": [{"name": "a.csv", "data": b64encode(b"case,ms,s\nparse,3,4\n").decode()}],
    "mapping": {"benchmark": ["case"], "metrics": [{"value": "s", "unit": "=s"}]},
    "commit": {"id": "read"}, "branch": "mistaken", "testbed": "box", "suite": "tables",
}  # fmt: skip
"""A table, read by another mapping than the one that is kept."""
PATCH = {
    "suite": "runtime",
    "base": "c1",
    "base_branch": "main",
    "commit": "a" * 40,
    "author": "Ada",
    "subject": "A try",
    "at": "2026-11-27T05:00:00+00:00",
    "diff": b64encode(b"diff --git a/x b/x\n").decode(),
}
JOB = {
    "kind": "run", "suite": "runtime", "commits": [{"commit": "c1", "branch": "main"}], "why": "x",
}  # fmt: skip
RUNG = {"label": "x", "published": {"label": "x", "value": 3}}
SOME_BODY: dict[str, dict[str, Any]] = {
    "PUT /changes/{change_id}/judgement": {"is_change": False},
    "POST /changes/{change_id}/notes": {"text": "x"},
    "POST /alert-groups/{group_number}/notes": {"text": "x"},
    "PATCH /ladders/{ladder_id}": {"name": "x"},
    "PUT /ladders/{ladder_id}/order": {"rungs": []},
    "POST /ladders/{ladder_id}/rungs": RUNG,
    "POST /ladders/{ladder_id}/rungs/several": {"rungs": [RUNG]},
    "PATCH /ladders/{ladder_id}/rungs/{rung_id}": {"label": "x"},
    "PUT /splits/{split_id}/state": {"state": "accepted", "reason": "x"},
    "PUT /splits/{split_id}/note": {"note": "x"},
    "PUT /splits/{split_id}/weights": {},
    "POST /agents/{agent_id}/beats": {"state": "idle"},
    "POST /agents/{agent_id}/key": AGENT_KEY,
    "POST /jobs/{job_id}/beats": {"lease": 1, "stage": "measuring"},
    "POST /jobs/{job_id}/endings": {"lease": 1, "outcome": "finished"},
    "POST /jobs/{job_id}/cancellation": {},
    "PUT /jobs/{job_id}/priority": {"priority": 1},
    "PUT /jobs/{job_id}/place": {},
    "POST /machines/{machine_id}/quarantine": {"why": "x"},
    "POST /machines/{machine_id}/quarantine/end": {"why": "x"},
    "PATCH /views/{view_id}": {"name": "x"},
    "PUT /members/{user_id}": {"role": "viewer"},
    "PATCH /channels/{channel_id}": {"name": "x"},
    "PUT /channels/{channel_id}/pause": {"is_paused": False},
    "POST /channels/{channel_id}/secret": {},
    "POST /channels/{channel_id}/test": {},
    "POST /channels/{channel_id}/subscriptions": {},
    "PUT /channels/{channel_id}/subscriptions/{subscription_id}": {},
    "POST /deliveries/{delivery_id}/again": {},
    "POST /reports/{report_id}/again": {},
    "POST /pull-requests/{pull_id}/acceptances": {"reason": "x"},
    "POST /pull-requests/{pull_id}/again": {},
    "POST /sweep-jobs/{benchmark_id}": {"axis": "threads"},
    "POST /pull-requests/{pull_id}/jobs": {},
    "POST /ladders/{ladder_id}/jobs": {},
    "PATCH /metrics/{metric_id}": {"direction": "lower"},
    "PATCH /names/{kind}/{named_id}": {"archived": True},
    "POST /names/{kind}/{named_id}/merge": {"into": 1},
    "PATCH /commits/{commit_id}": {"time": "2026-01-01T00:00:00Z"},
}
"""What the calls that change something are sent, so that nothing but the id can be wrong."""
NEEDED = {
    "GET /sweep-grids/{benchmark_id}": "?first=threads&second=size",
    "GET /sweep-optima/{benchmark_id}": "?axis=threads",
    "GET /sweep-jobs/{benchmark_id}": "?axis=threads",
    "GET /runs/{run_id}/tails": "?series={series_id}",
    "GET /runs/{run_id}/courses": "?course=1",
    "GET /runs/{run_id}/variants": "?pair={series_id}-{series_id}",
}
IN_QUERY = (
    "/history?series={series_id}",
    "/points?series={series_id}",
    "/badge.svg?series={series_id}",
    "/comparison?baseline=run:{first_run}&contender=run:{run_id}",
    "/comparison/row?baseline=run:{first_run}&contender=run:{run_id}&series={series_id}",
    "/splits/preview?baseline=run:{first_run}&contender=run:{run_id}",
    "/ladders/sources?run={run_id}",
)
NEED_MORE = (
    "/runs/{run_id}/courses",
    "/runs/{run_id}/files",
    "/runs/{run_id}/variants",
    "/sweep-grids",
)
"""Calls for which this project holds too little; nobody finds anything there."""


@pytest.fixture
def foreign(engine: Engine, api: TestClient, make_key: MakeKey) -> dict[str, str]:
    """Fill another project with one of everything and return the ids, as addresses name them."""
    with transaction(engine) as session:
        other = ensure_project(session, "theirs", "Theirs")
    history = a_history([(1.0 if i < 20 else 1.2) * (1 + NOISE[i % 7]) for i in range(40)])
    mistaken = [
        a_report(branch="mistaken", commit={"id": name}) for name in ("kept", "deleted", "more")
    ]
    fill(engine, other, *history, a_sweep(), *mistaken)
    headers = make_key(Scope.ADMIN, of=other)

    def get(path: str) -> Any:
        return api.get(THEIRS + path, headers=headers).json()

    def post(path: str, body: dict[str, Any]) -> Any:
        answer = api.post(THEIRS + path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    post("/reports/files", TABLE)
    drain(engine, other.id)
    where = {"branch": "mistaken", "commit": "deleted"}
    deletion = post("/deletions", {"where": where, "reason": "x"})["deletion"]
    overview, change = get("/overview"), get("/changes")["rows"][0]["id"]
    post("/claims/imports", {"text": CLAIM})
    kept = api.put(THEIRS + "/thresholds", json=FILE, headers=headers).json()
    runs = [run["id"] for run in get("/runs")["rows"] if run["branch"] != "mistaken"]
    ladder = a_ladder(get, post, runs[2:0:-1])
    with engine.connect() as connection:
        profile = connection.execute(text("select id from profile")).scalar_one()
        report = connection.execute(text("select public_id from report limit 1")).scalar_one()
    sides = {"baseline": f"run:{runs[2]}", "contender": f"run:{runs[1]}"}
    with transaction(engine) as session:
        member = an_account(session, "eve@theirs", "Eve", "no password")
        members.set_role(session, other.id, member, Role.OWNER)
    pull = judged_pull(engine, post("/forge", FORGE)["id"])
    accepted = post(f"/pull-requests/{pull}/acceptances", {"reason": "x"})["id"]
    assert api.delete(f"{THEIRS}/forge", headers=headers).is_success
    return {
        "axis": "threads",
        "format_name": "github-action-benchmark",
        "change_id": change,
        "note_id": post(f"/changes/{change}/notes", {"text": "mine"})["id"],
        "group_number": (group := get("/alert-groups")["rows"][0]["number"]),
        "activity_id": post(f"/alert-groups/{group}/notes", {"text": "mine"})["id"],
        "mute_id": post("/alert-mutes", MUTE)["rows"][0]["id"],
        "run_id": runs[1],
        "first_run": runs[2],
        "series_id": get("/series?benchmark=search")["rows"][0]["series"]["id"],
        "profile_id": profile,
        "benchmark_id": get("/sweeps")["rows"][0]["benchmark_id"],
        "suite_id": overview["suites"][0]["id"],
        "machine_id": get("/machines")["rows"][0]["id"],
        "report_id": report,
        "agent_id": post("/agents", INTRODUCTION)["id"],
        "job_id": judged_proposal(engine, post("/jobs/proposals", PATCH | {"aim": "time"})),
        "claim_id": get("/claims")["rows"][0]["id"],
        "ladder_id": ladder["id"],
        "rung_id": ladder["rungs"][0]["id"],
        "split_id": post("/splits", sides)["id"],
        "mapping_id": post("/mappings", {"name": "mine", "mapping": MAPPING})["id"],
        "import_id": ended(engine, post("/imports/addresses", {"address": DATA})["id"]),
        "view_id": post("/views", {"name": "Mine", "address": "/p/theirs/changes"})["id"],
        "user_id": str(member),
        "invitation_id": post("/invitations", {"email": "new@theirs"})["id"],
        "enrolment_id": post("/enrolments", {})["id"],
        "rule_id": post("/ci-rules", CI_RULE)["id"],
        "channel_id": (channel := post("/channels", HOOK)["id"]),
        "subscription_id": get("/channels")["rows"][0]["subscriptions"][0]["id"],
        "delivery_id": dead_message(engine, post(f"/channels/{channel}/test", {})["id"]),
        "number": kept["number"],
        "dry_run_id": post("/dry-runs", FILE)["id"],
        "pull_id": pull,
        "acceptance_id": accepted,
        "deletion_id": deletion,
        "mistaken_run": get("/runs?branch=mistaken&text=kept")["rows"][0]["id"],
        "read_run": get("/runs?suite=tables")["rows"][0]["id"],
        "place": "1",
        "metric_id": get("/metrics")["rows"][0]["id"],
        "kind": "branch",
        "named_id": get("/names/branch?name=mistaken")["rows"][0]["id"],
        "commit_id": get("/commits?name=kept")["rows"][0]["id"],
        "key_id": post("/keys", {"name": "mine", "scopes": ["read"]})["id"],
    }


def a_ladder(get: Callable[..., Any], post: Callable[..., Any], runs: list[int]) -> Any:
    """Make a ladder of the results of two runs."""
    series = get("/series?benchmark=search&branch=main")["rows"][0]["series"]["id"]
    first, second = ({"series_id": series, "run_id": one} for one in runs)
    ladder = post("/ladders", {"kind": "result", "name": "Rings", **first})
    return post(f"/ladders/{ladder['id']}/rungs", {"label": "x", **second})


def calls_with_ids() -> list[tuple[str, str]]:
    """Return method and path below the project of each call that takes an id in its path."""
    paths = create_app().openapi()["paths"]
    return [
        (method.upper(), path.removeprefix("/api/v1/projects/{project}"))
        for path, methods in paths.items()
        for method in methods
        if path.count("{") > 1 and "{format_name}" not in path and not path.endswith("{kind}")
    ]


def filled(path: str, ids: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda found: str(ids[found[1]]), path)


def rows_of(engine: Engine, slug: str) -> dict[str, str]:
    """Return a digest of all rows of a project, by table."""
    tables = (
        "select table_name from information_schema.columns join information_schema.tables"
        " using (table_schema, table_name) where table_schema = 'public'"
        " and column_name = 'project_id' and table_type = 'BASE TABLE'"
    )
    with engine.connect() as connection:
        return {
            name: connection.execute(
                text(
                    f"select coalesce(md5(string_agg(md5(row::text), ',' order by md5(row::text))),"
                    f" '') from {name} as row where project_id ="
                    " (select id from project where slug = :slug)"
                ),
                {"slug": slug},
            ).scalar_one()
            for name in connection.execute(text(tables)).scalars().all()
        }


def test_ids_of_another_project_are_found_there_and_nowhere_else(
    api: TestClient,
    engine: Engine,
    project: Project,
    make_key: MakeKey,
    foreign: dict[str, str],
) -> None:
    mine = make_key(Scope.ADMIN, of=project)
    with transaction(engine) as session:
        theirs = make_key(Scope.ADMIN, of=ensure_project(session, "theirs", "Theirs"))
    before = rows_of(engine, "theirs")
    wrong = [*found_in_paths(api, mine, foreign), *found_in_queries(api, mine, foreign)]
    assert not wrong, "\n".join(wrong)
    assert rows_of(engine, "theirs") == before
    lost = list(lost_to_their_owner(api, theirs, foreign))
    assert not lost, "\n".join(lost)


def found_in_paths(api: TestClient, mine: Headers, foreign: dict[str, str]) -> Iterator[str]:
    """Ask for every foreign id in every place of a path; give what was not answered by 404."""
    for method, path in calls_with_ids():
        body = SOME_BODY.get(f"{method} {path}")
        assert body is not None or method in {"GET", "DELETE"} or path.endswith("/restore"), path
        address = filled(path + NEEDED.get(f"{method} {path}", ""), foreign)
        answer = api.request(method, MINE + address, headers=mine, json=body)
        if answer.status_code != HTTPStatus.NOT_FOUND:
            yield f"{method} {address}: {answer.status_code} {answer.text[:200]}"


def found_in_queries(api: TestClient, mine: Headers, foreign: dict[str, str]) -> Iterator[str]:
    """Ask for foreign ids in queries and bodies."""
    asked: list[tuple[str, str, Any]] = [("GET", filled(path, foreign), None) for path in IN_QUERY]
    sides = {"baseline": f"run:{foreign['first_run']}", "contender": f"run:{foreign['run_id']}"}
    judged = {"changes": [foreign["change_id"]], "judgement": "rejected"}
    kept = {"name": "x", "address": f"/p/theirs/changes/{foreign['change_id']}"}
    asked += [
        ("POST", "/changes/judgements", judged),
        (
            "POST",
            "/alert-groups/judgements",
            {"groups": [foreign["group_number"]], "state": "fixed"},
        ),
        ("POST", "/alert-groups/moves", {"changes": [foreign["change_id"]]}),
        ("PATCH", "/alert-groups", {"groups": [foreign["group_number"]], "tags": ["x"]}),
        ("POST", "/splits", sides),
        ("POST", "/exclusions", {"runs": [foreign["run_id"]], "reason": "x"}),
        ("POST", "/inclusions", {"runs": [foreign["run_id"]]}),
        ("POST", "/deletions", {"runs": [foreign["run_id"]], "reason": "x"}),
        ("POST", "/readings", {"runs": [foreign["read_run"]]}),
        ("POST", "/views", kept),
        ("POST", "/links", {"address": kept["address"]}),
    ]
    for method, path, body in asked:
        answer = api.request(method, MINE + path, headers=mine, json=body)
        is_refused = answer.status_code in {HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY}
        if not is_refused and answer.json() != {"rows": []}:
            yield f"{method} {path}: {answer.status_code} {answer.text[:200]}"


def lost_to_their_owner(api: TestClient, theirs: Headers, foreign: dict[str, str]) -> Iterator[str]:
    """Show that the ids are real: their own project finds them."""
    for method, path in calls_with_ids():
        if method == "GET" and not path.startswith(NEED_MORE):
            address = filled(path + NEEDED.get(f"{method} {path}", ""), foreign)
            answer = api.get(THEIRS + address, headers=theirs)
            if answer.status_code != HTTPStatus.OK:
                yield f"{address}: {answer.status_code} {answer.text[:200]}"
