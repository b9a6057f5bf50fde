"""Agents as the server sees them: many that ask, in one event loop.

Each question comes on a new connection: the server has closed the last one by then.
"""

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any

from backend.bench.fleet.crew import LABELS
from backend.bench.wire import Client

OK, BUSY = 200, 503


class BusyError(Exception):
    """The server asks whoever asked to come again."""


@dataclass(frozen=True, slots=True)
class PollingAgent:
    """One agent."""

    client: Client
    name: str

    async def introduce(self) -> int:
        """Register; returns for how many seconds a question may be held."""
        machine = {"name": self.name, "fingerprint": {}}
        said = {"name": self.name, "testbed": self.name, "version": "1", "machine": machine}
        return int(json.loads(await self.post("/agents", said))["hold_seconds"])

    async def seek(self, wait_s: int) -> Any:  # noqa: ANN401  a document
        """Return a lease, or None where none came within the time."""
        sought = {"agent": self.name, "labels": list(LABELS), "wait_seconds": wait_s}
        return json.loads(await self.post("/jobs/leases", sought))["job"]

    async def end(self, lease: Any) -> None:  # noqa: ANN401  a document
        said = {"lease": lease["lease"], "outcome": "finished", "why": "measured"}
        await self.post(f"/jobs/{lease['id']}/endings", said)

    async def post(self, path: str, document: object) -> bytes:
        """Send a document; raises where it is not taken."""
        body = json.dumps(document).encode()
        lines = [
            f"POST {self.client.root}{path} HTTP/1.1", "Host: bench", "Connection: close",
            f"Content-Length: {len(body)}",
            *(f"{name}: {value}" for name, value in self.client.headers.items()),
        ]  # fmt: skip
        reader, writer = await asyncio.open_connection(*self.client.address)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: (\d+)", head)
            answer = await (reader.readexactly(int(length[1])) if length else _chunks(reader))
        finally:
            writer.close()
        if int(head[9:12]) == BUSY:
            raise BusyError(self.name)
        if int(head[9:12]) // 100 != OK // 100:
            raise RuntimeError(f"{path} was answered {head[9:12]!r}: {answer[:300]!r}")
        return answer


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    """Read an answer that comes in pieces, as held ones do; the last is empty."""
    pieces = []
    while size := int(await reader.readline() or b"0", 16):
        pieces.append(await reader.readexactly(size))
        await reader.readline()
    return b"".join(pieces)
