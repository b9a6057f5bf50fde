"""Reports that every server can be sent: benchmarks with samples at successive commits."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice

SUITE, BRANCH, MACHINE, UNIT = "peers", "main", "box", "s"
SLOWER, SLOWER_SINCE = 1.2, 0.7
"""A tenth of the benchmarks get slower by this factor, from this part of the commits on."""


@dataclass(frozen=True, slots=True)
class PeerReport:
    """What one run at one commit measured."""

    number: int
    commit: str
    at: datetime
    results: Mapping[str, tuple[float, ...]]
    """Samples in seconds, by benchmark."""


@dataclass(slots=True)
class PeerWork:
    """The same work for every server: what it is sent, and what it is asked about."""

    first: Sequence[PeerReport]
    """Reports that are sent before any question."""
    later: Sequence[PeerReport]
    """Reports that are sent one by one between questions."""
    changed_at: int
    """The number of the first report in which some benchmarks are slower."""
    sent: list[PeerReport] = field(default_factory=list)
    """What the server has been sent so far."""

    @property
    def slower(self) -> Sequence[str]:
        """Return the benchmarks that get slower; there is always one."""
        return [*islice(self.first[0].results, 0, None, 10)]

    @property
    def benchmark(self) -> str:
        """Return the benchmark whose history is asked for: one that gets slower."""
        return self.slower[0]

    @property
    def sides(self) -> tuple[PeerReport, PeerReport]:
        """Return the last report before the change and the first one after it."""
        return self.first[self.changed_at - 1], self.first[self.changed_at]


def work(count: int, benchmarks: int, samples: int, newest: datetime, later: int = 0) -> PeerWork:
    """Make reports an hour apart, the same for every server."""
    chance = random.Random(1)  # noqa: S311  numbers, nothing secret
    changed_at = max(1, int(count * SLOWER_SINCE))
    made = [
        PeerReport(
            number,
            hashlib.sha1(f"{number}".encode(), usedforsecurity=False).hexdigest(),
            newest - timedelta(hours=count + later - number),
            {
                f"bench{place:03}": tuple(
                    (place + 1) * 0.01 * chance.gauss(1, 0.005)
                    * (SLOWER if place % 10 == 0 and number >= changed_at else 1)
                    for _ in range(samples)
                )
                for place in range(benchmarks)
            },
        )
        for number in range(count + later)
    ]  # fmt: skip
    return PeerWork(made[:count], made[count:], changed_at)


def today() -> datetime:
    return datetime.now(UTC)
