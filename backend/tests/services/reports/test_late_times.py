"""What becomes known of a commit later puts every branch that holds it in order again."""

from typing import Any

import numpy as np
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill

COMMITS = 16
MEASURED = (2, 4, 13, 1, 9, 7, 15, 0, 11, 3, 8, 14, 5, 10, 6, 12)
"""The order in which the commits are measured at first; the step is at the ninth commit."""


def an_early_report(index: int, **commit: Any) -> Document:
    noise = (0.0, 0.2, -0.1, 0.1)[index % 4]
    value = (120.0 if index >= COMMITS // 2 else 100.0) + noise
    return a_report(
        commit={"id": f"c{index}", **commit},
        branch="measured",
        results=[a_result(samples=[value])],
    )


def a_later_report(index: int, **commit: Any) -> Document:
    return a_report(commit={"id": f"c{index}", **commit}, branch="described")


def order_of(engine: Engine, branch: str) -> list[str]:
    """Return the commits of the results of a branch in their order."""
    asked = text("""
        select commit.name from result
        join commit on commit.id = result.commit_id
        join series on series.id = result.series_id
        join branch on branch.id = series.branch_id and branch.name = :branch
        order by result.position, result.run_id
    """)
    with engine.connect() as connection:
        return list(connection.scalars(asked, {"branch": branch}))


def steps_of(engine: Engine) -> list[tuple[str, str]]:
    asked = text("""
        select commit.name, change_point.state from change_point
        join commit on commit.id = change_point.commit_id
        where change_point.state in ('confirmed', 'suspected')
    """)
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(asked)]


def at_hour(index: int) -> str:
    return f"2026-01-01T{index:02d}:00:00Z"


def test_times_that_come_with_another_branch_put_this_one_in_order_and_find_its_step(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, *(an_early_report(index) for index in MEASURED))
    assert order_of(engine, "measured") == [f"c{index}" for index in MEASURED]
    fill(engine, project, *(a_later_report(index, time=at_hour(index)) for index in MEASURED))
    in_order = [f"c{index}" for index in range(COMMITS)]
    assert order_of(engine, "measured") == in_order
    assert order_of(engine, "described") == in_order
    assert steps_of(engine) == [(f"c{COMMITS // 2}", "confirmed")]


def test_a_time_that_comes_with_a_rerun_puts_the_branch_in_order(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, an_early_report(2), an_early_report(0), an_early_report(1))
    assert order_of(engine, "measured") == ["c2", "c0", "c1"]
    fill(engine, project, *(an_early_report(index, time=at_hour(index)) for index in range(3)))
    assert order_of(engine, "measured") == ["c0", "c0", "c1", "c1", "c2", "c2"]


def test_parents_that_come_with_another_branch_put_this_one_in_order(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, an_early_report(2), an_early_report(0), an_early_report(1))
    described = [a_later_report(index, parents=[f"c{index - 1}"]) for index in range(1, 3)]
    fill(engine, project, *described)
    assert order_of(engine, "measured") == ["c0", "c1", "c2"]


def test_a_report_that_says_nothing_new_of_its_commit_moves_nothing(
    engine: Engine, project: Project
) -> None:
    reports = [an_early_report(index, time=at_hour(index)) for index in range(4)]
    fill(engine, project, *reports)
    asked = text("select array_agg(position order by position) from branch_commit")
    with engine.connect() as connection:
        before = connection.execute(asked).scalar_one()
    fill(engine, project, *(a_later_report(index) for index in range(4)))
    with engine.connect() as connection:
        after = connection.execute(asked).scalar_one()
    assert np.isin(before, after).all()
