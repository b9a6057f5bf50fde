"""Clients on keep-alive connections, and the quantiles of what they waited."""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection

import numpy as np


@dataclass(frozen=True, slots=True)
class Waits:
    """How long each request took, in seconds, and how long all of them took."""

    each: Sequence[float]
    total: float

    @property
    def rate(self) -> float:
        """Return requests per second."""
        return len(self.each) / self.total

    def quantile(self, share: float) -> float:
        """Return a quantile in milliseconds."""
        return float(np.quantile(self.each, share)) * 1e3


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks, and where."""

    address: tuple[str, int]
    project: str
    secret: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}

    @property
    def root(self) -> str:
        return f"/api/v1/projects/{self.project}"

    def open(self) -> HTTPConnection:
        return HTTPConnection(*self.address, timeout=60)

    def upload(self, connection: HTTPConnection, body: bytes) -> None:
        """Post one report; raises where it is not accepted."""
        connection.request("POST", f"{self.root}/reports", body, self.headers)
        answer = connection.getresponse()
        said = answer.read()
        if answer.status != 201:  # noqa: PLR2004  created
            raise RuntimeError(f"a report was answered {answer.status}: {said[:300]!r}")

    def get(self, connection: HTTPConnection, path: str) -> bytes:
        """Read one resource; raises where it is not given."""
        connection.request("GET", f"{self.root}{path}", headers=self.headers)
        answer = connection.getresponse()
        said = answer.read()
        if answer.status != 200:  # noqa: PLR2004  ok
            raise RuntimeError(f"{path} was answered {answer.status}: {said[:300]!r}")
        return said


def upload_all(client: Client, bodies: Sequence[bytes], writers: int) -> Waits:
    """Upload reports in their order from several connections at once."""
    waits: list[float] = []
    faults: list[Exception] = []
    source = _shared(bodies)
    threads = [
        threading.Thread(target=_write, args=(client, source, waits, faults))
        for _ in range(writers)
    ]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return Waits(waits, time.perf_counter() - began)


def _shared(bodies: Sequence[bytes]) -> Iterator[bytes]:
    """Return an iterator over a list, which threads may share."""
    return iter(bodies)


def _write(
    client: Client, source: Iterator[bytes], waits: list[float], faults: list[Exception]
) -> None:
    connection = client.open()
    try:
        for body in source:
            began = time.perf_counter()
            client.upload(connection, body)
            waits.append(time.perf_counter() - began)
    except (OSError, RuntimeError) as error:
        faults.append(error)
    finally:
        connection.close()
