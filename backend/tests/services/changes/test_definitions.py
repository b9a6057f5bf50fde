"""Histories are read from the index of their key: how definitions went is known of each series."""

from collections.abc import Sequence

import numpy as np
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.reports.corrections import RunChoice
from backend.services.reports.correct_runs import exclude_runs, include_runs
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.storage.reports import results
from backend.storage.series import states as series_states
from backend.testing.builders import Document, a_history
from backend.testing.draining import RecordingRelay, do_what_waits
from backend.testing.filling import OPERATOR, fill
from backend.tests.services.histories import rows, steady

FETCHED = "select sum(idx_tup_fetch) from pg_stat_xact_user_tables where relname like 'result_p%'"


def defined(reports: list[Document], versions: Sequence[str | None]) -> list[Document]:
    for report, version in zip(reports, versions, strict=True):
        if version is not None:
            name = report["results"][0]["benchmark"]
            report["benchmarks"] = {name: {"version_hash": version}}
    return reports


def read_both_ways(engine: Engine, project: Project) -> tuple[list[int], int, int]:
    """Return the definition of each point, and how many rows each way of reading fetched.

    Both ways must say the same.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("vacuum result"))
    ((id_,),) = rows(engine, "select id from series")
    read, fetched = [], []
    with transaction(engine) as session:
        # the planner would read so few rows without any index
        session.execute(text("set local enable_seqscan = off"))
        session.execute(text("set local enable_bitmapscan = off"))
        state = series_states.lock(session, project.id, [id_])[id_]
        known = {} if state.stretches is None else {id_: state.stretches}
        for stretches in (known, None):
            before = session.execute(text(FETCHED)).scalar_one()
            read.append(dict(results.read_series(session, project.id, [id_], stretches))[id_])
            fetched.append(int(session.execute(text(FETCHED)).scalar_one() - before))
    for name in ("value", "position", "commit", "run", "fingerprint", "version"):
        assert np.array_equal(getattr(read[0], name), getattr(read[1], name)), name
    _, places = np.unique(read[0].version, return_inverse=True)
    return [int(place) for place in places], fetched[0], fetched[1]


def test_a_history_is_read_without_its_rows_once_it_was_analysed(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, *a_history(steady(45)))
    assert read_both_ways(engine, project) == ([0] * 45, 0, 45)


def test_definitions_that_came_since_are_known_as_if_the_rows_were_read(
    engine: Engine, project: Project
) -> None:
    versions = [None] * 3 + ["a"] * 40 + [None, "a"] + ["b"] * 4
    history = defined(a_history(steady(len(versions))), versions)
    fill(engine, project, *history[:43])
    for report in history[43:]:
        fill(engine, project, report)
    found, from_index, whole = read_both_ways(engine, project)
    assert len(set(found[:3] + found[43:44])) == len(set(found[3:43] + found[44:45])) == 1
    assert len(set(found[45:])) == 1
    assert len(set(found)) == 3
    assert (from_index, whole) == (0, len(versions))


def test_what_is_known_of_definitions_does_not_outlive_a_correction_or_a_late_report(
    engine: Engine, project: Project
) -> None:
    history = defined(a_history(steady(46)), ["a"] * 44 + ["b"] * 2)
    late = history.pop(20)
    fill(engine, project, *history)
    ((last,),) = rows(engine, "select max(id) from run")
    chosen = RunChoice((last,), reason="another compiler")
    for is_left_out in (True, False):
        with transaction(engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            if is_left_out:
                exclude_runs(session, queue, project, OPERATOR, chosen)
            else:
                include_runs(session, queue, project, chosen)
        assert rows(engine, "select stretches from series_state") == [(None,)]
        do_what_waits(engine)
        assert read_both_ways(engine, project)[1] == 0
    fill(engine, project, late | {"benchmarks": {"search": {"version_hash": "z"}}})
    found, from_index, _ = read_both_ways(engine, project)
    assert [index for index, place in enumerate(found) if found.count(place) == 1] == [20]
    assert from_index == 0


def test_points_that_an_older_version_took_in_have_their_own_definition(
    engine: Engine, project: Project
) -> None:
    reports = defined(a_history(steady(45)), ["a"] * 40 + ["b"] * 5)
    fill(engine, project, *reports[:40])
    ((known,),) = rows(engine, "select stretches from series_state")
    fill(engine, project, *reports[40:])
    with engine.begin() as connection:
        # it counts points and knows no stretches
        connection.execute(text("update series_state set stretches = :known"), {"known": known})
    found, from_index, whole = read_both_ways(engine, project)
    assert len(set(found[:40])) == len(set(found[40:])) == 1
    assert len(set(found)) == 2, "each has its own"
    assert (from_index, whole) == (45, 45)
