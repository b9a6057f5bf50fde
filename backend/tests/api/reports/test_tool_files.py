"""Files of benchmark tools over the API: read, stored as reports, asked about, refused whole."""

import io
import zipfile
from base64 import b64encode
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.testing.draining import drain

PLACE = "/api/v1/projects/main/reports/files"
FILES = Path(__file__).parents[2] / "adapters" / "tool_files"
Headers = dict[str, str]


def upload(api: TestClient, headers: Headers, files: dict[str, bytes], **asked: Any) -> Any:
    """Send files as measured at one commit on the testbed box."""
    sent = [{"name": name, "data": b64encode(data).decode()} for name, data in files.items()]
    place = {
        "commit": {"id": "a" * 40, "time": "2026-05-01T00:00:00Z"}, "branch": "main",
        "testbed": "box",
    }  # fmt: skip
    return api.post(PLACE, json={"files": sent, **place, **asked}, headers=headers)


def stored(*names: str) -> dict[str, bytes]:
    return {name: (FILES / name).read_bytes() for name in names}


def test_files_of_several_tools_become_a_report_for_each_tool(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    answer = upload(api, reporter, stored("hyperfine.json", "go.txt"), parameters={"cache": "warm"})
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert [(one["format"], one["readings"]) for one in told["files"]] == [
        ("hyperfine", 6),
        ("go", 16),
    ]
    assert all(one["sign"] for one in told["files"])
    assert (len(told["reports"]), told["total"], told["questions"]) == (2, 22, [])
    drain(engine, project.id)
    with engine.connect() as connection:
        rows = connection.execute(
            text(
                "select suite.name, run.result_count from run join suite on suite.id = run.suite_id"
                " and suite.project_id = run.project_id order by suite.name"
            )
        ).all()
        parameters = connection.execute(text("select distinct parameters from variant")).scalars()
        assert all(one["cache"] == "warm" for one in parameters)
    assert [tuple(row) for row in rows] == [("go", 16), ("hyperfine", 6)]
    again = upload(api, reporter, stored("hyperfine.json", "go.txt"), parameters={"cache": "warm"})
    assert again.json()["duplicates"] == 2


def test_files_of_tools_are_no_report_of_a_job(api: TestClient, reporter: Headers) -> None:
    run = {"job": {"id": 7, "lease": 1}}
    answer = upload(api, reporter, stored("hyperfine.json"), run=run)
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"] == "/run/job"


def test_a_dry_run_shows_what_the_rows_would_become_and_stores_nothing(
    api: TestClient, engine: Engine, reporter: Headers
) -> None:
    told = upload(api, reporter, stored("hyperfine.json"), dry_run=True).json()
    assert (told["reports"], told["total"]) == ([], 6)
    first = told["results"][0]
    assert (first["benchmark"], first["metric"], first["unit"]) == ("sleep 0.01", "time", "s")
    assert (first["direction"], first["samples"]) == ("lower", 5)
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from report")).scalar_one() == 0


def test_an_open_direction_is_asked_and_an_answer_is_taken(
    api: TestClient, reporter: Headers
) -> None:
    rows = b'[{"name": "soak", "value": 3, "unit": "points"}, {"name": "no", "value": "x"}]'
    told = upload(api, reporter, {"results.json": rows}).json()
    assert [one["key"] for one in told["questions"]] == ["points"]
    assert [one["pointer"] for one in told["rejected"]] == ["results.json: /1"]
    answered = upload(api, reporter, {"results.json": rows}, directions={"points": "higher"})
    assert (answered.status_code, answered.json()["questions"]) == (201, [])


def test_what_cannot_be_read_is_refused_whole_with_place_and_remedy(
    api: TestClient, engine: Engine, reporter: Headers
) -> None:
    files = {"go.txt": stored("go.txt")["go.txt"], "notes.txt": b"nothing of a benchmark"}
    answer = upload(api, reporter, files)
    (fault,) = answer.json()["faults"]
    assert (answer.status_code, fault["pointer"]) == (422, "/files/1")
    assert ("notes.txt" in fault["reason"], "--format" in fault["remedy"]) == (True, True)
    empty = upload(
        api, reporter, {"empty.json": b'{"results": [], "suite": 1}'}, format="hyperfine"
    )
    assert (empty.status_code, "holds no result" in empty.text) == (422, True)
    unknown = upload(api, reporter, stored("go.txt"), format="hyperfien")
    assert "hyperfine" in unknown.json()["faults"][0]["remedy"]
    typo = upload(api, reporter, stored("go.txt"), brnch="x")
    assert (typo.status_code, "brnch" in typo.text) == (422, True)
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from report")).scalar_one() == 0


def test_a_file_of_an_archive_that_is_of_no_format_costs_that_file(
    api: TestClient, reporter: Headers
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("README.md", "How to run the benchmarks.\n")
        archive.writestr("out.txt", (FILES / "go.txt").read_bytes())
    told = upload(api, reporter, {"out.zip": packed.getvalue()}, dry_run=True).json()
    assert told["total"] == 16
    assert [(one["pointer"], "no format fits" in one["reason"]) for one in told["rejected"]] == [
        ("README.md", True)
    ]


def test_a_file_of_another_format_than_the_named_one_is_refused(
    api: TestClient, reporter: Headers
) -> None:
    answer = upload(api, reporter, stored("go.txt"), format="vitest")
    assert answer.status_code == 422, answer.text
    assert "not as vitest bench writes it" in answer.text


def test_what_cannot_be_kept_is_refused_where_it_stands(api: TestClient, reporter: Headers) -> None:
    rows = stored("hyperfine.json")["hyperfine.json"]
    for place, files, more in (
        ("/files/0/name", {"a\0.json": rows}, {}),
        ("/directions/\\u0000", {"a.json": rows}, {"directions": {"\0": "higher"}}),
        ("/format", {"a.json": rows}, {"format": "\0"}),
        ("/mapping", {"a.json": rows}, {"mapping": "\0"}),
    ):
        answer = upload(api, reporter, files, **more)
        assert answer.status_code == 422, answer.text
        (fault,) = answer.json()["faults"]
        assert (fault["pointer"], "NUL" in fault["reason"]) == (place, True)
