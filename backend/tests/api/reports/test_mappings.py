"""Declared mappings over the API: tried, kept, recognised, removed."""

from base64 import b64encode
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.draining import drain
from backend.testing.fixtures import MakeKey
from backend.tests.api.reports.test_tool_files import Headers, upload

MAPPINGS = "/api/v1/projects/main/mappings"
TABLE = b"case,threads,ms\nwalk,1,12.5\nwalk,4,13\n"
MAPPING: dict[str, Any] = {
    "benchmark": ["case"],
    "parameters": {"threads": "threads"},
    "metrics": [{"value": "ms", "metric": "=latency", "unit": "=ms"}],
}


def test_a_mapping_is_tried_kept_recognised_and_removed(
    api: TestClient, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    headers = make_key(Scope.ADMIN)
    unknown = upload(api, headers, {"load.csv": TABLE})
    assert (unknown.status_code, "table of 2 rows" in unknown.text) == (422, True)
    tried = upload(api, headers, {"load.csv": TABLE}, mapping=MAPPING, dry_run=True).json()
    assert (tried["total"], tried["files"][0]["rows"], tried["results"][1]["parameters"]) == (
        2, 2, {"threads": 4},
    )  # fmt: skip
    body = {"name": "load", "mapping": MAPPING}
    saved = api.post(MAPPINGS, json=body, headers=headers)
    assert saved.status_code == 201, saved.text
    again = api.post(MAPPINGS, json=body, headers=headers).json()
    assert again["id"] == saved.json()["id"]
    (listed,) = api.get(MAPPINGS, headers=headers).json()
    assert (listed["name"], listed["mapping"]["metrics"][0]["unit"]) == ("load", "=ms")
    told = upload(api, headers, {"load.csv": TABLE}).json()
    assert told["files"][0]["title"] == "the mapping “load”"
    assert upload(api, headers, {"load.csv": TABLE}, mapping="load").json()["duplicates"] == 1
    drain(engine, project.id)
    with engine.connect() as connection:
        suites = connection.execute(text("select name from suite")).scalars().all()
    assert suites == ["load"]
    gone = api.delete(f"{MAPPINGS}/{listed['id']}", headers=headers)
    assert (gone.status_code, api.get(MAPPINGS, headers=headers).json()) == (204, [])
    unknown = upload(api, headers, {"load.csv": TABLE}, mapping="load")
    assert (unknown.status_code, "none yet" in unknown.text) == (422, True)


def test_rows_with_commits_of_their_own_become_a_report_each_the_oldest_first(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    rows = b"case,ms,sha,date\nwalk,3,c3,2026-03-01\nwalk,1,c1,2026-01-01\nwalk,2,c2,2026-02-01\n"
    mapping = MAPPING | {"parameters": {}, "commit": "sha", "time": "date"}
    told = upload(api, reporter, {"history.csv": rows}, mapping=mapping).json()
    assert [one["commit"] for one in told["results"]] == ["c1", "c2", "c3"]
    drain(engine, project.id)
    with engine.connect() as connection:
        stored = connection.execute(text("select value from result order by position")).scalars()
        assert stored.all() == [0.001, 0.002, 0.003]


def test_a_wrong_mapping_is_refused_with_its_place(api: TestClient, make_key: MakeKey) -> None:
    headers = make_key(Scope.ADMIN)
    empty = api.post(MAPPINGS, json={"name": "x", "mapping": {}}, headers=headers)
    assert [one["pointer"] for one in empty.json()["faults"]] == ["/benchmark", "/metrics"]
    typo = upload(api, headers, {"a.csv": TABLE}, mapping=MAPPING | {"benchmrk": ["x"]})
    assert (typo.status_code, "benchmrk" in typo.text) == (422, True)
    column = MAPPING | {"benchmark": ["name"]}
    missing = upload(api, headers, {"a.csv": TABLE}, mapping=column).json()["faults"][0]
    assert ("“name”" in missing["reason"], "“case”" in missing["remedy"]) == (True, True)


def test_an_outline_shows_what_a_mapping_can_name(api: TestClient, reporter: Headers) -> None:
    body = {"name": "load.csv", "data": b64encode(TABLE).decode()}
    told = api.post(f"{MAPPINGS}/outlines", json=body, headers=reporter).json()
    assert [(one["source"], one["examples"]) for one in told["columns"]][:2] == [
        ("case", ["walk", "walk"]),
        ("threads", ["1", "4"]),
    ]
    body["data"] = b64encode(b"nothing").decode()
    refused = api.post(f"{MAPPINGS}/outlines", json=body, headers=reporter)
    assert (refused.status_code, "no rows" in refused.text) == (422, True)
