"""How a held answer keeps its connection alive, whatever it is told meanwhile."""

import asyncio
import time

from starlette.types import Message

from backend.api.answers.held import SPACE, HeldAnswer, HeldQuestion
from backend.domain.events import EventKind, LiveEvent
from backend.services.work_watch import ANY_TESTBED, Waiter, WorkDesk

PROJECT = 7
WAIT_S, ALIVE_S, NEWS_S = 1.0, 0.2, 0.05
MOST_LOOKS = 200
"""So many take ten times as long as the question waits."""


async def hold(desk: WorkDesk) -> list[bytes]:
    """Hold a question for which news come faster than signs of life; returns what was sent."""
    sent: list[bytes] = []
    looks = 0

    async def look(waiter: Waiter) -> bytes | None:
        nonlocal looks
        looks += 1
        assert looks < MOST_LOOKS, "it is still held"
        desk.settle(waiter, is_left=False)
        return None

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            sent.append(message["body"])

    async def receive() -> Message:
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def tell() -> None:
        while True:
            desk.notify(PROJECT, LiveEvent(EventKind.WORK, (ANY_TESTBED,)))
            await asyncio.sleep(NEWS_S)

    question = HeldQuestion(
        place=desk.wait(PROJECT, (), is_look=False),
        look=look,
        nothing=b"{}",
        wait_s=WAIT_S,
        alive_s=ALIVE_S,
    )
    telling = asyncio.create_task(tell())
    try:
        await HeldAnswer(question)({"type": "http"}, receive, send)
    finally:
        telling.cancel()
    return sent


def test_news_faster_than_signs_of_life_put_off_neither_those_nor_the_end() -> None:
    began = time.monotonic()
    *signs, answer = asyncio.run(hold(WorkDesk()))
    assert time.monotonic() - began >= WAIT_S
    assert answer == b"{}"
    assert set(signs) == {SPACE}
    assert len(signs) > 1
