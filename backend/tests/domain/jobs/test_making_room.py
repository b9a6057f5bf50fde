"""As many agents make room as jobs wait, and those that lose least."""

from backend.domain.jobs.choosing import KnownAgent, WaitingJob
from backend.domain.jobs.making_room import RoomyAgent, room_for
from backend.domain.jobs.targets import JobKind


def an_agent(
    id_: int, done: int = 0, *labels: str, is_busy: bool = True, promised: int | None = None
) -> RoomyAgent:
    offer = KnownAgent(f"agent {id_}", frozenset(labels), is_busy, id_)
    return RoomyAgent(id_, id_, offer, done, promised)


def a_job(id_: int, *preferred: str, kind: str = JobKind.RUN) -> WaitingJob:
    return WaitingJob(id_, 0, float(id_), (), preferred, kind=kind)


def room(agents: list[RoomyAgent], *jobs: WaitingJob) -> list[int | None]:
    """Return what each agent makes room for."""
    lanes = {one.testbed_id: 1 for one in agents}
    return [room_for(one.id, jobs, agents, lanes).job for one in agents]


def test_one_job_pauses_the_agent_that_loses_least() -> None:
    assert room([an_agent(1, 9), an_agent(2, 3)], a_job(7)) == [None, 7]


def test_preferred_labels_count_before_what_is_lost() -> None:
    assert room([an_agent(1, 9, "quiet"), an_agent(2, 3)], a_job(7, "quiet")) == [7, None]


def test_each_job_pauses_one() -> None:
    agents = [an_agent(1, 9), an_agent(2, 3), an_agent(3, 5)]
    assert room(agents, a_job(7), a_job(8)) == [None, 7, 8]


def test_nobody_pauses_where_somebody_has_nothing_to_do() -> None:
    idle = an_agent(2, is_busy=False)
    assert room([an_agent(1), idle], a_job(7))[0] is None
    assert room([an_agent(1), idle], a_job(7), a_job(8))[0] == 8


def test_who_was_told_already_is_not_joined_by_another() -> None:
    told = an_agent(1, 9, promised=7)
    assert room([told, an_agent(2)], a_job(7)) == [7, None]
    assert room([told, an_agent(2)], a_job(7), a_job(8)) == [7, 8]


def test_a_job_that_interrupts_nothing_keeps_those_behind_it_from_doing_so() -> None:
    assert room([an_agent(1)], a_job(7, kind=JobKind.BACKFILL), a_job(8)) == [None]


def test_on_a_testbed_that_measures_one_job_at_once_one_agent_makes_room() -> None:
    told, other = an_agent(1, promised=7), an_agent(2)
    beside = RoomyAgent(2, 1, other.offer, 0, None)
    assert room_for(2, [a_job(7), a_job(8)], [told, beside], {1: 1}).job is None
    assert room_for(2, [a_job(7), a_job(8)], [told, beside], {1: 2}).job == 8


def test_a_promise_that_cannot_be_kept_holds_nobody_back() -> None:
    told, other = an_agent(1, promised=7), an_agent(2)
    assert room_for(2, [a_job(7)], [told, other], {1: 1, 2: 1}).job is None
    assert room_for(2, [a_job(7)], [told, other], {1: 0, 2: 1}).job == 7
    kept = RoomyAgent(1, 1, KnownAgent("a", frozenset(), True, 1, is_quarantined=True), 0, 7)
    assert room_for(2, [a_job(7)], [kept, other], {1: 1, 2: 1}).job == 7
