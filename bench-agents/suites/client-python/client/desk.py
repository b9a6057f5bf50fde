"""Sends single orders over one aiohttp session and records what became of them."""

import time

import aiohttp

from client.options import Options
from client.orders import Clerk, Order, is_accepted
from client.record import Record

TIMEOUT = aiohttp.ClientTimeout(total=10)
HEADERS = {"Content-Type": "application/json"}
OK = 200
SHOWN = 150


def session_for(options: Options) -> aiohttp.ClientSession:
    """Return a session that opens no more connections than are asked for."""
    connector = aiohttp.TCPConnector(limit=options.connections, force_close=not options.keeps_alive)
    return aiohttp.ClientSession(connector=connector, timeout=TIMEOUT, headers=HEADERS)


class Desk:
    """One kind of orders on their way."""

    def __init__(
        self, session: aiohttp.ClientSession, options: Options, clerk: Clerk, kind: str
    ) -> None:
        self.record = Record()
        self.ended = 0
        self._session = session
        self._url = f"http://{options.address}/order"
        self._clerk = clerk
        self._kind = kind

    async def send(self, number: int, since: int | None = None) -> None:
        """Send the order and wait for its answer; its latency counts from `since`, or from now."""
        if self.record.gave_up:
            return
        if since is None:
            since = time.monotonic_ns()
        order = self._clerk.order(self._kind, number)
        try:
            problem = await self._problem(order)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            problem = f"{type(error).__name__}: {error}"
        self.ended = time.monotonic_ns()
        if problem:
            self.record.fail(problem)
        else:
            self.record.succeed(self.ended - since)

    async def _problem(self, order: Order) -> str:
        async with self._session.post(self._url, data=order.body) as response:
            answer = await response.read()
        if response.status != OK:
            return f"status {response.status}: {_shown(answer)}"
        return "" if is_accepted(order, answer) else f"not the answer to this: {_shown(answer)}"


def _shown(answer: bytes) -> str:
    return answer[:SHOWN].decode(errors="replace")
