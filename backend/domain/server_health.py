"""How the server did over time, what is wrong with it, and which of that is worth a message."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise

from backend.domain.operation import HTTP, Durations

SAMPLE_EVERY = timedelta(minutes=1)
KEPT = timedelta(days=14)
"""Samples older than this are deleted."""
LONGEST_STEP = timedelta(minutes=5)
"""Of two samples farther apart than this and than twice their usual distance, no pace is told."""
FAILING_SHARE = 0.05
FEWEST_FAILED = 10
"""So many failed answers within one minute are worth a word, where they are more than the share."""
ALWAYS_REPORTED = frozenset({"disk", "replica", "reports", "requests"})
"""Warnings of these parts are sent as faults are: they get worse while nobody acts."""


PROBES = frozenset({"/live", "/ready", "/metrics", "/api/v1/health", "/api/v1/ready"})
"""Routes that only ask how the server is; a 503 of theirs is an answer and no failure."""


class Severity(StrEnum):
    FAULT = "fault"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with the server, and its remedy."""

    severity: Severity
    """A fault keeps something from its work; a warning will, or might."""
    part: str
    """Disk, database, queue, clock and so on."""
    reason: str
    remedy: str

    @property
    def key(self) -> str:
        """What one outage is about: a part that gets worse is another one."""
        return f"{self.part} ({self.severity})"

    @property
    def is_reported(self) -> bool:
        """Whether channels that ask for the server's health are told."""
        return self.severity is Severity.FAULT or self.part in ALWAYS_REPORTED


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers to requests since counting began."""

    count: float = 0.0
    failed: float = 0.0
    """Those with a status of 500 and above."""
    seconds: float = 0.0
    """From the requests to the beginnings of their answers, together."""


def answers(found: Mapping[str, Sequence[Durations]]) -> Answers:
    """Add up the counters of all routes that do more than ask how the server is."""
    of_http = [one for one in found.get(HTTP.name, ()) if one.labels[1] not in PROBES]
    counts = [(sum(one.counts), one.labels[2].startswith("5"), one.sum_s) for one in of_http]
    return Answers(
        sum(count for count, _, _ in counts),
        sum(count for count, is_failed, _ in counts if is_failed),
        sum(seconds for _, _, seconds in counts),
    )


@dataclass(frozen=True, slots=True)
class ServerSample:
    """What was measured of the server at one time."""

    at: datetime
    answers: Answers | None
    """None where Redis, which adds them up, did not answer."""
    work_waiting: int
    work_oldest_s: float
    reports_waiting: int
    ingestion_lag_s: float
    disk_free_bytes: int | None
    """None where the disk is not on this machine."""
    database_bytes: int


@dataclass(frozen=True, slots=True)
class ServerPoint:
    """One point of the charts of the server."""

    at: datetime
    requests_per_minute: float | None
    """None where it is not known: the first point, a restart of Redis, or a gap before it."""
    failed_per_minute: float | None
    """Answers with a status of 500 and above."""
    mean_answer_s: float | None
    """Seconds from a request to the beginning of its answer; None where nobody asked."""
    work_waiting: int
    """Requests for background work that is not done."""
    work_oldest_s: float
    """Age of the oldest of them, in seconds."""
    reports_waiting: int
    """Reports accepted and not yet ingested."""
    ingestion_lag_s: float
    """Age of the oldest of them, in seconds."""
    disk_free_bytes: int | None
    """Free on the disk with the data; None where that is on another machine."""
    database_bytes: int
    """Size of the database."""


@dataclass(frozen=True, slots=True)
class WaitingTask:
    """Background work of one kind that is not done."""

    name: str
    """Of the task, as `/metrics` names it."""
    count: int
    """Requests for it."""
    oldest_s: float
    """Age of the oldest request, in seconds."""


@dataclass(frozen=True, slots=True)
class RecentAgent:
    """An agent heard of in the last 30 days."""

    project: str
    name: str
    silent_s: float
    """Seconds since its last heartbeat."""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What whoever operates the server wants to know."""

    version: str
    read_at: datetime
    """When the server was looked at."""
    findings: Sequence[Finding]
    """Faults before warnings."""
    waiting: Sequence[WaitingTask]
    agents: Sequence[RecentAgent]
    """The one that is silent longest comes first."""
    now: ServerPoint | None
    """As it is at this moment; None where the database does not answer."""
    points: Sequence[ServerPoint]
    """In order of time; wider apart the farther back they go."""
    hours: int
    """How far back the points go."""


def points_of(samples: Sequence[ServerSample]) -> list[ServerPoint]:
    """Return what charts draw of samples in order of time."""
    steps = [later.at - sooner.at for sooner, later in pairwise(samples)]
    usual = sorted(steps)[len(steps) // 2] if steps else SAMPLE_EVERY
    longest = max(LONGEST_STEP, 2 * usual)
    before: Sequence[ServerSample | None] = [None, *samples]
    return [_point(sooner, later, longest) for sooner, later in zip(before, samples, strict=False)]


def point_now(sooner: ServerSample | None, now: ServerSample) -> ServerPoint:
    """Return how the server is now, with its pace since the sample before."""
    return _point(sooner, now, LONGEST_STEP)


def _point(sooner: ServerSample | None, later: ServerSample, longest: timedelta) -> ServerPoint:
    pace = _pace(sooner, later, longest)
    return ServerPoint(
        later.at, *pace, later.work_waiting, later.work_oldest_s, later.reports_waiting,
        later.ingestion_lag_s, later.disk_free_bytes, later.database_bytes,
    )  # fmt: skip


def _pace(
    sooner: ServerSample | None, later: ServerSample, longest: timedelta
) -> tuple[float | None, float | None, float | None]:
    between = answers_between(sooner, later)
    if between is None or sooner is None or later.at - sooner.at > longest:
        return None, None, None
    minutes = (later.at - sooner.at) / timedelta(minutes=1)
    mean_s = between.seconds / between.count if between.count else None
    return between.count / minutes, between.failed / minutes, mean_s


def answers_between(sooner: ServerSample | None, later: ServerSample) -> Answers | None:
    """Return what was answered between two samples; None where that cannot be told."""
    if sooner is None or sooner.answers is None or later.answers is None:
        return None
    count = later.answers.count - sooner.answers.count
    failed = later.answers.failed - sooner.answers.failed
    seconds = later.answers.seconds - sooner.answers.seconds
    is_counted_again = min(count, failed, seconds) < 0 or later.at <= sooner.at
    return None if is_counted_again else Answers(count, failed, seconds)


def failing_requests(sooner: ServerSample | None, later: ServerSample) -> Iterator[Finding]:
    """Say so where many requests failed between two samples."""
    found = answers_between(sooner, later)
    if found is None or sooner is None or found.failed < FEWEST_FAILED:
        return
    if found.failed > FAILING_SHARE * found.count:
        yield Finding(
            Severity.WARNING,
            "requests",
            f"{found.failed:,.0f} of {found.count:,.0f} requests failed within"
            f" {max(1, round((later.at - sooner.at) / timedelta(minutes=1)))} min",
            "the log of the API names each with its request id",
        )


def ordered(findings: Collection[Finding]) -> list[Finding]:
    """Return faults before warnings, otherwise as they came."""
    return sorted(findings, key=lambda one: one.severity is not Severity.FAULT)


def reported_parts(findings: Collection[Finding]) -> dict[str, Finding]:
    """Return the first finding of each part and severity that channels are told of, by its key."""
    found: dict[str, Finding] = {}
    for one in findings:
        if one.is_reported:
            found.setdefault(one.key, one)
    return found
