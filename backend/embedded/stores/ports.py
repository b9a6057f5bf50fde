"""Loopback ports: free ones for the services, and who holds the one that people open."""

import errno
import socket
from pathlib import Path

from backend.embedded.errors import CannotStartError

LISTENING = "0A"
LAST_PORT = 65_535


def free_port() -> int:
    """Return a loopback port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    return int(port)


def demand_port(host: str, port: int) -> None:
    """Raise if the address that people open cannot be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen()
        except (OSError, OverflowError) as error:
            raise CannotStartError(_refusal(host, port, error)) from error


def _refusal(host: str, port: int, error: OSError | OverflowError) -> str:
    remedy = f"Choose another: TIDEMARK_PORT={port % LAST_PORT + 1} make up"
    if isinstance(error, OverflowError):
        return f"There is no port {port}. {remedy}"
    if error.errno == errno.EADDRINUSE:
        holder = holder_of(port)
        taken_by = f"by {holder}" if holder else "by another program"
        return f"Port {port} on {host} is taken {taken_by}. {remedy}"
    return f"Port {port} on {host} cannot be used: {error.strerror}. {remedy}"


def holder_of(port: int) -> str | None:
    """Name the process that listens on a port, as far as this account may see it."""
    sockets = {f"socket:[{inode}]" for inode in _listening_inodes(port)}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            links = {str(link.readlink()) for link in (process / "fd").iterdir()}
            if links & sockets:
                return f"process {process.name} ({(process / 'comm').read_text().strip()})"
        except OSError:
            continue
    return None


def _listening_inodes(port: int) -> set[str]:
    inodes = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        if not Path(table).exists():
            continue
        for line in Path(table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                inodes.add(fields[9])
    return inodes
