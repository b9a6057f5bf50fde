"""A function that costs more since a commit: judged after ingestion, shown with its profiles."""

import gzip
import threading
from base64 import b64encode
from datetime import UTC, datetime
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.reports.correct_commits import CommitCorrection, correct_commit
from backend.services.reports.profiles.judge_functions import judge_functions_requested
from backend.services.task_queue import TaskName, TaskQueue
from backend.storage import outbox
from backend.storage.engine import transaction
from backend.testing.builders import a_report, a_result
from backend.testing.draining import RecordingRelay, do_what_waits
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


def test_two_who_judge_the_same_functions_at_once_store_them_once(
    engine: Engine, project: Project
) -> None:
    grown(engine, project)
    with engine.begin() as connection:
        variants = list(
            connection.execute(text("select distinct variant_id from profile")).scalars()
        )
        connection.execute(text("delete from function_change"))
    with transaction(engine) as session:
        first, second = (
            outbox.add(session, TaskName.JUDGE_FUNCTIONS, project.id, variants) for _ in range(2)
        )

    def judge() -> None:
        with transaction(engine) as session:
            judge_functions_requested(session, project.id, second)

    other = threading.Thread(target=judge)
    with transaction(engine) as session:
        judge_functions_requested(session, project.id, first)
        other.start()
        other.join(timeout=3)
    other.join()
    assert stored(engine) == [("parse", "c09")]


def stored(engine: Engine) -> list[tuple[str, str]]:
    """Return functions with the commit that is at their position."""
    with engine.connect() as connection:
        found = connection.execute(
            text(
                "select f.name, c.name from function_change f"
                " join branch_commit b on b.branch_id = f.branch_id and b.position = f.position"
                " join commit c on c.id = b.commit_id order by f.id"
            )
        )
        return [(function, commit) for function, commit in found]


def test_a_report_has_only_its_own_history_judged(engine: Engine, project: Project) -> None:
    grown(engine, project)
    with engine.begin() as connection:
        connection.execute(
            text("insert into branch (project_id, name) select project_id, 'other' from branch")
        )
        connection.execute(
            text(
                "update function_change set branch_id ="
                " (select id from branch where name = 'other')"
            )
        )
    at = "2026-01-17T00:00:00Z"
    commit = {"id": "c17", "time": at}
    profiles = [a_profile(200)]
    fill(engine, project, a_report(commit=commit, run={"started_at": at}, profiles=profiles))
    with engine.connect() as connection:
        found = connection.execute(
            text(
                "select branch.name from function_change f"
                " join branch on branch.id = f.branch_id order by 1"
            )
        )
        assert list(found.scalars()) == ["main", "other"], "nobody looked at the other branch"


def test_functions_are_judged_again_when_the_order_of_commits_is_corrected(
    engine: Engine, project: Project
) -> None:
    grown(engine, project)
    with transaction(engine) as session:
        (moved,) = session.execute(text("select id from commit where name = 'c09'")).scalars()
        wanted = CommitCorrection(time=datetime(2026, 1, 12, 12, tzinfo=UTC))
        queue = TaskQueue(session, RecordingRelay())
        correct_commit(session, queue, project, moved, wanted)
    do_what_waits(engine)
    assert stored(engine) == [("parse", "c10")]
