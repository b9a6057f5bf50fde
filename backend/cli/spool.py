"""Documents on their way: kept on disk until the server has them, sent again with back-off."""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from backend.client.answers import RefusedError, ServerError, ServerUnreachableError

Answer = TypeVar("Answer")
PAUSES_S = (1.0, 2.0, 4.0, 8.0, 15.0)
PATIENCE_S = 30.0
LONGEST_PAUSE_S = 60.0


@dataclass(frozen=True, slots=True)
class WaitingDocument:
    """A document that could not be delivered."""

    file: Path
    url: str
    project: str
    document: bytes


def pauses(patience: str = "") -> list[float]:
    """Return the pauses between tries, as many as fit into the patience in seconds."""
    most = float(patience) if patience.replace(".", "", 1).isdigit() else PATIENCE_S
    return [pause for at, pause in enumerate(PAUSES_S) if sum(PAUSES_S[: at + 1]) <= most]


def persist(
    send: Callable[[], Answer], pauses: Sequence[float], wait: Callable[[float], None] = time.sleep
) -> Answer:
    """Try until it succeeds or is refused for good; raise what the last try met."""
    for pause in pauses:
        try:
            return send()
        except ServerError as error:
            if not _is_passing(error):
                raise
            asked = error.wait_s if isinstance(error, RefusedError) and error.wait_s else pause
            wait(min(asked, LONGEST_PAUSE_S))
    return send()


def _is_passing(error: ServerError) -> bool:
    if isinstance(error, RefusedError):
        return error.is_passing
    return isinstance(error, ServerUnreachableError)


def store(folder: Path, url: str, project: str, document: bytes) -> Path:
    """Keep a document until it is delivered; the same one is kept once."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = hashlib.sha256(b"\0".join([url.encode(), project.encode(), document])).hexdigest()[:24]
    file = folder / f"{name}.report"
    fresh = folder / f".{name}.{os.getpid()}"
    head = json.dumps({"url": url, "project": project}).encode()
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as written:
        written.write(head + b"\n" + document)
        written.flush()
        os.fsync(written.fileno())
    fresh.replace(file)
    return file


def waiting(folder: Path, url: str) -> Iterator[WaitingDocument]:
    """Give what waits for a server, the oldest first."""
    if not folder.is_dir():
        return
    for file in sorted(folder.glob("*.report"), key=lambda one: one.stat().st_mtime):
        head, _, document = file.read_bytes().partition(b"\n")
        said = json.loads(head)
        if said["url"] == url:
            yield WaitingDocument(file, url, said["project"], document)
