"""One answer for all who ask the same, and never an old one."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from backend.api.answers.sharing import KEPT_BYTES, LARGEST_KEPT, Sharing


@dataclass
class Kitchen:
    """Makes answers one at a time, when the test lets it."""

    made: int = 0
    may_finish: asyncio.Event = field(default_factory=asyncio.Event)

    async def make(self) -> str:
        self.made += 1
        number = self.made
        await self.may_finish.wait()
        return f"answer {number}"


def _sharing() -> Sharing[str]:
    return Sharing(len)


async def _begun(*asking: Awaitable[str]) -> list[asyncio.Future[str]]:
    """Start so many questions and let each come as far as it can."""
    tasks: list[asyncio.Future[str]] = [asyncio.ensure_future(one) for one in asking]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


def test_however_many_ask_in_one_state_the_answer_is_made_once() -> None:
    async def play() -> None:
        sharing, kitchen = _sharing(), Kitchen()
        asked = await _begun(*(sharing.ask("q", "s1", kitchen.make) for _ in range(200)))
        kitchen.may_finish.set()
        assert set(await asyncio.gather(*asked)) == {"answer 1"}
        assert await sharing.ask("q", "s1", kitchen.make) == "answer 1"
        assert kitchen.made == 1
        assert await sharing.ask("another", "s1", kitchen.make) == "answer 2"

    asyncio.run(play())


def test_who_asks_after_a_commit_is_told_of_it_and_all_of_them_together() -> None:
    async def play() -> None:
        sharing, kitchen = _sharing(), Kitchen()
        (first,) = await _begun(sharing.ask("q", "s1", kitchen.make))
        later = await _begun(
            *(sharing.ask("q", f"s{2 + index}", kitchen.make) for index in range(50))
        )
        assert kitchen.made == 1
        kitchen.may_finish.set()
        assert await first == "answer 1"
        assert set(await asyncio.gather(*later)) == {"answer 2"}
        # what was made last tells of the newest state that anybody asked in
        assert await sharing.ask("q", "s51", kitchen.make) == "answer 2"
        assert await sharing.ask("q", "s52", kitchen.make) == "answer 3"

    asyncio.run(play())


@pytest.mark.parametrize("who", ["maker", "next"])
def test_where_whoever_makes_it_goes_away_another_makes_it(who: str) -> None:
    async def play() -> None:
        sharing, kitchen = _sharing(), Kitchen()
        (maker,) = await _begun(sharing.ask("q", "s1", kitchen.make))
        following = await _begun(*(sharing.ask("q", "s1", kitchen.make) for _ in range(3)))
        waiting = await _begun(*(sharing.ask("q", "s2", kitchen.make) for _ in range(3)))
        gone = maker if who == "maker" else waiting.pop(0)
        gone.cancel()
        await asyncio.sleep(0)
        kitchen.may_finish.set()
        answers = await asyncio.gather(*following, *waiting)
        assert all(answer.startswith("answer") for answer in answers)
        assert gone.cancelled()

    asyncio.run(play())


def test_a_failure_is_told_to_all_who_waited_and_the_next_tries_again() -> None:
    async def play() -> None:
        sharing = _sharing()
        tries = 0

        async def fail() -> str:
            nonlocal tries
            tries += 1
            await asyncio.sleep(0.01)
            raise ValueError("no such run")

        asked = await _begun(*(sharing.ask("q", "s1", fail) for _ in range(5)))
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [str(one) for one in found] == ["no such run"] * 5
        assert tries == 1
        assert await sharing.ask("q", "s1", _saying("well")) == "well"

    asyncio.run(play())


def test_what_nobody_else_asks_is_made_at_once_and_stored_by_the_state_it_tells_of() -> None:
    async def play() -> None:
        sharing = _sharing()
        assert not sharing.is_asked("q")
        assert await sharing.ask_first("q", _reading("s1", "first")) == "first"
        assert sharing.is_asked("q")
        assert await sharing.ask("q", "s1", _saying("made again")) == "first"
        assert await sharing.ask("q", "s2", _saying("made again")) == "made again"

    asyncio.run(play())


@pytest.mark.parametrize(("state", "told"), [("s1", "first"), ("s2", "made again")])
def test_who_asks_while_the_first_answer_is_made_takes_it_only_if_it_is_new_enough(
    state: str, told: str
) -> None:
    async def play() -> None:
        sharing, kitchen = _sharing(), Kitchen()

        async def make() -> tuple[str, str]:
            await kitchen.may_finish.wait()
            return "s1", "first"

        (first,) = await _begun(sharing.ask_first("q", make))
        assert sharing.is_asked("q")
        later = await _begun(*(sharing.ask("q", state, _saying("made again")) for _ in range(20)))
        kitchen.may_finish.set()
        assert await first == "first"
        assert set(await asyncio.gather(*later)) == {told}

    asyncio.run(play())


def test_a_refusal_of_who_asks_first_is_told_to_nobody_else() -> None:
    async def play() -> None:
        sharing, kitchen = _sharing(), Kitchen()

        async def refuse() -> tuple[str, str]:
            await kitchen.may_finish.wait()
            raise PermissionError("you may not see it")

        (first,) = await _begun(sharing.ask_first("q", refuse))
        later = await _begun(*(sharing.ask("q", "s1", _saying("well")) for _ in range(3)))
        kitchen.may_finish.set()
        with pytest.raises(PermissionError):
            await first
        assert await asyncio.gather(*later) == ["well"] * 3
        assert await sharing.ask_first("another", _reading("s1", "well")) == "well"

    asyncio.run(play())


def test_what_is_kept_has_a_limit() -> None:
    async def play() -> None:
        sharing = _sharing()
        large = "x" * LARGEST_KEPT
        for index in range(2 * KEPT_BYTES // LARGEST_KEPT):
            await sharing.ask(index, "s1", _saying(large))
        assert await sharing.ask(0, "s1", _saying("made again")) == "made again"
        await sharing.ask("huge", "s1", _saying(large + "x"))
        assert await sharing.ask("huge", "s1", _saying("made again")) == "made again"

    asyncio.run(play())


def _saying(text: str) -> Callable[[], Awaitable[str]]:
    async def make() -> str:
        return text

    return make


def _reading(state: str, text: str) -> Callable[[], Awaitable[tuple[str, str]]]:
    async def make() -> tuple[str, str]:
        return state, text

    return make
