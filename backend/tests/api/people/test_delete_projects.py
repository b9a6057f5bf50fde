"""A deleted project answers nowhere, comes back whole, and is purged after seven days."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.jobs.requeue import requeue_lost
from backend.services.people.delete_projects import purge_projects
from backend.services.splits.backfill import backfill_suite
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.storage.machines import self_comparisons
from backend.storage.project_rows import KEPT, LEFT_OUT
from backend.storage.reports import documents
from backend.testing.builders import a_report
from backend.testing.draining import RecordingRelay, Silence, drain
from backend.testing.fixtures import MakeKey
from backend.tests.api.people.test_foreign_ids import THEIRS, foreign
from backend.tests.services.keeping.test_project_archive import all_reads

__all__ = ["foreign"]
DELETED = "/api/v1/deleted-projects"


@pytest.fixture
def theirs(engine: Engine, make_key: MakeKey, foreign: dict[str, str]) -> dict[str, str]:
    """Return the headers of a key that owns the project."""
    assert foreign
    with engine.connect() as connection:
        found = text("select id, slug, name, visibility, created_at from project where slug = :of")
        row = connection.execute(found, {"of": "theirs"}).one()
    return make_key(Scope.ADMIN, of=Project(*row))


def outside(engine: Engine, api: TestClient, headers: dict[str, str]) -> dict[str, str]:
    """Return what leads to the project by no short name: a link, a picture, a hook for webhooks."""
    with engine.begin() as connection:
        connection.execute(text("update pull_request set picture = 'seen' where number = 7"))
        hook = text("update forge_connection set removed_at = null returning hook")
        code = connection.execute(hook).scalar_one()
    made = api.post(f"{THEIRS}/links", json={"address": "/p/theirs/runs"}, headers=headers)
    return {"link": made.json()["path"], "picture": "/pictures/seen.svg",
            "hook": f"/api/v1/forges/{code}/webhook"}  # fmt: skip


def asked(api: TestClient, places: dict[str, str], headers: dict[str, str]) -> list[bool | int]:
    return [
        api.get(places["link"], headers=headers, follow_redirects=False).is_redirect,
        api.get(places["picture"]).status_code,
        api.post(places["hook"], json={}).status_code,
    ]


def test_nothing_of_a_deleted_project_answers_and_it_comes_back_whole(
    engine: Engine, api: TestClient, theirs: dict[str, str], foreign: dict[str, str],
) -> None:  # fmt: skip
    def delete(**named: str) -> Any:
        return api.delete(THEIRS, params=named, headers=theirs)

    paths = ["", *all_reads(foreign)]
    before = {path: api.get(THEIRS + path, headers=theirs).status_code for path in paths}
    shown = api.get(f"{THEIRS}/series", headers=theirs).json()
    places = outside(engine, api, theirs)
    assert asked(api, places, theirs) == [True, 200, 401]
    assert [delete().status_code, delete(name="Theirs").status_code] == [422, 422]

    gone = delete(name="theirs").json()
    assert gone["slug"] == "theirs"
    assert {api.get(THEIRS + path, headers=theirs).status_code for path in paths} == {404}
    assert api.get("/api/v1/projects", headers=theirs).json() == []
    assert delete(name="theirs").status_code == 404
    assert asked(api, places, theirs) == [False, 404, 404]
    with engine.connect() as connection:
        seen = "select count(*) from reading.results where project_id = :id"
        assert connection.execute(text(seen), {"id": gone["id"]}).scalar_one() == 0
        told = "select verb from audit_event where project_id is null and noun = 'project'"
        assert connection.execute(text(told)).scalars().all() == ["deleted"]

    back = api.post(f"{DELETED}/{gone['id']}/restore", json={}, headers=theirs)
    assert (back.status_code, back.json()["slug"]) == (200, "theirs")
    again = {path: api.get(THEIRS + path, headers=theirs).status_code for path in paths}
    assert again == before
    assert api.get(f"{THEIRS}/series", headers=theirs).json() == shown


def test_only_who_owned_a_project_brings_it_back_and_after_seven_days_it_is_purged(
    engine: Engine, api: TestClient, theirs: dict[str, str], make_key: MakeKey
) -> None:
    gone = api.delete(THEIRS, params={"name": "theirs"}, headers=theirs).json()["id"]
    restore = f"{DELETED}/{gone}/restore"
    for stranger in (make_key(Scope.ADMIN), {}):
        assert api.get(DELETED, headers=stranger).json() == []
        assert api.post(restore, json={}, headers=stranger).status_code == 404
    assert [one["id"] for one in api.get(DELETED, headers=theirs).json()] == [gone]
    with engine.begin() as connection:
        connection.execute(text("insert into project (slug, name) values ('theirs', 'Other')"))
    assert api.post(restore, json={}, headers=theirs).status_code == 409
    back = api.post(restore, json={"slug": "theirs-2"}, headers=theirs)
    assert (back.status_code, back.json()["slug"]) == (200, "theirs-2")
    assert api.get(f"{THEIRS}-2/series", headers=theirs).json()["rows"]

    assert api.delete(f"{THEIRS}-2", params={"name": "theirs-2"}, headers=theirs).is_success
    with transaction(engine) as session:
        assert purge_projects(session) == 0
    with engine.begin() as connection:
        old = "update project set deleted_at = now() - interval '7 days 1 minute' where id = :id"
        connection.execute(text(old), {"id": gone})
    assert api.post(restore, json={}, headers=theirs).status_code == 404
    with transaction(engine) as session:
        assert purge_projects(session) > 100
        assert purge_projects(session) == 0
    tables = {*KEPT, *LEFT_OUT} - {"audit_event"}
    with engine.connect() as connection:
        left = [
            table
            for table in sorted(tables)
            if connection.execute(
                text(f"select exists (select from {table} where project_id = :id)"), {"id": gone}
            ).scalar_one()
        ]
        slugs = connection.execute(text("select slug from project")).scalars().all()
    assert (left, sorted(slugs)) == ([], ["main", "theirs"])


def test_no_work_goes_on_for_a_deleted_project_and_all_of_it_after_it_came_back(
    engine: Engine, api: TestClient, theirs: dict[str, str]
) -> None:
    sent = api.post(f"{THEIRS}/reports", json=a_report(), headers=theirs)
    with engine.begin() as connection:
        for statement in (
            "update suite set splits_looked_at = null",
            "update job set state = 'queued', asked_at = now() - interval '15 days'",
        ):
            connection.execute(text(statement))

    def work(project_id: int) -> list[bool]:
        with transaction(engine) as session:
            # else a worker would ask itself for them again and again
            is_there_work = documents.are_waiting(session, project_id)
        drain(engine, project_id)
        with transaction(engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            state = text("select state from report where project_id = :id and public_id = :report")
            asked = {"id": project_id, "report": sent.json()["id"]}
            return [
                is_there_work,
                session.execute(state, asked).scalar_one() != "accepted",
                backfill_suite(session, queue),
                requeue_lost(session, Silence(), queue) > 0,
                self_comparisons.take_new_runs(session, 100) is not None,
            ]

    gone = api.delete(THEIRS, params={"name": "theirs"}, headers=theirs).json()["id"]
    assert work(gone) == [False] * 5
    assert api.post(f"{DELETED}/{gone}/restore", json={}, headers=theirs).is_success
    assert work(gone) == [True] * 5
