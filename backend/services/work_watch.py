"""Agents that wait for work in one process of the API, and who of them is told of it.

A job that many may take is told to one of them. Who cannot take it passes it on, until somebody
takes it or says that nothing is left: a thousand that wait do not all ask for one job.
"""

import asyncio
import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from sqlalchemy import Engine

from backend.domain.events import EventKind, LiveEvent
from backend.storage.engine import transaction
from backend.storage.jobs import waiting
from backend.storage.jobs.waiting import ReadySet

ANY_TESTBED = 0
NO_KEY = 0
"""Of a person who asks in a browser."""
MOST_READY = 50
"""Testbeds of a project on which agents look at once without news of anything."""


@dataclass(frozen=True, slots=True)
class HeldAgent:
    """An agent whose question is held, and where it would measure."""

    project_id: int
    agent_id: int
    testbed_id: int
    key_id: int = NO_KEY
    """By which it asks."""


@dataclass(frozen=True, slots=True)
class ReadyWork:
    """Work that waits for some of them, as news of it would say."""

    project_id: int
    event: LiveEvent


@dataclass(frozen=True, slots=True, eq=False)
class WorkNews:
    """Something may have come for those that wait on some testbeds."""

    project_id: int
    testbed_ids: frozenset[int]
    labels: frozenset[str]
    """What who takes it has."""
    is_for_one: bool
    """It is one job, which any of them may take."""
    told: set["Waiter"] = field(default_factory=set)


def note_held(engine: Engine, held: Sequence[HeldAgent]) -> set[HeldAgent]:
    """Note in one statement that agents are alive whose questions are held, and return them.

    An agent that was removed, or whose key is good no more, is not among them.
    """
    asked = [(one.project_id, one.agent_id, one.key_id) for one in held]
    with transaction(engine) as session:
        heard = waiting.note_held(session, asked)
    return {one for one, key in zip(held, asked, strict=True) if key in heard}


def find_ready(engine: Engine, held: Sequence[HeldAgent]) -> list[ReadyWork]:
    """Return what waits for held agents: time sets some free, and news may be lost."""
    beds: dict[int, set[int]] = defaultdict(set)
    for one in held:
        beds[one.project_id].add(one.testbed_id)
    with transaction(engine) as session:
        return [
            ReadyWork(project_id, LiveEvent(EventKind.WORK, (ready.testbed_id,), (*ready.labels,)))
            for project_id, wanted in beds.items()
            for ready in _some(waiting.read_ready(session, project_id, [*wanted]))
        ]


def _some(found: Sequence[ReadySet]) -> Sequence[ReadySet]:
    """Choose of what waits for each testbed by itself: it may wait for a quota, all of it."""
    bound = [one for one in found if one.testbed_id != ANY_TESTBED]
    chosen = bound if len(bound) <= MOST_READY else random.sample(bound, MOST_READY)
    return [*chosen, *(one for one in found if one.testbed_id == ANY_TESTBED)]


class Waiter:
    """One question for work that waits for its answer."""

    def __init__(self, labels: Sequence[str], *, is_look: bool) -> None:
        self.labels = frozenset(labels)
        self.is_look = is_look
        self.agent_id: int | None = None
        self.testbed_id: int | None = None
        """Both are known once the agent was looked up."""
        self.held_for: HeldAgent | None = None
        """The agent whose sign of life the question is while it is held."""
        self.is_replaced = False
        """Whether another question of the same agent is held in its place."""
        self._is_over = False
        self._woken = asyncio.Event()
        self._news: list[WorkNews] = []
        self._received: list[WorkNews] = []

    @property
    def is_woken(self) -> bool:
        """Tell whether it looks for work again in any case."""
        return bool(self._news)

    def has_ended(self) -> bool:
        return self._is_over

    def is_for(self, news: WorkNews) -> bool:
        """Tell whether news concern whoever waits here."""
        is_near = self.testbed_id is None or not news.testbed_ids.isdisjoint(
            {ANY_TESTBED, self.testbed_id}
        )
        return is_near and news.labels <= self.labels

    def notify(self, news: WorkNews) -> None:
        news.told.add(self)
        self._news.append(news)
        self._woken.set()

    def end(self) -> None:
        """Wake whoever waits here for the last time."""
        self._is_over = True
        self._woken.set()

    async def next(self, patience_s: float) -> bool:
        """Wait for news, so long at most; tells whether some came that are not answered yet."""
        if not self._woken.is_set() and not self._received:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    await self._woken.wait()
        if not self._is_over:
            self._woken.clear()
        self._received += self._news
        self._news = []
        return bool(self._received)

    def received(self) -> list[WorkNews]:
        """Return the news for which it looked, once."""
        received, self._received = self._received, []
        return received

    def unanswered(self) -> list[WorkNews]:
        """Return all news that it leaves to others, once."""
        left = [*self.received(), *self._news]
        self._news = []
        return left


class WorkDesk:
    """Those that wait for work in one process, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: dict[int, dict[Waiter, None]] = {}
        self._held: dict[tuple[int, int], Waiter] = {}
        """By project and agent: one question of each is held."""

    @contextmanager
    def wait(self, project_id: int, labels: Sequence[str], *, is_look: bool) -> Iterator[Waiter]:
        """Give a place to a question; what it leaves unanswered goes to the others."""
        waiter = Waiter(labels, is_look=is_look)
        self._waiting.setdefault(project_id, {})[waiter] = None
        try:
            yield waiter
        finally:
            self._remove(project_id, waiter)

    def notify(self, project_id: int, event: LiveEvent) -> None:
        """Hand out news of work."""
        labels = event.labels
        is_for_one = labels is not None and ANY_TESTBED in event.ids
        news = WorkNews(project_id, frozenset(event.ids), frozenset(labels or ()), is_for_one)
        if is_for_one:
            self._pass_on(news)
            return
        for waiter in self._waiting.get(project_id, ()):
            if waiter.is_for(news):
                waiter.notify(news)

    def is_awaited(self, project_id: int) -> bool:
        return project_id in self._waiting

    def settle(self, waiter: Waiter, *, is_left: bool, better: int | None = None) -> None:
        """Note that a waiter looked, and whether others may get what it was told of.

        `better` is the agent among them that will be given it, if that is known.
        """
        for news in waiter.received():
            if is_left:
                self._pass_on(news, better)

    def held(self) -> list[HeldAgent]:
        """Return the agents whose questions are held."""
        return [waiter.held_for for waiter in self._held.values() if waiter.held_for is not None]

    def hold(self, waiter: Waiter, agent: HeldAgent) -> None:
        """Hold the question of an agent; an older one of the same agent has nobody behind it."""
        if waiter.held_for is not None:
            return
        waiter.held_for = agent
        place = (agent.project_id, agent.agent_id)
        older = self._held.get(place)
        self._held[place] = waiter
        if older is not None:
            older.is_replaced = True
            older.end()
            self._remove(agent.project_id, older)

    def end(self, gone: Collection[HeldAgent]) -> None:
        """Answer some that there is no work for them."""
        for agent in gone:
            waiter = self._held.get((agent.project_id, agent.agent_id))
            if waiter is not None and waiter.held_for == agent:
                waiter.end()
                self._remove(agent.project_id, waiter)

    def end_all(self) -> None:
        """Answer everybody that there is no work now; who was told so waits here no more."""
        ended, self._waiting = self._waiting, {}
        self._held = {}
        for waiters in ended.values():
            for waiter in waiters:
                waiter.end()

    def _remove(self, project_id: int, waiter: Waiter) -> None:
        waiters = self._waiting.get(project_id, {})
        waiters.pop(waiter, None)
        if not waiters:
            self._waiting.pop(project_id, None)
        agent = waiter.held_for
        if agent is not None and self._held.get((project_id, agent.agent_id)) is waiter:
            del self._held[project_id, agent.agent_id]
        for news in waiter.unanswered():
            self._pass_on(news)

    def _pass_on(self, news: WorkNews, better: int | None = None) -> None:
        """Tell the next that may take a job: the best if it is known, the idle, those that look."""
        if not news.is_for_one:
            return
        able = [
            waiter
            for waiter in self._waiting.get(news.project_id, ())
            if waiter not in news.told and not waiter.is_woken and waiter.is_for(news)
        ]
        if able:
            min(able, key=lambda one: (one.agent_id != better, one.is_look)).notify(news)
