"""A whole installation on a disk of its own, which a test fills."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from backend.embedded.application import ROOT
from backend.embedded.identity import inhabitants, read_pid, session_members
from backend.embedded.state import StateDir, read_running
from backend.embedded.stores.ports import free_port
from backend.settings import inherited_environment
from backend.testing.stack import CACHE, NO_RATES_IN_ENVIRONMENT, Stack, wait_for, wait_until

MIB = 1024 * 1024
IN_A_SMALL_DISK = (
    "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
    'mount -t tmpfs -o "size=$1" tmpfs "$2" && exec "$3" -m backend.embedded up --no-agent', "sh",
)  # fmt: skip


@dataclass
class SmallDisk:
    """A supervisor with everything that it starts, on a file system that only they see."""

    process: subprocess.Popen[bytes]
    place: Path
    """As its processes name it."""
    said: Path
    port: int

    @property
    def seen(self) -> Path:
        """The same place, as this process reaches it."""
        return Path(f"/proc/{self.process.pid}/root") / self.place.relative_to("/")

    @property
    def state(self) -> StateDir:
        return StateDir(self.seen / "state")

    def server(self, directory: Path) -> Stack:
        """Return the addresses of what runs."""
        running = read_running(self.state)
        return Stack(
            f"http://127.0.0.1:{self.port}", str(running["database_url"]),
            str(running["redis_url"]), directory, {},
        )  # fmt: skip

    def leave_free(self, size: int) -> None:
        """Fill the disk until only so many bytes are free."""
        ballast = self.seen / "ballast"
        with ballast.open("ab") as file:
            while (more := self._free_bytes() - size) > 0:
                # others write meanwhile, so the last bytes may be gone when they are asked for
                with suppress(OSError):
                    os.posix_fallocate(file.fileno(), ballast.stat().st_size, more)

    def _free_bytes(self) -> int:
        told = os.statvfs(self.seen)
        return told.f_bavail * told.f_frsize

    def free(self) -> None:
        """Take away what filled the disk."""
        (self.seen / "ballast").unlink()

    def child(self, name: str) -> int:
        """Return the process that leads a child, once there is one."""
        file = self.state.pids / f"{name}.json"
        return wait_for(lambda: read_pid(file), f"{name} runs").pid

    def send(self, name: str, which: signal.Signals) -> None:
        """Send a signal to all processes of a child."""
        leader = self.child(name)
        home = self.place / "state" / name
        for pid in {leader, *session_members(leader), *inhabitants(home)}:
            with suppress(ProcessLookupError):
                os.kill(pid, which)

    def troubles(self) -> dict[str, str]:
        """Return what is out of order by part; the API itself where it does not answer."""
        try:
            answer = httpx.get(f"http://127.0.0.1:{self.port}/api/v1/ready", timeout=5).json()
        except httpx.TransportError:
            return {"api": "it does not answer"}
        faults = answer.get("faults", [])
        return {fault["pointer"].strip("/"): fault["reason"] for fault in faults}

    def seconds_until_well(self) -> float:
        """Wait until every part does its work, while the supervisor lives."""
        begun = time.monotonic()

        def is_well() -> bool:
            assert self.process.poll() is None, self.said.read_text()
            return not self.troubles()

        wait_until(is_well, "all parts do their work")
        return time.monotonic() - begun


@contextmanager
def installation_on_small_disk(directory: Path, size: str) -> Iterator[SmallDisk]:
    """Start everything on a disk of this size, and stop it."""
    place, said, port = directory / "disk", directory / "said", free_port()
    place.mkdir()
    environment = inherited_environment(
        TIDEMARK_STATE_DIR=str(place / "state"), TIDEMARK_PORT=str(port),
        TIDEMARK_API_WORKERS="1", NUMBA_CACHE_DIR=str(CACHE), **NO_RATES_IN_ENVIRONMENT,
    )  # fmt: skip
    for outside in ("TIDEMARK_DATABASE_URL", "TIDEMARK_REDIS_URL"):
        environment.pop(outside, None)
    with said.open("wb") as sink:
        process = subprocess.Popen(
            [*IN_A_SMALL_DISK, size, str(place), sys.executable], cwd=ROOT, env=environment,
            stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, start_new_session=True,
        )  # fmt: skip
    disk = SmallDisk(process, place, said, port)
    try:
        while "Tidemark runs at" not in (told := said.read_text()) and "Open http" not in told:
            assert process.poll() is None, told
            time.sleep(0.1)
        disk.seconds_until_well()
        yield disk
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(120)
