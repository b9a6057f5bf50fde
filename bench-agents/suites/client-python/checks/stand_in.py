"""A small order server that misbehaves on request, and the client run against it."""

# ruff: noqa: INP001, S101, TID251 - run by unittest, which every Python has
import asyncio
import json
import os
import re
import sys
import time
from array import array
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

SUITE = Path(__file__).parents[1]
LENGTH = re.compile(rb"content-length: (\d+)\r\n", re.IGNORECASE)


@dataclass
class StandIn:
    """What happens to the measured order of a number; 0: to none."""

    stalls_at: int = 0
    stall_seconds: float = 0
    refuses: int = 0
    garbles: int = 0
    dies_at: int = 0
    takes_seconds: float = 0
    seen: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    in_flight: int = 0
    most_in_flight: int = 0
    server: asyncio.Server | None = None
    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        self.writers.append(writer)
        try:
            while await self._one(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        assert length
        assert head.startswith(b"POST /order HTTP/1.1\r\n")
        order = json.loads(await reader.readexactly(int(length[1])))
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        await asyncio.sleep(self.takes_seconds)
        self.in_flight -= 1
        self.seen[order["user_def"]] += 1
        if order["user_def"] == f"o{self.dies_at:07d}":
            self._die()
            return False
        status, answer = self._answer(order)
        text = json.dumps(answer).encode()
        writer.write(b"HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%b" % (status, len(text), text))
        return b"connection: close" not in head.lower()

    def _answer(self, order: dict[str, object]) -> tuple[int, dict[str, object]]:
        name = order["user_def"]
        if name == f"o{self.stalls_at:07d}":
            time.sleep(self.stall_seconds)  # the whole server stands still
        if name == f"o{self.refuses:07d}":
            return 400, {"status": "refused"}
        skew = name == f"o{self.garbles:07d}"
        return 200, {**order, "status": "accepted", "quantity": order["quantity"] + skew}  # type: ignore[operator]

    def _die(self) -> None:
        assert self.server
        self.server.close()
        for writer in self.writers:
            writer.transport.abort()


@dataclass(frozen=True)
class Outcome:
    """What the client handed back."""

    code: int
    line: dict[str, float]
    latencies: list[float]
    said: str


def run_against(server: StandIn, *words: str) -> Outcome:
    """Run the client as `orders with` would."""
    return asyncio.run(_run(server, words))


async def _run(server: StandIn, words: tuple[str, ...]) -> Outcome:
    server.server = await asyncio.start_server(server.serve, "127.0.0.1", 0, backlog=1024)
    host, port = server.server.sockets[0].getsockname()[:2]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "latencies"
        given = {"ORDERS_ADDRESS": f"{host}:{port}", "ORDERS_LATENCIES": str(file)}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "client", *words, cwd=SUITE, env={**os.environ, **given},
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        printed, said = await process.communicate()
        latencies = array("Q", file.read_bytes() if file.is_file() else b"")
    server.server.close()
    line = json.loads(printed) if printed.startswith(b"{") else {}
    in_seconds = [each / 1e9 for each in latencies]
    return Outcome(process.returncode or 0, line, in_seconds, said.decode())
