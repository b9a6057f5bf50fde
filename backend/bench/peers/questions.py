"""What every server is asked, and what its answer must hold to count."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

import httpx

from backend.bench.peers.reports import PeerReport, PeerWork

HISTORY, COMPARISON, ALERTS = "history of one benchmark", "comparison of two commits", "alerts"
QUESTIONS = (HISTORY, COMPARISON, ALERTS)
CLOSE = 1e-6
"""Share by which a number may differ from what was sent: units are converted on the way."""

Ask = Callable[[], httpx.Response]
Complaint = Callable[[httpx.Response], str]
"""Say what an answer lacks; empty where it lacks nothing."""


@dataclass(frozen=True, slots=True)
class PeerQuestion:
    """A request, and how its answer is held to what was sent."""

    ask: Ask
    lacks: Complaint


class PeerServer(Protocol):
    """What is measured of a server."""

    name: str

    def version(self) -> str:
        """Return what the server says of its version; empty where it says nothing."""

    def prepare(self, work: PeerWork) -> None:
        """Do once what is not to be timed."""

    def send(self, report: PeerReport) -> httpx.Response: ...

    def questions(self, work: PeerWork) -> Mapping[str, PeerQuestion | None]:
        """Return one question for each of `QUESTIONS`; None where the server has no such one."""


def lacks_points(
    found: Iterable[float], work: PeerWork, kept: Callable[[tuple[float, ...]], Iterable[float]]
) -> str:
    """Hold a history to the reports; `kept` says which numbers a server shows of the samples."""
    told = sorted(found)
    wanted = sorted(chain.from_iterable(kept(one.results[work.benchmark]) for one in work.sent))
    if len(told) != len(wanted):
        return f"it shows {len(told)} points of {len(wanted)}"
    odd = [
        f"{one} instead of {other}"
        for one, other in zip(told, wanted, strict=True)
        if not math.isclose(one, other, rel_tol=CLOSE)
    ]
    return f"it shows {odd[0]}" if odd else ""


def lacks_rows(found: Iterable[str], work: PeerWork) -> str:
    """Hold the rows of a comparison, by benchmark, to all benchmarks that were measured."""
    missing = {*work.first[0].results} - {*found}
    return f"rows are missing: {', '.join(sorted(missing)[:3])}" if missing else ""


def lacks_slower(text: str, work: PeerWork, least: int) -> str:
    """Count which of the slower benchmarks a text names."""
    named = names_in(text, work.slower)
    wanted = min(least, len(work.slower))
    return "" if len(named) >= wanted else f"it names {len(named)} of {wanted} slower benchmarks"


def names_in(text: str, names: Sequence[str]) -> set[str]:
    """Return the names that stand in a text as whole words."""
    words = {*re.findall(r"[A-Za-z]+[0-9]+", text)}
    return words & {*names}
