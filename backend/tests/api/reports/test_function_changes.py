"""A function that costs more since a commit: judged after ingestion, shown with its profiles."""

import gzip
from base64 import b64encode
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill

Headers = dict[str, str]


def a_profile(parse: int) -> dict[str, Any]:
    counts = {"main;load;parse": parse, "main;load": 200, "main;format": 300, "main;hash": 400}
    lines = "".join(f"{stack} {count}\n" for stack, count in counts.items()).encode()
    samples = sum(counts.values())
    return {
        "benchmark": a_result()["benchmark"],
        "parameters": a_result()["parameters"],
        "kind": "cpu",
        "tool": "perf",
        "samples": samples,
        "cpu_s": samples / 1000,
        "repetitions": 10,
        "folded": {"encoding": "gzip", "data": b64encode(gzip.compress(lines, mtime=0)).decode()},
    }


def test_a_function_that_doubled_is_told_with_its_commit_and_part_of_the_whole(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    for day in range(1, 17):
        at = f"2026-01-{day:02d}T00:00:00Z"
        parse = (100 if day < 9 else 200) + day % 3
        commit = {"id": f"c{day:02d}", "time": at}
        fill(
            engine,
            project,
            a_report(commit=commit, run={"started_at": at}, profiles=[a_profile(parse)]),
        )
    rows = api.get("/api/v1/projects/main/runs", headers=reporter).json()["rows"]
    run = api.get(f"/api/v1/projects/main/runs/{rows[0]['id']}", headers=reporter).json()
    profile = run["profiles"][0]["id"]
    peers = api.get(f"/api/v1/projects/main/profiles/{profile}/peers", headers=reporter).json()
    (change,) = peers["functions"]
    assert (change["name"], change["commit"]["name"], change["others"]) == ("parse", "c09", [])
    assert change["low"] < 2.0 < change["high"]
    assert 0.08 < change["after"] - change["before"] < 0.12
    assert 0.09 < change["cost"] < 0.11
