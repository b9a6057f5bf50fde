"""Standing groups are counted and ordered in one pass as lists of each kind would be."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest
from sqlalchemy import Engine, text

from backend.domain.catalogue.corrections import NamedKind
from backend.domain.changes.alert_groups import OF_CODE, GroupCause, GroupState
from backend.domain.changes.judgements import Judge
from backend.domain.changes.triage import Move, SaidState
from backend.domain.pages import PageRequest
from backend.domain.people.projects import Project
from backend.services.changes.read_alert_groups import list_groups
from backend.services.changes.triage_groups import judge_groups, move_changes
from backend.services.reports.correct_names import NameCorrection, correct_name
from backend.services.task_queue import TaskQueue
from backend.services.views.read_overview import read_overview
from backend.storage.changes.alert_counts import NONE, WORST, GroupKind, read_standing
from backend.storage.changes.alert_lists import GroupQuery, count_open, read_group_rows, read_groups
from backend.storage.engine import make_engine, transaction
from backend.testing.draining import RecordingRelay, do_what_waits

ASIDE = (GroupCause.SAME_BINARY, GroupCause.MACHINE)
STATES = (GroupState.OPEN, GroupState.ACKNOWLEDGED)
ADA = Judge("Ada")
Change = Callable[[Engine, Project], None]
# ties in size, in time and in both; with a ratio and without; opened in time and late
COPIES = """
with pulled as (
    insert into branch (project_id, name, pull_request)
    select project_id, 'pull/9', 9 from branch where name = 'main' returning id
)
insert into alert_group (project_id, number, branch_id, cause, first_position, last_position,
    direction, lead_id, size, time, changes, series, regressions, improvements, opened_at, state)
select g.project_id, g.number + copy, case when copy % 5 = 0 then pulled.id else g.branch_id end,
       (array['code', 'code', 'drift', 'machine', 'same_binary'])[1 + copy / 3 % 5],
       g.first_position, g.last_position, g.direction, g.lead_id,
       (array[0.1, 0.1, 0.7, 'infinity', 0.0]::float8[])[1 + copy % 5] + copy / 150 % 2,
       now() - interval '1 day' * (30 + copy / 7 % 3), copy % 4, 1, copy % 3, copy / 2 % 3,
       now() - interval '1 day' * (30 + copy / 7 % 3) + interval '20 days' * (copy / 11 % 8),
       (array['open', 'open', 'acknowledged', 'fixed'])[1 + copy / 2 % 4]
from alert_group g cross join generate_series(1, 300) as copy cross join pulled
where g.number = 1
"""
OLD_RUNS = "update run set received_at = started_at + interval '3 years'"


@pytest.fixture
def crowded(engine: Engine, released: Project) -> Project:
    """Return a project with groups of all kinds, of which many tie."""
    with engine.begin() as connection:
        connection.execute(text(COPIES))
        connection.execute(text(OLD_RUNS))
    return released


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("causes", [OF_CODE, ASIDE])
def test_each_kind_has_the_counts_and_the_worst_groups_of_its_own_list(
    engine: Engine, crowded: Project, state: GroupState, causes: tuple[GroupCause, ...]
) -> None:
    week = datetime.now(UTC) - timedelta(days=7)
    with transaction(engine) as session:
        standing = read_standing(session, crowded.id)
        for of_pull, history in product((True, False), repeat=2):
            query = GroupQuery((state,), causes=causes, is_of_pull=of_pull, is_history=history)
            found = standing.get(GroupKind(state, causes == OF_CODE, of_pull, history), NONE)
            counted = count_open(session, crowded.id, query)
            assert (found.groups, found.changes) == (counted.groups, counted.changes)
            assert found.regressions == counted.regressions
            assert found.improvements == counted.improvements
            listed = read_groups(session, crowded.id, query, WORST)
            assert list(found.worst) == [one.id for one in listed]
            recent = count_open(session, crowded.id, replace(query, opened_since=week))
            assert found.improved_since(week) == recent.improvements
        kinds = {one for one, held in standing.items() if held.groups > WORST}
        assert {(one.is_of_pull, one.is_history) for one in kinds} >= {(False, False)}


@pytest.mark.parametrize("states", [("open",), ("acknowledged",), ("open", "acknowledged")])
def test_a_list_of_standing_groups_has_the_counts_that_counting_it_gives(
    engine: Engine, crowded: Project, states: tuple[str, ...]
) -> None:
    flags = (None, True, False)
    with transaction(engine) as session:
        for of_pull, history, largest in product(flags, flags, (True, False)):
            query = GroupQuery(
                states, is_of_pull=of_pull, is_history=history, is_largest_first=largest
            )
            known = read_group_rows(session, crowded.id, query, PageRequest(None, 1)).counts
            # a bound that every group keeps lets them be counted one by one
            each = replace(query, days=36_500)
            assert known == read_group_rows(session, crowded.id, each, PageRequest(None, 1)).counts


def told(engine: Engine, project: Project) -> tuple[Any, ...]:
    """Return what pages tell of the groups and changes of a project."""
    with transaction(engine) as session:
        shown = read_overview(session, project)
        page = list_groups(session, project.id, GroupQuery(("open",)), PageRequest(None, 20))
        lines = [(card.sparklines, card.regressions, card.history) for card in shown.suites]
        return (shown.open, shown.acknowledged_total, shown.suspected_total, lines, page)


def told_afresh(engine: Engine, project: Project) -> tuple[Any, ...]:
    """Return the same where nothing is remembered."""
    other = make_engine(engine.url.render_as_string(hide_password=False), 1)
    try:
        return told(other, project)
    finally:
        other.dispose()


def judge(engine: Engine, project: Project, state: GroupState) -> None:
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        judge_groups(session, queue, project.id, [1], SaidState(state), ADA)
    do_what_waits(engine)


def an_acknowledged_group(engine: Engine, project: Project) -> None:
    judge(engine, project, GroupState.ACKNOWLEDGED)


def a_rejected_group(engine: Engine, project: Project) -> None:
    judge(engine, project, GroupState.INVALID)


def a_group_split(engine: Engine, project: Project) -> None:
    with transaction(engine) as session:
        change = session.execute(text("select change_id from alert_member where rank = 1")).scalar()
        queue = TaskQueue(session, RecordingRelay())
        move_changes(session, queue, project.id, Move([int(change or 0)], [], None), ADA)
    do_what_waits(engine)


def changes_suspected(engine: Engine, _: Project) -> None:
    with engine.begin() as connection:
        connection.execute(text("update change_point set state = 'suspected'"))


def a_change_deleted(engine: Engine, _: Project) -> None:
    with engine.begin() as connection:
        connection.execute(text("delete from alert_member where rank = 1"))


def a_benchmark_archived(engine: Engine, project: Project) -> None:
    with transaction(engine) as session:
        benchmark = session.execute(text("select min(id) from benchmark")).scalar_one()
        gone = NameCorrection(is_archived=True)
        correct_name(session, project, NamedKind.BENCHMARK, benchmark, gone)


def a_branch_of_a_pull_request(engine: Engine, _: Project) -> None:
    with engine.begin() as connection:
        connection.execute(text("update branch set pull_request = 9"))


@pytest.mark.parametrize(
    "change",
    [
        an_acknowledged_group, a_rejected_group, a_group_split, changes_suspected,
        a_change_deleted, a_benchmark_archived, a_branch_of_a_pull_request,
    ],
)  # fmt: skip
def test_after_each_write_pages_tell_what_is_there(
    engine: Engine, released: Project, change: Change
) -> None:
    before = told(engine, released)
    assert told(engine, released) == before
    change(engine, released)
    assert told(engine, released) == told_afresh(engine, released)
    assert told(engine, released) != before


def test_what_is_taken_back_is_told_as_it_was(engine: Engine, released: Project) -> None:
    before = told(engine, released)[0]
    for state in (GroupState.ACKNOWLEDGED, GroupState.OPEN):
        judge(engine, released, state)
        assert told(engine, released) == told_afresh(engine, released)
    after = told(engine, released)[0]
    assert (after.total, after.regressions) == (before.total, before.regressions)
