"""A project in one archive, brought into another installation: every answer is the same there."""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.api.app import create_app
from backend.domain.errors import ConflictError, InvalidError
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.embedded.stores.services import Services
from backend.services.keeping.project_archive import MANIFEST, bring_in
from backend.services.people.manage_keys import create_key
from backend.services.people.set_up import ensure_project
from backend.settings import Settings
from backend.storage.engine import make_engine, transaction
from backend.storage.project_rows import KEPT, LEFT_OUT
from backend.testing.builders import a_report
from backend.testing.databases import database_named
from backend.testing.fixtures import MakeKey, empty_database
from backend.testing.templates import TEMPLATE
from backend.tests.api.people.test_foreign_ids import (
    NEEDED,
    THEIRS,
    calls_with_ids,
    filled,
    foreign,
)

__all__ = ["foreign"]
STAYS = (
    "/keys", "/members", "/invitations", "/ci-rules", "/channels", "/deliveries", "/forge",
    "/audit", "/archive", "/events", "/alert-groups/assignees", "/feed.atom",
    "/imports/addresses", "/enrolments",
)  # fmt: skip
"""Calls about secrets, people and channels of an installation; the feed names its address.

Imports from addresses go on, or have ended, where they were asked for.
"""
MORE = {
    "/comparison": "?baseline=run:{first_run}&contender=run:{run_id}",
    "/comparison/row": "?baseline=run:{first_run}&contender=run:{run_id}&series={series_id}",
    "/history": "?series={series_id}",
    "/points": "?series={series_id}",
    "/badge.svg": "?series={series_id}",
    "/ladders/sources": "?run={run_id}",
    "/splits/preview": "?baseline=run:{first_run}&contender=run:{run_id}",
    "/search": "?text=search",
    "/commits": "?name=kept",
    "/pivot": "?rows=benchmark&columns=metric",
}


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another installation, in which nothing is."""

    engine: Engine
    api: TestClient

    def headers_of(self, project: Project) -> dict[str, str]:
        with transaction(self.engine) as session:
            _, secret = create_key(session, project.id, "test", [Scope.ADMIN])
        return {"Authorization": f"Bearer {secret}"}


@pytest.fixture
def elsewhere(services: Services, settings: Settings) -> Iterator[Elsewhere]:
    with empty_database(services, "tidemark_elsewhere", TEMPLATE) as name:
        url = database_named(services.database_url, name)
        engine = make_engine(url)
        with transaction(engine) as session:  # so that the ids of projects differ
            ensure_project(session, "first", "First")
            ensure_project(session, "second", "Second")
            ensure_project(session, "third", "Third")
        there = settings.model_copy(update={"database_url": url})
        with TestClient(create_app(there), raise_server_exceptions=False) as client:
            yield Elsewhere(engine, client)
        engine.dispose()


def saved(api: TestClient, headers: dict[str, str]) -> bytes:
    answer = api.get(f"{THEIRS}/archive", headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    return answer.content


def all_reads(ids: dict[str, str]) -> list[str]:
    """Return the address of every answer that a page of the project is made of."""
    paths = create_app().openapi()["paths"]
    named = [path.removeprefix("/api/v1/projects/{project}") for path in paths
             if path.startswith("/api/v1/projects/{project}") and "get" in paths[path]
             and path.count("{") == 1]  # fmt: skip
    found = [filled(path + MORE.get(path, ""), ids) for path in named]
    found += [
        filled(f"/names/{kind}", ids)
        for kind in ("suite", "benchmark", "branch", "testbed", "machine")
    ]
    found += [
        filled(path + NEEDED.get(f"GET {path}", ""), ids)
        for method, path in calls_with_ids()
        if method == "GET"
    ]
    return sorted(path for path in found if not path.startswith(STAYS))


def test_every_answer_is_the_same_elsewhere(
    api: TestClient, engine: Engine, make_key: MakeKey, foreign: dict[str, str],
    elsewhere: Elsewhere,
) -> None:  # fmt: skip
    with transaction(engine) as session:
        theirs = make_key(Scope.ADMIN, of=ensure_project(session, "theirs", "Theirs"))
    with transaction(elsewhere.engine) as session:
        brought = bring_in(session, io.BytesIO(saved(api, theirs)))
    there = elsewhere.headers_of(brought.project)
    answered, differing = 0, []
    for path in all_reads(foreign):
        before = api.get(THEIRS + path, headers=theirs)
        after = elsewhere.api.get(THEIRS + path, headers=there)
        answered += before.status_code == 200
        if (before.status_code, told(before)) != (after.status_code, told(after)):
            differing.append(f"{path}: {before.status_code} {told(before)}\n{after.status_code}"
                             f" {told(after)}")  # fmt: skip
    assert not differing, "\n".join(one[:2000] for one in differing)
    assert answered > 50
    file = f"{THEIRS}/runs/{foreign['read_run']}/files/1"
    kept = elsewhere.api.get(file, headers=there).content
    assert (kept, bool(kept)) == (api.get(file, headers=theirs).content, True)
    asked = {"runs": [int(foreign["read_run"])], "mapping": "mine", "dry_run": True}
    read = elsewhere.api.post(f"{THEIRS}/readings", json=asked, headers=there).json()
    assert (read["changed"], read["differences"][0]["after"]) == (1, "0.003 s"), read
    # a report, a correction and what was deleted go on as they would have here
    new = elsewhere.api.post(
        f"{THEIRS}/reports", json=a_report(idempotency_key="of the new place"), headers=there
    )
    assert new.status_code == 201, new.text
    restored = elsewhere.api.post(
        f"{THEIRS}/deletions/{foreign['deletion_id']}/restore", headers=there
    )
    assert (restored.status_code, restored.json()["runs"]) == (200, 1), restored.text
    note = elsewhere.api.post(
        f"{THEIRS}/changes/{foreign['change_id']}/notes", json={"text": "x"}, headers=there
    )
    assert note.status_code == 201, note.text


def told(answer: Any) -> Any:
    """Return what an answer says, but for who may do what and how long ago something was."""
    if "json" not in answer.headers.get("content-type", ""):
        return answer.content
    return without(answer.json())


PASSING = {"rights", "visibility", "as_of"}


def without(node: Any) -> Any:
    if isinstance(node, dict):
        return {name: without(value) for name, value in node.items() if name not in PASSING}
    return [without(one) for one in node] if isinstance(node, list) else node


def test_every_table_with_rows_of_projects_goes_or_stays_for_a_reason(engine: Engine) -> None:
    asked = (
        "select table_name from information_schema.columns join information_schema.tables"
        " using (table_schema, table_name) where table_schema = 'public'"
        " and table_name !~ '_p?\\d+$' and column_name = 'project_id' and table_type = 'BASE TABLE'"
    )
    with engine.connect() as connection:
        tables = set(connection.execute(text(asked)).scalars())
    assert {*KEPT, *LEFT_OUT} == tables


def test_what_is_no_whole_archive_brings_in_nothing(
    api: TestClient, engine: Engine, make_key: MakeKey, foreign: dict[str, str],
) -> None:  # fmt: skip
    del foreign
    with transaction(engine) as session:
        theirs = make_key(Scope.ADMIN, of=ensure_project(session, "theirs", "Theirs"))
    whole = saved(api, theirs)
    with pytest.raises(ConflictError), transaction(engine) as session:
        bring_in(session, io.BytesIO(whole))
    torn = whole[:60] + bytes(40) + whole[100:]
    for broken in (b"", whole[:-200], whole[: len(whole) // 2], without_a_row(whole), torn):
        with pytest.raises(InvalidError), transaction(engine) as session:
            bring_in(session, io.BytesIO(broken), "copy")
    with pytest.raises(InvalidError, match="no short name"), transaction(engine) as session:
        bring_in(session, io.BytesIO(whole), "a/../b")
    with transaction(engine) as session:
        copy = bring_in(session, io.BytesIO(whole), "copy", "Copy")
    headers = make_key(Scope.ADMIN, of=copy.project)
    assert api.get("/api/v1/projects/copy/runs", headers=headers).json()["rows"]


def without_a_row(whole: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as source, zipfile.ZipFile(made, "w") as sink:
        for name in source.namelist():
            lines = source.read(name).splitlines(keepends=True)
            sink.writestr(name, b"".join(lines[1:] if name == "run.jsonl" else lines))
        assert MANIFEST in source.namelist()
    return made.getvalue()
