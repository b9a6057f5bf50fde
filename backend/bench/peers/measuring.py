"""How long a server takes for the same work, each answer held to what it must show."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import httpx

from backend.bench import show
from backend.bench.peers.questions import PeerQuestion, PeerServer
from backend.bench.peers.reports import PeerReport, PeerWork

TIMES = 25
TIMES_AFTER_A_REPORT = 5
WARMING = 6
"""Requests before any is timed: each process of a server loads what it needs."""
SEND = "send a report"
JUDGED = "send a report, until it is judged"
FIRST, AGAIN = "first after a report", "again"


class WrongAnswerError(Exception):
    """A server answered with an error, or without what it was sent."""


@dataclass
class PeerFigures:
    """Milliseconds of one server, by what was asked; None: it has no such question."""

    name: str
    ms: dict[str, float | None] = field(default_factory=dict)


def reports_needed(questions: int) -> int:
    """Return how many reports are sent between the questions."""
    return questions * TIMES_AFTER_A_REPORT


def measure(
    server: PeerServer, work: PeerWork, wait_idle: Callable[[], None] = lambda: None
) -> PeerFigures:
    """Send all reports, then ask each question: first after each of some reports, then again.

    `wait_idle` waits until the server has judged what it was sent; others judge as they answer.
    """
    found = PeerFigures(server.name)
    later = iter(work.later)
    with show.step(f"send {len(work.first)} reports to {server.name} and ask"):
        server.prepare(work)
        began = time.perf_counter()
        waits = [_sent(server, work, one) for one in work.first]
        wait_idle()
        found.ms[SEND] = statistics.median(waits)
        found.ms[JUDGED] = 1000 * (time.perf_counter() - began) / len(work.first)
        for what, question in server.questions(work).items():
            first, again = f"{what}, {FIRST}", f"{what}, {AGAIN}"
            if question is None:
                found.ms |= {first: None, again: None}
                continue
            asked = partial(_asked, server.name, what, question)
            for _ in range(WARMING):
                asked()
            afresh = []
            for _ in range(TIMES_AFTER_A_REPORT):
                _sent(server, work, next(later))
                wait_idle()
                afresh.append(asked())
            found.ms[first] = statistics.median(afresh)
            found.ms[again] = statistics.median(asked() for _ in range(TIMES))
    return found


def _sent(server: PeerServer, work: PeerWork, report: PeerReport) -> float:
    took, _ = _timed(partial(server.send, report))
    work.sent.append(report)
    return took


def _asked(name: str, what: str, question: PeerQuestion) -> float:
    took, answer = _timed(question.ask)
    lack = question.lacks(answer)
    if lack:
        raise WrongAnswerError(f"{name}, {what}: {lack} ({answer.request.url})")
    return took


def _timed(ask: Callable[[], httpx.Response]) -> tuple[float, httpx.Response]:
    began = time.perf_counter()
    answer = ask()
    took = 1000 * (time.perf_counter() - began)
    if answer.is_error:
        raise WrongAnswerError(
            f"{answer.request.url} answered {answer.status_code}: {answer.text[:200]}"
        )
    return took, answer
