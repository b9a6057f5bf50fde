"""A function that costs more since a commit: judged after ingestion, shown with its profiles."""

import gzip
from base64 import b64encode
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import a_report, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

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


def grown(engine: Engine, project: Project) -> None:
    """Store sixteen profiled commits, from the ninth of which a function takes twice as long."""
    for day in range(1, 17):
        at = f"2026-01-{day:02d}T00:00:00Z"
        parse = (100 if day < 9 else 200) + day % 3
        commit = {"id": f"c{day:02d}", "time": at}
        fill(
            engine,
            project,
            a_report(commit=commit, run={"started_at": at}, profiles=[a_profile(parse)]),
        )


def read(api: TestClient, headers: Headers, path: str) -> Any:
    answer = api.get(f"/api/v1/projects/main{path}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def profile_of(api: TestClient, headers: Headers, run: int) -> int:
    found: int = read(api, headers, f"/runs/{run}")["profiles"][0]["id"]
    return found


def test_a_function_that_doubled_is_told_with_its_commit_and_part_of_the_whole(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    grown(engine, project)
    profile = profile_of(api, reporter, read(api, reporter, "/runs")["rows"][0]["id"])
    (change,) = read(api, reporter, f"/profiles/{profile}/peers")["functions"]
    assert (change["name"], change["commit"]["name"], change["others"]) == ("parse", "c09", [])
    assert change["low"] < 2.0 < change["high"]
    assert 0.08 < change["after"] - change["before"] < 0.12
    assert 0.09 < change["cost"] < 0.11

    found = read(api, reporter, f"/profiles/{profile}/function-histories")
    (history,) = found["histories"]
    assert [one["name"] for one in found["commits"]] == [f"c{day:02d}" for day in range(1, 17)]
    assert (history["name"], history["is_module"]) == ("parse", False)
    assert history["own"] == history["total"]
    assert history["own"][0] == 101 / 1001
    assert history["own"][15] == 201 / 1101
    assert found["cpu_s"][0] == 0.1001

    named = f"/profiles/{profile}/function-histories?name=load&name=nowhere"
    (load,) = read(api, reporter, named)["histories"]
    assert load["total"][0] == 301 / 1001


def test_profiles_of_runs_that_do_not_count_tell_nothing(
    api: TestClient, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    grown(engine, project)
    headers = make_key(Scope.ADMIN)
    rows = read(api, headers, "/runs")["rows"]
    oldest = profile_of(api, headers, rows[-1]["id"])
    slow = [run["id"] for run in rows[:8]]
    asked: dict[str, Any] = {"runs": slow, "reason": "a busy machine"}
    done: dict[str, Any] = {}
    for path, count in (("/exclusions", 0), ("/inclusions", 1), ("/deletions", 0)):
        sent = asked if path != "/inclusions" else {"runs": slow}
        answer = api.post(f"/api/v1/projects/main{path}", headers=headers, json=sent)
        assert answer.status_code == 200, answer.text
        done = answer.json()
        do_what_waits(engine)
        told = read(api, headers, f"/profiles/{oldest}/peers")["functions"]
        assert len(told) == count, path
    restored = f"/api/v1/projects/main/deletions/{done['deletion']}/restore"
    assert api.post(restored, headers=headers).status_code == 200
    do_what_waits(engine)
    assert len(read(api, headers, f"/profiles/{oldest}/peers")["functions"]) == 1
