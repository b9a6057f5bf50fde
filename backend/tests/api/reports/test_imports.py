"""Histories of other tools over the API and from the shell: one branch holds one history."""

from pathlib import Path
from typing import Any

import msgspec
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.settings import Settings, inherited_environment
from backend.testing.draining import drain
from backend.testing.fork_server import run_admin
from backend.tests.adapters import tracker_samples as samples

PLACE = "/api/v1/projects/main/imports/github-action-benchmark"
Headers = dict[str, str]


def a_file(repository: str, first: int = 1, entries: int = 4) -> bytes:
    """Return a history of one commit a day whose addresses name the repository."""
    history = [
        {
            "commit": {
                "id": f"{hash_of(repository) + day:040x}",
                "timestamp": f"2026-01-{day:02d}T00:00:00Z",
                "url": f"https://github.com/{repository}/commit/{hash_of(repository) + day:040x}",
            },
            "date": 1767225600000 + day * 86_400_000,
            "tool": "cargo",
            "benches": [{"name": "parse", "value": 100 + day % 3 / 10, "unit": "ns/iter"}],
        }
        for day in range(first, first + entries)
    ]
    return msgspec.json.encode({"entries": {"Rust": history}})


def hash_of(repository: str) -> int:
    return int.from_bytes(repository.encode()[:16]) << 8


def send(api: TestClient, headers: Headers, document: bytes, **asked: Any) -> Any:
    return api.post(PLACE, content=document, params={"testbed": "ci", **asked}, headers=headers)


def test_a_history_of_another_repository_is_refused_until_it_has_a_branch_or_is_said_to_be_one(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    assert send(api, reporter, a_file("hyperium/hyper")).json()["accepted"] == 4
    for _ in range(2):  # while the first file waits for its worker, and when it stands there
        refused = send(api, reporter, a_file("tokio-rs/tokio"))
        assert refused.status_code == 409
        (fault,) = refused.json()["faults"]
        assert (fault["pointer"], fault["offer"]) == ("/query/branch", "tokio")
        assert "https://github.com/hyperium/hyper" in fault["reason"]
        drain(engine, project.id)
    longer = send(api, reporter, a_file("hyperium/hyper", entries=6)).json()
    assert (longer["accepted"], longer["duplicates"]) == (2, 4)
    assert send(api, reporter, a_file("tokio-rs/tokio"), branch="tokio").json()["accepted"] == 4
    moved = send(api, reporter, a_file("hyper-labs/hyper", first=9), same_history=True)
    assert moved.json()["accepted"] == 4


def test_the_shell_names_the_branch_to_take(
    api: TestClient, settings: Settings, reporter: Headers, tmp_path: Path
) -> None:
    assert send(api, reporter, a_file("hyperium/hyper")).json()["accepted"] == 4
    file = tmp_path / "data.js"
    file.write_bytes(a_file("tokio-rs/tokio"))

    def bring_in(*options: str) -> tuple[int, str]:
        environment = inherited_environment(
            TIDEMARK_DATABASE_URL=settings.database_url, TIDEMARK_REDIS_URL=settings.redis_url
        )
        return run_admin(environment, "import", str(file), "--testbed=ci", *options)

    code, said = bring_in()
    assert code == 2
    assert "--branch: “main” holds commits of https://github.com/hyperium/hyper" in said
    assert "such as “tokio”" in said
    code, said = bring_in("--branch", "tokio")
    assert (code, said) == (0, "4 reports accepted, 0 known already\n")
    file.write_bytes(a_file("tokio-rs/tokio").replace(b"ns/iter", b"widgets"))
    code, said = bring_in("--branch", "tokio", "--format", "github-action-benchmark")
    assert (code, "reports accepted" in said) == (1, False)
    assert said.splitlines()[-1].startswith("nothing was stored")


ANY = "/api/v1/projects/main/imports/auto"
COUNTS = "select (select count(*) from report), (select count(*) from result)"
"""A benchmark that failed has no result: it is counted by its run."""


def counts(engine: Engine) -> tuple[int, ...]:
    with engine.connect() as connection:
        return tuple(connection.execute(text(COUNTS)).one())


def test_a_tracker_is_recognised_shown_first_and_taken_once(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    def sent(**asked: Any) -> Any:
        return api.post(ANY, content=samples.ASV, params=asked, headers=reporter)

    asked = sent(dry_run=True).json()
    assert [one["key"] for one in asked["questions"]] == ["*|hits"]
    answer = {"direction.*|hits": "higher"}
    dry = sent(**answer, dry_run=True).json()
    assert (dry["format"], dry["reports"], dry["accepted"]) == ("asv", 2, 0)
    assert dry["sign"].startswith("files with commit_hash")
    (part,) = dry["parts"]
    assert (part["suite"], part["testbed"], part["branch"]) == ("demo", "box", "main")
    assert (part["commits"], part["results"]) == (2, 5)
    assert part["first"] < part["last"]
    assert [one["reason"] for one in dry["rejected"]] == ["the benchmark skipped itself (NaN)"]
    assert counts(engine) == (0, 0)
    taken = sent(**answer).json()
    drain(engine, project.id)
    assert (taken["accepted"], taken["duplicates"], counts(engine)) == (2, 0, (2, 4))
    again = sent(**answer).json()
    assert (again["accepted"], again["duplicates"]) == (0, 2)


def test_a_file_that_does_not_say_where_it_was_measured_needs_a_testbed(
    api: TestClient, reporter: Headers
) -> None:
    refused = api.post(ANY, content=samples.NYRKIO, headers=reporter)
    assert refused.status_code == 422
    assert refused.json()["faults"][0]["pointer"] == "/query/testbed"
    taken = api.post(ANY, content=samples.NYRKIO, params={"testbed": "ci"}, headers=reporter)
    assert taken.json()["accepted"] == 2
    unknown = api.post(ANY, content=b"hello", headers=reporter)
    assert "of no tracker" in unknown.json()["faults"][0]["reason"]


def test_commits_stand_in_the_order_of_git_where_a_log_lies_beside_the_files(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    assert api.post(ANY, content=samples.SKIA, headers=reporter).json()["accepted"] == 3
    drain(engine, project.id)
    order = """
    select commit.name from branch_commit join commit on commit.id = branch_commit.commit_id
    join branch on branch.id = branch_commit.branch_id where branch.name = 'main' order by position
    """
    with engine.connect() as connection:
        names = [str(name) for (name,) in connection.execute(text(order))]
    assert names == list(samples.HASHES[:2])
