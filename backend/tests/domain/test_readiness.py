"""What is said of parts that do not do their work, and whom the blame does not fall on."""

import pytest

from backend.domain.readiness import MIB, Component, DiskSpace, Pulse, Signs, judge

ALIVE = {Pulse.CONSUMER: 1.0, Pulse.TASKS: 2.0, Pulse.SCHEDULER: 3.0}

MESSAGES = "Messages are not sent and lost work is not found: "


def named(**changed: object) -> dict[Component, str]:
    signs = {"database_silent_s": 0.1, "redis_silent_s": 0.1, "pulses": ALIVE} | changed
    return {one.component: one.reason for one in judge(Signs(**signs)).troubles}  # type: ignore[arg-type]


def test_a_full_disk_is_named_and_nobody_who_depends_on_it_is_blamed() -> None:
    said = named(pulses={}, disk=DiskSpace(100 * MIB, 10_000 * MIB))
    assert said == {
        Component.DISK: "No report can be stored, agents keep theirs:"
        " 100\u202fMiB (1\u202f%) of the disk with the data are free"
    }


def test_a_disk_that_is_nearly_full_is_a_warning() -> None:
    found = judge(Signs(0.1, 0.1, ALIVE, DiskSpace(900 * MIB, 10_000 * MIB)))
    assert not found.troubles
    assert [one.reason for one in found.warnings] == [
        "The disk with the data is nearly full: 900\u202fMiB (9\u202f%) are free"
    ]
    assert not judge(Signs(0.1, 0.1, ALIVE, DiskSpace(1_100 * MIB, 10_000 * MIB))).warnings


def test_nothing_is_said_while_all_do_their_work() -> None:
    assert named() == {}


@pytest.mark.parametrize(
    ("pulses", "part", "reason"),
    [
        (
            {Pulse.CONSUMER: 40.0},
            Component.WORKER,
            "Results are not being processed: the worker has not answered for 40 s",
        ),
        (
            {Pulse.TASKS: 70.0},
            Component.WORKER,
            "Results are not being processed: the worker's tasks have not answered for 70 s",
        ),
        (
            {Pulse.SCHEDULER: 25.0},
            Component.SCHEDULER,
            MESSAGES + "the scheduler has not answered for 25 s",
        ),
    ],
)
def test_a_silent_loop_is_named_with_what_that_means(
    pulses: dict[Pulse, float], part: Component, reason: str
) -> None:
    assert named(pulses=ALIVE | pulses) == {part: reason}


def test_tasks_that_nobody_schedules_are_not_the_workers_fault() -> None:
    silent = ALIVE | {Pulse.SCHEDULER: 90.0, Pulse.TASKS: 90.0}
    assert set(named(pulses=silent)) == {Component.SCHEDULER}


def test_a_worker_that_cannot_reach_a_service_is_not_blamed() -> None:
    assert set(named(pulses={}, redis_silent_s=30.0)) == {Component.REDIS}
    assert set(named(pulses={}, database_silent_s=30.0)) == {Component.DATABASE}


def test_processes_that_never_gave_a_sign_of_life_have_not_answered_yet() -> None:
    said = named(pulses={})
    assert said[Component.WORKER].endswith("the worker has not answered yet")
    assert said[Component.SCHEDULER].endswith("the scheduler has not answered yet")


def test_a_schema_that_is_behind_is_named_once_the_database_answers() -> None:
    behind = "the schema is 0034 and this release needs 0038"
    assert named(schema_fault=behind, pulses={}) == {
        Component.SCHEMA: f"Nothing can be stored: {behind}"
    }
    assert Component.SCHEMA not in named(schema_fault=behind, database_silent_s=9.0)
