"""Servers that somebody signed in to, in a file that only they can read."""

import json
import os
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from backend.cli.exits import CommandError

PRIVATE = 0o600
OTHERS = 0o077


@dataclass(frozen=True, slots=True)
class KnownServer:
    url: str
    key: str = ""
    project: str = ""


@dataclass(slots=True)
class KnownServers:
    servers: dict[str, KnownServer] = field(default_factory=dict)
    default: str = ""

    def find(self, name: str) -> KnownServer | None:
        """Return a server by its name or address."""
        by_address = (one for one in self.servers.values() if one.url == name.rstrip("/"))
        return self.servers.get(name) or next(by_address, None)

    def save(self, name: str, server: KnownServer) -> None:
        self.servers[name] = server
        self.default = name

    def forget(self, name: str) -> bool:
        """Forget a server; the next best one becomes the default."""
        known = self.servers.pop(name, None) is not None
        if self.default == name:
            self.default = next(iter(self.servers), "")
        return known


def read_servers(file: Path) -> KnownServers:
    try:
        said = json.loads(file.read_text())
        found = {name: KnownServer(**one) for name, one in said["servers"].items()}
        return KnownServers(found, str(said.get("default", "")))
    except FileNotFoundError:
        return KnownServers()
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        remedy = "correct it, or remove it and sign in again: tidemark login"
        raise CommandError(f"{file} cannot be read as a list of servers", remedy) from error


def write_servers(file: Path, servers: KnownServers) -> None:
    """Write the file whole, readable by its owner only, or leave it as it was."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept = {name: asdict(one) for name, one in servers.servers.items()}
    text = json.dumps({"default": servers.default, "servers": kept}, indent=1) + "\n"
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # made 0600
    try:
        with os.fdopen(descriptor, "w") as fresh:
            fresh.write(text)
        Path(name).chmod(PRIVATE)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def is_open_to_others(file: Path) -> bool:
    return file.is_file() and bool(file.stat().st_mode & OTHERS)


def address_of(text: str) -> str:
    """Return an address as it is kept; CommandError where it is none."""
    parts = urlsplit(text if "//" in text else f"https://{text}")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise CommandError(f"“{text}” is no address of a server", "write https://tidemark.example")
    if parts.username or parts.query or parts.fragment:
        raise CommandError("an address holds no name, question or fragment", "leave them out")
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
