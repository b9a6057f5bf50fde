"""Connections between the parts of an installation, which a test cuts, slows down or swallows."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

CHUNK = 65_536
DELAY_S = 0.3
LOOPBACK = "127.0.0.1"


class NetworkFault(StrEnum):
    """What a link does to the connections of one part."""

    CUT = "cut"
    """All end, and new ones end at once."""
    SLOW = "slow"
    """Each piece takes 0.3 s longer."""
    BLACK_HOLE = "black hole"
    """Nothing arrives, nobody is told; it goes on where it was when the fault is over."""
    FORGOTTEN = "forgotten"
    """As a firewall that lost its table: what is open stays silent for ever, new ones work."""


@dataclass(eq=False)
class Wire:
    """One connection through a link."""

    port: int
    """Of the part that opened it."""
    near: asyncio.StreamWriter
    far: asyncio.StreamWriter | None = None
    is_forgotten: bool = False

    def abort(self) -> None:
        for end in (self.near, self.far):
            if end is not None:
                end.transport.abort()


@dataclass
class Link:
    """A proxy in front of one server; `target` may change while it runs."""

    name: str
    target: int
    owner: Callable[[int], str]
    """Names the part that holds a port."""
    loop: asyncio.AbstractEventLoop
    port: int = 0
    faults: dict[str, NetworkFault] = field(default_factory=dict)
    """By part; the empty name stands for all."""
    wires: set[Wire] = field(default_factory=set)

    def begin(self, part: str, fault: NetworkFault) -> None:
        """Let a fault begin for the connections of a part."""
        self._call(self._begin(part, fault))

    def end(self) -> None:
        """End all faults; what was forgotten stays so."""
        self._call(self._end())

    def cut(self) -> None:
        """End what is open; new connections work."""
        self._call(self._cut(""))

    def _call(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    async def _begin(self, part: str, fault: NetworkFault) -> None:
        if fault is NetworkFault.FORGOTTEN:
            for wire in self._of(part):
                wire.is_forgotten = True
            return
        self.faults[part] = fault
        if fault is NetworkFault.CUT:
            await self._cut(part)

    async def _end(self) -> None:
        self.faults.clear()

    async def _cut(self, part: str) -> None:
        for wire in self._of(part):
            wire.abort()

    def _of(self, part: str) -> list[Wire]:
        return [one for one in self.wires if not part or self.owner(one.port) == part]

    def _fault_of(self, wire: Wire) -> NetworkFault | None:
        if not self.faults:
            return None
        return self.faults.get("") or self.faults.get(self.owner(wire.port))

    async def serve(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        """Bring one connection to the server and back, until the network ends."""
        with suppress(asyncio.CancelledError):
            await self._carry(reader, near)

    async def _carry(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        wire = Wire(near.get_extra_info("peername")[1], near)
        self.wires.add(wire)
        try:
            if await self._is_swallowed(wire):
                return
            back, wire.far = await asyncio.open_connection(LOOPBACK, self.target)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pump(wire, reader, wire.far))
                both.create_task(self._pump(wire, back, near))
        except* OSError:
            pass
        finally:
            self.wires.discard(wire)
            wire.abort()

    async def _pump(
        self, wire: Wire, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        while piece := await reader.read(CHUNK):
            if await self._is_swallowed(wire):
                raise ConnectionResetError
            if self._fault_of(wire) is NetworkFault.SLOW:
                await asyncio.sleep(DELAY_S)
            writer.write(piece)
            await writer.drain()
        with suppress(OSError, RuntimeError):
            writer.write_eof()

    async def _is_swallowed(self, wire: Wire) -> bool:
        """Wait in a black hole; tells whether the connection has to end."""
        while wire.is_forgotten or self._fault_of(wire) is NetworkFault.BLACK_HOLE:
            if wire.near.transport.is_closing():
                return True
            await asyncio.sleep(0.05)
        return self._fault_of(wire) is NetworkFault.CUT


class Network:
    """A thread that carries all links."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._servers: list[asyncio.Server] = []
        self._thread = threading.Thread(target=self.loop.run_forever, name="links", daemon=True)
        self._thread.start()

    def link(self, name: str, target: int, owner: Callable[[int], str], port: int = 0) -> Link:
        """Open a link to a port of this machine."""
        made = Link(name, target, owner, self.loop)
        work = asyncio.start_server(made.serve, LOOPBACK, port, backlog=1_000)
        server = asyncio.run_coroutine_threadsafe(work, self.loop).result(30)
        self._servers.append(server)
        made.port = server.sockets[0].getsockname()[1]
        return made

    def close(self) -> None:
        """End all connections, then the thread."""
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result(30)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(10)
        self.loop.close()

    async def _end(self) -> None:
        for server in self._servers:
            server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # transports that were closed end with the next turn


@contextmanager
def network() -> Iterator[Network]:
    """Carry links for as long as the block runs."""
    made = Network()
    try:
        yield made
    finally:
        made.close()


def holder_of(port: int, families: Callable[[], dict[str, list[int]]]) -> str:
    """Name the part of which a process holds this port of a connection."""
    ends = {f"{LOOPBACK_HEX}:{port:04X}"}
    inodes = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        cells = line.split()
        if cells[1] in ends:
            inodes.add(f"socket:[{cells[9]}]")
    for name, pids in families().items():
        for pid in pids:
            with suppress(OSError):
                for one in Path(f"/proc/{pid}/fd").iterdir():
                    with suppress(OSError):
                        if str(one.readlink()) in inodes:
                            return name
    return ""


LOOPBACK_HEX = "0100007F"
