from threading import Thread
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.domain.splits.stored import SplitState
from backend.services.splits.backfill import backfill_suite
from backend.services.splits.find import MOST_RUNS, request_at_changes
from backend.services.splits.follow import judge_open, judge_stale
from backend.services.task_queue import TaskQueue
from backend.storage import outbox
from backend.storage.engine import transaction
from backend.storage.splits import rows as splits
from backend.testing.builders import Document, a_report, a_result
from backend.testing.draining import RecordingRelay, do_row
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.splits.splitting import LEVELS, SETTINGS, a_ring_run

Headers = dict[str, str]
SPLITS = "/api/v1/projects/main/splits"
STEP = 30
SAID_BEFORE = """update split set summary = jsonb_set(summary, '{headline}', '"said before"')"""


@pytest.fixture
def admin(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN, Scope.READ)


def proposed(api: TestClient, admin: Headers) -> list[dict[str, Any]]:
    rows = api.get(SPLITS, params={"origin": "proposed"}, headers=admin).json()["rows"]
    return [api.get(f"{SPLITS}/{row['id']}", headers=admin).json() for row in rows]


def a_release(number: int, ratios: dict[str, float]) -> Document:
    """Return the run of a release: ten samples of each benchmark, with the luck of the run."""
    weather = np.random.default_rng(number)
    return a_report(
        commit={
            "id": f"r{number:03d}",
            "time": f"2026-01-{1 + number // 24:02d}T{number % 24:02d}:00:00Z",
            "parents": [f"r{number - 1:03d}"] if number else [],
        },
        run={"started_at": f"2026-01-{1 + number // 24:02d}T{number % 24:02d}:30:00Z"},
        results=[
            a_result(
                benchmark=name,
                parameters={},
                samples=(0.1 * ratio * weather.normal(1.0, 0.005, 10)).tolist(),
            )
            for name, ratio in ratios.items()
        ],
    )


def test_a_parameter_that_splits_a_run_is_proposed_once_and_follows_to_newer_runs(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, a_ring_run())
    (split,) = proposed(api, admin)
    assert split["change"] == "rings = 64/64 against 16/16"
    assert (split["state"], split["created_by"]) == ("open", "Tidemark")
    assert split["headline"].startswith("rings = 64/64 against 16/16: random_mixed_rings 5.")
    first = split["contender"]["asked"]
    fill(engine, project, a_ring_run(1, seed=6))
    (later,) = proposed(api, admin)
    assert later["id"] == split["id"]
    assert later["contender"]["asked"] != first
    # measured before both and sent behind them
    mended = LEVELS | {"random_mixed_rings": dict.fromkeys(SETTINGS, 22.5e6)}
    fill(engine, project, a_ring_run(3, seed=7))
    (newest,) = proposed(api, admin)
    fill(engine, project, a_ring_run(2, seed=8, levels=mended))
    assert proposed(api, admin) == [newest]


def test_a_rejected_split_stays_rejected_and_rests_on_what_it_was_rejected_for(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, a_ring_run())
    (split,) = proposed(api, admin)
    path = f"{SPLITS}/{split['id']}/state"
    assert api.put(path, json={"state": "rejected"}, headers=admin).status_code == 200
    fill(engine, project, a_ring_run(1, seed=6))
    (later,) = proposed(api, admin)
    assert later["state"] == "rejected"
    assert later["contender"]["asked"] == split["contender"]["asked"]


def test_a_proposal_ends_where_nobody_pays_any_more_and_comes_back(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    mended = LEVELS | {"random_mixed_rings": dict.fromkeys(SETTINGS, 22.5e6)}
    fill(engine, project, a_ring_run())
    fill(engine, project, a_ring_run(1, seed=6, levels=mended))
    (ended,) = proposed(api, admin)
    assert (ended["state"], ended["decided_by"]) == ("rejected", "Tidemark")
    assert ended["reason"] == "nobody is shown to lose any more"
    fill(engine, project, a_ring_run(2, seed=7))
    (back,) = proposed(api, admin)
    assert (back["id"], back["state"]) == (ended["id"], "open")
    assert [one["action"] for one in back["events"]] == ["opened again", "rejected", "proposed"]


def test_a_decision_that_is_being_made_keeps_the_runs_that_it_is_about(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, a_ring_run())
    (split,) = proposed(api, admin)
    finder = Thread(target=fill, args=(engine, project, a_ring_run(1, seed=6)))
    with transaction(engine) as session:
        splits.move(session, project.id, split["id"], SplitState.ACCEPTED, ("Ada", ""))
        finder.start()
        while finder.is_alive() and not somebody_waits(engine):
            finder.join(0.05)
    finder.join()
    (later,) = proposed(api, admin)
    assert later["state"] == "accepted"
    assert later["contender"]["asked"] == split["contender"]["asked"]


def somebody_waits(engine: Engine) -> bool:
    waits = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
    with engine.connect() as connection:
        return bool(connection.execute(text(waits)).scalar_one())


def test_runs_that_wait_together_are_looked_at_together(engine: Engine, project: Project) -> None:
    with transaction(engine) as session:
        rows = [outbox.add(session, "splits", project.id, ids) for ids in ([3, 1], [2], [1])]
        other = outbox.add(session, "detection", project.id, [9])
    with transaction(engine) as session:
        assert outbox.take_all(session, rows[1]) == [1, 2, 3]
        assert outbox.take_all(session, rows[0]) == []
        assert outbox.take(session, other) == [9]


def test_runs_of_more_suites_than_one_task_looks_at_are_all_looked_at(
    engine: Engine, project: Project
) -> None:
    suites = [f"suite-{number:02d}" for number in range(MOST_RUNS + 2)]
    fill(engine, project, *(a_ring_run() | {"suite": {"name": name}} for name in suites))
    asked = text("select suite.name from split, unnest(suites) as suite (name)")
    with engine.connect() as connection:
        assert sorted(connection.scalars(asked)) == suites


def test_noise_alone_proposes_nothing(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    weather = np.random.default_rng(3)
    results = [
        a_result(
            benchmark=f"bench_{index}",
            parameters={"ring": ring},
            samples=weather.normal(0.1, 0.002, 12).tolist(),
        )
        for index in range(8)
        for ring in (16, 32, 64)
    ]
    fill(engine, project, a_report(results=results, run={"agent": "tidemark-agent 0.1.0"}))
    assert proposed(api, admin) == []


def test_a_commit_at_which_some_gain_and_others_pay_is_one_split(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    before = {"parse": 1.0, "print": 1.0, "sort": 1.0}
    after = {"parse": 0.8, "print": 1.25, "sort": 1.0}
    fill(
        engine,
        project,
        *(a_release(number, before if number < STEP else after) for number in range(STEP + 12)),
    )
    (split,) = proposed(api, admin)
    assert split["contender"]["asked"] == f"from:r{STEP:03d}"
    assert split["change"] == f"commit r{STEP:03d} against earlier"
    assert split["payers"] == ["print"]
    verdicts = {one["name"]: one["verdict"] for one in split["members"]}
    assert verdicts["parse"] == "gain"
    assert split["measured"] == "in runs apart"
    assert split["contender"]["run_count"] >= 5
    with transaction(engine) as session:
        session.execute(text("update change_point set state = 'refuted'"))
        assert judge_open(session, project.id, ["runtime"]) == [split["id"]]
    (ended,) = proposed(api, admin)
    assert (ended["state"], ended["reason"]) == ("rejected", "its changes are no longer confirmed")


def test_what_is_measured_rarely_shows_a_split_some_commits_late_and_takes_part_in_it(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    reports = []
    for number in range(STEP + 14):
        is_after = number > STEP
        ratios = {"parse": 0.8 if is_after else 1.0, "sort": 1.0}
        if number % 4 == 0:
            ratios["print"] = 1.25 if is_after else 1.0
        reports.append(a_release(number, ratios))
    fill(engine, project, *reports)
    (split,) = proposed(api, admin)
    assert split["change"] == f"commit r{STEP + 1:03d} to r{STEP + 2:03d} against earlier"
    assert split["payers"] == ["print"]
    verdicts = {one["name"]: one["verdict"] for one in split["members"]}
    assert (verdicts["parse"], verdicts["print"]) == ("gain", "loss")
    (group,) = api.get("/api/v1/projects/main/alert-groups", headers=admin).json()["rows"]
    place = f"/api/v1/projects/main/alert-groups/{group['number']}"
    (told,) = api.get(place, headers=admin).json()["splits"]
    assert (told["id"], told["state"]) == (split["id"], "open")


def test_what_ran_on_another_compiler_later_is_none_of_it(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    reports = []
    for number in range(STEP + 14):
        ratios = {"parse": 0.8, "print": 1.25} if number >= STEP else {"parse": 1.0, "print": 1.0}
        environment = {"cc": "14.2" if number < STEP + 6 else "15.1"}
        reports.append(a_release(number, ratios) | {"environment": environment})
    fill(engine, project, *reports)
    (split,) = proposed(api, admin)
    assert (split["baseline"]["run_count"], split["contender"]["run_count"]) == (10, 6)
    assert not [one for one in split["warnings"] if "Not only the code" in one]


def test_what_moved_a_few_commits_before_a_split_is_none_of_it(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    ratios = [
        {
            "parse": 1.0 if number < STEP else 0.8,
            "print": 1.0 if number < STEP else 1.25,
            "sort": 1.0 if number < STEP - 3 else 0.5,
            "scan": 1.0 if number < STEP + 4 else 0.5,
        }
        for number in range(STEP + 14)
    ]
    fill(engine, project, *(a_release(number, one) for number, one in enumerate(ratios)))
    (split,) = [
        one for one in proposed(api, admin) if one["contender"]["asked"] == f"from:r{STEP:03d}"
    ]
    assert min(split["baseline"]["run_count"], split["contender"]["run_count"]) > 4
    members = {one["name"]: one["contender"] / one["baseline"] for one in split["members"]}
    assert members["parse"] == pytest.approx(0.8, rel=0.02)
    assert members["sort"] == pytest.approx(1.0, rel=0.02)
    assert members["scan"] == pytest.approx(1.0, rel=0.02)
    assert "Of 2 series only the runs up to the nearest other change count." in split["warnings"]


def listed(api: TestClient, admin: Headers) -> list[str]:
    rows = api.get(SPLITS, params={"state": "open"}, headers=admin).json()["rows"]
    return [row["headline"] for row in rows]


def test_the_list_says_what_the_page_says_after_another_change_was_found(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    def release(number: int) -> Document:
        parts = {"parse": 0.8, "print": 1.25} if number >= STEP else {"parse": 1.0, "print": 1.0}
        return a_release(number, {**parts, "sort": 1.0 if number < STEP + 5 else 0.5})

    fill(engine, project, *(release(number) for number in range(STEP + 14)))
    (split,) = proposed(api, admin)
    assert [one for one in split["warnings"] if "nearest other change" in one]
    rows = api.get("/api/v1/projects/main/changes", headers=admin).json()["rows"]
    found = [row["id"] for row in rows if row["series"]["benchmark"] == "sort"]
    relay = RecordingRelay()
    with transaction(engine) as session:
        session.execute(text(SAID_BEFORE))
        request_at_changes(session, TaskQueue(session, relay), project.id, found)
    for message in relay.messages:
        do_row(engine, message)
    assert (len(found), listed(api, admin)) == (1, [split["headline"]])


def test_a_split_that_nobody_judged_for_a_day_is_judged_anew(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    fill(engine, project, a_ring_run())
    (split,) = proposed(api, admin)
    with transaction(engine) as session:
        assert judge_stale(session) is None
        session.execute(text(SAID_BEFORE))
        session.execute(text("update split set judged_at = now() - interval '25 hours'"))
    assert listed(api, admin) == ["said before"]
    with transaction(engine) as session:
        assert judge_stale(session) == (project.id, [split["id"]])
        assert judge_stale(session) is None
    assert listed(api, admin) == [split["headline"]]


def test_what_happens_on_the_branch_of_a_pull_request_is_no_split_of_a_changed_commit(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    before, after = {"parse": 1.0, "print": 1.0}, {"parse": 0.8, "print": 1.25}
    releases = (
        a_release(number, before if number < STEP else after) for number in range(STEP + 12)
    )
    asked = {"branch": "idea", "pull_request": {"number": 7}}
    fill(engine, project, *(release | asked for release in releases))
    assert api.get("/api/v1/projects/main/changes", headers=admin).json()["rows"]
    assert proposed(api, admin) == []


def test_what_only_gets_better_is_no_split(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    levels = [{"parse": 1.0, "print": 1.0}] * STEP + [{"parse": 0.8, "print": 0.9}] * 12
    fill(engine, project, *(a_release(number, one) for number, one in enumerate(levels)))
    assert proposed(api, admin) == []


def test_what_was_stored_before_anybody_looked_is_looked_at_once(
    api: TestClient, engine: Engine, project: Project, admin: Headers
) -> None:
    before, after = {"parse": 1.0, "print": 1.0}, {"parse": 0.8, "print": 1.25}
    releases = [
        a_release(number, before if number < STEP else after) for number in range(STEP + 12)
    ]
    fill(engine, project, *releases, a_ring_run() | {"suite": {"name": "rings"}})
    assert len(proposed(api, admin)) == 2
    relay = RecordingRelay()
    with transaction(engine) as session:
        session.execute(text("truncate split, split_event"))
        queue = TaskQueue(session, relay)
        assert [backfill_suite(session, queue) for _ in range(3)] == [True, True, False]
    for message in relay.messages:
        do_row(engine, message)
    changes = {split["change"] for split in proposed(api, admin)}
    assert changes == {f"commit r{STEP:03d} against earlier", "rings = 64/64 against 16/16"}
