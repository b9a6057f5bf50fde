"""The handlers that every strategy calls: the same answer at once, after 1 ms or after 10 ms."""

import asyncio


async def no_await(number: str) -> dict[str, str]:
    return {"handler": "no-await", "n": number}


async def sleep_1ms(number: str) -> dict[str, str]:
    await asyncio.sleep(0.001)
    return {"handler": "sleep-1ms", "n": number}


async def sleep_10ms(number: str) -> dict[str, str]:
    await asyncio.sleep(0.010)
    return {"handler": "sleep-10ms", "n": number}


def no_await_sync(number: str) -> dict[str, str]:
    return {"handler": "no-await", "n": number}


ASYNC = {"/no-await": no_await, "/sleep-1ms": sleep_1ms, "/sleep-10ms": sleep_10ms}
SYNC = {"/no-await": no_await_sync}
