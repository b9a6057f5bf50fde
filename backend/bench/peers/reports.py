"""Reports that every server can be sent: benchmarks with samples at successive commits."""

import hashlib
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

SUITE, BRANCH, MACHINE, UNIT = "peers", "main", "box", "s"
SLOWER, SLOWER_SINCE = 1.2, 0.7
"""A tenth of the benchmarks get slower, from this part of the commits on."""


@dataclass(frozen=True, slots=True)
class PeerReport:
    """What one run at one commit measured."""

    number: int
    commit: str
    at: datetime
    results: Mapping[str, tuple[float, ...]]
    """Samples in seconds, by benchmark."""


def reports(count: int, benchmarks: int, samples: int, newest: datetime) -> Iterator[PeerReport]:
    """Make reports an hour apart, the same for every server."""
    chance = random.Random(1)  # noqa: S311  numbers, nothing secret
    for number in range(count):
        yield PeerReport(
            number,
            hashlib.sha1(f"{number}".encode(), usedforsecurity=False).hexdigest(),
            newest - timedelta(hours=count - number),
            {
                f"b{place}": tuple(
                    (place + 1) * 0.01 * chance.gauss(1, 0.005)
                    * (SLOWER if place % 10 == 0 and number > count * SLOWER_SINCE else 1)
                    for _ in range(samples)
                )
                for place in range(benchmarks)
            },
        )  # fmt: skip
