"""Calls are counted in each process, shared over Redis, and never wait for it."""

import asyncio
import time

import pytest
import redis

from backend.domain.rates import Caller, CallerKind, CallKind, CallRate
from backend.embedded.stores.services import Services
from backend.services.count_calls import MOST_WINDOWS, CallCounter, CallWindows, read_rate
from backend.testing.brokers import fresh_broker

AWAY = "redis://127.0.0.1:1/0"
ADA = Caller(CallerKind.PERSON, "1")
BOB = Caller(CallerKind.PERSON, "2")
VISITOR = Caller(CallerKind.ADDRESS, "10.0.0.1")
TEN_A_MINUTE = {CallKind.WRITE: CallRate(10, 60)}
TEN_A_DAY = {CallKind.WRITE: CallRate(10, 86_400)}


class Clock:
    def __init__(self) -> None:
        self.now = 60_000.0

    def __call__(self) -> float:
        return self.now


def taken(counter: CallCounter, caller: Caller, calls: int, project: str = "") -> int:
    """Make calls, and return how many were not refused."""
    found = [counter.count(CallKind.WRITE, caller, project) for _ in range(calls)]
    return sum(standing is None or not standing.is_refused for standing in found)


def test_each_sender_has_a_rate_of_their_own_and_gets_it_back_in_time() -> None:
    clock = Clock()
    counter = CallCounter(TEN_A_MINUTE, 0, clock=clock)
    assert [taken(counter, ADA, 15), taken(counter, BOB, 15)] == [10, 10]
    clock.now += 90
    assert taken(counter, ADA, 15) == 5  # half of the minute before weighs still
    clock.now += 300
    assert taken(counter, ADA, 15) == 10


def test_whoever_waits_as_told_is_let_in() -> None:
    clock = Clock()
    counter = CallCounter(TEN_A_MINUTE, 0, clock=clock)
    clock.now += 17.3
    taken(counter, ADA, 10)
    for _ in range(20):
        refused = counter.count(CallKind.WRITE, ADA)
        assert refused is not None
        assert refused.is_refused
        clock.now += refused.wait_s
        assert taken(counter, ADA, 1) == 1
        taken(counter, ADA, 10)


def test_visitors_of_a_project_do_not_use_up_what_its_members_have() -> None:
    counter = CallCounter(TEN_A_MINUTE, 2)
    crowd = [Caller(CallerKind.ADDRESS, f"10.0.0.{number}") for number in range(5)]
    assert sum(taken(counter, one, 10, "main") for one in crowd) == 20
    refused = counter.count(CallKind.WRITE, Caller(CallerKind.ADDRESS, "10.0.0.9"), "main")
    assert refused is not None
    assert (refused.is_refused, refused.caller) == (True, Caller(CallerKind.VISITORS, "main"))
    assert taken(counter, ADA, 10, "main") == 10
    assert taken(counter, VISITOR, 10, "other") == 0  # its own rate went to the first project


def test_nothing_limits_where_no_rate_is_given() -> None:
    assert CallCounter({}, 10).count(CallKind.WRITE, ADA, "main") is None
    assert (read_rate("0"), read_rate("0 per minute")) == (None, None)
    assert read_rate("20 per 10 seconds") == CallRate(20, 10)
    with pytest.raises(ValueError, match="often"):
        read_rate("often")


def test_processes_share_their_counts(services: Services) -> None:
    url = fresh_broker(services.redis_url)

    async def count_in_two() -> tuple[int, int]:
        one, other = (CallCounter(TEN_A_DAY, 0, url) for _ in range(2))
        first, second = taken(one, ADA, 6), 0
        until = time.monotonic() + 60
        # six of one process and so many of the other that both know of ten together
        while taken(other, ADA, 1) and time.monotonic() < until:
            second += 1
            await asyncio.sleep(0.6)
        return first, second

    first, second = asyncio.run(count_in_two())
    assert (first, second <= 5) == (6, True)
    with redis.Redis.from_url(url) as client:
        names = client.keys("*")
        assert names
        for name in names:
            assert 0 < int(str(client.ttl(name))) <= 2 * 86_400 + 1  # nothing stays for ever


def test_while_redis_is_away_a_process_counts_alone_and_never_waits() -> None:
    async def count() -> int:
        counter = CallCounter(TEN_A_MINUTE, 0, AWAY)
        before = taken(counter, ADA, 8)
        await asyncio.sleep(0.6)  # it was looked for, in vain
        return before + taken(counter, ADA, 8)

    assert asyncio.run(count()) == 10


def test_inventing_senders_does_not_fill_the_memory() -> None:
    windows = CallWindows(Clock())
    for number in range(MOST_WINDOWS + 1_000):
        windows.incr(f"sender {number}", 60)
    assert windows.reset() == MOST_WINDOWS
    clock = Clock()
    windows = CallWindows(clock)
    for number in range(1_000):
        clock.now += 1
        windows.incr(f"sender {number}", 60)
    assert windows.reset() <= 61
