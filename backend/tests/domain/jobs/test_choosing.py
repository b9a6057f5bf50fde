"""Which job an agent gets, who waits for whom, and how long."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from backend.domain.errors import InvalidError
from backend.domain.jobs.choosing import (
    KnownAgent,
    WaitingJob,
    has_room,
    in_order,
    interrupts,
    jobs_at_once,
    place_between,
    turn_of,
    why_waiting,
)
from backend.domain.jobs.durations import (
    DurationEstimate,
    after_one_another,
    estimate_duration,
    left_of,
)
from backend.domain.jobs.log_lines import LONGEST_LINE, harmless, size_of
from backend.domain.jobs.targets import JobCommit, JobKind, JobTarget, check_target, is_commit_name

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def a_job(id_: int, turn: float = 0.0, **changes: object) -> WaitingJob:
    values = {"priority": 0, "labels": (), "preferred": ()} | changes
    return WaitingJob(id=id_, turn=turn, **values)  # type: ignore[arg-type]


def test_one_who_asks_for_a_hundred_jobs_does_not_keep_another_waiting() -> None:
    now, jobs = 0.0, []
    ends: dict[str, float] = {}
    asked = ["ada"] * 100 + ["ben", "ben"]
    for id_, who in enumerate(asked):
        turn = turn_of(now, ends.get(who), 10.0)
        ends[who] = turn.end
        jobs.append(a_job(id_, turn.start))
    ordered = [asked[job.id] for job in in_order(jobs, frozenset(), NOW)]
    assert ordered[:4] == ["ada", "ben", "ada", "ben"]


def test_who_asked_for_nothing_for_long_saves_up_no_claim() -> None:
    assert turn_of(500.0, 20.0, 10.0).start == 500.0
    assert turn_of(500.0, 720.0, 10.0).start == 720.0


def test_priority_comes_before_preferred_labels_and_these_before_turns() -> None:
    jobs = [
        a_job(1, 1.0),
        a_job(2, 9.0, preferred=("fast",)),
        a_job(3, 99.0, priority=1),
        a_job(4, 0.0, labels=("gpu",)),
        a_job(5, 0.0, not_before=NOW + timedelta(seconds=1)),
    ]
    assert [job.id for job in in_order(jobs, frozenset({"fast"}), NOW)] == [3, 2, 1]
    later = NOW + timedelta(seconds=1)
    assert [job.id for job in in_order(jobs, frozenset({"gpu"}), later)] == [3, 4, 5, 1, 2]


def test_a_waiting_job_says_why() -> None:
    idle = KnownAgent("vm-1", frozenset({"linux"}), is_busy=False)
    busy = KnownAgent("vm-2", frozenset({"linux", "gpu"}), is_busy=True)
    assert "no agent online" in why_waiting(a_job(1), [], 0, NOW)
    assert why_waiting(a_job(1, labels=("arm",)), [idle, busy], 0, NOW) == "no agent has arm"
    assert why_waiting(a_job(1, labels=("gpu",)), [idle, busy], 0, NOW).startswith("vm-2 measures")
    assert why_waiting(a_job(1), [idle], 2, NOW) == "2 jobs before it"
    later = a_job(1, not_before=NOW + timedelta(minutes=2))
    assert "00:02:00" in why_waiting(later, [idle], 0, NOW)


def test_a_job_of_one_machine_says_why_the_agent_there_does_not_take_it() -> None:
    near = KnownAgent("near", frozenset(), is_busy=False, machine_id=1)
    far = replace(near, name="far", machine_id=2, version_trouble="version 9.0.0 is too new")
    kept = replace(near, name="kept", machine_id=3, is_quarantined=True)
    bound = {
        one: why_waiting(a_job(1, machine_id=one), [near, far, kept], 0, NOW) for one in (2, 3, 4)
    }
    assert bound == {
        2: "far gets no new jobs: version 9.0.0 is too new",
        3: "the machine of kept is in quarantine: only A/A jobs are measured there",
        4: "the agent of its machine is not online",
    }
    assert "kept is in quarantine" in why_waiting(a_job(1), [far, kept], 0, NOW)


@pytest.mark.parametrize(
    ("said", "at_once"),
    [("", 1), ("3", 3), ("0", 1), ("-1", 1), ("x", 1), ("999", 64), ("9" * 50, 1)],
)
def test_a_testbed_measures_one_job_unless_its_tags_allow_more(said: str, at_once: int) -> None:
    assert jobs_at_once({"parallel": said}) == at_once


def test_durations_are_told_with_their_spread() -> None:
    assert estimate_duration([], 600.0) == DurationEstimate(300.0, 0.0, 600.0, 0)
    few = estimate_duration([100.0], 600.0)
    assert (few.low, few.seconds, few.high) == (50.0, 100.0, 200.0)
    many = estimate_duration([float(one) for one in range(101)], 600.0)
    assert (many.low, many.seconds, many.high, many.jobs) == (10.0, 50.0, 90.0, 101)
    both = after_one_another([many, many])
    assert both.seconds == 100.0
    assert both.high - both.seconds == pytest.approx(40.0 * 2**0.5)
    assert left_of(many, 60.0) == DurationEstimate(0.0, 0.0, 30.0, 101)


def test_lines_of_a_log_harm_nobody() -> None:
    assert harmless("\x1b[31mred\x1b[0m\x07 \u202egnp.exe\x00") == "[31mred[0m gnp.exe"
    assert harmless("a\tb") == "a b"
    assert len(harmless("x" * 10_000)) == LONGEST_LINE
    assert size_of(["a" * 9, "é"]) == 13


@pytest.mark.parametrize(
    "name", ["--upload-pack=x", "-v", "a..b", "", "a b", "a\nb", "x" * 201, "../../x", "a^{tree}"]
)
def test_what_git_could_take_for_something_else_is_no_commit(name: str) -> None:
    assert not is_commit_name(name)
    with pytest.raises(InvalidError):
        check_target(JobKind.RUN, JobTarget("s", [JobCommit(name, "main")]))


def test_each_kind_of_job_measures_as_many_commits_as_it_needs() -> None:
    one = [JobCommit("c1", "main")]
    check_target(JobKind.RUN, JobTarget("s", one))
    check_target(JobKind.AA, JobTarget("s", one))
    check_target(JobKind.COMPARE, JobTarget("s", one * 8))
    for kind, commits in (
        (JobKind.CONFIRM, one),
        (JobKind.RUN, one * 2),
        (JobKind.COMPARE, one * 9),
    ):
        with pytest.raises(InvalidError):
            check_target(kind, JobTarget("s", commits))


def test_a_job_is_placed_between_two_others_and_takes_the_priority_of_the_one_behind() -> None:
    assert place_between((0, 2.0), (0, 4.0)) == (0, 3.0)
    assert place_between((5, 9.0), (0, 4.0)) == (0, 3.0)
    assert place_between(None, (2, 0.0)) == (2, -1.0)
    assert place_between((-1, 7.0), None) == (-1, 8.0)
    tied = (0, 4.0), (0, 4.0)
    assert [has_room(*tied), has_room((1, 4.0), (0, 4.0)), has_room((0, 2.0), (0, 4.0))] == [
        False, True, True,
    ]  # fmt: skip


def test_what_somebody_waits_for_interrupts_a_schedule_and_what_fills_gaps_does_not() -> None:
    def job(kind: JobKind, priority: int) -> WaitingJob:
        return WaitingJob(1, priority, 0.0, (), (), kind=kind)

    assert interrupts(job(JobKind.CONFIRM, 0))
    assert not interrupts(job(JobKind.CONFIRM, -1))
    assert not interrupts(job(JobKind.BACKFILL, 0))
    assert interrupts(job(JobKind.BACKFILL, 1))
