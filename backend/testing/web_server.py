"""The real nginx with the configuration that we ship, in front of the real API."""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import nginx  # scripts/nginx.py, which finds it

from backend.testing.databases import ROOT
from backend.testing.stack import wait_until

SHIPPED = ROOT / "frontend" / "nginx.conf"
ADDRESS = "127.0.0.1"
"""From where it asks the API; its clients use other addresses of this machine."""


@dataclass(frozen=True, slots=True)
class WebServer:
    """A running nginx, and what it writes to its log."""

    url: str
    log: Path

    def visitor(self, address: str) -> httpx.Client:
        """Return a client that comes from an address of the loopback network."""
        way = httpx.HTTPTransport(local_address=address)
        return httpx.Client(base_url=self.url, transport=way, timeout=60)


@contextmanager
def web_server(api_url: str, assets: Path, directory: Path) -> Iterator[WebServer]:
    """Run nginx until the block ends; only places of this machine differ from what is shipped."""
    program = nginx.program()
    if program is None:
        raise FileNotFoundError(nginx.MISSING)
    port = _free_port()
    configuration = directory / "nginx.conf"
    configuration.write_text(_placed(api_url, port, assets, directory))
    log = directory / "nginx.log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            [str(program), "-e", "stderr", "-p", directory, "-c", configuration, *_as_us()],
            stdin=subprocess.DEVNULL, stdout=said, stderr=said,
        )  # fmt: skip
    try:
        wait_until(lambda: _answers(port) or process.poll() is not None, "nginx answers")
        if process.poll() is not None:
            raise ChildProcessError(log.read_text())
        yield WebServer(f"http://{ADDRESS}:{port}", log)
    finally:
        process.terminate()
        process.wait()


def _as_us() -> list[str]:
    """Let root's nginx read root's files; the shipped one never runs as root."""
    return ["-g", "user root;"] if os.geteuid() == 0 else []


def _placed(api_url: str, port: int, assets: Path, directory: Path) -> str:
    text = SHIPPED.read_text()
    for shipped, here in (
        ("server api:8750;", f"server {api_url.removeprefix('http://')};"),
        ("listen 8080;", f"listen {ADDRESS}:{port};"),
        ("root /usr/share/nginx/html;", f'root "{assets}";'),
    ):
        if text.count(shipped) != 1:
            raise LookupError(f"{SHIPPED.name} does not say {shipped!r} once")
        text = text.replace(shipped, here)
    return text.replace("/tmp/nginx", str(directory / "nginx"))  # noqa: S108  what is shipped


def _free_port() -> int:
    with socket.socket() as free:
        free.bind((ADDRESS, 0))
        port: int = free.getsockname()[1]
    return port


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return not probe.connect_ex((ADDRESS, port))
