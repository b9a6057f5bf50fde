"""Which of those that wait for work are told of it."""

import asyncio
from contextlib import ExitStack

from backend.domain.events import EventKind, LiveEvent
from backend.services.work_watch import ANY_TESTBED, HeldAgent, Waiter, WorkDesk

PROJECT = 7


def job(testbed: int = ANY_TESTBED, *labels: str) -> LiveEvent:
    return LiveEvent(EventKind.WORK, (testbed,), labels)


class Waiting:
    """A desk at which agents wait, each on a testbed of its own."""

    def __init__(self, left: ExitStack) -> None:
        self.desk = WorkDesk()
        self.left = left
        self.waiters: list[Waiter] = []

    def add(self, *labels: str, is_look: bool = False) -> Waiter:
        place = self.desk.wait(PROJECT, labels, is_look=is_look)
        waiter = self.left.enter_context(place)
        self.waiters.append(waiter)
        waiter.testbed_id = len(self.waiters)
        return waiter

    def woken(self) -> list[int]:
        return [place for place, one in enumerate(self.waiters, 1) if one.is_woken]


async def look(waiter: Waiter) -> None:
    assert await waiter.next(0.0)


def test_one_job_wakes_one_of_a_thousand_and_two_jobs_wake_two() -> None:
    with ExitStack() as left:
        waiting = Waiting(left)
        for _ in range(1000):
            waiting.add("linux")
        waiting.desk.notify(PROJECT, job())
        assert waiting.woken() == [1]
        waiting.desk.notify(PROJECT, job(ANY_TESTBED, "linux"))
        assert waiting.woken() == [1, 2]
        waiting.desk.notify(PROJECT, job(ANY_TESTBED, "gpu"))
        waiting.desk.notify(PROJECT + 1, job())
        assert waiting.woken() == [1, 2]


def test_who_cannot_take_a_job_passes_it_on_until_somebody_finds_nothing() -> None:
    with ExitStack() as left:
        waiting = Waiting(left)
        one, two, _ = (waiting.add() for _ in range(3))
        waiting.desk.notify(PROJECT, job())
        asyncio.run(look(one))
        waiting.desk.settle(one, is_left=True)
        assert waiting.woken() == [2]
        asyncio.run(look(two))
        waiting.desk.settle(two, is_left=False)
        assert waiting.woken() == []


def test_the_best_agent_is_told_next_however_many_look_before_it() -> None:
    with ExitStack() as left:
        waiting = Waiting(left)
        for number in range(1, 101):
            waiting.add(is_look=True).agent_id = number
        waiting.desk.notify(PROJECT, job())
        first = waiting.waiters[0]
        asyncio.run(look(first))
        waiting.desk.settle(first, is_left=True, better=77)
        assert waiting.woken() == [77]
        best = waiting.waiters[76]
        asyncio.run(look(best))
        waiting.desk.settle(best, is_left=True, better=500)
        assert waiting.woken() == [2], "one that waits elsewhere does not hold up the others"


def test_who_leaves_leaves_the_news_to_others_and_who_measures_comes_last() -> None:
    with ExitStack() as left:
        waiting = Waiting(left)
        busy = waiting.add(is_look=True)
        with waiting.desk.wait(PROJECT, (), is_look=False) as first:
            waiting.desk.notify(PROJECT, job())
            assert first.is_woken
        assert busy.is_woken, "nobody else is left"
        with waiting.desk.wait(PROJECT, (), is_look=False) as idle:
            waiting.desk.notify(PROJECT, job())
            assert idle.is_woken


def test_news_of_a_testbed_and_news_of_no_job_reach_all_that_they_concern() -> None:
    with ExitStack() as left:
        waiting = Waiting(left)
        for _ in range(3):
            waiting.add()
        waiting.desk.notify(PROJECT, job(2))
        assert waiting.woken() == [2]
        waiting.desk.notify(PROJECT, LiveEvent(EventKind.WORK, (ANY_TESTBED,)))
        assert waiting.woken() == [1, 2, 3]


def test_one_question_of_each_agent_is_held_and_its_news_go_to_the_newest() -> None:
    with ExitStack() as left:
        waiting = Waiting(left)
        older, newer, other = (waiting.add() for _ in range(3))
        agent = HeldAgent(PROJECT, 1, ANY_TESTBED)
        waiting.desk.hold(older, agent)
        waiting.desk.hold(other, HeldAgent(PROJECT, 2, ANY_TESTBED))
        waiting.desk.notify(PROJECT, job())
        waiting.desk.hold(newer, agent)
        assert older.has_ended()
        assert older.is_replaced
        assert waiting.woken() == [2]
        waiting.desk.hold(older, agent)
        assert not newer.has_ended(), "a look of the older one took the place of the newer one"
        waiting.desk.end({agent})
        assert newer.has_ended()
        assert not other.has_ended()
        assert waiting.woken() == [3]


def test_who_was_told_of_a_stop_is_not_told_again_at_each_connection() -> None:
    with ExitStack() as left:
        waiting = Waiting(left)
        one = waiting.add()
        waiting.desk.hold(one, HeldAgent(PROJECT, 1, ANY_TESTBED))
        waiting.desk.end_all()
        assert one.has_ended()
        assert not waiting.desk.is_awaited(PROJECT)
        assert waiting.desk.held() == []
